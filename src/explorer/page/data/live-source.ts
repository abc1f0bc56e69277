import type { Failure } from '../../api.js'
import { readEvents } from './events.js'
import { SourceError } from './source.js'
import type { Params, Source } from './source.js'

const NO_TOKEN = new SourceError(
  'no-token',
  'this page needs the token of its server',
  'run `git ralph explore` and open the address that it prints',
)
const GONE = new SourceError(
  'no-server',
  'the server does not answer',
  'run `git ralph explore` again, and open the address that it prints',
)

/** The server that this page came from. */
export function createLiveSource(token: string | undefined): Source {
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    if (token === undefined) throw NO_TOKEN
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(`api/${path}`, { ...init, headers, cache: 'no-store' }).catch(
      (error: unknown) => {
        throw init.signal?.aborted ? error : GONE
      },
    )
    if (!response.ok) throw await refusal(response)
    return response
  }
  return {
    readOnly: false,
    get: async (route, params, signal) => (await ask(`${route}${renderParams(params)}`, { signal })).json(),
    post: async (route, body) => {
      const headers = { 'content-type': 'application/json' }
      return (await ask(route, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    },
    watch: (changed, connected) => {
      if (token !== undefined) void readEvents(() => ask('events'), changed, connected)
    },
  }
}

async function refusal(response: Response): Promise<SourceError> {
  if (response.status === 401) return NO_TOKEN
  const said = (await response.json().catch(() => ({}))) as Partial<Failure>
  if (said.error) return new SourceError(said.error.code, said.error.message, said.error.hint)
  return new SourceError('internal', `the server answered ${response.status}`)
}

/** Lists are given as several parameters of one name; what is undefined, false or empty is left out. */
export function renderParams(params: Params): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (Array.isArray(value)) for (const one of value) search.append(name, one)
    else if (value !== undefined && value !== false && value !== '') search.append(name, String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}
