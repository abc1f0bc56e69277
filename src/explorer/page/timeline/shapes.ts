/** What the routes of this view answer: see docs/json.md. */
export interface Session {
  session: string
  agent: string
  branch?: string
  start: string
  last: string
  end?: string
  asked: string[] | string
  files: string[]
  commits: string[] | number
  text: string
}

export interface Result {
  name: string
  passed: boolean
  failing?: number
  timedOut?: boolean
  exitCode?: number
}

export interface Iteration {
  number: number
  startedAt: string
  durationMs: number
  outcome: string
  verdict?: string
  results: Result[]
  files: string[]
  learnt: string[]
  failure?: string
}

export interface Loop {
  id: string
  goal: string
  status: string
  detail?: string
  agent: string
  branch?: string
  startedAt: string
  endedAt?: string
  criteria: { name: string; command?: string }[]
  iterations: Iteration[]
  tokens: number
  costUsd: number
}

export interface JournalEntry {
  id: string
  run: string
  iteration: number
  outcome: string
  notes?: string
  createdAt: string
  agent?: string
  files: string[]
  commits: string[]
}
