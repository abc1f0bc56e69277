/** Other people's programs, installed on first use into the user's cache: no part of what this repository needs. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'git-ralph-rivals')
/** better-sqlite3 is compiled where no binary of it can be had. Later versions than 12 need Node 22. */
const LONGEST = 400_000
const quick = process.argv.includes('--quick')

/** The directory of a package, or undefined where it can't be installed; the small form installs nothing. */
export function findPackage(name: string, version: string): string | undefined {
  return made(`${name.replaceAll('/', '+')}-${version}`, join('node_modules', name), (dir) => {
    writeFileSync(join(dir, 'package.json'), '{ "private": true }\n')
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`]
    return spawnSync('npm', args, { cwd: dir, stdio: 'ignore', timeout: LONGEST }).status === 0
  })
}

/** ripgrep as it is on this machine, else unpacked from Debian's package. */
export function findRipgrep(): string | undefined {
  if (spawnSync('rg', ['--version']).status === 0) return 'rg'
  return made('ripgrep', 'usr/bin/rg', (dir) => {
    if (spawnSync('apt-get', ['download', 'ripgrep'], { cwd: dir, timeout: LONGEST }).status !== 0)
      return false
    const [archive] = readdirSync(dir).filter((file) => file.endsWith('.deb'))
    return archive !== undefined && spawnSync('dpkg', ['-x', archive, '.'], { cwd: dir }).status === 0
  })
}

function made(name: string, part: string, make: (dir: string) => boolean): string | undefined {
  const place = join(cache, name)
  const path = join(place, part)
  if (existsSync(path)) return path
  if (quick) return undefined
  mkdirSync(cache, { recursive: true })
  const building = mkdtempSync(join(cache, 'new-'))
  try {
    if (!make(building) || !existsSync(join(building, part))) return undefined
    renameSync(building, place)
    return path
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}
