/** What a second agent is asked before success counts, and how its answer is read. Pure. */
import { headAndTail, plain } from './output.js'

const ACCEPTED = '[RALPH_VERIFIED]'
const REJECTED = '[RALPH_REJECTED]'

export function renderVerifyPrompt(
  goal: string,
  criteria: readonly string[],
  diff: string,
  room: number,
): string {
  const text = headAndTail(diff, room)
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)))
  return `Another agent was given a goal and says it is reached. Judge whether that is so. Look at the code in the current directory; change nothing.

## Goal

${goal.trim()}

## What was checked already

${criteria.map((one) => `- ${one}: passes`).join('\n')}

## What was changed

${fence}diff
${text}
${fence}

## Your answer

Look for what the checks cannot see: parts of the goal that are missing, tests that were weakened or removed, special cases made for the tests.
End with one line: ${ACCEPTED} if the goal is reached, or ${REJECTED} and the reason in the same line if it is not.
`
}

export interface Verification {
  accepted: boolean
  reason: string
}

/** The last word counts. Without one, success does not: silence is no consent. */
export function readVerification(said: string): Verification {
  const line = plain(said)
    .split('\n')
    .findLast((one) => one.includes(ACCEPTED) || one.includes(REJECTED))
  if (line === undefined) return { accepted: false, reason: 'the verifying agent gave no verdict' }
  // A prompt that is printed again names both.
  if (line.includes(ACCEPTED) && !line.includes(REJECTED)) return { accepted: true, reason: '' }
  const reason = line
    .slice(line.indexOf(REJECTED) + REJECTED.length)
    .replace(/^[\s:–—-]+/, '')
    .replace(/[*`_]+$/, '')
    .trim()
  return { accepted: false, reason: reason.slice(0, 1000) || 'the verifying agent gave no reason' }
}
