/** The public API, pinned by test/exports.test.ts. */
export type { Env, Sink, Source } from './env.js'
export { RalphError, type ErrorCode } from './errors.js'
export type { JournalEntry, Outcome } from './memory/journal.js'
export { OUTCOMES } from './memory/journal.js'
export type { Article, Draft, Entry as ArticleEntry, Slug } from './memory/knowledge.js'
export type { Match, TaskContext } from './memory/knowledge-match.js'
export type { Anchor, Link, Memory, MemoryId, MemoryType } from './memory/memory.js'
export { MEMORY_TYPES } from './memory/memory.js'
export {
  AGENTS,
  type AgentEvent,
  type AgentEventKind,
  type AgentName,
  type ToolUse,
} from './session/agent-event.js'
export { OBSERVATION_TYPES, type Observation, type ObservationType } from './session/observation.js'
export type { Proposal } from './session/proposal.js'
export type { SessionSummary } from './session/summary.js'
export { VERSION } from './version.js'
export { processEnv } from './process-env.js'
export { bisectReset } from './verbs/bisect/reset.js'
export { bisectRun, type BisectRun } from './verbs/bisect/run.js'
export { bisectStart, type BisectOptions, type BisectStarted } from './verbs/bisect/start.js'
export { answer as bisectAnswer, type BisectStep } from './verbs/bisect/step.js'
export { blame, type Blamed } from './verbs/blame.js'
export { diff, type DiffOptions, type MemoryDiff } from './verbs/diff.js'
export { doctor, type Diagnosis } from './verbs/doctor.js'
export { embed, type Embedded, type EmbedOptions } from './verbs/embed.js'
export { exportMemories, type Exported, type ExportOptions } from './verbs/export.js'
export { ingest, type Ingested, type IngestOptions } from './verbs/ingest.js'
export { land, type LandAnswer, type LandOptions } from './verbs/land.js'
export { lines, type Lines, type LinesOptions } from './verbs/lines.js'
export { log, type Log, type LogOptions } from './verbs/log.js'
export { loopLog, type LoopLog } from './verbs/loop/log.js'
export { loopRollback, type RollbackOptions, type RolledBack } from './verbs/loop/rollback.js'
export { loopList, loopStatus } from './verbs/loop/status.js'
export { loopStop, type StoppedLoop } from './verbs/loop/stop.js'
export { merge, type Merged } from './verbs/merge.js'
export { prompt, type Prompt, type PromptOptions } from './verbs/prompt.js'
export { rescue, type Rescued } from './verbs/rescue.js'
export { findConflicts, resolve, type Conflicts, type Resolved, type Settlement } from './verbs/resolve.js'
export { sync, type Synced, type SyncOptions } from './verbs/sync.js'
export { edit, type Edited, type EditOptions } from './verbs/edit.js'
export { forget, type Forgotten } from './verbs/forget.js'
export { importMemories, type Imported, type ImportOptions } from './verbs/import.js'
export { graph, type Graph, type GraphOptions } from './verbs/graph/graph.js'
export { link, type Linked, type LinkOptions } from './verbs/graph/link.js'
export { init, type Initialised } from './verbs/init.js'
export {
  agentStates,
  type AgentState,
  installAgents,
  type InstallOptions,
  type Wired,
  type WiredFile,
} from './verbs/install.js'
export { approve, type Approved } from './verbs/inbox/approve.js'
export { dismiss } from './verbs/inbox/dismiss.js'
export { editProposal } from './verbs/inbox/edit.js'
export { listInbox, type Waiting } from './verbs/inbox/list.js'
export { propose, type Proposed } from './verbs/inbox/propose.js'
export { journalAdd, type JournalAdded, type JournalAddOptions } from './verbs/journal-add.js'
export {
  journalList,
  type JournalListOptions,
  journalSelect,
  type JournalSelectOptions,
} from './verbs/journal-list.js'
export { searchJournal, type JournalFound, type JournalSearchOptions } from './verbs/journal-search.js'
export { journalShow, type JournalShown } from './verbs/journal-show.js'
export { rememberArticle, type AddArticleOptions, type RememberedArticle } from './verbs/know/add.js'
export { editArticle, type EditArticleOptions, type EditedArticle } from './verbs/know/edit.js'
export { forgetArticles, type ForgottenArticles } from './verbs/know/forget.js'
export {
  listArticles,
  type ListArticlesOptions,
  type ListedArticles,
  showArticle,
  type ShownArticle,
} from './verbs/know/list.js'
export { knowledgeFor, type KnowledgeFor, type KnowledgeOptions } from './verbs/know/match.js'
export { list, type Listed, type ListOptions } from './verbs/list.js'
export { prime, type Primed, type PrimeOptions } from './verbs/prime.js'
export { recall, type Recalled, type RecallOptions } from './verbs/recall.js'
export { related, type Related } from './verbs/related.js'
export { remember, type Remembered, type RememberOptions } from './verbs/remember.js'
export { restore, type Restored } from './verbs/restore.js'
export { captureState, type CaptureState } from './verbs/sessions/capture-state.js'
export { drain, type Drained, type DrainOptions } from './verbs/sessions/drain.js'
export { lastSession, type LastSessionOptions } from './verbs/sessions/last-session.js'
export { listSessions, type ListedSessions, type ListSessionsOptions } from './verbs/sessions/list.js'
export { observe } from './verbs/sessions/observe.js'
export { pruneSessions, type PrunedSessions, type PruneSessionsOptions } from './verbs/sessions/prune.js'
export { searchSessions, type SearchSessionsOptions, type SessionsFound } from './verbs/sessions/search.js'
export { showSession, type ShownSession } from './verbs/sessions/show.js'
export type { Provenance } from './store/line/written-by.js'
export { show, type Shown, type ShowOptions } from './verbs/show.js'
export { stale, type Stale, type StaleOptions } from './verbs/stale.js'
export { status, type Status } from './verbs/status.js'
export { mergeAgents, type AgentsMerge, type AgentsMergeOptions } from './verbs/agents/merge.js'
export { mcpStatus, type McpStatus, type McpStatusOptions } from './verbs/mcp-status.js'
export { endTask, type EndedTask, planEnd, type PlannedEnd } from './verbs/task/end.js'
export { noteInsight, type InsightOptions, type NotedInsight } from './verbs/task/insight.js'
export { listTasks, type ListedTasks, showTask, type ShownTask } from './verbs/task/list.js'
export { noteProgress, type NotedProgress, type ProgressOptions } from './verbs/task/progress.js'
export {
  planResume,
  type Resumable,
  resumeTask,
  taskHistory,
  type TaskHistory,
  taskSessions,
  type TaskSessions,
} from './verbs/task/sessions.js'
export { startTask, type StartedTask, type StartTaskOptions } from './verbs/task/start.js'
