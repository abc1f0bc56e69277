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
  const inFamily = bundle(first, rest[0])
  if (inFamily) return [inFamily, rest.slice(1)]
  const single = bundle(first)
  if (single) return [single, rest]
  const second = rest[0] && !rest[0].startsWith('-') ? [rest[0]] : []
  return [bundle('help'), ['--', first, ...second]]
}

/** The first runs of a command do what later ones seldom do, as building the search index: their code is left behind. */
const FIRST_RUNS = 3
const ADDING_RUNS = 6

/**
 * As `require`, with the machine code that V8 made of the bundle when it first ran: compiling it anew takes longer than most
 * commands. Packages and second halves that it requires are loaded in the same way. It is kept beside each file, under names that no other build and no other Node uses, if that directory is ours to write.
 * There is code of what has run and nothing else: a bundle that serves several uses has one for each, and the first few runs,
 * which seldom do the same, add theirs. How many have done so is the last byte.
 */
function load(file, use = '') {
  if (require.cache[file]) return require.cache[file].exports
  // As `require('node:module')`, which would load what is for ESM too.
  const Module = module.constructor
  const { Script } = require('node:vm')
  // V8 compares no more than lengths: without the build's own name, code of another version could be run.
  const build = readFileSync(path.join(__dirname, '../dist/build-id'), 'utf8')
  const kept = `${file}.${use}${build}-${process.version}-${process.arch}.cache`
  const made = existsSync(kept) ? readFileSync(kept) : undefined
  const runs = made?.at(-1) ?? 0
  const cachedData = runs === FIRST_RUNS ? undefined : made?.subarray(0, -1)
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file, cachedData })
  const bundled = (require.cache[file] = new Module(file))
  const dir = path.dirname(file)
  const requireFrom = (name) =>
    name.startsWith('.')
      ? load(path.join(dir, name), use)
      : (process.getBuiltinModule(name) ?? Module.createRequire(file)(name))
  script.runInThisContext()(bundled.exports, requireFrom, bundled, file, dir)
  if (runs < ADDING_RUNS) process.once('exit', () => keep(script, kept, runs + 1))
  return bundled.exports
}

function keep(script, file, runs) {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    // Where we may not write, that is known before the work is done.
    writeFileSync(temporary, '')
    writeFileSync(temporary, Buffer.concat([script.createCachedData(), Buffer.of(runs)]))
    renameSync(temporary, file)
  } catch {
    // Not ours to write: the next run compiles it again.
  }
}

function run(args) {
  const [file, argv] = choose(args)
  if (file) return load(file).main(argv)
  // A hook must not disturb whoever runs it.
  if (args[0] === 'hook') return
  console.error('error: git-ralph is not built\nhint: run `npm run build` in its directory')
  process.exitCode = 70
}

const args = process.argv.slice(2)
// Most hooks are done with the small half of the hook door. Git's hooks have a dash in their names, agents have none.
const ASKS =
  /^(?:session\.?(?:start|created)|UserPromptSubmit|BeforeAgent|chat\.message|PostToolUseFailure)$/i
const halfFor = ([name, event]) => (name?.includes('-') ? '__hook' : ASKS.test(event) ? '__tell' : '__agent')
const quick = args[0] === 'hook' && bundle(halfFor(args.slice(1)))
if (quick) {
  const use = /start|created|prompt|agent|message|failure|tool|stop|compact|end/i
    .exec(args[2] ?? '')?.[0]
    .toLowerCase()
  const half = (name, question) => load(bundle(name), question)
  load(quick, use).main(args.slice(1), half, () => run(args))
} else run(args)
