/** Shows the main job on a scratch repository: every command is run as printed, and what it prints is what it printed. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'ralph-demo-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

const paint = process.stdout.isTTY && !process.env.NO_COLOR
const say = (text, code) => writeSync(1, paint ? `\u001b[${code}m${text}\u001b[0m\n` : `${text}\n`)

// Nobody's configuration but the demo's own, and no variables that a surrounding git command has set.
const ours = Object.entries(process.env).filter(([name]) => !/^(GIT_|RALPH_|XDG_CONFIG_HOME)/.test(name))
const env = {
  ...Object.fromEntries(ours),
  HOME: scratch,
  PATH: [join(scratch, 'bin'), process.env.PATH].join(delimiter),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}

/** `git ralph` finds this on the PATH, as it finds an installed one. */
function installBin() {
  mkdirSync(join(scratch, 'bin'))
  const file = join(scratch, 'bin/git-ralph')
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin/git-ralph.cjs')}' "$@"\n`)
  chmodSync(file, 0o755)
}

let cwd = scratch

/** Errors go where the answers go, as on a terminal. */
function sh(line) {
  const { status } = spawnSync('sh', ['-c', line], { cwd, env, stdio: ['ignore', 'inherit', 1] })
  if (status === 0) return
  say(`the demo stopped: this ended with exit code ${status}: ${line}`, 31)
  process.exit(1)
}

/** Prints a command as a person would type it, and runs it. */
function type(line) {
  say(`$ ${line}`, 1)
  sh(line)
}

const tell = (text) => say(`\n# ${text}`, 36)

installBin()
sh('git init -q -b main shop')
cwd = join(scratch, 'shop')
sh(`echo 'a shop' > README && git add README && git commit -q -m 'a shop'`)

tell('A repository that remembers')
type('git ralph init')
type('git ralph remember "ECONNREFUSED on 5432: run docker-compose up -d" -t fix --tags docker,database')
type('git ralph remember "Money is kept as integer cents" -t decision --tags money')
type('git ralph recall "postgres connection refused 5432" --limit 1')

tell('What is learnt on a branch stays with the branch')
type('git switch -q -c webhooks')
type('git ralph remember "The payment provider retries: handlers must be idempotent" --tags payment')
sh(`echo 'dedupe by event id' > handler && git add handler && git commit -q -m 'handle webhooks'`)
type('git ralph recall idempotent --limit 1')
type('git switch -q main')
type('git ralph recall idempotent')

tell('Merging the code merges the memory')
type('git merge -q --no-edit webhooks')
type('git ralph recall idempotent --limit 1')

tell('Pushing the code shares it')
sh('git init -q --bare ../origin.git && git remote add origin ../origin.git')
type('git push -q origin main')
type('git clone -q -b main ../origin.git ../colleague')
cwd = join(scratch, 'colleague')
type('cd ../colleague && git ralph recall idempotent --limit 1')

tell('It is git all the way down')
cwd = join(scratch, 'shop')
type(`cd ../shop && git log --format='%h %an: %s' refs/ralph-memory/main`)
type('git status --short # nothing: the work tree and the history of the code are as they were')
