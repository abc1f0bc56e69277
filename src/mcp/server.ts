/**
 * The MCP server: the verbs as tools, memories as resources, over standard input and output. What it can do is in tools.ts, resources.ts
 * and prompts.ts, loaded when first asked for; how a call finds its repository is in calls.ts. See docs/mcp.md.
 */
import { fileURLToPath } from 'node:url'
import type { Env } from '../env.js'
import { VERSION } from '../version.js'
import { type Calls, type Client, makeCalls } from './calls.js'
import { type DrainLater, drainLater } from './drain-later.js'
import { INSTRUCTIONS } from './instructions.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  RootsListChangedNotificationSchema,
  Server,
} from './sdk.js'
import type { Tool } from './tool.js'
import { type HandleAgentEvent, hookTool } from './tools/hook.js'

export interface ServerOptions {
  /** Serves hooks too, through this. */
  handleAgentEvent?: HandleAgentEvent
}

export interface MemoryServer {
  server: Server
  /** Before it goes. */
  finish(): Promise<void>
}

export function makeServer(env: Env, options: ServerOptions = {}): MemoryServer {
  const server = new Server(
    { name: 'git-ralph', title: 'git-ralph: memory of this repository', version: VERSION },
    {
      capabilities: { tools: {}, resources: { listChanged: true }, prompts: {}, completions: {} },
      instructions: INSTRUCTIONS,
    },
  )
  const calls = makeCalls(env, clientOf(server))
  const drains = drainLater(calls.log)
  answerTools(server, calls, hookToolsOf(options, drains))
  answerResources(server, calls)
  answerPrompts(server, calls)
  server.onerror = (error) => calls.log(error.message)
  return { server, finish: drains.finish }
}

function hookToolsOf({ handleAgentEvent }: ServerOptions, drains: DrainLater): Tool[] {
  if (!handleAgentEvent) return []
  const tool = hookTool((env, ...event) => {
    drains.reported(env)
    return handleAgentEvent(env, ...event)
  })
  return [tool]
}

function answerTools(server: Server, calls: Calls, hookTools: readonly Tool[]): void {
  const loaded = () => import('./tools.js')
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { describeTool, TOOLS } = await loaded()
    return { tools: [...TOOLS, ...hookTools].map(describeTool) }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { callTool, TOOLS } = await loaded()
    return callTool(calls, [...TOOLS, ...hookTools], params.name, params.arguments)
  })
}

function answerResources(server: Server, calls: Calls): void {
  const resources = () => import('./resources.js')
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const { listResources } = await resources()
    return { resources: await calls.run(false, listResources) }
  })
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: (await resources()).TEMPLATES,
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    const { readResource } = await resources()
    return calls.run(false, (env) => readResource(env, params.uri))
  })
}

function answerPrompts(server: Server, calls: Calls): void {
  const prompts = () => import('./prompts.js')
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: (await prompts()).PROMPTS }))
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    const { getPrompt } = await prompts()
    return calls.run(false, (env) => getPrompt(env, params.name, params.arguments))
  })
  server.setRequestHandler(CompleteRequestSchema, async ({ params }) => {
    const { complete } = await import('./completion.js')
    return { completion: { ...(await calls.run(false, (env) => complete(env, params))) } }
  })
}

/** A client that says it has roots and does not name them must not hold up every call. */
const ROOTS_WAIT_MS = 2000

function clientOf(server: Server): Client {
  let asked: Promise<string[]> | undefined
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => void (asked = undefined))
  return {
    roots: () => (asked ??= server.getClientCapabilities()?.roots ? askRoots(server) : Promise.resolve([])),
    name: () =>
      server
        .getClientVersion()
        ?.name.replace(/[^\x21-\x7e]+/g, ' ')
        .trim()
        .slice(0, 100) || undefined,
    viewChanged: () => void server.sendResourceListChanged().catch(() => {}),
  }
}

async function askRoots(server: Server): Promise<string[]> {
  try {
    const { roots } = await server.listRoots({}, { timeout: ROOTS_WAIT_MS })
    return roots.filter(({ uri }) => uri.startsWith('file:')).map(({ uri }) => fileURLToPath(uri))
  } catch {
    return []
  }
}
