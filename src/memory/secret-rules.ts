/** The maintained rules: secretlint's recommended preset, run without its engine, which is asynchronous and reads files. */
import { rules } from '@secretlint/secretlint-rule-preset-recommend'

/** What a rule found: `start` and `end` cover the secret, and often some of what is around it. */
export interface RuleMatch {
  rule: string
  start: number
  end: number
}

/** Would let a text switch the rules off for itself. */
const SWITCHES = 'filter-comments'
/** An account's number is no secret. */
const NO_SECRETS = ['AWSAccountID']

export function runRules(text: string): RuleMatch[] {
  const found: RuleMatch[] = []
  // Under this name the rule for npm looks for its tokens in any text; no rule opens the file.
  const source = { filePath: '.npmrc', content: text, contentType: 'text' as const, ext: '' }
  for (const { meta, create } of rules) {
    const rule = meta.id.replace('@secretlint/secretlint-rule-', '')
    if (rule === SWITCHES) continue
    const context = {
      createTranslator: () => (messageId: string, data?: object) => ({ messageId, message: '', data }),
      report({ message, range }: { message: Translated; range: readonly [number, number] }) {
        if (NO_SECRETS.includes(message.messageId)) return
        found.push({ rule, ...widened(text, range, message.data) })
      },
      ignore: () => {},
    }
    // The ids of AWS keys are looked for only when asked.
    void create(context, { enableIDScanRule: true }).file?.(source)
  }
  return found
}

interface Translated {
  messageId: string
  data?: object | undefined
}

/** Some rules report a range that begins where the whole match does, as long as the secret alone: it ends in its middle. */
function widened(
  text: string,
  [start, end]: readonly [number, number],
  data: object = {},
): { start: number; end: number } {
  let furthest = end
  for (const value of Object.values(data)) {
    if (typeof value !== 'string' || value.length < 4) continue
    const at = text.indexOf(value, start)
    if (at !== -1) furthest = Math.max(furthest, at + value.length)
  }
  return { start, end: furthest }
}
