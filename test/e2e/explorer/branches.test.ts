import { expect, test } from 'vitest'
import { becomes, inBrowser } from './browser.js'

inBrowser('branches', (world) => {
  test('two of them are compared', async () => {
    const page = await world.visit('#/branches')
    expect(await page.locator('.line-graph .span').count()).toBeGreaterThanOrEqual(0)
    await page.getByLabel('compare main', { exact: true }).check()
    await page.getByLabel('compare feature/login').check()
    const panel = page.locator('.diff-panel')
    await panel.getByText('Added').waitFor()
    const added = await panel.locator('details', { hasText: 'Added' }).locator('.badge').first().textContent()
    const [line] = (await world.explorer.get('/api/lines')).json.lines.filter(
      ({ branch }: { branch: string }) => branch === 'feature/login',
    )
    expect(Number(added)).toBe(line.ahead.memories)
    await page.getByRole('button', { name: 'Swap' }).click()
    await becomes(() => panel.locator('h2').textContent()).toBe('feature/login → main')
  })

  test('a conflict is settled side by side, and that is taken back', async () => {
    const page = await world.visit('#/branches')
    const sides = page.locator('.conflict .side')
    await becomes(() => sides.count()).toBe(2)
    await sides.first().getByRole('button').click()
    await becomes(() => sides.count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => sides.count()).toBe(2)
  })

  test('some memories of a line are rescued', async () => {
    const page = await world.visit('#/branches')
    await page.getByRole('button', { name: 'Rescue from spike/wasm-parser' }).click()
    await page.getByRole('button', { name: 'Choose none' }).click()
    await page.locator('.choose input').first().check()
    await page.getByRole('button', { name: 'Rescue 1' }).click()
    await page.locator('.toast', { hasText: 'rescued a memory' }).waitFor()
  })

  test('a line lands after it was said what will happen', async () => {
    const page = await world.visit('#/branches')
    await page.getByRole('button', { name: 'Land docs/api' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('does not seem to have landed').waitFor()
    await dialog.getByRole('button', { name: 'Land anyway' }).click()
    await page.locator('.toast', { hasText: 'landed docs/api in main' }).waitFor()
    await becomes(() => page.getByLabel('compare docs/api').count()).toBe(0)
  })
})
