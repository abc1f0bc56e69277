/**
 * How calls are made: each finds the repository, the branch and the settings anew, so that the server follows `git switch` and
 * never knows less than a command would. Those that write take turns within this process; beside others they queue as every writer does.
 */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { view } from '../verbs/view.js'

export interface Calls {
  run<T>(writes: boolean, work: (env: Env) => Promise<T>): Promise<T>
  log(error: unknown): void
}

export interface Client {
  /** The directories that the client works in. */
  roots(): Promise<string[]>
  /** What it calls itself. */
  name(): string | undefined
  /** The list of resources is no longer what it was told. */
  viewChanged(): void
}

export function makeCalls(env: Env, client: Client): Calls {
  let turn: Promise<unknown> = Promise.resolve()
  let seen: string | undefined

  /** The directory the server was started in, else the first of the client's that is in a repository. */
  async function findPlace(): Promise<Env> {
    const here = envOf(env, env.cwd, client.name())
    if (await isRepo(here)) return here
    for (const dir of await client.roots()) {
      const there = { ...here, cwd: dir }
      if (await isRepo(there)) return there
    }
    return here
  }

  /** Compared after each call: nobody has to watch files, and who reads a resource reads it anew anyway. */
  async function look(place: Env): Promise<void> {
    try {
      const { branch, tip } = await view(place)
      const now = `${branch} ${tip}`
      if (seen !== undefined && seen !== now) client.viewChanged()
      seen = now
    } catch (error) {
      if (!(error instanceof RalphError)) throw error
    }
  }

  return {
    async run(writes, work) {
      const place = await findPlace()
      if (seen === undefined) await look(place)
      const done = writes ? turn.then(() => work(place)) : work(place)
      if (writes) turn = done.catch(() => {})
      try {
        return await done
      } finally {
        await look(place)
      }
    },
    log: (error) =>
      env.stderr.write(
        `git-ralph mcp: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      ),
  }
}

/** Standard input and output carry the protocol: no verb may touch them. */
function envOf(env: Env, cwd: string, client: string | undefined): Env {
  const known = env.vars['RALPH_AGENT'] || env.vars['AI_AGENT'] || client === undefined
  return {
    ...env,
    cwd,
    vars: known ? env.vars : { ...env.vars, RALPH_AGENT: client },
    stdin: { isTTY: false, read: () => Promise.resolve(Buffer.alloc(0)) },
    stdout: env.stderr,
  }
}

async function isRepo(env: Env): Promise<boolean> {
  try {
    await view(env)
    return true
  } catch (error) {
    // Whatever else is wrong with it is for the call to say.
    return !(error instanceof RalphError && error.code === 'not-a-repo')
  }
}
