/** What a user can start with a slash: recall, remember, review. */
import { neutralise } from '../briefing/frame.js'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { checkType, MEMORY_TYPES } from '../memory/memory.js'
import { list } from '../verbs/list.js'
import { recall } from '../verbs/recall.js'
import { findConflicts } from '../verbs/resolve.js'
import { errorText } from './errors.js'
import { ErrorCode, type GetPromptResult, McpError, type Prompt } from './sdk.js'
import { DATA, hitText, memoryText } from './text.js'

const BUDGET = 3000
const REVIEWED = 30

export const PROMPTS: Prompt[] = [
  {
    name: 'recall',
    title: 'Recall',
    description: 'What is known about something, put into the conversation',
    arguments: [{ name: 'question', description: 'what you want to know', required: true }],
  },
  {
    name: 'remember',
    title: 'Remember',
    description: 'Store what was learnt, or what is worth it in this conversation',
    arguments: [
      { name: 'what', description: 'what was learnt; left out: what this conversation has brought' },
      { name: 'type', description: MEMORY_TYPES.join(', ') },
    ],
  },
  {
    name: 'review',
    title: 'Review',
    description: 'Go through memories and mend what is wrong, outdated or said twice',
    arguments: [{ name: 'topic', description: 'which memories; left out: those not touched for longest' }],
  },
]

type Given = Record<string, string>

export async function getPrompt(env: Env, name: string, given: Given = {}): Promise<GetPromptResult> {
  const prompt = PROMPTS.find((one) => one.name === name)
  if (!prompt) throw new McpError(ErrorCode.InvalidParams, `there is no prompt '${name.slice(0, 100)}'`)
  const missing = prompt.arguments!.find((one) => one.required && !given[one.name]?.trim())
  if (missing)
    throw new McpError(ErrorCode.InvalidParams, `'${missing.name}' is missing: ${missing.description}`)
  try {
    const text = await TEXTS[name as keyof typeof TEXTS](env, given)
    return {
      description: prompt.description!,
      messages: [{ role: 'user', content: { type: 'text', text: neutralise(text) } }],
    }
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    throw new McpError(ErrorCode.InternalError, errorText(error))
  }
}

const TEXTS = {
  async recall(env: Env, { question = '' }: Given) {
    const found = await find(env, question)
    return found === ''
      ? `Nothing is remembered about: ${question}\n\nFind it out, and remember it with the tool "remember" if it will matter again.`
      : `What is remembered about: ${question}\n\n${DATA}\n\n${found}\nAnswer from it where it answers, naming the ids, and check it against the code.`
  },

  async remember(_env: Env, { what, type }: Given) {
    const as = type?.trim() ? ` as ${checkType(type.trim())}` : ''
    return what?.trim()
      ? `Remember this${as} with the tool "remember", in one to three sentences that stand on their own, with a few tags. If it says nearly the same as a memory, revise that one instead.\n\n${what}`
      : `Look back over this conversation. What was learnt that the code does not say and a later session would have to find out again? Store each such thing${as} with the tool "remember", one memory each, in one to three sentences that stand on their own, with a few tags; nothing that is only about the current task. Then list what you stored.`
  },

  async review(env: Env, { topic }: Given) {
    const memories = topic?.trim() ? await find(env, topic) : await oldest(env)
    if (memories === '') return 'There are no memories to review.'
    return `Review these memories. Check each against the code as it is now. Where one is wrong or outdated, propose how to "revise" it or to "forget" it; where two say the same, propose which to keep. Ask before you forget anything.\n\n${DATA}\n\n${memories}${await conflicts(env)}`
  },
}

async function find(env: Env, question: string): Promise<string> {
  const now = env.now()
  const answer = await recall(env, question, {
    layer: 3,
    budget: BUDGET,
    limit: REVIEWED,
    textOf: (hit) => `${hitText(hit, now)}\n`,
  })
  return answer.text
}

async function oldest(env: Env): Promise<string> {
  const lastTouched = ({ created, updated = created }: { created: string; updated?: string }): string =>
    updated
  const { memories, quarantine } = await list(env)
  return memories
    .filter(({ id }) => !quarantine.has(id))
    .toSorted((a, b) => (lastTouched(a) < lastTouched(b) ? -1 : 1))
    .slice(0, REVIEWED)
    .map((memory) => `${memoryText(memory, env.now())}\n`)
    .join('')
}

async function conflicts(env: Env): Promise<string> {
  const found = (await findConflicts(env)).conflicts
  if (found.length === 0) return ''
  const lines = found.map(({ id, variants }) => `- ${id}: ${variants.map((one) => one.id).join(', ')}\n`)
  return `Branches changed these differently; the user settles them with \`git ralph resolve\`:\n${lines.join('')}`
}
