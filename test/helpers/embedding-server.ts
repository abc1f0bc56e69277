/** A real server on loopback that speaks the providers' protocols. What texts mean is told by a few words it knows. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './after-file.js'

const CONCEPTS = [
  ['payment', 'billing', 'invoice', 'money'],
  ['timezone', 'utc', 'clock'],
  ['database', 'postgres', 'table'],
]

export interface Asked {
  path: string
  headers: IncomingMessage['headers']
  body: { model: string; input: string[] } & Record<string, unknown>
}

export interface EmbeddingServer {
  url: string
  asked: Asked[]
  /** Every text that was sent. */
  texts(): string[]
  /** What the next answers are instead of vectors, one each. */
  next: Fault[]
  /** Numbers beyond those of the concepts. */
  padding: number
}

export type Fault = (response: ServerResponse, vectors: number[][]) => void

export const status =
  (code: number, body: unknown = { error: { message: 'no' } }, headers: Record<string, string> = {}): Fault =>
  (response) =>
    response.writeHead(code, headers).end(typeof body === 'string' ? body : JSON.stringify(body))

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const started: EmbeddingServer = {
    url: '',
    asked: [],
    next: [],
    padding: 0,
    texts: () => started.asked.flatMap(({ body }) => body.input),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body']
      started.asked.push({ path: request.url!, headers: request.headers, body })
      const vectors = body.input.map((text) => [...vectorOf(text), ...Array<number>(started.padding).fill(0)])
      const fault = started.next.shift()
      if (fault) return fault(response, vectors)
      response.end(JSON.stringify(answer(request.url!, vectors)))
    })
  })
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  started.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return started
}

/** In the order of their choice: `index` says which is which. */
export function answer(path: string, vectors: number[][]): unknown {
  if (path === '/api/embed') return { model: 'm', embeddings: vectors }
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  return { object: 'list', data: data.toReversed(), usage: { total_tokens: 1 } }
}

function vectorOf(text: string): number[] {
  const lower = text.toLowerCase()
  const concepts = CONCEPTS.map((words) => words.filter((word) => lower.includes(word)).length)
  return [...concepts, 0.2, (text.length % 7) / 50]
}
