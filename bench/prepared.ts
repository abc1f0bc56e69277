/** Repositories with many memories and their search index. Within a run of all benches one of each size is made, and copied. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runRalph } from './measure.js'
import { makeMemories, makeRepository, QUESTIONS } from './recall/corpus.js'

/** Answers the directory of a repository of the caller's own. */
export function preparedRepo(count: number): string {
  const dir = join(mkdtempSync(join(tmpdir(), 'ralph-bench-')), 'repo')
  const corpora = process.env['RALPH_BENCH_CORPORA']
  if (corpora === undefined) return make(dir, count)
  const kept = join(corpora, String(count))
  if (!existsSync(kept)) keep(kept, count)
  cpSync(kept, dir, { recursive: true, preserveTimestamps: true })
  runRalph(dir, 'recall', QUESTIONS[0]!)
  return dir
}

function keep(kept: string, count: number): void {
  mkdirSync(dirname(kept), { recursive: true })
  const made = make(mkdtempSync(`${kept}-`), count)
  // Another bench may have been faster.
  if (!existsSync(kept)) renameSync(made, kept)
}

function make(dir: string, count: number): string {
  makeRepository(dir, makeMemories(count))
  runRalph(dir, 'recall', QUESTIONS[0]!)
  return dir
}
