import { expect, test } from 'vitest'
import { becomes, inBrowser } from './browser.js'

inBrowser('the graph', (world) => {
  test('is filtered, moved, zoomed, and shows what one node is linked with', async () => {
    const page = await world.visit('#/graph')
    const canvas = page.locator('canvas')
    await page.locator('.drawing[data-settled=true]').waitFor({ state: 'attached' })
    const nodes = async () =>
      Number((await page.locator('.side-list h2').textContent())!.replaceAll(/\D/g, ''))
    const all = await nodes()
    await page.getByRole('button', { name: 'tags', exact: true }).click()
    await becomes(nodes).toBeGreaterThan(all)
    await page.getByRole('button', { name: 'files', exact: true }).click()
    await page.getByLabel('Filter by text').fill('deadlock')
    await becomes(nodes).toBeLessThan(all)
    await page.getByLabel('Filter by text').fill('')

    const frames = async () => Number(await canvas.getAttribute('data-frames'))
    const before = await frames()
    await canvas.press('+')
    await canvas.press('ArrowLeft')
    await becomes(frames).toBeGreaterThan(before)
    await page.locator('.side-list .node').first().click()
    await page.getByLabel('only what is near').check()
    await becomes(() => page.locator('.side-list h3').textContent()).toMatch(/links?$/)
    expect(page.url()).toContain('focus=')
  })
})

inBrowser('the timeline', (world) => {
  test('is split by branch and by agent, cut to a time, and tells of a loop and its criteria', async () => {
    const page = await world.visit('#/timeline')
    const legend = page.locator('.legend')
    await becomes(() => legend.textContent()).toContain('release/2.0')
    await page.getByRole('button', { name: 'by agent' }).click()
    await becomes(() => legend.textContent()).toContain('claude-code')
    await page.getByRole('button', { name: 'loops' }).click()
    const loop = page.locator('.happened.loop').first()
    await loop.locator('summary').click()
    expect(await loop.locator('.iterations tbody tr').count()).toBeGreaterThan(1)
    expect(await loop.locator('.iterations').textContent()).toMatch(/passed|failing/)
    await page.getByRole('button', { name: 'journal' }).click()
    await becomes(() => page.locator('.happened.journal').first().textContent()).toMatch(/on [0-9a-f]{10}/)
    await page.getByRole('button', { name: 'journal' }).click()
    const box = (await page.locator('.bars svg').boundingBox())!
    await page.mouse.move(box.x + box.width * 0.3, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.5, box.y + 40)
    await page.mouse.up()
    await becomes(() => page.url()).toContain('from=')
    await page.getByTitle('Remove this filter').click()
    await becomes(() => page.url()).not.toContain('from=')
  })
})

inBrowser('the budget', (world) => {
  test('is dragged, and what is told grows with it', async () => {
    const page = await world.visit('#/budget?task=retry&budget=400')
    const told = () => page.locator('section', { hasText: /^Told/ }).locator('.blocks li').count()
    await page.locator('.blocks li').first().waitFor()
    const few = await told()
    expect(await page.locator('.sums').textContent()).toMatch(/left out/)
    expect(await page.locator('.blocks').last().textContent()).toMatch(/budget was spent|larger than/)
    const slider = page.getByRole('slider')
    const box = (await slider.boundingBox())!
    await page.mouse.move(box.x + box.width * 0.24, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2)
    await page.mouse.up()
    await becomes(told).toBeGreaterThan(few)
    await page.getByLabel('Task').fill('deadlock')
    await becomes(() => page.locator('.blocks li').first().textContent()).toMatch(/deadlock/i)
  })
})
