/**
 * Fault points: every call of the file system below one directory, and every start of git, can be made to fail, one by one. The
 * functions of Node's own modules are replaced for a while, so that no line of the product is different in a test.
 */
import childProcess, { type SpawnOptions } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Of files: an error code, with EROFS for good. Of git: how it ends. `death`: the process is gone right after the call. */
export type Fault =
  | 'ENOSPC'
  | 'EIO'
  | 'EACCES'
  | 'EROFS'
  | 'exit 128'
  | 'killed'
  | 'killed when done'
  | 'missing'
  | 'death'

export interface Point {
  /** `renameSync` or `git update-ref`. */
  call: string
  writes: boolean
  /** The path, for people. */
  on: string
}

const WRITING = [
  'appendFileSync',
  'chmodSync',
  'copyFileSync',
  'mkdirSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'symlinkSync',
  'truncateSync',
  'unlinkSync',
  'utimesSync',
  'writeFileSync',
]
const READING = ['lstatSync', 'readdirSync', 'readFileSync', 'readlinkSync', 'realpathSync', 'statSync']
const GIT_WRITES = new Set(['fetch', 'pack-objects', 'prune-packed', 'push', 'repack', 'update-ref'])
const BY_HANDLE = ['closeSync', 'fstatSync', 'fsyncSync', 'readSync', 'writeSync']

export function faultsAt({ call, writes }: Point): Fault[] {
  // Who is gone after reading has done no more than who was gone before.
  if (call.startsWith('git '))
    return ['exit 128', 'killed', 'missing', ...(writes ? (['killed when done', 'death'] as const) : [])]
  return writes ? ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'death'] : ['EIO', 'EACCES']
}

type Callable = (...args: unknown[]) => unknown

/** Runs `work` with every call below `dir` counted; the call of number `at` fails. Answers all calls up to the end. */
export async function withFault(
  dir: string,
  planned: { at: number; fault: Fault } | undefined,
  work: () => Promise<void>,
): Promise<Point[]> {
  const points: Point[] = []
  const handles = new Map<number, { on: string; writes: boolean }>()
  let [isDead, isReadOnly, isReading] = [false, false, false]
  const wrap = (point: Point, call: () => unknown, fail: (fault: Fault) => unknown): unknown => {
    // Reading a whole file opens, reads and closes it: one look.
    if (isReading) return call()
    if (isDead) throw new Error('this process is dead')
    const here = planned?.at === points.push(point) - 1 ? planned.fault : undefined
    if (here === 'EROFS') isReadOnly = true
    if (isReadOnly && point.writes && point.call !== 'closeSync') return fail('EROFS')
    if (here === undefined || here === 'EROFS') return call()
    if (here !== 'death') return fail(here)
    try {
      return call()
    } finally {
      isDead = true
    }
  }
  const failFile = (point: Point) => (fault: Fault) => {
    throw Object.assign(new Error(`${fault}: made to fail, ${point.call} '${point.on}'`), {
      code: fault,
      syscall: point.call.replace(/Sync$/, ''),
      path: point.on,
    })
  }
  const replaced: (() => void)[] = []
  const replace = (module: object, name: string, make: (original: Callable) => Callable): void => {
    const functions = module as Record<string, Callable>
    const original = functions[name]!
    functions[name] = Object.assign(make(original), original)
    replaced.push(() => (functions[name] = original))
  }
  const below = (path: unknown): path is string => typeof path === 'string' && path.startsWith(dir)
  for (const name of [...WRITING, ...READING])
    replace(fs, name, (original) => (...args) => {
      const on = args.slice(0, 2).find(below)
      if (on === undefined) return original(...args)
      const point = { call: name, writes: WRITING.includes(name), on }
      const read = (): unknown => {
        const outer = isReading
        isReading = true
        try {
          return original(...args)
        } finally {
          isReading = outer
        }
      }
      return wrap(point, point.writes ? () => original(...args) : read, failFile(point))
    })
  replace(fs, 'openSync', (original) => (...args) => {
    const [path, flags] = args
    if (!below(path)) return original(...args)
    const point = { call: 'openSync', writes: Boolean(flags) && flags !== 'r', on: path }
    const open = (): number => {
      const handle = original(...args) as number
      handles.set(handle, { on: path, writes: point.writes })
      return handle
    }
    return wrap(point, open, failFile(point))
  })
  for (const name of BY_HANDLE)
    replace(fs, name, (original) => (...args) => {
      const opened = handles.get(args[0] as number)
      if (opened === undefined) return original(...args)
      const point = { call: name, ...opened }
      if (name !== 'closeSync') return wrap(point, () => original(...args), failFile(point))
      // It is closed even where that fails.
      handles.delete(args[0] as number)
      original(...args)
      return wrap(point, () => undefined, failFile(point))
    })
  replace(childProcess, 'spawn', (original) => (...given) => {
    const [command, args, options] = given as [string, string[], SpawnOptions]
    const verb = args.find((arg) => !arg.startsWith('-')) ?? ''
    const point = { call: `${command} ${verb}`, writes: GIT_WRITES.has(verb), on: args.join(' ') }
    return wrap(
      point,
      () => original(command, args, options),
      (fault) => startFailing(original, fault, args, options),
    )
  })
  const restorePid = pretendPid(goneProcess())
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    for (const put of replaced) put()
    restorePid()
    syncBuiltinESMExports()
  }
  return points
}

function startFailing(spawn: Callable, fault: Fault, args: string[], options: SpawnOptions): unknown {
  const run = (script: string): unknown => spawn('sh', ['-c', script, 'sh', ...args], options)
  switch (fault) {
    case 'missing':
      return spawn('/nonexistent/git', args, options)
    case 'killed':
      return run('kill -9 $$')
    case 'killed when done':
      return run('git "$@"; kill -9 $$')
    case 'EROFS':
      return run('echo "fatal: cannot write: Read-only file system" >&2; exit 128')
    default:
      return run('echo "fatal: made to fail" >&2; exit 128')
  }
}

/** Locks name the process that holds them: whoever comes later has to see that it is gone. */
function pretendPid(pid: number): () => void {
  const real = process.pid
  Object.defineProperty(process, 'pid', { value: pid, configurable: true, writable: true })
  return () => Object.defineProperty(process, 'pid', { value: real, configurable: true, writable: true })
}

function goneProcess(): number {
  return childProcess.spawnSync('true').pid
}
