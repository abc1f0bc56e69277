/**
 * The plugin that opencode runs inside of itself. It hands events to `git-ralph hook opencode <event>` and puts the answer where
 * the model reads it. opencode must never notice that something went wrong here: nothing throws, and nothing waits for long.
 */
import type { Program } from './hook-entries.js'

const HEAD = '// git-ralph wrote this file: `git ralph install opencode --remove` takes it away.'

export function isOpencodePlugin(text: string): boolean {
  return text.startsWith('// git-ralph wrote this file')
}

/** Without a command git-ralph is looked for on the PATH. */
export function renderOpencodePlugin(command?: Program): string {
  const words = command ? [command.node, command.bin] : ['git-ralph']
  return `${HEAD}\n${SOURCE.replace('COMMAND', () => JSON.stringify(words))}`
}

const SOURCE = String.raw`import { spawn, spawnSync } from 'node:child_process'

const [program, ...words] = COMMAND
const LIMIT_MS = 10000
const host = process

export const GitRalph = async ({ directory }) => {
  // Node 20 parses the extra certificates at every start, which costs more than all the rest.
  const quick = { ...host.env, NODE_EXTRA_CA_CERTS: '' }
  const sessions = new Map()

  /** What the model should read, or nothing. */
  const call = (event, payload) =>
    new Promise((resolve) => {
      try {
        const stdio = ['pipe', 'pipe', 'ignore']
        const child = spawn(program, [...words, 'hook', 'opencode', event], { cwd: directory, env: quick, stdio })
        const timer = setTimeout(() => child.kill(), LIMIT_MS)
        let out = ''
        child.stdout.on('data', (chunk) => (out += chunk))
        child.stdin.on('error', () => {})
        child.on('error', () => resolve(''))
        child.on('close', () => {
          clearTimeout(timer)
          resolve(contextIn(out))
        })
        child.stdin.end(JSON.stringify({ directory, ...payload }))
      } catch {
        resolve('')
      }
    })

  /** What is known of a conversation. It begins when we first hear of it. */
  const open = (sessionID, source) => {
    let session = sessions.get(sessionID)
    if (!session) {
      session = { told: [call('session.created', { sessionID, source })] }
      sessions.set(sessionID, session)
    }
    return session
  }

  const close = (sessionID) => {
    if (!sessions.delete(sessionID)) return
    const input = JSON.stringify({ directory, sessionID })
    spawnSync(program, [...words, 'hook', 'opencode', 'dispose'], { cwd: directory, input, timeout: 3000, stdio: ['pipe', 'ignore', 'ignore'] })
  }
  host.once('exit', () => [...sessions.keys()].forEach((id) => quietly(() => close(id))))

  const hooks = {
    async event({ event }) {
      const { type, properties = {} } = event
      const sessionID = properties.sessionID ?? properties.info?.id
      if (!sessionID) return
      // A conversation of a subagent is part of its parent's.
      if (type === 'session.created' && !properties.info?.parentID) open(sessionID, 'startup')
      else if (type === 'session.compacted') open(sessionID).told = [call(type, { sessionID })]
      else if (type === 'session.idle') await call(type, { sessionID })
      else if (type === 'session.deleted') {
        sessions.delete(sessionID)
        await call(type, { sessionID })
      }
    },
    async 'chat.message'(input, output) {
      open(input.sessionID, 'resume').told.push(call('chat.message', { ...input, ...output }))
    },
    async 'experimental.chat.system.transform'(input, output) {
      if (!input.sessionID) return
      // All that was told so far: nothing is told twice, and each request is made anew.
      const told = await Promise.all(open(input.sessionID, 'resume').told)
      output.system.push(...told.filter(Boolean))
    },
    async 'tool.execute.after'(input, output) {
      const context = await call('tool.execute.after', { ...input, ...output })
      if (context && typeof output.output === 'string') output.output += '\n\n' + context
    },
    async 'experimental.session.compacting'(input) {
      await call('experimental.session.compacting', { sessionID: input.sessionID })
    },
    async 'shell.env'(input, output) {
      if (input.sessionID) output.env.RALPH_SESSION = input.sessionID
    },
  }
  return Object.fromEntries(
    Object.entries(hooks).map(([name, hook]) => [name, (...args) => hook(...args).catch(() => {})]),
  )
}

function contextIn(out) {
  try {
    const { context } = JSON.parse(out)
    return typeof context === 'string' ? context : ''
  } catch {
    return ''
  }
}

function quietly(work) {
  try {
    work()
  } catch {
    // Nobody is left to be told.
  }
}
`
