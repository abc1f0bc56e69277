/** The built MCP server, spoken to by the SDK's own client, which checks every structured answer against the tool's schema. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterFile } from './after-file.js'
import { BIN } from './bin.js'
import { TEST_VARS } from './repo.js'

export interface Connected {
  client: Client
  pid: number
  /** What the server wrote to standard error. */
  err(): string
  call(name: string, args?: Record<string, unknown>): Promise<Called>
}

export interface Called {
  text: string
  failed: boolean
  structured: Record<string, unknown>
}

export async function connect(
  cwd: string,
  client = new Client({ name: 'test client', version: '1' }),
): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, 'mcp'],
    cwd,
    env: TEST_VARS,
    stderr: 'pipe',
  })
  let err = ''
  transport.stderr?.on('data', (chunk: Buffer) => void (err += chunk.toString()))
  await client.connect(transport)
  await client.listTools()
  afterFile(() => client.close())
  return {
    client,
    pid: transport.pid!,
    err: () => err,
    async call(name, args = {}) {
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult
      const [content] = result.content
      return {
        text: content?.type === 'text' ? content.text : '',
        failed: result.isError === true,
        structured: result.structuredContent ?? {},
      }
    },
  }
}
