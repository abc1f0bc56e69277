import { beforeEach, describe, expect, it } from 'vitest'
import { RalphError } from '../../../src/errors.js'
import { openProvider } from '../../../src/store/embeddings/open-provider.js'
import type { EmbeddingProvider } from '../../../src/store/embeddings/provider.js'
import { answer, type EmbeddingServer, startEmbeddingServer, status } from '../../helpers/embedding-server.js'

let server: EmbeddingServer
beforeEach(async () => {
  server = await startEmbeddingServer()
})

const KEYS = { OPENAI_API_KEY: 'sk-o', VOYAGE_API_KEY: 'pa-v' }

function open(embeddings: string, more: { model?: string; url?: string } = {}, vars = {}): EmbeddingProvider {
  const settings = {
    embeddings,
    embeddingsModel: more.model ?? 'some-model',
    embeddingsUrl: more.url ?? (embeddings.startsWith('http') ? '' : server.url),
  }
  return openProvider(settings, { ...KEYS, ...vars })!
}

const plain = (vectors: Float32Array[]): number[] => vectors.map(([first]) => first!)

describe('what servers are asked', () => {
  it('speaks OpenAI’s protocol, and takes vectors in any order', async () => {
    const vectors = await open('openai').embed(['a payment', 'nothing'], 'document')
    expect(plain(vectors)).toEqual([1, 0])
    const [asked] = server.asked
    expect(asked).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer sk-o', 'content-type': 'application/json' },
      body: { model: 'some-model', input: ['a payment', 'nothing'], encoding_format: 'float' },
    })
    expect(asked!.body).not.toHaveProperty('dimensions')
  })

  it('tells Voyage which side a text is on', async () => {
    const provider = open('voyage')
    await provider.embed(['a'], 'document')
    await provider.embed(['b'], 'query')
    expect(server.asked.map(({ body }) => body['input_type'])).toEqual(['document', 'query'])
    expect(server.asked[0]!.headers.authorization).toBe('Bearer pa-v')
  })

  it('speaks Ollama’s protocol, with the words that a model was trained with, and without any key', async () => {
    const provider = open('ollama', { model: 'nomic-embed-text' })
    expect(plain(await provider.embed(['a payment'], 'document'))).toEqual([1])
    await provider.embed(['b'], 'query')
    expect(server.asked.map(({ path }) => path)).toEqual(['/api/embed', '/api/embed'])
    expect(server.texts()).toEqual(['search_document: a payment', 'search_query: b'])
    expect(server.asked[0]!.headers).not.toHaveProperty('authorization')
  })

  it('asks the usual models for short vectors', async () => {
    server.padding = 512 - 5
    const asked = async (name: string): Promise<Record<string, unknown>> => {
      const settings = { embeddings: name, embeddingsModel: '', embeddingsUrl: server.url }
      const [vector] = await openProvider(settings, KEYS)!.embed(['a'], 'document')
      expect(vector).toHaveLength(512)
      return server.asked.at(-1)!.body
    }
    expect(await asked('openai')).toMatchObject({ model: 'text-embedding-3-small', dimensions: 512 })
    expect(await asked('voyage')).toMatchObject({ model: 'voyage-3.5', output_dimension: 512 })
  })

  it('takes any address, whole or as a host, and sends no other provider’s key there', async () => {
    await open(server.url).embed(['a'], 'query')
    await open(`${server.url}/own/path`, {}, { RALPH_EMBEDDINGS_KEY: 'mine' }).embed(['a'], 'query')
    expect(server.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v1/embeddings', undefined],
      ['/own/path', 'Bearer mine'],
    ])
  })

  it('sends many texts in batches, and long ones cut', async () => {
    const texts = Array.from({ length: 130 }, (_, n) => `text ${n}`)
    expect(await open('openai').embed([...texts, 'x'.repeat(20_000)], 'document')).toHaveLength(131)
    expect(server.asked.map(({ body }) => body.input.length)).toEqual([64, 64, 3])
    expect(server.texts().at(-1)).toHaveLength(8_000)
  })
})

describe('servers that fail', () => {
  const failure = async (within = 2_000): Promise<string> => {
    try {
      await open('openai').embed(['a payment', 'b'], 'query', { within })
    } catch (error) {
      expect(error).toBeInstanceOf(RalphError)
      return (error as Error).message.replace(/127\.0\.0\.1:\d+/, '<host>')
    }
    throw new Error('it did not fail')
  }

  it('are asked again when they are busy or stumble', async () => {
    server.next = [status(429, 'slow down', { 'retry-after': '0' }), status(503, '', { 'retry-after': '0' })]
    expect(plain(await open('openai').embed(['a payment'], 'query'))).toEqual([1])
    expect(server.asked).toHaveLength(3)
  })

  it('are not waited for longer than there is time', async () => {
    server.next = [status(429, { error: { message: 'rate limit' } }, { 'retry-after': '30' })]
    expect(await failure()).toBe('the embedding server <host> answered 429: rate limit')
    expect(server.asked).toHaveLength(1)
  })

  it('are not asked again with a key that they refuse', async () => {
    server.next = [status(401, { error: { message: 'Incorrect \u001b[31mkey' } })]
    expect(await failure()).toBe('the embedding server <host> answered 401: Incorrect [31mkey')
    expect(server.asked).toHaveLength(1)
  })

  it('time out when they are slow, in the headers or in the body', async () => {
    server.next = [() => undefined]
    expect(await failure(60)).toBe('the embedding server <host> did not answer in time')
    server.next = [(response) => void response.write('{"data": [')]
    expect(await failure(60)).toBe('the embedding server <host> did not answer in time')
  })

  it.each([
    ['no JSON', '<html>', 'the embedding server <host> answered with something else than JSON'],
    ['no list', { ok: true }, "the embedding server's answer has no 'data'"],
    ['null', null, "the embedding server's answer has no 'data'"],
    ['too few', answer('/', [[1, 2]]), 'the embedding server answered 1 vectors for 2 texts'],
    ['no vector', { data: [null, {}] }, 'the embedding server answered with something else than vectors'],
    [
      'words',
      { data: [{ embedding: ['a'] }, { embedding: [1] }] },
      'the embedding server answered with something else than vectors',
    ],
    [
      'other lengths',
      answer('/', [
        [1, 2],
        [1, 2, 3],
      ]),
      'the embedding server answered 3 dimensions instead of 2',
    ],
    [
      'an index out of all bounds',
      { data: [{ index: 1e9, embedding: [1] }] },
      "the embedding server's answer has no order",
    ],
  ])('are refused when they answer with %s', async (_, body, message) => {
    server.next = [status(200, body)]
    expect(await failure()).toBe(message)
  })

  it('lead nowhere else', async () => {
    const other = await startEmbeddingServer()
    server.next = Array.from({ length: 9 }, () => status(307, '', { location: `${other.url}/v1/embeddings` }))
    expect(await failure(300)).toContain('cannot be reached')
    expect(other.asked).toEqual([])
  })

  it('are named when they are not there', async () => {
    const settings = { embeddings: 'ollama', embeddingsModel: '', embeddingsUrl: 'http://127.0.0.1:1' }
    const asked = openProvider(settings, {})!.embed(['a'], 'query', { within: 200 })
    await expect(asked).rejects.toThrow(/127\.0\.0\.1:1 cannot be reached/)
  })
})

describe('settings', () => {
  const opened =
    (embeddings: string, embeddingsUrl = '', vars = {}) =>
    () =>
      openProvider({ embeddings, embeddingsUrl, embeddingsModel: '' }, vars)

  it('may name nobody', () => {
    expect(opened('none')()).toBeUndefined()
  })

  it('make no sense without a key, or with a name that nobody has', () => {
    expect(opened('openai')).toThrow('OPENAI_API_KEY is not set')
    expect(opened('voyage', '', { VOYAGE_API_KEY: ' ' })).toThrow('VOYAGE_API_KEY is not set')
    expect(opened('clippy')).toThrow("ralph.embeddings is 'clippy', which is no provider and no address")
    expect(opened('constructor')).toThrow('which is no provider')
    expect(opened('ollama', 'file:///etc/passwd')).toThrow('neither an http nor an https address')
    expect(opened('https://me:pw@example.com/')).toThrow('holds a password')
  })

  it('never send a key in the clear', () => {
    expect(opened('openai', 'http://example.com', KEYS)).toThrow('not sent to example.com in the clear')
    expect(opened('openai', 'https://example.com', KEYS)()!.host).toBe('example.com')
    expect(opened('openai', 'http://localhost:9', KEYS)()!.host).toBe('localhost:9')
  })

  it('tell the models of different servers apart', () => {
    const models = ['https://a.example', 'https://b.example'].map((url) => opened(url)()!.model)
    expect(new Set(models).size).toBe(2)
  })
})
