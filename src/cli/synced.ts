/** `sync`, `push` and `pull` are one verb; what happened is said line by line. */
import type { Env } from '../env.js'
import { EXIT } from '../errors.js'
import type { LineMerge } from '../store/line/merge-lines.js'
import { sync, type Synced } from '../verbs/sync.js'
import { sayConflicts } from '../verbs/say-conflicts.js'
import { type Command, defineCommand } from './command.js'
import { renderJson } from './json.js'
import { sayLanding } from './landed.js'
import { printWarnings } from './output.js'
import { printable } from './printable.js'
import { TABLE_FORMAT } from './options.js'

interface Direction {
  name: string
  summary: string
  pull: boolean
  push: boolean
}

export function defineSync({ name, summary, pull, push }: Direction): Command {
  return defineCommand({
    name,
    summary,
    positionals: [{ name: 'remote', describe: 'the remote [default: ralph.remote, else origin]' }],
    options: {
      line: { type: 'strings', describe: "only this branch's line", placeholder: 'BRANCH' },
      format: TABLE_FORMAT,
    },
    async run(env, args) {
      const answer = await sync(env, {
        pull,
        push,
        ...(args.remote !== undefined && { remote: args.remote }),
        ...(args.line.length > 0 && { branches: args.line }),
      })
      printWarnings(env, answer.warnings)
      const { warnings: _, ...shown } = answer
      if (args.format === 'json') env.stdout.write(renderJson('synced', { ...shown }))
      else printSynced(env, answer)
      const pushes = [...answer.pushed, ...(answer.journal.pushed ? [answer.journal.pushed] : [])]
      return pushes.some(({ outcome }) => outcome === 'withheld')
        ? EXIT.decision
        : pushes.some(({ outcome }) => outcome === 'refused' || outcome === 'outrun')
          ? EXIT.failed
          : EXIT.done
    },
  })
}

function printSynced(env: Env, answer: Synced): void {
  const { remote, fetched, pulled, landed, deleted, journal } = answer
  const pushed = [...answer.pushed, ...(journal.pushed ? [{ branch: 'journal', ...journal.pushed }] : [])]
  const lines = [
    ...fetched.map((branch) => `⇣ ${branch}: fetched from ${remote}`),
    ...pulled.map(({ branch, merge }) => `⇣ ${branch}: ${sayMerge(merge)} from ${remote}`),
    ...(journal.pulled === 'nothing' ? [] : [`⇣ journal: ${MERGED[journal.pulled]} from ${remote}`]),
    ...landed.map(sayLanding),
    ...pushed
      .filter(({ outcome }) => outcome === 'pushed')
      .map(({ branch }) => `⇡ ${branch}: pushed to ${remote}`),
    ...deleted.map((branch) => `✓ ${branch}: has landed, deleted on ${remote}`),
  ]
  for (const { branch, outcome, reason } of pushed) {
    if (outcome === 'refused')
      env.stderr.write(`error: ${branch}: ${remote} refused it: ${reason}\n${hintFor(reason ?? '')}`)
    if (outcome === 'withheld')
      env.stderr.write(
        `error: ${branch}: not pushed: ${printable(reason ?? '')}\nhint: git ralph purge <id> takes it out of the history; git ralph edit <id> --allow-secret "<why>" lets it pass\n`,
      )
    if (outcome === 'outrun')
      env.stderr.write(`error: ${branch}: others kept pushing to ${remote}; run the command again\n`)
  }
  if (lines.length === 0 && pushed.every(({ outcome }) => outcome === 'up-to-date'))
    lines.push(`✓ in step with ${remote}`)
  env.stdout.write(lines.map((line) => `${line}\n`).join(''))
}

const MERGED = { nothing: 'nothing new', 'fast-forward': 'moved ahead', merged: 'merged' } as const

export function sayMerge({ how, conflicts, folded, refused, parked }: LineMerge): string {
  const what = MERGED[how]
  const more = [
    sayConflicts(conflicts),
    folded.length > 0 && `${folded.length} folded`,
    refused.length > 0 && `${refused.length} odd files left out`,
    parked && 'parked, since the line is busy',
  ].filter(Boolean)
  return more.length > 0 ? `${what}, ${more.join(', ')}` : what
}

function hintFor(reason: string): string {
  if (!/hidden ref|hook declined|prohibited|not allowed|denied|funny refname/i.test(reason)) return ''
  return 'hint: if this host takes branches only: git ralph config remotePrefix refs/heads/ralph-memory\nhint: or share memory through another remote: git ralph config remote <name>\n'
}
