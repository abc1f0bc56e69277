/**
 * What git's hooks call. A hook of ours never fails the git command it belongs to, and says something only when a person is
 * needed; what went wrong is written down for `git ralph doctor`.
 */
import type { Env } from '../env.js'
import { explainFailure } from '../store/hook-failure.js'
import { afterCheckout, afterCommit, afterMerge, afterRewrite, beforePush } from '../verbs/follow-git.js'

export async function runGitHook(env: Env, name: string, args: readonly string[]): Promise<void> {
  try {
    await dispatch(env, name, args)
  } catch (error) {
    await explainFailure(env, name, error)
  }
}

async function dispatch(env: Env, name: string, args: readonly string[]): Promise<void> {
  const say = (text: string): void => env.stderr.write(`git-ralph: ${text}\n`)
  switch (name) {
    case 'post-checkout':
      // Flag 0: single files were checked out.
      return args[2] === '0' ? undefined : afterCheckout(env, say)
    case 'post-merge':
      return afterMerge(env, say)
    case 'post-rewrite':
      return afterRewrite(env, args[0], say)
    case 'post-commit':
      return afterCommit(env)
    case 'pre-push':
      return beforePush(env, args[0], (await env.stdin.read()).toString('utf8'), say)
    default:
      return undefined
  }
}
