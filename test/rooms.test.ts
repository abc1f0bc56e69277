/** The arrows of the house hold: see docs/architecture.md. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Import {
  from: string
  to: string
}

const IMPORTS =
  /(?:^|[\s;}])(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)|^import\s*['"]([^'"]+)['"]/gm

function importsOf(file: string): Import[] {
  const text = readFileSync(root + file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
  return [...text.matchAll(IMPORTS)].map(([, from, called, bare]) => {
    const name = (from ?? called ?? bare)!
    const path = posix.join(posix.dirname(file), name).replace(/\.js$/, '.ts')
    const to = name.startsWith('.') ? (existsSync(root + path) ? path : `${path}x`) : name
    return { from: file, to }
  })
}

const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
const imports = files.flatMap(importsOf)
const inside = imports.filter(({ to }) => to.startsWith('src/'))
const packages = imports.filter(
  ({ to }) => !to.startsWith('src/') && !to.startsWith('node:') && !builtinModules.includes(to),
)

/** `src/memory/id.ts` → `memory`; `src/errors.ts` → `errors`. */
const roomOf = (file: string): string => file.split('/')[1]!.replace(/\.ts$/, '')
const shown = ({ from, to }: Import): string => `${from} → ${to}`

const MAY_IMPORT: Record<string, string[]> = {
  memory: ['errors'],
  search: ['memory', 'errors'],
  session: ['memory', 'errors'],
  briefing: ['search', 'memory', 'errors'],
  wiring: ['briefing', 'session', 'errors'],
  'loop-rules': ['briefing', 'session', 'memory', 'errors'],
  store: ['loop-rules', 'session', 'memory', 'search', 'errors', 'env'],
  verbs: [
    'store',
    'wiring',
    'loop-rules',
    'briefing',
    'session',
    'search',
    'memory',
    'errors',
    'env',
    'version',
  ],
  loop: ['verbs', 'store', 'loop-rules', 'briefing', 'session', 'memory', 'errors', 'env'],
  errors: [],
  env: [],
  version: [],
}
const DOORS = ['cli', 'hooks', 'mcp', 'explorer', 'loop']
/** Commands are what is bundled, so another door is opened by one. */
const OPENED_BY: Record<string, string[]> = {
  // The MCP server serves hooks too: the command hands it what it needs of that door.
  hooks: ['src/cli/commands/hook.ts', 'src/cli/commands/mcp.ts'],
  mcp: ['src/cli/commands/mcp.ts'],
  explorer: ['src/cli/commands/explore.ts'],
  loop: ['src/cli/commands/loop/start.ts', 'src/cli/commands/loop/resume.ts', 'src/cli/loop/drive.ts'],
}
const PURE = ['memory', 'search', 'session', 'briefing', 'wiring', 'loop-rules']

const IMPORTER: Record<string, string | string[]> = {
  'isomorphic-git': 'src/store/git/objects.ts',
  'gray-matter': 'src/memory/markdown.ts',
  diff: 'src/memory/merge-text.ts',
  // The page has a copy of its own, in an exported site.
  lunr: ['src/search/lunr.ts', 'src/explorer/page/data/site/lunr.ts'],
  '@secretlint/secretlint-rule-preset-recommend': 'src/memory/secret-rules.ts',
  'gpt-tokenizer/encoding/o200k_base': 'src/briefing/tokens.ts',
  'gpt-tokenizer/encoding/cl100k_base': 'src/briefing/tokens.ts',
  yargs: 'src/cli/yargs.ts',
  'markdown-it': 'src/explorer/page/parts/render-markdown.ts',
  'd3-force': 'src/explorer/page/graph/layout.ts',
  '@modelcontextprotocol/sdk/server/index.js': 'src/mcp/sdk.ts',
  '@modelcontextprotocol/sdk/server/stdio.js': 'src/mcp/sdk.ts',
  '@modelcontextprotocol/sdk/types.js': 'src/mcp/sdk.ts',
}

/** What the page is written in, everywhere in it. */
const OF_THE_PAGE = ['preact', 'preact/hooks', '@preact/signals']
const PAGE = 'src/explorer/page/'

describe('the house', () => {
  it('is seen as it is', () => {
    expect(inside.map(shown)).toContain('src/verbs/recall.ts → src/search/search.ts')
    expect(inside.map(shown)).toContain('src/store/index/snapshot.ts → src/store/index/advance-index.ts')
    expect(inside.filter(({ to }) => !files.includes(to)).map(shown)).toEqual([])
  })

  it.each(Object.entries(MAY_IMPORT))('%s imports itself and %j alone', (room, allowed) => {
    const wrong = inside.filter(
      ({ from, to }) => roomOf(from) === room && ![room, ...allowed].includes(roomOf(to)),
    )
    expect(wrong.map(shown)).toEqual([])
  })

  it.each(DOORS)('nobody imports the door %s but itself, and the command that opens it', (door) => {
    const opens = (file: string): boolean => OPENED_BY[door]?.includes(file) ?? false
    const wrong = inside.filter(
      ({ from, to }) => roomOf(to) === door && roomOf(from) !== door && !opens(from),
    )
    expect(wrong.map(shown)).toEqual([])
  })

  it('lets the page know nothing but types of the routes', () => {
    const outside = inside.filter(({ from, to }) => from.startsWith(PAGE) && !to.startsWith(PAGE))
    expect(outside.map(shown)).toContain(`${PAGE}data/source.ts → src/explorer/api.ts`)
    const wrong = outside.filter(
      ({ from, to }) =>
        !['src/explorer/api.ts', 'src/explorer/site/shapes.ts'].includes(to) ||
        /^import (?!type)[^\n]*\/(?:api|site\/shapes)\.js'$/m.test(readFileSync(root + from, 'utf8')),
    )
    expect(wrong.map(shown)).toEqual([])
  })

  it('has no room that this test does not know', () => {
    const known = [...Object.keys(MAY_IMPORT), ...DOORS, 'index', 'process-env']
    expect(files.map(roomOf).filter((room) => !known.includes(room))).toEqual([])
  })

  it.each(PURE)('%s is pure: no module of Node, no clock, no variables', (room) => {
    const own = files.filter((file) => roomOf(file) === room)
    const modules = own.flatMap(importsOf).filter(({ to }) => to.startsWith('node:'))
    expect(own).not.toEqual([])
    expect(modules.map(shown)).toEqual([])
    const impure = own.filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\bprocess\.|\bMath\.random\(/.test(readFileSync(root + file, 'utf8')),
    )
    expect(impure).toEqual([])
  })
})

describe('third-party packages', () => {
  it('have one importer each', () => {
    const wrong = packages.filter(
      ({ from, to }) =>
        !(IMPORTER[to] ?? []).includes(from) && !(from.startsWith(PAGE) && OF_THE_PAGE.includes(to)),
    )
    expect(packages).not.toEqual([])
    expect(wrong.map(shown)).toEqual([])
  })
})

describe('bin', () => {
  it.each(readdirSync(`${root}bin`))('%s loads nothing but Node and what was built', (file) => {
    const text = readFileSync(`${root}bin/${file}`, 'utf8')
    const loaded = importsOf(`bin/${file}`).map(({ to }) => to)
    expect(loaded).not.toEqual([])
    expect(loaded.filter((to) => !/^node:|^bin\/[a-z-]+\.cjs$/.test(to))).toEqual([])
    // What is required by a computed name lies in dist/: see the next test.
    const computed = [...text.matchAll(/\brequire\(([^'")]+)\)/g)].map(([, name]) => name)
    expect(computed.filter((name) => name !== 'file' && name !== 'quick')).toEqual([])
  })

  it('chooses among the built commands', () => {
    const chosen = /const file = (.+)/.exec(readFileSync(`${root}bin/git-ralph.cjs`, 'utf8'))?.[1]
    expect(chosen).toContain("path.join(__dirname, '../dist/cli'")
  })
})
