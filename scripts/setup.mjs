/** Makes a fresh clone ready: installs what package-lock.json says when that has not been done, then builds. */
import { spawnSync } from 'node:child_process'
import { statSync, utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const age = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

// Run by `npm install -g`, its settings would make the inner npm a global one too.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_config_(global|prefix|location|omit)$/i.test(name)),
)

function run(command, args) {
  const { status } = spawnSync(command, args, { env, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

// npm writes node_modules/.package-lock.json last, so its age tells whether the installation is complete and current.
// Not `npm ci`: it refuses a lock file without the optional binaries of other platforms, which a registry may lack.
if (age('node_modules/.package-lock.json') < age('package-lock.json')) {
  run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'])
  utimesSync('node_modules/.package-lock.json', new Date(), new Date())
}
run(process.execPath, ['scripts/build.mjs'])
