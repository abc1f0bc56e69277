/** What installing would do to each hook, decided from the files as they are. Pure. */
import {
  findBlock,
  type HookCommand,
  type HookName,
  insertBlock,
  isShellScript,
  renderBlock,
  renderHook,
} from './shim.js'

export interface HookFile {
  name: HookName
  path: string
  /** The bytes as latin1 text, so that nothing is lost; undefined when there is no such file. */
  content?: string
  executable: boolean
  /** Why the file is not ours to change unasked. */
  shield: string | undefined
  /** Why it can't be a hook of ours at all. */
  obstacle?: string
}

export interface HookPlan {
  name: HookName
  path: string
  action: 'create' | 'insert' | 'unchanged' | 'consent' | 'skip'
  reason: string
  /** The file as it should be, as latin1 text; for `skip` as it is. */
  content: string
  /** For `consent` and `skip`: the lines that a person may add below the shebang. */
  byHand?: string
}

export interface PlanOptions {
  /** Change files also where that changes more than this repository's git directory. */
  consent?: boolean
}

export function planHooks(files: HookFile[], command: HookCommand, options: PlanOptions = {}): HookPlan[] {
  return files.map((file) => {
    const decided = decide(file, command)
    const { name, path, shield } = file
    const byHand = renderBlock(name, command)
    if (decided.action === 'skip') return { name, path, ...decided, byHand }
    if (decided.action === 'unchanged' || !shield || options.consent) return { name, path, ...decided }
    return { name, path, action: 'consent', reason: shield, content: decided.content, byHand }
  })
}

function decide(file: HookFile, command: HookCommand): Pick<HookPlan, 'action' | 'reason' | 'content'> {
  const { name, content } = file
  const whole = bytesOf(renderHook(name, command))
  const block = bytesOf(renderBlock(name, command))
  if (file.obstacle) return { action: 'skip', reason: file.obstacle, content: content ?? '' }
  if (content === undefined) return { action: 'create', reason: 'there is no such hook yet', content: whole }
  if (content === whole && !file.executable)
    return { action: 'create', reason: 'it is not executable, so git ignores it', content: whole }
  if (!isShellScript(content)) return { action: 'skip', reason: 'it is not a shell script', content }
  if (!file.executable) return { action: 'skip', reason: 'it is not executable, so git ignores it', content }
  const found = findBlock(content)
  if (found === block || found === block.slice(0, -1))
    return { action: 'unchanged', reason: 'it is installed', content }
  const reason = found ? 'it calls git-ralph where it was before' : 'the hook that is there stays'
  return { action: 'insert', reason, content: insertBlock(content, block) }
}

function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
