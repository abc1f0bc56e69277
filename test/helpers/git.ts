/** Git with nobody's configuration, for tests and for what runs beside them. */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process'

export const TEST_VARS: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  TZ: 'UTC',
  LC_ALL: 'C',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada Author',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada Author',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_EDITOR: ':',
  GIT_TERMINAL_PROMPT: '0',
}

type GitOptions = ExecFileSyncOptionsWithStringEncoding & { input?: never }

export const gitOptions = (cwd: string): GitOptions => ({
  cwd,
  env: TEST_VARS,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
  stdio: ['ignore', 'pipe', 'pipe'],
})

/** For small processes; tests have the one of repo.ts. */
export function runGit(dir: string, ...args: string[]): string {
  return execFileSync('git', args, gitOptions(dir))
}
