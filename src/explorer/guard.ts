/**
 * Who may ask. A page of another site can send requests to this port too, and by DNS rebinding under a name of its own: so the names in
 * Host and Origin must be ours, and data needs the token, which only the address that we printed has.
 */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Refusal, refusal } from './refusal.js'

const OUR_NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** Why this request is not answered, whatever it asks for. */
export function refuseStranger(request: IncomingMessage, port: number): Refusal | undefined {
  const ours = OUR_NAMES.map((name) => `${name}:${port}`)
  const { origin } = request.headers
  const hosts = request.headersDistinct['host'] ?? []
  if (hosts.length !== 1 || !ours.includes(hosts[0]!))
    return refusal(403, 'wrong-host', 'this server answers to its own address alone')
  if (origin !== undefined && origin !== `http://${hosts[0]!}`)
    return refusal(403, 'wrong-origin', 'pages of other sites may not ask')
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site')
    return refusal(403, 'wrong-origin', 'pages of other sites may not ask')
  return undefined
}

export function refuseWithoutToken(request: IncomingMessage, token: string): Refusal | undefined {
  const given = /^Bearer ([\w-]{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (isSame(given, token)) return undefined
  return refusal(
    401,
    'no-token',
    'the token is missing or is not of this server',
    'open the address that `git ralph explore` printed',
  )
}

/** In a time that does not tell how much of it was right. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** As far as a page may say it of itself. */
export const META_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; worker-src 'self'; base-uri 'none'; form-action 'none'"

/** Of every answer. */
export const SAFE_HEADERS = {
  'Content-Security-Policy': `${META_POLICY}; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const
