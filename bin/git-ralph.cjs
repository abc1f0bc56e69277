#!/usr/bin/env node
'use strict'
// Decides which command is meant and loads that one bundle, nothing else: start-up time is most of what a command costs.
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const path = require('node:path')

function bundle(...words) {
  if (!words.every((word) => /^[a-z_][a-z_-]*$/.test(word ?? ''))) return undefined
  const file = path.join(__dirname, '../dist/cli', `${words.join('.')}.cjs`)
  return existsSync(file) ? file : undefined
}

function choose([first, ...rest]) {
  if (first === '--version' || first === '-v') return [bundle('version'), rest]
  if (first === undefined || first === '-h' || first === '--help') return [bundle('help'), rest]
  if (first === 'help' && rest.length > 0 && !rest[0].startsWith('-')) return choose([...rest, '--help'])
  if (first === '__complete') return [bundle(first), ['--', ...rest]]
  // A command of two words, as `memory add`, is one of a family.
  if (bundle(first, rest[0])) return [bundle(first, rest[0]), rest.slice(1)]
  if (bundle(first)) return [bundle(first), rest]
  const second = rest[0] && !rest[0].startsWith('-') ? [rest[0]] : []
  return [bundle('help'), ['--', first, ...second]]
}

/**
 * As `require`, with the machine code that V8 made of the bundle when it first ran: compiling it anew takes longer than most
 * commands. It is kept beside the bundle, under names that no other build and no other Node uses, if that directory is ours to write.
 */
function load(file) {
  const Module = require('node:module')
  const { Script } = require('node:vm')
  // V8 compares no more than lengths: without the build's own name, code of another version could be run.
  const build = readFileSync(path.join(__dirname, '../dist/build-id'), 'utf8')
  const kept = `${file}.${build}-${process.version}-${process.arch}.cache`
  const cachedData = existsSync(kept) ? readFileSync(kept) : undefined
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file, cachedData })
  const bundled = (require.cache[file] = new Module(file))
  script.runInThisContext()(bundled.exports, Module.createRequire(file), bundled, file, path.dirname(file))
  if (!cachedData) process.once('exit', () => keep(script, kept))
  return bundled.exports
}

function keep(script, file) {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    // Where we may not write, that is known before the work is done.
    writeFileSync(temporary, '')
    writeFileSync(temporary, script.createCachedData())
    renameSync(temporary, file)
  } catch {
    // Not ours to write: the next run compiles it again.
  }
}

function run(args) {
  const [file, argv] = choose(args)
  if (file) return load(file).main(argv)
  console.error('error: git-ralph is not built\nhint: run `npm run build` in its directory')
  process.exitCode = 70
}

const args = process.argv.slice(2)
// Most hooks are done with the small half of the hook door.
const quick = args[0] === 'hook' && bundle('__hook')
if (quick) load(quick).main(args.slice(1), () => run(args))
else run(args)
