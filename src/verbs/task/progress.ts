/** Note what was done on a task in an iteration. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { admitText, type SecretPolicy } from '../../memory/admit.js'
import { addPatterns, type Progress, renderEntry, renderProgress } from '../../memory/task-progress.js'
import { cutPrivate } from '../../memory/private.js'
import { MAX_FILE_BYTES, renderTime } from '../../memory/text.js'
import { subjectOf } from '../../store/line/append.js'
import { appendTask } from '../../store/task/append-task.js'
import { openWorkspace, renderAfterWrite } from '../../store/workspace.js'
import { checkOpen, findTask } from './find-task.js'

export interface ProgressOptions extends SecretPolicy {
  /** Which task, if not the current one. */
  task?: string
  story?: string
  /** Reference to the conversation, as a URL or an id. */
  thread?: string
  files?: string[]
  learnings?: string[]
  /** Consolidated patterns, for the top of the file. */
  patterns?: string[]
}

export interface NotedProgress {
  task: string
  branch: string
  /** The entry; empty when only patterns were noted. */
  entry: string
  /** Patterns that were not noted before. */
  patterns: string[]
  parked?: string
  warnings: string[]
}

export async function noteProgress(
  env: Env,
  text: string,
  options: ProgressOptions = {},
): Promise<NotedProgress> {
  const admit = (one: string): string => admitText(cutPrivate(one), options)
  const patterns = (options.patterns ?? []).map(admit)
  const learnings = (options.learnings ?? []).map(admit)
  const said = admit(text)
  const isEntry = said.trim() !== '' || learnings.length > 0 || (options.files ?? []).length > 0
  if (!isEntry && patterns.length === 0)
    throw new RalphError('bad-content', 'nothing to note: the content is empty', {
      hint: 'git ralph task progress "what was implemented"',
    })
  const workspace = await openWorkspace(env)
  const found = checkOpen(await findTask(workspace, options.task))
  const { id } = found.task
  const { story, thread, files } = options
  const entry = isEntry
    ? renderEntry({
        at: renderTime(env.now()),
        text: said,
        learnings,
        ...(story !== undefined && { story }),
        ...(thread !== undefined && { thread }),
        ...(files && { files }),
      })
    : ''
  const { answer, parked } = await appendTask(workspace.repo, found.line, id, async (before) => {
    const now = before ?? found
    const noted = addPatterns(now.progress, patterns)
    const progress: Progress = {
      ...noted,
      entries: [...new Set([...noted.entries, ...(isEntry ? [entry] : [])])],
    }
    checkSize(progress)
    return {
      after: { ...now, progress },
      subject: subjectOf(
        `progress of ${id}`,
        said.split('\n', 1)[0] || patterns[0] || learnings[0] || story || '',
      ),
      answer: progress.patterns.slice(now.progress.patterns.length),
    }
  })
  await renderAfterWrite(workspace)
  const { warnings } = workspace
  return { task: id, branch: found.line, entry, patterns: answer, ...(parked && { parked }), warnings }
}

function checkSize(progress: Progress): void {
  if (Buffer.byteLength(renderProgress(progress)) <= MAX_FILE_BYTES) return
  throw new RalphError(
    'bad-content',
    `the progress of this task would have more than ${MAX_FILE_BYTES} bytes`,
    {
      hint: 'take old entries out of its progress.txt: they stay in the history',
    },
  )
}
