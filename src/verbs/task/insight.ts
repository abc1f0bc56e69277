/** Note something learnt on a task: it becomes a memory when the task is done. */
import type { Env } from '../../env.js'
import { admitText, type SecretPolicy } from '../../memory/admit.js'
import { addInsight, type Insight } from '../../memory/insights.js'
import { checkType, type MemoryType } from '../../memory/memory.js'
import { checkBody, normaliseTags, renderTime } from '../../memory/text.js'
import { subjectOf } from '../../store/line/append.js'
import { appendTask } from '../../store/task/append-task.js'
import { openWorkspace, renderAfterWrite } from '../../store/workspace.js'
import { checkOpen, findTask } from './find-task.js'

export interface InsightOptions extends SecretPolicy {
  /** Which task, if not the current one. */
  task?: string
  /** @default 'pattern' */
  type?: MemoryType
  tags?: string[]
}

export interface NotedInsight {
  task: string
  branch: string
  insight: Insight
  outcome: 'stored' | 'known'
  parked?: string
  warnings: string[]
}

export async function noteInsight(
  env: Env,
  text: string,
  options: InsightOptions = {},
): Promise<NotedInsight> {
  const content = checkBody(admitText(checkBody(text), options))
  const added = {
    type: checkType(options.type ?? 'pattern'),
    content,
    tags: normaliseTags(options.tags ?? []),
    created: renderTime(env.now()),
  }
  const workspace = await openWorkspace(env)
  const found = checkOpen(await findTask(workspace, options.task))
  const { id } = found.task
  const { answer, parked } = await appendTask(workspace.repo, found.line, id, async (before) => {
    const now = before ?? found
    const { insights, insight, outcome } = addInsight(now.insights, added)
    return {
      after: { ...now, insights },
      subject: subjectOf(`insight of ${id}`, content.split('\n', 1)[0]!),
      answer: { insight, outcome },
    }
  })
  await renderAfterWrite(workspace)
  return { task: id, branch: found.line, ...answer, ...(parked && { parked }), warnings: workspace.warnings }
}
