/**
 * Published formats of keys and tokens that the rule set does not know (yet). Each begins with letters that nothing else begins
 * with; nothing is guessed from randomness, since commit ids and file hashes are as random as any password.
 */
export interface SecretFormat {
  rule: string
  format: RegExp
}

export const SECRET_FORMATS: readonly SecretFormat[] = [
  {
    rule: 'private-key',
    // Also encrypted ones, PGP's, and one whose end was cut off: the rule set wants a whole PEM file.
    format:
      /-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\n|\s)+[A-Z][\w-]{1,30}: [^\n\\]{0,200}){0,4}(?:\\n|\s)*[A-Za-z0-9+/=]{16,}(?:(?:\\n|\s)+[A-Za-z0-9+/=]{16,})*(?:[\s\S]{0,80}?-----END [A-Z ]{0,60}-----)?/g,
  },
  { rule: 'google-api-key', format: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g },
  { rule: 'google-oauth-secret', format: /(?<![\w-])GOCSPX-[\w-]{28}(?![\w-])/g },
  { rule: 'anthropic', format: /(?<![\w-])sk-ant-[a-z]{2,12}\d{2}-[\w-]{80,200}/g },
  { rule: 'pypi', format: /(?<![\w-])pypi-AgE[\w-]{60,1000}/g },
  { rule: 'rubygems', format: /(?<!\w)rubygems_[0-9a-f]{48}(?!\w)/g },
  { rule: 'digitalocean', format: /(?<!\w)do[opr]_v1_[0-9a-f]{64}(?!\w)/g },
  { rule: 'twilio', format: /(?<!\w)SK[0-9a-f]{32}(?!\w)/g },
  { rule: 'telegram-bot', format: /(?<![\w:])\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  {
    rule: 'discord-webhook',
    format: /https:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,100}/g,
  },
  { rule: 'azure-storage-key', format: /AccountKey=[A-Za-z0-9+/]{86}==/g },
  { rule: 'age', format: /AGE-SECRET-KEY-1[0-9A-Z]{58}/g },
  { rule: 'jwt', format: /(?<![\w.-])eyJ[\w-]{10,1000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}(?![\w-])/g },
]
