/** What is measured inside of the page, as text: its policy lets no script of ours in, but the debugger's. */
import type { Page } from 'playwright-core'

/** Notes when the first hit is painted, and how long each key takes until its hits are. */
export const WATCH = `{
  const times = (globalThis.times = { first: undefined, keys: [] })
  let struck
  const painted = (does) => requestAnimationFrame(() => setTimeout(() => does(performance.now())))
  addEventListener('keydown', () => (struck = performance.now()), true)
  const look = () => {
    if (times.first === undefined && document.querySelector('.row')) {
      times.first = 0
      painted((now) => (times.first = now))
    }
    const field = document.querySelector('input[type=search]')
    const asked = new URLSearchParams(location.hash.split('?')[1]).get('q') ?? ''
    if (struck === undefined || !field || field.value.trim() !== asked) return
    if (document.querySelector('#hits')?.getAttribute('aria-busy') !== 'false') return
    const from = struck
    struck = undefined
    painted((now) => times.keys.push(now - from))
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-busy'],
  })
}`

/** The same for a page on which nothing happens. */
export const WATCH_EMPTY = `addEventListener('load', () => {
  globalThis.times = { first: 0 }
  requestAnimationFrame(() => setTimeout(() => (times.first = performance.now())))
})`

/** How long each of so many frames took. */
export const framesOf = (count: number): string => `new Promise((done) => {
  const taken = []
  let last
  const frame = (now) => {
    if (last !== undefined) taken.push(now - last)
    last = now
    taken.length < ${count} ? requestAnimationFrame(frame) : done(taken)
  }
  requestAnimationFrame(frame)
})`

/** Playwright's own way of waiting is not allowed to evaluate in this page. */
export const until = (page: Page, condition: string): Promise<void> =>
  page.evaluate(`new Promise((done) => {
    const look = () => (${condition} ? done() : setTimeout(look, 5))
    look()
  })`)
