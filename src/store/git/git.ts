/**
 * Runs the git binary. Every child gets an explicit git directory and none of git's local variables: hooks set GIT_DIR and
 * GIT_INDEX_FILE, and a child that inherits them would work on another repository or on the user's index.
 */
import { RalphError } from '../../errors.js'

/**
 * `git rev-parse --local-env-vars` less the configuration given by `git -c`, which is meant for us too; plus GIT_QUARANTINE_PATH
 * (set by receive-pack).
 */
const LOCAL_VARIABLES = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_CONFIG',
  'GIT_OBJECT_DIRECTORY',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_GRAFT_FILE',
  'GIT_INDEX_FILE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_REPLACE_REF_BASE',
  'GIT_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_COMMON_DIR',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_QUARANTINE_PATH',
]

export function withoutLocalVariables(
  vars: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const kept = { ...vars }
  for (const name of LOCAL_VARIABLES) delete kept[name]
  return kept
}

export interface GitResult {
  code: number
  stdout: Buffer
  stderr: string
}

export interface GitOptions {
  cwd: string
  vars: Record<string, string | undefined>
  input?: string | Buffer
  /** Milliseconds after which the child is killed and the call fails. */
  timeout?: number
  /** Bytes of output after which it is. */
  limit?: number
}

/** Runs git and answers with what it said, whatever its exit code. */
export async function tryGit(args: string[], options: GitOptions): Promise<GitResult> {
  // Loaded when first used: most commands that read start no process.
  const { spawn } = await import('node:child_process')
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd: options.cwd, env: options.vars, timeout: options.timeout })
    const out: Buffer[] = []
    const err: Buffer[] = []
    let bytes = 0
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > (options.limit ?? Infinity)) child.kill()
      else out.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', (error) => reject(explainStart(error)))
    // Killed at the time limit: whatever it has started, an ssh for instance, may hold the pipes for much longer.
    child.on('exit', (_code, signal) => {
      if (signal && options.timeout !== undefined) for (const pipe of child.stdio) pipe?.destroy()
    })
    child.on('close', (code, signal) => {
      const stderr = Buffer.concat(err).toString('utf8')
      resolve({
        code: code ?? 128,
        stdout: Buffer.concat(out),
        stderr: signal ? `${stderr}killed by ${signal}` : stderr,
      })
    })
    // A child that ends without reading its input closes the pipe; its exit code says what happened.
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
  })
}

/** Why git could not be started. */
export function explainStart(cause: NodeJS.ErrnoException): Error {
  if (cause.code !== 'ENOENT') return cause
  const hint = 'install git 2.31 or later and make sure it is on the PATH'
  return new RalphError('no-git', "cannot run 'git'", { hint, cause })
}

/** Runs git and answers with its standard output; a failure is an error that carries git's own words. */
export async function git(args: string[], options: GitOptions): Promise<string> {
  const result = await tryGit(args, options)
  if (result.code !== 0) throw gitFailed(args, result)
  return result.stdout.toString('utf8')
}

export function gitFailed(args: string[], result: GitResult): RalphError {
  const said = result.stderr.trim().split('\n').at(-1) || `exit code ${result.code}`
  return new RalphError('git-failed', `'git ${args.find((arg) => !arg.startsWith('-'))}' failed: ${said}`, {
    data: { args, code: result.code, stderr: result.stderr },
  })
}
