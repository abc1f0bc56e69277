import type { LineCommit } from '../../store/line/commits.js'
import { blame } from '../../verbs/blame.js'
import { type Paint, paintFor } from '../colour.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { memoryJson, printWarnings } from '../output.js'
import { renderTable } from '../table.js'
import { LINE, TEXT_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'blame',
  summary: 'who taught each part of a memory, and on which code',
  positionals: [
    { name: 'id', describe: 'id, a unique beginning of it, or its last four characters', required: true },
  ],
  options: {
    line: LINE,
    format: TEXT_FORMAT,
  },
  async run(env, args) {
    const { memory, parts, commits, warnings } = await blame(
      env,
      args.id,
      args.line === undefined ? {} : { line: args.line },
    )
    printWarnings(env, warnings)
    if (args.format === 'json') {
      env.stdout.write(renderJson('blame', { memory: memoryJson(memory), parts, commits }))
      return
    }
    const paint = paintFor(env.stdout, env.vars)
    const columns = [
      { title: 'COMMIT', paint: paint.yellow },
      { title: 'WHEN', paint: paint.dim },
      { title: 'AUTHOR', shrinks: true as const },
      { title: 'PART', paint: paint.cyan },
      { title: 'TEXT', shrinks: true as const },
    ]
    const byOid = new Map(commits.map((commit) => [commit.commit, commit]))
    const rows = parts.map(({ part, line, text, commit }) => [
      commit.slice(0, 10),
      byOid.get(commit)?.when.slice(0, 10) ?? '',
      byOid.get(commit)?.author ?? '',
      line === undefined ? part : String(line),
      text,
    ])
    env.stdout.write(`${renderTable(columns, rows, env.stdout.columns)}\n`)
    env.stdout.write(commits.map((commit) => renderCommit(commit, paint)).join(''))
  },
})

function renderCommit(commit: LineCommit, paint: Paint): string {
  const { author, email, agent, session, task, branch, code } = commit
  const facts = Object.entries({ agent, session, task, branch, code })
    .filter(([, value]) => value)
    .map(([name, value]) => `${paint.dim(`${name}:`)} ${value}`)
  const head = `${paint.yellow(commit.commit.slice(0, 10))} ${paint.dim(commit.when)} ${author} <${email}>`
  return `${head}\n    ${commit.subject}\n${facts.length > 0 ? `    ${facts.join('  ')}\n` : ''}`
}
