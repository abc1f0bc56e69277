/**
 * A model that answers by script, behind the HTTP interfaces that the agents' own clients speak. Every request is kept, which
 * shows what reached the model.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropic } from './wire-anthropic.js'
import { gemini } from './wire-gemini.js'
import { openai } from './wire-openai.js'
import type { Body, Turn, Wire } from './wire.js'

export interface Model {
  url: string
  /** The turns that were asked for, the side questions left out. */
  asked: Body[]
  close(): Promise<void>
}

const WIRES: readonly Wire[] = [anthropic, openai, gemini]

/** What the model does at its n-th turn of a conversation: by a list, or by what it was asked. */
export type Script = readonly Turn[] | ((turn: number, body: Body) => Turn)

export async function startModel(script: Script): Promise<Model> {
  const asked: Body[] = []
  const server = createServer((request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const path = request.url ?? '/'
    const wire = WIRES.find((one) => one.serves(path))
    if (request.method !== 'POST' || wire === undefined) return void response.end('{}')
    const turns = wire.turnsSoFar(body)
    if (turns !== undefined) asked.push(body)
    const turn = turns === undefined ? { say: 'a title' } : turnOf(script, turns, body)
    const { type, text } = wire.answer(turn, body, path)
    response.writeHead(200, { 'content-type': type })
    response.end(text)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function turnOf(script: Script, turns: number, body: Body): Turn {
  return typeof script === 'function' ? script(turns, body) : script[Math.min(turns, script.length - 1)]!
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body
  } catch {
    return {}
  }
}
