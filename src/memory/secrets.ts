/**
 * Finds keys and tokens in a text. Rules are the rule set's (`secret-rules.ts`) and a few published formats it lacks
 * (`secret-formats.ts`); which kinds are found, and how many false alarms there are, is in test/memory/secrets.test.ts.
 * What is not promised: a password that looks like a word, or a key without a format of its own.
 */
import { SECRET_FORMATS } from './secret-formats.js'
import { type RuleMatch, runRules } from './secret-rules.js'

export interface SecretFinding {
  /** Whose key it is: `github`, `aws`, `private-key`… */
  rule: string
  /** The place in the text: from `start` to before `end`. */
  start: number
  end: number
  /** What may be shown: `ghp_…, 40 characters`. */
  masked: string
}

/**
 * What a text must hold for any rule to find something in it. Loading the rules takes milliseconds and nearly no text has any of
 * this, so it decides whether they are loaded. A test derives texts from the rules themselves and sees that none is missed.
 */
const HINT = new RegExp(
  [
    // Keys with a beginning of their own.
    /A3T[A-Z0-9]|A(?:KI|GP|ID|RO|IP|NP|NV|SI)A[A-Z0-9]{16}|npm_\w{20}|xox[abopr]-|xapp-|hooks\.slack\.com|SG\.\w/,
    /shp(?:pa|ca|at|ss)_|[sr]k_(?:live|test)_|gh[pousr]_\w|github_pat_|glpat-|glc_|glsa_|sk-[\w-]{20}|gsk_|hf_[A-Za-z]{20}/,
    /lin_api_|ntn_\d|ops_ey|hv[sbr]\.|vc[piark]_\w{20}|dapi[A-Fa-f0-9]{32}|dckr_pat_|figd_|cf(?:k|ut|at)_\w|tskey-/,
    // secretlint-rule-aws, -npm; a user and password in a URL.
    /(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)|_authToken=|x-oauth-basic@|:\/\/[^\s/]{1,310}@/,
    // What is in secret-formats.ts alone.
    /PRIVATE KEY|AIza|GOCSPX-|pypi-AgE|rubygems_|do[opr]_v1_|SK[0-9a-f]{32}|\d:AA|\/api\/webhooks|AccountKey=|AGE-SECRET|eyJ[\w-]{10}/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Whether it is worth loading the rules for this text. */
export const mayHoldSecrets = (text: string): boolean => HINT.test(text)

/** The secrets in a text, in their order; what overlaps is one finding. */
export function findSecrets(text: string): SecretFinding[] {
  if (!mayHoldSecrets(text)) return []
  const found = [...runRules(text), ...runFormats(text)].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  )
  const apart: RuleMatch[] = []
  for (const match of found) {
    const last = apart.at(-1)
    if (last && match.start < last.end) last.end = Math.max(last.end, match.end)
    else if (!isExample(text.slice(match.start, match.end))) apart.push({ ...match })
  }
  return apart.map((match) => ({ ...match, masked: mask(text.slice(match.start, match.end)) }))
}

/** The text with each secret replaced by `[redacted: <rule>]`. */
export function redactSecrets(text: string): { text: string; findings: SecretFinding[] } {
  const findings = findSecrets(text)
  let redacted = ''
  let from = 0
  for (const { rule, start, end } of findings) {
    redacted += `${text.slice(from, start)}[redacted: ${rule}]`
    from = end
  }
  return { text: redacted + text.slice(from), findings }
}

function runFormats(text: string): RuleMatch[] {
  return SECRET_FORMATS.flatMap(({ rule, format }) =>
    [...text.matchAll(format)].map((match) => ({
      rule,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
}

/** Documentation writes keys that are none: `AKIAIOSFODNN7EXAMPLE`, `ghp_xxxxxxxxxxxx`. */
function isExample(secret: string): boolean {
  return /EXAMPLE/.test(secret) || /(.)\1{11}/.test(secret)
}

/** The first letters tell whose key it is and nothing of it. A URL or a line of settings is shown up to its first sign. */
function mask(secret: string): string {
  const beginning = /^[A-Za-z]{1,8}(?:[-_.:][A-Za-z]{1,8}(?=[-_.:/]))?/.exec(secret)?.[0] ?? ''
  return `${beginning.slice(0, Math.min(12, Math.floor(secret.length / 4)))}…, ${secret.length} characters`
}
