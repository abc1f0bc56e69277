/** A bar on the terminal while the search index is built, once that lasts longer than half a second. */
import type { Env } from '../../env.js'

const PATIENCE_MS = 500
const REDRAW_MS = 100
const WIDTH = 24

export interface Progress {
  reach(done: number): void
  end(): void
}

export function showProgress({ stderr }: Env, what: string, total: number): Progress {
  if (!stderr.isTTY || total === 0) return { reach() {}, end() {} }
  const start = Date.now()
  let drawn = start + PATIENCE_MS - REDRAW_MS
  let shown = false
  return {
    reach(done) {
      const now = Date.now()
      if (now - drawn < REDRAW_MS) return
      drawn = now
      shown = true
      const full = Math.round((WIDTH * Math.min(done, total)) / total)
      const bar = '#'.repeat(full) + '.'.repeat(WIDTH - full)
      stderr.write(`\r${what} [${bar}] ${done} of ${total}`)
    },
    end() {
      if (shown) stderr.write('\r\u001b[K')
    },
  }
}
