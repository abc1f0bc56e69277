/** What may be stored: texts with a secret in them only when somebody says so, and why. Pure. */
import { RalphError } from '../errors.js'
import { findSecrets, redactSecrets, type SecretFinding } from './secrets.js'
import { checkBody } from './text.js'

export interface SecretPolicy {
  /** Store the text with secrets replaced. */
  redact?: boolean
  /** Store it as it is, for this reason, which is stored with it. */
  allowSecret?: string
}

/** The front matter key that holds the reason. */
export const ALLOW_KEY = 'allow_secret'

interface Entry {
  title?: string
  tags: readonly string[]
  body: string
  extra?: Record<string, unknown>
}

/** The entry as it may be stored under this policy, or the error `secret-found`. */
export function admit<T extends Entry>(entry: T, policy: SecretPolicy = {}): T {
  const findings = secretsOf(entry)
  if (findings.length === 0) return entry
  if (policy.allowSecret !== undefined)
    return { ...entry, extra: { ...entry.extra, [ALLOW_KEY]: reasonOf(policy.allowSecret) } }
  if (!policy.redact) throw secretFound(findings)
  const { title } = entry
  return {
    ...entry,
    ...(title !== undefined && { title: redactSecrets(title).text }),
    tags: entry.tags.filter((tag) => findSecrets(tag).length === 0),
    body: checkBody(redactSecrets(entry.body).text),
  }
}

/** A text that has no place for a reason. */
export function admitText(text: string, { redact }: SecretPolicy = {}): string {
  const redacted = redactSecrets(text)
  if (redacted.findings.length > 0 && !redact) throw secretFound(redacted.findings)
  return redacted.text
}

/** Everything found in title, tags and text. Tags are lower case, which hides the beginnings of some keys, not of most. */
export function secretsOf({ title = '', tags, body }: Entry): SecretFinding[] {
  return [title, ...tags, body].flatMap(findSecrets)
}

/** The reason in the front matter of a stored file, if somebody allowed its secret. */
export function allowedIn(file: string): string | undefined {
  const head = /^---\n[\s\S]*?\n---/.exec(file)?.[0] ?? ''
  return new RegExp(`^${ALLOW_KEY}: *(\\S.*)$`, 'm').exec(head)?.[1]
}

export function secretFound(findings: readonly SecretFinding[], where = 'this'): RalphError {
  return new RalphError('secret-found', `${where} looks like it holds a secret: ${nameSecrets(findings)}`, {
    hint: 'nothing was stored; leave it out, or use --redact, or --allow-secret "<why it may be stored>"',
    data: { secrets: findings.map(({ rule, masked }) => ({ rule, masked })) },
  })
}

/** `github (ghp…, 40 characters), aws (AKIA…, 20 characters)`: nothing that must not be shown. */
export function nameSecrets(findings: readonly Pick<SecretFinding, 'rule' | 'masked'>[]): string {
  const named = findings.slice(0, 3).map(({ rule, masked }) => `${rule} (${masked})`)
  return [...named, ...(findings.length > 3 ? [`${findings.length - 3} more`] : [])].join(', ')
}

function reasonOf(reason: string): string {
  const text = reason.replace(/\s+/g, ' ').trim()
  if (text !== '' && findSecrets(text).length === 0) return text
  throw new RalphError('bad-usage', 'storing a secret needs a reason', {
    hint: '--allow-secret "the sandbox key that is in the public docs"',
  })
}
