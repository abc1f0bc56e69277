/** Opens an address in the user's browser, if there is one: whoever started us can't be kept waiting, or failed, by that. */
import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // `start` takes its first quoted word as a title.
  win32: ['cmd', '/c', 'start', '""'],
}

export function openBrowser(address: string, vars: Record<string, string | undefined>): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program!, [...words, address], { detached: true, stdio: 'ignore', env: vars })
  child.on('error', () => {})
  child.unref()
}
