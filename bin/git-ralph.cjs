#!/usr/bin/env node
'use strict'
// Decides which command is meant and loads that one bundle, nothing else: start-up time is most of what a command costs.
const { existsSync } = require('node:fs')
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

const [file, argv] = choose(process.argv.slice(2))
const quick = process.argv[2] === 'hook' && bundle('__hook')
if (quick) require(quick).main(argv, () => require(file).main(argv))
else if (file) require(file).main(argv)
else {
  console.error('error: git-ralph is not built\nhint: run `npm run build` in its directory')
  process.exitCode = 70
}
