/**
 * Packs the package, installs the tarball offline into a temporary prefix and uses it as a stranger would: on the command
 * line, through its man page, and as a typed import.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'ralph-smoke-'))
const prefix = join(scratch, 'prefix')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Everything in the tarball matches one of these, and each matches something. */
const CONTENTS = [
  /^package\.json$/,
  /^LICENSE$/,
  /^README\.md$/,
  /^CHANGELOG\.md$/,
  /^bin\/(git-ralph|(git-)?ralph\.cjs)$/,
  /^\.claude-plugin\/(plugin|marketplace)\.json$/,
  /^\.codex-plugin\/plugin\.json$/,
  /^\.mcp\.json$/,
  /^skills\/[a-z]+\/SKILL\.md$/,
  /^commands\/[a-z-]+\.md$/,
  /^hooks\/(run|(hooks|codex)\.json)$/,
  /^dist\/build-id$/,
  /^dist\/(cli|later)\/[a-z_.-]+\.cjs$/,
  /^dist\/vendor\/[a-z0-9_-]+\.cjs$/,
  /^dist\/explorer\/(index\.html|[a-z-]+-[A-Z0-9]{8}\.(js|css))$/,
  /^dist\/lib\/(index|[a-z0-9-]+)\.js$/i,
  /^dist\/types\/[a-z/-]+\.d\.ts$/,
  /^man\/git-ralph\.1$/,
  /^assets\/(words\.vec|NOTICE\.md)$/,
  /^hooks\/(post|pre)-[a-z]+$/,
  /^hooks\/ci\/(land\.sh|github-workflow\.yml)$/,
]

const env = {
  ...process.env,
  PATH: `${join(prefix, 'bin')}${delimiter}${process.env.PATH}`,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Smoke',
  GIT_AUTHOR_EMAIL: 'smoke@example.com',
  GIT_COMMITTER_NAME: 'Smoke',
  GIT_COMMITTER_EMAIL: 'smoke@example.com',
}

function run(cwd, command, ...args) {
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const steps = {
  'the tarball holds what is needed and nothing else'() {
    const [packed] = JSON.parse(
      run(root, 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', scratch),
    )
    const files = packed.files.map((file) => file.path)
    const strangers = files.filter((file) => !CONTENTS.some((pattern) => pattern.test(file)))
    const missing = CONTENTS.filter((pattern) => !files.some((file) => pattern.test(file)))
    assert.deepEqual({ strangers, missing }, { strangers: [], missing: [] })
  },

  'it installs offline, without any other package'() {
    const tarball = join(scratch, `git-ralph-${version}.tgz`)
    run(scratch, 'npm', 'install', '--global', '--offline', '--ignore-scripts', '--prefix', prefix, tarball)
    assert.ok(!existsSync(join(prefix, 'lib/node_modules/git-ralph/node_modules')))
  },

  'git finds it, and man its page'() {
    assert.equal(run(scratch, 'git', 'ralph', '--version'), `git-ralph ${version}\n`)
    assert.match(run(scratch, 'git', 'ralph', '-h'), /usage: git ralph <command>/)
    assert.match(readFileSync(join(prefix, 'share/man/man1/git-ralph.1'), 'utf8'), /^\.TH GIT/)
  },

  'it remembers and recalls'() {
    const repo = join(scratch, 'repo')
    mkdirSync(repo)
    run(repo, 'git', 'init', '-q')
    run(repo, 'git', 'ralph', 'init')
    run(
      repo,
      'git',
      'ralph',
      'remember',
      'ECONNREFUSED on 5432 means start docker',
      '-t',
      'fix',
      '--tags',
      'docker',
    )
    assert.match(run(repo, 'git', 'ralph', 'recall', 'docker'), /ECONNREFUSED on 5432/)
    assert.match(run(repo, 'ralph', 'memory', 'list'), /ECONNREFUSED on 5432/)
    run(repo, 'git', 'fsck', '--strict')
  },

  'its types and its library serve a consumer'() {
    const consumer = join(scratch, 'consumer')
    mkdirSync(join(consumer, 'node_modules'), { recursive: true })
    symlinkSync(join(prefix, 'lib/node_modules/git-ralph'), join(consumer, 'node_modules/git-ralph'))
    writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }')
    const names = '{ recall, remember, RalphError, type Env }'
    writeFileSync(
      join(consumer, 'use.ts'),
      `import ${names} from 'git-ralph'\nexport const used: [unknown, unknown, unknown] = [recall, remember, RalphError]\nexport type E = Env\n`,
    )
    // The consumer has Node's types as any TypeScript project on Node does, and checks ours as strictly as its own code.
    const strict = [
      '--strict',
      '--skipLibCheck',
      'false',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2023',
    ]
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']
    run(consumer, join(root, 'node_modules/.bin/tsc'), ...strict, ...types, 'use.ts')
    const program = `import * as api from 'git-ralph'; console.log(typeof api.remember, typeof api.recall)`
    assert.equal(run(consumer, process.execPath, '--input-type=module', '-e', program), 'function function\n')
  },

  'publint and attw have nothing to say'() {
    const tarball = join(scratch, `git-ralph-${version}.tgz`)
    run(root, 'node_modules/.bin/publint', 'run', tarball, '--strict')
    run(root, 'node_modules/.bin/attw', tarball, '--profile', 'esm-only', '--no-color')
  },

  'knip finds nothing unused'() {
    run(root, 'node_modules/.bin/knip', '--no-progress')
  },
}

let failed = 0
run(root, process.execPath, 'scripts/build.mjs')
for (const [name, step] of Object.entries(steps)) {
  try {
    step()
    console.log(`ok    ${name}`)
  } catch (error) {
    failed++
    const said = [error.stdout, error.stderr].filter(Boolean).join('\n')
    console.log(`FAIL  ${name}\n${said || error.message}`)
  }
}
rmSync(scratch, { recursive: true, force: true })
console.log(`smoke: ${Object.keys(steps).length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
