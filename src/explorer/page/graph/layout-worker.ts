/** Moves the nodes off the page's own thread, so that it stays fluid. Built as a file of its own. */
import { createLayout, positionsOf } from './layout.js'
import type { LayoutInput } from './layout.js'

/** So often are positions sent, however fast they are found. */
const EVERY_MS = 30

addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => {
  const layout = createLayout(data)
  // Most of the disorder is gone before anything is shown.
  layout.tick(data.radii.length > 1500 ? 12 : 40)
  const send = (done: boolean): void => {
    const positions = positionsOf(layout)
    postMessage({ positions, done }, { transfer: [positions.buffer] })
  }
  const work = (): void => {
    const until = performance.now() + EVERY_MS
    do layout.tick()
    while (performance.now() < until && layout.alpha() > layout.alphaMin())
    const done = layout.alpha() <= layout.alphaMin()
    send(done)
    if (!done) setTimeout(work)
  }
  send(false)
  work()
})
