import { expect, test } from 'vitest'
import { becomes, inBrowser } from './browser.js'

const REFUSED = /Failed to load resource/

inBrowser('the connection', (world) => {
  test('without the right token the page says what to type', async () => {
    for (const hash of ['#/search', '#token=wrong&/search']) {
      const page = await world.open(`${world.explorer.address}${hash}`, { expected: REFUSED })
      const said = page.getByRole('alert').first()
      await becomes(() => said.textContent()).toContain('needs the token')
      expect(await said.locator('code').textContent()).toBe('git ralph explore')
      expect(await page.locator('.row').count()).toBe(0)
    }
  })

  test('is taken up again when it broke', async () => {
    const page = await world.visit('#/search', { expected: REFUSED })
    const live = page.locator('.live')
    await becomes(() => live.textContent()).toBe('live')
    await page.route('**/api/events', (route) => route.abort())
    await page.reload()
    await becomes(() => live.textContent()).toBe('not connected')
    await page.unroute('**/api/events')
    await becomes(() => live.textContent()).toBe('live')
  })

  test('a server that is gone is said, and what was read stays', async () => {
    const page = await world.visit('#/search?q=deadlock', { expected: REFUSED })
    await page.locator('.row').first().waitFor()
    world.explorer.child.kill('SIGKILL')
    await becomes(() => page.locator('.live').textContent()).toBe('not connected')
    expect(await page.locator('.row').count()).toBeGreaterThan(0)
    await page.keyboard.press('7')
    await becomes(() => page.getByRole('alert').first().textContent()).toContain('the server does not answer')
  })
})
