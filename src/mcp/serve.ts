/** Serves until the client is gone: standard input ended, a signal, or nobody left to write to. */
import type { Env } from '../env.js'
import { StdioServerTransport } from './sdk.js'
import { makeServer, type ServerOptions } from './server.js'

/** Whoever sends a signal will soon send a harder one. */
const PATIENCE_MS = 1000
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export async function serve(env: Env, options: ServerOptions = {}): Promise<void> {
  const { server, finish } = makeServer(env, options)
  const transport = new StdioServerTransport()
  const stopped = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => void setTimeout(resolve, PATIENCE_MS))
    process.stdout.on('error', () => resolve())
    server.onclose = resolve
  })
  const ended = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve())
    process.stdin.once('end', resolve)
    process.stdin.once('error', () => resolve())
  })
  await server.connect(transport)
  const answered = watchAnswers(transport)
  // What was asked for is answered: whoever pipes requests into us reads on after the last one.
  await Promise.race([stopped, ended.then(answered).then(finish)])
}

/** Answers a function that waits until every request received has been answered. */
function watchAnswers(transport: StdioServerTransport): () => Promise<void> {
  const open = new Set<string | number>()
  const waiting: (() => void)[] = []
  const close = (id: string | number | undefined): void => {
    if (id !== undefined) open.delete(id)
    if (open.size === 0) for (const resolve of waiting.splice(0)) resolve()
  }
  const { onmessage } = transport
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) open.add(message.id)
    // Nobody waits for the answer any more, and the SDK sends none.
    if ('method' in message && message.method === 'notifications/cancelled')
      close((message.params as { requestId?: string | number } | undefined)?.requestId)
    onmessage?.(message)
  }
  const send = transport.send.bind(transport)
  transport.send = async (message) => {
    await send(message)
    if (!('method' in message)) close(message.id)
  }
  return () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)))
}
