import { expect, test } from 'vitest'
import { seriousFindings } from './axe.js'
import { ARTIFACTS, becomes, inBrowser, sideways } from './browser.js'
import { VIEWS } from './views.js'

inBrowser('each view of 2,000 memories on 12 branches', (world) => {
  for (const { name, hash, seen } of VIEWS) {
    test(`${name} is complete, accessible in light and dark, and fits 360 and 3840 pixels`, async () => {
      const page = await world.visit(hash)
      const shoot = (as: string) => page.screenshot({ path: `${ARTIFACTS}${name}-${as}.png` })
      await page.locator(seen).first().waitFor({ state: 'attached' })
      expect(await page.locator('.state.failed').count()).toBe(0)
      expect(await page.locator('h1').count()).toBe(1)
      expect(await seriousFindings(page)).toEqual([])
      await shoot('light')
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot('dark')
      await page.setViewportSize({ width: 3840, height: 1000 })
      await becomes(() => sideways(page)).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.locator(seen).first().waitFor({ state: 'attached' })
      await becomes(() => sideways(page)).toBeLessThanOrEqual(0)
      expect(await seriousFindings(page)).toEqual([])
      await shoot('narrow')
    })
  }

  test('each is reached with its key, and left at once, without complaint', async () => {
    const page = await world.visit('#/search')
    for (const [at, { name }] of [...VIEWS, ...VIEWS].entries()) {
      await page.locator('main').focus()
      await page.keyboard.press(String((at % VIEWS.length) + 1))
      await becomes(() => page.title()).toMatch(new RegExp(name, 'i'))
      await page.locator('h1').waitFor({ state: 'attached' })
    }
  })
})
