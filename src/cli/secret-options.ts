/** The flags that say what to do with a secret in what is stored. */
import type { SecretPolicy } from '../memory/admit.js'

export const REDACT = {
  type: 'boolean',
  describe: 'store it with secrets replaced by [redacted: …]',
} as const

export const SECRET_OPTIONS = {
  redact: REDACT,
  'allow-secret': {
    type: 'string',
    describe: 'store it although it holds a secret; the reason is stored too',
    placeholder: 'REASON',
  },
} as const

export function policyOf(args: { redact: boolean; 'allow-secret': string | undefined }): SecretPolicy {
  const reason = args['allow-secret']
  return { ...(args.redact && { redact: true }), ...(reason !== undefined && { allowSecret: reason }) }
}
