/** What git's hooks call. Silent, unless a person is needed. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { afterCheckout, afterCommit, afterMerge, afterRewrite, beforePush } from '../verbs/follow-git.js'

export async function runGitHook(env: Env, name: string, args: readonly string[]): Promise<void> {
  try {
    await dispatch(env, name, args)
  } catch (error) {
    // Not even a repository: nobody to tell. Everything else has been written down.
    if (!(error instanceof RalphError)) throw error
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
      return afterRewrite(env, args[0], (await env.stdin.read()).toString('utf8'), say)
    case 'post-commit':
      return afterCommit(env, say)
    case 'pre-push':
      return beforePush(env, args[0], (await env.stdin.read()).toString('utf8'), say)
    default:
      return undefined
  }
}
