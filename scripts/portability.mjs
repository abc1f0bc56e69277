/**
 * `npm run portability -- node|git|disk|variants [files …]` runs the tests where they are not run every day: on other versions of Node, on
 * another git, on another file system, in repositories of other kinds. One line each: how many passed, failed and were skipped, and in
 * how many seconds.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOnDemand } from './on-demand.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'ralph-portability-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** The oldest that is supported, and the last of each later even one. */
const NODES = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']

/** Repositories of these kinds are made by test/helpers/variants.ts. Not `bare`: most tests commit files. */
const VARIANTS = [
  'shallow',
  'partial',
  'treeless',
  'bareWithWorktree',
  'worktree',
  'submodule',
  'alternates',
  'packed',
  'separate',
]

let failed = false

/** Runs the tests, by default with all of this process's surroundings, and says how they went. */
function runTests(name, { node = process.execPath, vars = {}, files = [] }) {
  const report = join(scratch, 'report.json')
  const started = Date.now()
  const { status } = spawnSync(
    node,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...files,
      '--mode=portability',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: root, env: { ...process.env, ...vars }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  const result = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report)
  const skipped = result.numPendingTests + result.numTodoTests
  console.log(
    `${name}: ${result.numPassedTests} passed, ${result.numFailedTests} failed, ${skipped} skipped, ${seconds} s`,
  )
  for (const file of result.testResults) {
    if (file.status === 'failed' && file.message) console.log(`  ${file.name}: ${file.message}`)
    for (const test of file.assertionResults) {
      if (test.status === 'failed')
        console.log(`  ${file.name}: ${test.fullName}\n${test.failureMessages.join('\n')}`)
    }
  }
  if (status !== 0) failed = true
}

const path = (program) => [dirname(program), process.env.PATH].join(delimiter)

const suites = {
  node(files) {
    const chosen = process.env.RALPH_TEST_NODE
    for (const version of NODES.filter((version) => !chosen || version.startsWith(`${chosen}.`))) {
      const wanted = { package: `node-${process.platform}-${process.arch}`, version, bin: 'node' }
      const node = findOnDemand('node', wanted)
      if (node) runTests(`Node ${version}`, { node, vars: { PATH: path(node) }, files })
      else {
        console.log(`Node ${version}: not run, there is no package for this platform`)
        failed = true
      }
    }
  },
  git(files) {
    const git = process.env.RALPH_TEST_GIT
    if (!git) return usage('say which git with RALPH_TEST_GIT=/path/to/bin/git')
    const { stdout } = spawnSync(git, ['--version'], { encoding: 'utf8' })
    if (!stdout) return usage(`'${git}' is not a git`)
    runTests(stdout.trim(), { vars: { PATH: path(git) }, files })
  },
  disk(files) {
    const dir = process.env.RALPH_TEST_DISK
    if (!dir) return usage('say where with RALPH_TEST_DISK=/directory/on/that/disk')
    runTests(dir, { files: files.length > 0 ? files : ['test/cli'] })
  },
  variants(files) {
    const chosen = process.env.RALPH_TEST_REPO
    for (const variant of VARIANTS.filter((variant) => !chosen || variant === chosen)) {
      runTests(variant, {
        vars: { RALPH_TEST_REPO: variant },
        files: files.length > 0 ? files : ['test/cli'],
      })
    }
  },
}

function usage(problem) {
  console.error(`${problem}\nusage: npm run portability -- ${Object.keys(suites).join('|')} [files …]`)
  process.exit(2)
}

const [name = '', ...files] = process.argv.slice(2)
if (!Object.hasOwn(suites, name)) usage('say what to run')
suites[name](files)
process.exitCode = failed ? 1 : 0
