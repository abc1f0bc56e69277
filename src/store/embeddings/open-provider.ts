/** The provider that settings name. Keys come from the environment alone, and go to no host but the one they are for. */
import { RalphError } from '../../errors.js'
import type { Settings } from '../settings/settings.js'
import { localProvider } from './local.js'
import type { EmbeddingProvider } from './provider.js'
import { remoteProvider } from './remote.js'
import { OLLAMA, OPENAI, VOYAGE, type Wire } from './wire.js'

export type EmbeddingSettings = Pick<Settings, 'embeddings' | 'embeddingsModel' | 'embeddingsUrl'>
type Variables = Record<string, string | undefined>

interface Known {
  wire: Wire
  url: string
  model: string
  /** Enough to tell memories apart; a quarter of the room and time of the whole vector. */
  dimensions?: number
  /** The variable that holds its key; without `needed` it goes without one. */
  key?: { variable: string; needed: boolean }
}

const SERVERS: Record<string, Known> = {
  openai: {
    wire: OPENAI,
    url: 'https://api.openai.com',
    model: 'text-embedding-3-small',
    dimensions: 512,
    key: { variable: 'OPENAI_API_KEY', needed: true },
  },
  voyage: {
    wire: VOYAGE,
    url: 'https://api.voyageai.com',
    model: 'voyage-3.5',
    dimensions: 512,
    key: { variable: 'VOYAGE_API_KEY', needed: true },
  },
  ollama: { wire: OLLAMA, url: 'http://127.0.0.1:11434', model: 'nomic-embed-text' },
}

/** Undefined when settings name none. */
export function openProvider(settings: EmbeddingSettings, vars: Variables): EmbeddingProvider | undefined {
  const { embeddings: name } = settings
  if (name === 'none' || name === '') return undefined
  if (name === 'local') return localProvider()
  const known = Object.hasOwn(SERVERS, name) ? SERVERS[name]! : serverAt(name)
  const { wire } = known
  const url = addressOf(settings.embeddingsUrl || known.url, wire.path)
  const key = keyFor(known, url, name, vars)
  const model = settings.embeddingsModel || known.model
  return remoteProvider({
    name: SERVERS[name] === known ? name : new URL(url).host,
    wire,
    url,
    model,
    ...(key !== undefined && { key }),
    ...(known.dimensions && model === known.model && { dimensions: known.dimensions }),
  })
}

function serverAt(url: string): Known {
  if (!/^https?:\/\//i.test(url))
    throw new RalphError(
      'bad-settings',
      `ralph.embeddings is '${url}', which is no provider and no address`,
      {
        hint: 'one of none, local, ollama, openai, voyage, or https://…',
      },
    )
  return { wire: OPENAI, url, model: 'default', key: { variable: 'RALPH_EMBEDDINGS_KEY', needed: false } }
}

/** A bare host gets the path that its protocol has; an address with a path is taken as it is. */
function addressOf(typed: string, path: string): string {
  let url: URL
  try {
    url = new URL(typed)
  } catch (cause) {
    throw new RalphError('bad-settings', `'${typed}' is no address of a server`, { cause })
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new RalphError('bad-settings', `'${typed}' is neither an http nor an https address`)
  if (url.username || url.password)
    throw new RalphError('bad-settings', 'the address of the embedding server holds a password', {
      hint: 'put the key into the environment: RALPH_EMBEDDINGS_KEY',
    })
  if (url.pathname === '/') url.pathname = path
  return url.href
}

function keyFor({ key }: Known, url: string, name: string, vars: Variables): string | undefined {
  if (!key) return undefined
  const value = vars[key.variable]?.trim()
  if (!value) {
    if (!key.needed) return undefined
    throw new RalphError('bad-settings', `ralph.embeddings is ${name}, but ${key.variable} is not set`, {
      hint: `export ${key.variable}=…, or git ralph config embeddings local`,
    })
  }
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
    throw new RalphError('bad-settings', `${key.variable} is not sent to ${hostname} in the clear`, {
      hint: 'use an https address',
    })
  return value
}
