/** What each kind of server is asked, and how its answer is read. */
import { failed } from './http.js'
import type { TextKind } from './provider.js'

export interface Wire {
  /** Below the server's address. */
  path: string
  body(model: string, texts: readonly string[], kind: TextKind, dimensions?: number): unknown
  /** One list of numbers for each text, in order. */
  vectors(answer: unknown): unknown[]
}

/** Spoken by OpenAI, llama.cpp, vLLM, LM Studio and many others. */
export const OPENAI: Wire = {
  path: '/v1/embeddings',
  body: (model, input, _kind, dimensions) => ({
    model,
    input,
    encoding_format: 'float',
    ...(dimensions && { dimensions }),
  }),
  vectors: inData,
}

export const VOYAGE: Wire = {
  path: '/v1/embeddings',
  body: (model, input, kind, dimensions) => ({
    model,
    input,
    input_type: kind,
    ...(dimensions && { output_dimension: dimensions }),
  }),
  vectors: inData,
}

export const OLLAMA: Wire = {
  path: '/api/embed',
  body: (model, texts, kind) => ({
    model,
    input: texts.map((text) => prefixFor(model, kind) + text),
    truncate: true,
  }),
  vectors: (answer) => listAt(answer, 'embeddings'),
}

/** Some models were trained with a word in front that says which side a text is on; servers do not add it. */
function prefixFor(model: string, kind: TextKind): string {
  if (model.startsWith('nomic-embed-text')) return kind === 'query' ? 'search_query: ' : 'search_document: '
  if (model.startsWith('mxbai-embed-large') && kind === 'query')
    return 'Represent this sentence for searching relevant passages: '
  return ''
}

/** `{ data: [{ index, embedding }] }`; the order of the rows is not promised. */
function inData(answer: unknown): unknown[] {
  const rows = listAt(answer, 'data') as { index?: unknown; embedding?: unknown }[]
  const vectors: unknown[] = rows.map(() => undefined)
  rows.forEach((row, i) => {
    const index = row?.index ?? i
    if (typeof index !== 'number' || !(index in vectors))
      throw failed("the embedding server's answer has no order")
    vectors[index] = row?.embedding
  })
  return vectors
}

function listAt(answer: unknown, key: string): unknown[] {
  const list = (answer as Record<string, unknown> | null)?.[key]
  if (!Array.isArray(list)) throw failed(`the embedding server's answer has no '${key}'`)
  return list
}
