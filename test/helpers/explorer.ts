/** `git ralph explore` as a process of its own, and requests to it as a page or an attacker would send them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterFile } from './after-file.js'
import { BIN } from './bin.js'
import { TEST_VARS } from './repo.js'

export interface Explorer {
  /** As printed, without the token: `http://127.0.0.1:1234/`. */
  address: string
  port: number
  token: string
  child: ChildProcess
  ask(path: string, options?: AskOptions): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
}

export interface AskOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever a command printed
  json: any
}

export async function explore(dir: string, args: readonly string[] = []): Promise<Explorer> {
  const child = spawn(process.execPath, [BIN, 'explore', '--no-open', ...args], {
    cwd: dir,
    env: TEST_VARS,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterFile(() => child.kill('SIGKILL'))
  const line = await firstLine(child)
  const [address = '', token = ''] = line.trim().split('#token=')
  const port = Number(new URL(address).port)
  const ask = (path: string, options: AskOptions = {}): Promise<Answer> => send(port, path, options)
  const authorization = { Authorization: `Bearer ${token}` }
  return {
    address,
    port,
    token,
    child,
    ask,
    get: (path) => ask(path, { headers: authorization }),
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { ...authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = ''
    let err = ''
    child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.stdout!.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (out.includes('\n')) resolve(out)
    })
    child.once('exit', (code) => reject(new Error(`explore ended with ${code}: ${err}`)))
  })
}

/** Node's `fetch` sets Host and Origin itself: this lets a test lie. */
function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: AskOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode!, headers: response.headers, text, json: parse(text) })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Bytes as they are; answers what comes back until the server closes the connection. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let got = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (got += chunk.toString('latin1')))
    socket.on('error', () => resolve(got))
    socket.on('close', () => resolve(got))
  })
}
