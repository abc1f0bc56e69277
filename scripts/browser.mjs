/**
 * `node scripts/browser.mjs` prints the path of a chromium for the tests of the explorer. On Debian and its kin, root installs it
 * where it is missing; everybody else is told how.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const HOW = 'install chromium (`apt-get install chromium`), or name one: `RALPH_CHROMIUM=/path/to/chromium`'
const LONGEST_MS = 300_000

/** The path of a browser that is here, or undefined. */
function presentBrowser() {
  const named = process.env.RALPH_CHROMIUM
  if (named) return isExecutable(named) ? named : undefined
  const dirs = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return dirs.flatMap((dir) => NAMES.map((name) => join(dir, name))).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const apt = (...args) =>
  spawnSync('apt-get', ['-qq', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: LONGEST_MS,
  }).status === 0

const install = () => {
  const wanted = ['install', '-y', '--no-install-recommends', 'chromium']
  return apt(...wanted) || (apt('update') && apt(...wanted))
}

/** The path of a browser, installed where that is possible; else undefined, and how to get one is said. */
export function findBrowser() {
  const found = presentBrowser()
  if (found) return found
  const mayInstall = !process.env.RALPH_CHROMIUM && process.getuid?.() === 0
  if (mayInstall && install()) return presentBrowser()
  console.error(`error: no browser found\nhint: ${HOW}`)
  return undefined
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = findBrowser()
  if (path) console.log(path)
  else process.exitCode = 1
}
