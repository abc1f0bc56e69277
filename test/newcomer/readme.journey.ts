/**
 * `npm run newcomer`: what the README tells somebody who has just cloned this repository, typed as it stands there, in a home with
 * nothing in it: no npm cache, no configuration, nothing installed. It is the commit checked out that is cloned.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksOf, blockWith, ROOT, typedIn } from '../docs/fences.js'
import { timeless } from '../docs/timeless.js'
import { makeDir } from '../helpers/repo.js'

const home = makeDir('newcomer-')
const clone = join(home, 'git-ralph')
const project = join(home, 'project')
const prefix = join(home, 'installed')

/** Only what a machine needs to reach the registry comes from outside. */
const reaches = Object.entries(process.env).filter(([name]) =>
  /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|npm_config_(registry|cafile))$/i.test(
    name,
  ),
)
const env = {
  ...Object.fromEntries(reaches),
  HOME: home,
  TMPDIR: makeDir('newcomer-tmp-'),
  PATH: [join(prefix, 'bin'), dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(
    delimiter,
  ),
  // Where `npm install -g` puts things is a matter of the machine.
  npm_config_prefix: prefix,
}

function type(cwd: string, line: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`${line}: exit code ${status}\n${stdout}\n${stderr}`)
  return stdout
}

// Projects take no limit of time from the mode they are run in. `npm test` takes long.
describe('the README, to somebody new', { timeout: 3_600_000 }, () => {
  const [clonedBlock] = blocksOf('README.md')
  const install = typedIn(blockWith('README.md', 'npm install -g .')).map(({ command }) => command)

  it('begins with a clone and a home with nothing in it', () => {
    type(home, `git clone -q 'file://${ROOT}' git-ralph`)
    expect(readdirSync(home)).toEqual(['git-ralph'])
    expect(existsSync(join(clone, 'node_modules'))).toBe(false)
    expect(existsSync(join(clone, 'dist'))).toBe(false)
  })

  it.each(typedIn(clonedBlock!).map(({ command }) => command))('runs `%s` in the clone', (command) => {
    const out = type(clone, command)
    if (command !== 'npm run demo') return
    const shown = blockWith('README.md', '# A repository that remembers').lines.join('\n')
    expect(timeless(out.slice(out.indexOf('# A repository')))).toBe(timeless(shown))
  })

  it('installs by what the README says, and wires an agent', () => {
    mkdirSync(project)
    type(
      project,
      'git init -q -b main . && git config user.name Ada && git config user.email ada@example.com',
    )
    let cwd = clone
    for (const command of install) {
      if (command === 'cd <your repository>') cwd = project
      else type(cwd, command)
    }
    expect(cwd).toBe(project)
    expect(readdirSync(join(prefix, 'bin')).toSorted()).toEqual(['git-ralph', 'ralph'])
    expect(type(project, 'git ralph install')).toMatch(/^claude +yes +installed/m)
    expect(existsSync(join(project, '.claude/settings.json'))).toBe(true)
  })

  it('gives a library that does what the example says', () => {
    type(project, 'git ralph remember "postgres refused: start docker"')
    const example = blocksOf('README.md').find(({ info }) => info === 'js')!
    const program = `${example.lines.join('\n')}\nconsole.log(JSON.stringify(hits))`
    writeFileSync(join(project, 'example.mjs'), program)
    type(project, 'npm link git-ralph')
    expect(type(project, 'node example.mjs')).toContain('start docker')
  })

  it('takes it out again', () => {
    expect(existsSync(join(project, '.git/hooks/post-commit'))).toBe(true)
    type(project, 'git ralph uninstall')
    expect(existsSync(join(project, '.git/hooks/post-commit'))).toBe(false)
  })
})
