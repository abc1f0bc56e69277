/**
 * Made-up secrets of each kind, put together at run time: no scanner shall find one in this repository. The letters come from a
 * small generator with a fixed seed, since real keys are random and the rules look at that.
 */
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LOWER = UPPER.toLowerCase()
const DIGITS = '0123456789'
const HEX = `${DIGITS}abcdef`
const LETTERS = UPPER + LOWER
const ALPHANUMERIC = LETTERS + DIGITS

export function randomOf(seed: number): (letters: string, length: number) => string {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return (letters, length) =>
    Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join('')
}

const some = randomOf(20_261_118)
const an = (length: number): string => some(ALPHANUMERIC, length)
const hex = (length: number): string => some(HEX, length)
const base64 = (length: number): string => some(`${ALPHANUMERIC}+/`, length)
const pem = (kind: string, start: string): string => {
  const body = (start + base64(600)).replace(/.{64}/g, '$&\n')
  return `-----BEGIN ${kind}-----\n${body}\n-----END ${kind}-----`
}
const base64url = (text: string): string => Buffer.from(text).toString('base64url')

export const PLANTED: Record<string, string> = {
  'AWS access key id': `AKIA${some(UPPER + DIGITS, 16)}`,
  'AWS temporary key id': `ASIA${some(UPPER + DIGITS, 16)}`,
  'AWS secret access key': `AWS_SECRET_ACCESS_KEY=${base64(39)}a`,
  'GitHub personal token': `ghp_${an(36)}`,
  'GitHub OAuth token': `gho_${an(36)}`,
  'GitHub user token': `ghu_${an(36)}`,
  'GitHub server token': `ghs_${an(36)}`,
  'GitHub refresh token': `ghr_${an(36)}`,
  'GitHub fine-grained token': `github_pat_${an(22)}_${an(59)}`,
  'GitLab personal token': `glpat-${an(20)}`,
  'npm token': `npm_${an(36)}`,
  'npmrc auth token': `//registry.npmjs.org/:_authToken=${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
  'Slack bot token': `xoxb-${some(DIGITS, 12)}-${some(DIGITS, 12)}-${an(24)}`,
  'Slack user token': `xoxp-${some(DIGITS, 12)}-${some(DIGITS, 12)}-${some(DIGITS, 12)}-${hex(32)}`,
  'Slack app token': `xapp-1-A${some(UPPER + DIGITS, 10)}-${some(DIGITS, 13)}-${hex(64).slice(0, 40)}`,
  'Slack webhook': `https://hooks.slack.com/services/T${some(UPPER, 8)}/B${some(UPPER, 8)}/${an(24)}`,
  'SendGrid key': `SG.${an(22)}.${an(43)}`,
  'Shopify access token': `shpat_${hex(32)}`,
  'Shopify shared secret': `shpss_${hex(32)}`,
  'Stripe live key': `sk_live_${an(24)}`,
  'Stripe restricted key': `rk_live_${an(24)}`,
  'OpenAI key': `sk-${an(20)}T3BlbkFJ${an(20)}`,
  'OpenAI project key': `sk-proj-${an(74)}T3BlbkFJ${an(74)}`,
  'Anthropic key': `sk-ant-api03-${an(93)}AA`,
  'Anthropic OAuth token': `sk-ant-oat01-${an(95)}`,
  'Groq key': `gsk_${an(52)}`,
  'Hugging Face token': `hf_${some(LETTERS, 34)}`,
  'Linear key': `lin_api_${an(40)}`,
  'Notion token': `ntn_${some(DIGITS, 11)}${an(35)}`,
  'Grafana cloud token': `glc_${base64(60)}`,
  'Grafana service account': `glsa_${an(32)}_${hex(8)}`,
  'Vault service token': `hvs.${an(95)}`,
  'Vault batch token': `hvb.${an(150)}`,
  'Vercel token': `vcp_${an(24)}`,
  'Databricks token': `dapi${hex(32)}`,
  'Docker token': `dckr_pat_${an(27)}`,
  'Figma token': `figd_${an(44)}`,
  'Cloudflare token': `cfut_${an(40)}${hex(8)}`,
  'Tailscale key': `tskey-auth-${an(12)}-${an(32)}`,
  'URL with a password': `https://deploy:${an(18)}@ci.internal.net/repo.git`,
  'MongoDB URL': `mongodb+srv://app:${an(16)}@cluster0.mongodb.net/prod`,
  'MySQL URL': `mysql://app:${an(16)}@db.internal.net:3306/prod`,
  'PostgreSQL URL': `postgres://app:${an(16)}@db.internal.net:5432/prod`,
  'RSA private key': pem('RSA PRIVATE KEY', 'MIIEpAIBAAKCAQEA'),
  'EC private key': pem('EC PRIVATE KEY', 'MHcCAQEEI'),
  'PKCS#8 private key': pem('PRIVATE KEY', 'MIIEvQIBADANBg'),
  'encrypted private key': pem('ENCRYPTED PRIVATE KEY', 'MIIFDjBABgkq'),
  'OpenSSH private key': pem('OPENSSH PRIVATE KEY', 'b3BlbnNzaC1rZXktdjEAAAAA'),
  'PGP private key': pem('PGP PRIVATE KEY BLOCK', '\nlQOYBGP'),
  'private key cut short': pem('RSA PRIVATE KEY', 'MIIEpAIBAAKCAQEA').slice(0, 400),
  'private key in JSON': JSON.stringify({ private_key: pem('PRIVATE KEY', 'MIIEvQIBADANBg') }),
  'Google API key': `AIza${an(35)}`,
  'Google OAuth client secret': `GOCSPX-${an(28)}`,
  'PyPI token': `pypi-AgEIcHlwaS5vcmc${an(140)}`,
  'RubyGems key': `rubygems_${hex(48)}`,
  'DigitalOcean token': `dop_v1_${hex(64)}`,
  'Twilio key': `SK${hex(32)}`,
  'Telegram bot token': `${some(DIGITS, 10)}:AA${an(33)}`,
  'Discord webhook': `https://discord.com/api/webhooks/${some(DIGITS, 18)}/${an(68)}`,
  'Azure storage key': `AccountName=prod;AccountKey=${base64(86)}==`,
  'age key': `AGE-SECRET-KEY-1${some(UPPER + DIGITS, 58)}`,
  'JSON web token': `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url('{"sub":"1234567890","name":"somebody"}')}.${an(43)}`,
}
