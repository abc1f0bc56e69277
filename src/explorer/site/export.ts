/** `git ralph explore --export <dir>`: the page with its data beside it, for any host of files. */
import { resolve } from 'node:path'
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import type { Run } from '../answer.js'
import { META_POLICY } from '../guard.js'
import { readPage } from '../static-files.js'
import { gatherSite } from './gather.js'
import { checkSiteDir, writeSite } from './site-dir.js'
import type { Head, Site } from './shapes.js'
import type { Extra } from './withhold.js'

export interface ExportOptions {
  run: Run
  /** The directory of the built page. */
  page: string
  dir: string
  extras: readonly Extra[]
}

export async function exportSite(env: Env, { run, page, dir, extras }: ExportOptions): Promise<void> {
  const target = resolve(env.cwd, dir)
  checkSiteDir(target)
  const files = new Map<string, string | Uint8Array>()
  for (const { name, bytes } of readPage(page).values())
    files.set(name, name === 'index.html' ? withoutServer(bytes.toString('utf8')) : bytes)
  const data = await gatherSite(run, new Set(extras), env.now())
  for (const [name, value] of data) files.set(`data/${name}.json`, JSON.stringify(value))
  writeSite(target, files)
  const bytes = [...files.values()].reduce((sum, contents) => sum + Buffer.byteLength(contents), 0)
  const memories = new Set((data.get('heads') as Head[]).map(({ id }) => id)).size
  const lines = (data.get('site') as Site).lines.length
  env.stdout.write(
    `${count(memories, 'memory', 'memories')} on ${count(lines, 'line', 'lines')}, ${files.size} files, ${(bytes / 1e6).toFixed(1)} MB: ${dir}\n`,
  )
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

/** No server adds headers to it, so the page says itself what it may load, and that its data lies beside it. */
function withoutServer(html: string): string {
  const charset = '<meta charset="utf-8" />'
  if (!html.includes(charset)) throw new RalphError('internal', 'the page has no head')
  return html.replace(
    charset,
    `${charset}
    <meta http-equiv="Content-Security-Policy" content="${META_POLICY}" />
    <meta name="ralph-source" content="site" />`,
  )
}
