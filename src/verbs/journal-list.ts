/** List the journal: the newest entries, oldest first; all of them, or of one run or task, or those worth telling an agent. */
import { questionOfTask, selectEntries } from '../briefing/journal.js'
import type { Env } from '../env.js'
import type { JournalEntry } from '../memory/journal.js'
import { search } from '../search/search.js'
import { type JournalRecord, recordsOf, useTrustedJournal } from '../store/journal/journal-index.js'
import { adoptPendingNotes } from '../store/journal/merge-notes.js'
import { openRepo } from '../store/git/repo.js'
import type { Snapshot } from '../store/index/snapshot.js'

export interface JournalListOptions {
  /** Only the newest so many. */
  last?: number
  run?: string
  task?: string
}

export async function journalList(env: Env, options: JournalListOptions = {}): Promise<JournalRecord[]> {
  const repo = await openRepo(env)
  await adoptPendingNotes(repo)
  return useTrustedJournal(repo, (journal) => newestOf(journal, options))
}

function newestOf(journal: Snapshot, { last = 0, run, task }: JournalListOptions): JournalRecord[] {
  const tag = run ?? task
  if (tag === undefined) return recordsOf(journal.newest(last))
  const both = run !== undefined && task !== undefined
  const hits = search(journal.parts, '', { tags: [tag], ...(last > 0 && !both && { limit: last }) }).hits
  const records = recordsOf(hits.map(({ entry }) => entry)).filter(
    ({ entry }) => (run === undefined || entry.run === run) && (task === undefined || entry.task === task),
  )
  return (last > 0 ? records.slice(0, last) : records).toReversed()
}

export interface JournalSelectOptions {
  /** The run that goes on now. */
  run?: string
  /** Title and description of the task ahead. */
  task: string
}

/** How many of a run are looked at for its last iterations, and of the others for the words of the task. */
const MOST_OF_RUN = 64
const MOST_OTHERS = 200
/** Enough for five hits beside those of the run itself. */
const MOST_HITS = 8

/** The entries that an agent should know of before it begins: the last of its run, and what other runs say of the task. */
export async function journalSelect(env: Env, { run, task }: JournalSelectOptions): Promise<JournalRecord[]> {
  const repo = await openRepo(env)
  await adoptPendingNotes(repo)
  return useTrustedJournal(repo, (journal) => {
    const records = new Map<string, JournalRecord>()
    const look = (question: string, limit: number, tags?: string[]): JournalEntry[] => {
      const { hits } = search(journal.parts, question, { limit, now: env.now(), ...(tags && { tags }) })
      return recordsOf(hits.map(({ entry }) => entry)).map((record) => {
        records.set(record.entry.id, record)
        return record.entry
      })
    }
    const mine = run === undefined ? 0 : search(journal.parts, '', { tags: [run], limit: 0 }).total
    const question = questionOfTask(task).trim()
    const selected = selectEntries({
      ofRun: run === undefined ? [] : look('', MOST_OF_RUN, [run]),
      found: question === '' ? [] : look(question, MOST_HITS + mine),
      others: () => (question === '' ? [] : look('', MOST_OTHERS)),
      run,
      task,
    })
    return selected.map(({ id }) => records.get(id)!)
  })
}
