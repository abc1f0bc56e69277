import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { runBin } from '../../helpers/bin.js'
import { becomes, inBrowser } from './browser.js'

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })
const undo = (page: Page, text: string) => toast(page, text).getByRole('button', { name: 'Undo' }).click()
const fill = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('What was learnt').fill(text)
  await page.getByRole('button', { name: 'Save' }).click()
}

inBrowser('changing memories', (world) => {
  const contentOf = async (id: string): Promise<string | undefined> =>
    (await world.explorer.get(`/api/show?id=${id}`)).json.memory?.content

  test('makes one, edits it, takes that back, forgets it, and takes that back with a key', async () => {
    // What is forgotten may be asked for once more before the page has left it.
    const page = await world.visit('#/search', { expected: /status of 404/ })
    await page.getByRole('button', { name: 'New' }).click()
    await fill(page, 'Otters hold hands while they sleep.')
    await toast(page, 'remembered').waitFor()
    const title = page.locator('.entry h1')
    await becomes(() => title.textContent()).toBe('Otters hold hands while they sleep.')
    const id = (await page.locator('.entry header .mono').first().textContent())!
    expect(await contentOf(id)).toContain('Otters')

    await page.getByRole('button', { name: 'Edit' }).click()
    await fill(page, 'Otters hold paws while they sleep.')
    await becomes(() => title.textContent()).toContain('paws')
    await undo(page, 'changed')
    await becomes(() => title.textContent()).toContain('hands')
    expect(await contentOf(id)).toContain('hands')

    await page.getByRole('button', { name: 'Forget' }).click()
    await toast(page, 'forgot').waitFor()
    expect(await contentOf(id)).toBeUndefined()
    await page.locator('main').focus()
    await page.keyboard.press('Control+z')
    await toast(page, 'undone').first().waitFor()
    await becomes(() => contentOf(id)).toContain('hands')
  })

  test('says what a form was refused for, and leaves its text', async () => {
    const page = await world.visit('#/search', { expected: /status of 4/ })
    await page.getByRole('button', { name: 'New' }).click()
    await fill(page, `The key is AKIA${'IOSFODNN7EXAMPLE'.replace('EXAMPLE', 'QXZMPLR')}`)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('secret')
    expect(await page.getByLabel('What was learnt').inputValue()).toContain('AKIA')
  })

  test('follows what another process remembers', async () => {
    const page = await world.visit('#/search')
    await page.locator('.row').first().waitFor()
    const titles = () => page.locator('.row .title').allTextContents()
    expect(await titles()).not.toContain('Badgers dig at dusk.')
    const { code } = runBin(['remember', 'Badgers dig at dusk.'], { cwd: world.repo.dir })
    expect(code).toBe(0)
    await becomes(titles).toContain('Badgers dig at dusk.')
  })
})

inBrowser('the inbox', (world) => {
  const waiting = async (): Promise<number> => (await world.explorer.get('/api/status')).json.inbox

  test('approves and dismisses proposals, and takes both back', async () => {
    const page = await world.visit('#/inbox')
    await page.locator('.item').first().waitFor()
    const before = await waiting()
    expect(before).toBeGreaterThan(1)
    for (const [button, said] of [
      ['Approve', 'approved'],
      ['Dismiss', 'dismissed'],
    ] as const) {
      const text = await page.locator('.item .markdown').first().textContent()
      const count = () => page.locator('.item .markdown', { hasText: text!.trim() }).count()
      const shown = await count()
      await page.locator('.item').first().getByRole('button', { name: button }).click()
      await becomes(count).toBe(shown - 1)
      expect(await waiting()).toBe(before - 1)
      await undo(page, said)
      await becomes(count).toBe(shown)
      expect(await waiting()).toBe(before)
    }
  })

  test('edits a proposal with the keyboard alone', async () => {
    const page = await world.visit('#/inbox')
    await page.locator('.item').first().waitFor()
    await page.keyboard.press('j')
    await page.locator('.item.chosen:focus').waitFor()
    await page.keyboard.press('e')
    await page.locator('dialog textarea:focus').fill('Herons stand on one leg.')
    await page.keyboard.press('Control+Enter')
    await toast(page, 'approved as edited').waitFor()
    const { json } = await world.explorer.get('/api/recall?query=herons')
    expect(json.hits[0].content).toContain('Herons stand')
  })

  test('re-anchors a stale memory, and takes it back', async () => {
    const page = await world.visit('#/inbox')
    const item = page.locator('.item', { has: page.locator('.line-diff') }).first()
    const id = (await item.getAttribute('id'))!
    const count = () => page.locator(`#${id}`).count()
    await item.getByRole('button', { name: 're-anchor' }).click()
    await becomes(count).toBe(0)
    await undo(page, 're-anchored')
    await becomes(count).toBe(1)
  })

  test('lets nothing out of quarantine but by a decision, which can be taken back', async () => {
    const page = await world.visit('#/inbox')
    const item = page.locator(`#item-${world.repo.quarantined}`)
    await item.waitFor()
    await item.getByRole('button', { name: 'Let it pass' }).click()
    await becomes(() => item.count()).toBe(0)
  })
})
