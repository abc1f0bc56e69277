/** Who works on what, and when: as parts of the time that the repository spans. */
export interface Branch {
  name: string
  base: string
  /** When its first memory was written, and its last. */
  from: number
  to: number
  /** Its share of all memories. */
  share: number
  fate:
    | 'live'
    /** Its code is in main, its memories are not yet. */
    | 'merged'
    /** The branch was deleted. */
    | 'abandoned'
    /** Only the remote has its line. */
    | 'remote'
    /** Landed, and its line is gone. */
    | 'landed'
}

const branch = (
  name: string,
  from: number,
  to: number,
  share: number,
  fate: Branch['fate'],
  base = 'main',
): Branch => ({
  name,
  base,
  from,
  to,
  share,
  fate,
})

/** Twelve lines with main; three more have landed. */
export const BRANCHES: readonly Branch[] = [
  branch('main', 0, 0.995, 0.5, 'live', ''),
  branch('feature/oauth', 0.08, 0.2, 0.05, 'landed'),
  branch('fix/winter-time', 0.3, 0.36, 0.02, 'landed'),
  branch('perf/cold-start', 0.45, 0.6, 0.05, 'landed'),
  branch('spike/wasm-parser', 0.25, 0.4, 0.02, 'abandoned'),
  branch('release/2.0', 0.5, 0.99, 0.1, 'live'),
  branch('experiment/vector-search', 0.55, 0.7, 0.03, 'abandoned'),
  branch('feature/billing/invoices', 0.62, 0.98, 0.06, 'live', 'release/2.0'),
  branch('feature/dark-mode', 0.66, 0.9, 0.03, 'merged'),
  branch('refactor/queue', 0.7, 0.97, 0.04, 'live'),
  branch('docs/api', 0.74, 0.86, 0.01, 'live'),
  branch('feature/login', 0.78, 0.998, 0.05, 'live'),
  branch('fix/flaky-uploads', 0.86, 0.99, 0.02, 'live'),
  branch('agent/upgrade-node', 0.9, 0.985, 0.01, 'live'),
  branch('team/mei-search', 0.92, 0.99, 0.01, 'remote'),
]

export interface Person {
  name: string
  email: string
  agent?: string
}

/** Ada is who looks. */
export const PEOPLE: readonly Person[] = [
  { name: 'Ada Author', email: 'ada@example.com', agent: 'claude-code' },
  { name: 'Grace Okafor', email: 'grace@example.com', agent: 'codex' },
  { name: 'Ada Author', email: 'ada@example.com' },
  { name: 'Mei Tanaka', email: 'mei@example.com', agent: 'claude-code' },
  { name: 'Linus Park', email: 'linus@example.com', agent: 'gemini' },
  { name: 'Linus Park', email: 'linus@example.com' },
]
