/**
 * Codex: Claude Code's hooks with an output schema that refuses every key it doesn't know, and without an event for failures: what
 * a tool answered is one text, which begins with the exit code where there is one.
 */
import type { Adapter } from './adapter.js'
import { readLikeClaude, writeLikeClaude } from './claude.js'

const HEARS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse']
const EXIT_CODE = /^(?:Process exited with code|Exit code:?) +([1-9]\d*)\b/im
/** Where agents say it, if at all. */
const HEAD = 400

export const codex: Adapter = {
  read(eventName, payload) {
    const event = readLikeClaude('codex', eventName, payload)
    if (event.kind !== 'after-tool' || !event.tool?.result) return event
    const failed = EXIT_CODE.test(event.tool.result.slice(0, HEAD))
    return { ...event, tool: { ...event.tool, failed, ...(failed && { error: event.tool.result }) } }
  },
  hears: (eventName) => HEARS.includes(eventName),
  write: writeLikeClaude,
}
