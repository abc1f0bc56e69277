/** Serves the explorer until somebody presses Ctrl+C. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Env } from '../env.js'
import { EXIT, RalphError } from '../errors.js'
import { watchedPlaces } from '../verbs/watched-places.js'
import type { Run } from './answer.js'
import { makeEvents } from './events.js'
import { openBrowser } from './open-browser.js'
import { makeServer } from './server.js'
import { readPage } from './static-files.js'
import { makeTurns } from './turns.js'
import { watchPlaces } from './watch.js'

export interface ServeOptions {
  run: Run
  /** The directory of the built page. */
  page: string
  /** 0: any that is free. */
  port: number
  open: boolean
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const TOKEN_BYTES = 24

export async function serve(env: Env, { run, page, port, open }: ServeOptions): Promise<number> {
  if (port > HIGHEST_PORT) throw new RalphError('bad-usage', `${port} is no port`, { hint })
  const places = await watchedPlaces(env)
  const token = Buffer.from(env.random(TOKEN_BYTES)).toString('base64url')
  const events = makeEvents()
  const watch = watchPlaces(places, (parts) => events.tell(parts))
  const server = makeServer({
    run,
    token,
    events,
    turns: makeTurns(),
    files: readPage(page),
    written: () => watch.look(),
  })
  const stopped = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve())
  })
  try {
    const address = `http://127.0.0.1:${await listen(server, port)}/#token=${token}`
    env.stdout.write(`${address}\n`)
    env.stderr.write('press Ctrl+C to stop\n')
    if (open) openBrowser(address, env.vars)
    await stopped
  } finally {
    watch.close()
    events.close()
    server.close()
    server.closeAllConnections()
  }
  return EXIT.done
}

const HIGHEST_PORT = 65_535
const hint = 'leave --port out for any that is free'

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })
}

function explain(error: NodeJS.ErrnoException, port: number): unknown {
  if (error.code === 'EADDRINUSE')
    return new RalphError('bad-usage', `port ${port} is taken`, { hint, cause: error })
  if (error.code === 'EACCES')
    return new RalphError('permission-denied', `port ${port} is not ours to use`, { hint, cause: error })
  return error
}
