/** Programs from npm that only some tests need: installed on first use into the user's cache, since they are large. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'git-ralph-clients')

/** The path of a package's program, or undefined where it can't be installed. */
export function findOnDemand(name, { package: wanted, version, bin }) {
  const place = join(cache, `${name}-${version}`)
  const path = join(place, 'node_modules/.bin', bin)
  if (existsSync(path)) return path
  mkdirSync(cache, { recursive: true })
  const building = mkdtempSync(join(cache, 'new-'))
  try {
    writeFileSync(join(building, 'package.json'), '{ "private": true }\n')
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `${wanted}@${version}`]
    const options = { cwd: building, stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000 }
    if (spawnSync('npm', args, { ...options, shell: process.platform === 'win32' }).status !== 0)
      return undefined
    renameSync(building, place)
  } catch (error) {
    // Somebody else was faster.
    if (!existsSync(path)) throw error
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
  return path
}
