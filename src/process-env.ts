/**
 * The real environment. Standard streams are used through `fs`, since touching `process.stdout` costs several milliseconds and
 * ends a process before a pipe has taken everything.
 */
import { fstatSync, readFileSync, writeSync } from 'node:fs'
import type { Env, Sink, Source } from './env.js'

export function processEnv(): Env {
  return {
    cwd: process.cwd(),
    now: () => new Date(),
    random: (n) => globalThis.crypto.getRandomValues(new Uint8Array(n)),
    vars: process.env,
    stdin: standardInput(),
    stdout: sink(1),
    stderr: sink(2),
  }
}

function sink(fd: 1 | 2): Sink {
  return {
    get isTTY() {
      return isTerminal(fd)
    },
    get columns() {
      if (!isTerminal(fd)) return undefined
      return Number(process.env['COLUMNS']) || (fd === 1 ? process.stdout : process.stderr).columns
    },
    write(text) {
      try {
        writeAll(fd, text)
      } catch (error) {
        // Nobody is left to be told when standard error is closed; a closed standard output ends the command (main.ts).
        if (fd === 1 || (error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
      }
    },
  }
}

/** A pipe may take only a part, or nothing for now when its other end made it non-blocking. */
export function writeAll(fd: number, text: string, write: typeof writeSync = writeSync): void {
  const bytes = Buffer.from(text)
  let done = 0
  while (done < bytes.length) {
    try {
      done += write(fd, bytes, done)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}

/** Loads `tty` for character devices only: it brings in the network stack. */
function isTerminal(fd: number): boolean {
  try {
    const stat = fstatSync(fd)
    // Major 1 on Linux are /dev/null and the like, where hooks send their output.
    if (!stat.isCharacterDevice() || (process.platform === 'linux' && stat.rdev >> 8 === 1)) return false
    return process.getBuiltinModule('node:tty').isatty(fd)
  } catch {
    return false // closed
  }
}

function standardInput(): Source {
  return {
    get isTTY() {
      return isTerminal(0)
    },
    async read() {
      try {
        return readFileSync(0)
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code
        if (code === 'EOF' || code === 'EBADF') return Buffer.alloc(0)
        if (code !== 'EAGAIN') throw error
      }
      // A non-blocking terminal or pipe with nothing in it yet: only the stream knows how to wait.
      const chunks: Buffer[] = []
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    },
  }
}
