/** Our entries in an agent's JSON settings: hooks in lists by event, and single values such as the MCP server. Pure. */
import { RalphError } from '../errors.js'
import { isRootOurs, pushValue, putValue, takeValue } from './json-edit.js'
import { findNode, type JsonNode, type JsonPath, parseJson, valueOf } from './json-text.js'

export interface JsonWiring {
  /** One entry for each event, in the list of that name below `hooks`. */
  hooks?: Record<string, unknown>
  /** A value that is ours as a whole. */
  own?: { path: readonly string[]; value: unknown }
  /** What else a new file needs. */
  head?: Record<string, unknown>
}

/** However it is called: by name, or by the paths of node and of the bin. */
const OURS = /\bgit-ralph(?:\.cjs)?['"]? hook (?:claude|codex|gemini|cursor) /

/** The file with our entries in it. `undefined` stands for no file. */
export function wireJson(found: string | undefined, wiring: JsonWiring, file: string): string {
  let text = found ?? '{}'
  const step = (change: (text: string) => string): void => void (text = change(text))
  if (found === undefined) return `${JSON.stringify(wholeOf(wiring), null, 2)}\n`
  expectKind(parseJson(text, file), [], 'object', file)
  for (const path of ourHooks(text, file).toReversed())
    if (!Object.hasOwn(wiring.hooks ?? {}, path[1])) step((now) => takeValue(now, path, file) ?? '{}')
  for (const [event, entry] of Object.entries(wiring.hooks ?? {})) {
    const root = parseJson(text, file)
    expectKind(root, ['hooks'], 'object', file)
    expectKind(root, ['hooks', event], 'array', file)
    const [first, ...more] = ourHooks(text, file).filter((path) => path[1] === event)
    for (const path of more.toReversed()) step((now) => takeValue(now, path, file)!)
    if (first) step((now) => replaceIfOther(now, first, first.length === 3 ? entry : innerOf(entry), file))
    else if (findNode(root, ['hooks', event])) step((now) => pushValue(now, ['hooks', event], entry, file))
    else step((now) => putValue(now, ['hooks', event], [entry], file))
  }
  if (wiring.own) {
    const { path, value } = wiring.own
    path
      .slice(0, -1)
      .forEach((_, i) => expectKind(parseJson(text, file), path.slice(0, i + 1), 'object', file))
    step((now) => replaceIfOther(now, path, value, file))
  }
  return text
}

/** The file as it was before; undefined when there was none. */
export function unwireJson(found: string, wiring: JsonWiring, file: string): string | undefined {
  let text: string | undefined = found
  for (const path of ourHooks(found, file).toReversed()) text = text && takeValue(text, path, file)
  const own = wiring.own?.path
  if (text && own && findNode(parseJson(text, file), own)) text = takeValue(text, own, file)
  if (text === undefined || text === found || !wiring.head) return text
  const isHead = isSame(valueOf(parseJson(text, file)), wiring.head)
  return isHead && isRootOurs(text, file) ? undefined : text
}

type OurPath = readonly [list: 'hooks', event: string, entry: number, ...inner: JsonPath]

/** Where our hooks are, in the order of the file. An entry that holds somebody else's hook too is ours only in part. */
function ourHooks(text: string, file: string): OurPath[] {
  const hooks = findNode(parseJson(text, file), ['hooks'])
  return (hooks?.kind === 'object' ? hooks.entries : []).flatMap(({ key, node }) =>
    (node.kind === 'array' ? node.entries : []).flatMap((entry, i): OurPath[] => {
      const inner = findNode(entry.node, ['hooks'])?.entries
      if (!inner) return isOurs(entry.node) ? [['hooks', key!, i]] : []
      const ours = inner.flatMap(({ node: one }, at) => (isOurs(one) ? [at] : []))
      if (ours.length === inner.length && inner.length > 0) return [['hooks', key!, i]]
      return ours.map((at) => ['hooks', key!, i, 'hooks', at])
    }),
  )
}

/** What we would put into an entry of somebody else's. */
const innerOf = (entry: unknown): unknown => (entry as { hooks?: unknown[] }).hooks?.[0] ?? entry

function isOurs(node: JsonNode): boolean {
  return commandsOf(node).some((command) => OURS.test(command))
}

function commandsOf(node: JsonNode): string[] {
  const inner = findNode(node, ['hooks'])?.entries
  if (inner) return inner.flatMap((entry) => commandsOf(entry.node))
  const command = findNode(node, ['command'])?.value
  return typeof command === 'string' ? [command] : []
}

function replaceIfOther(text: string, path: JsonPath, value: unknown, file: string): string {
  const node = findNode(parseJson(text, file), path)
  return node && isSame(valueOf(node), value) ? text : putValue(text, path, value, file)
}

function wholeOf({ head, hooks, own }: JsonWiring): unknown {
  const lists = hooks && Object.fromEntries(Object.entries(hooks).map(([event, entry]) => [event, [entry]]))
  const value = own?.path.reduceRight<unknown>((made, step) => ({ [step]: made }), own.value)
  return { ...head, ...(lists && { hooks: lists }), ...(value as object | undefined) }
}

function expectKind(root: JsonNode, path: JsonPath, kind: JsonNode['kind'], file: string): void {
  const node = findNode(root, path)
  if (node === undefined || node.kind === kind) return
  const where = path.length === 0 ? 'the whole' : `'${path.join('.')}'`
  throw new RalphError('bad-settings', `'${file}' has something else than an ${kind} as ${where}`, {
    hint: 'mend the file and run the same command again; it was left as it is',
  })
}

/** Both are plain JSON; an entry whose keys somebody sorted is written anew. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
