/** The tools, in the order in which they are listed, and how one is called. */
import { neutralise } from '../briefing/frame.js'
import { RalphError } from '../errors.js'
import { checkArguments } from './arguments.js'
import { errorText } from './errors.js'
import type { Calls } from './calls.js'
import { type CallToolResult, ErrorCode, McpError, type ToolDescription } from './sdk.js'
import type { Tool } from './tool.js'
import { tool as forget } from './tools/forget.js'
import { tool as get } from './tools/get.js'
import { tool as history } from './tools/history.js'
import { tool as recall } from './tools/recall.js'
import { tool as related } from './tools/related.js'
import { tool as remember } from './tools/remember.js'
import { tool as revise } from './tools/revise.js'
import { tool as status } from './tools/status.js'

/** For models. */
export const TOOLS: readonly Tool[] = [recall, get, remember, revise, forget, related, history, status]

export function describeTool({
  name,
  title,
  description,
  input,
  output,
  effect,
  repeatable,
}: Tool): ToolDescription {
  return {
    name,
    title,
    description,
    inputSchema: input as ToolDescription['inputSchema'],
    ...(output && { outputSchema: output as ToolDescription['outputSchema'] }),
    annotations: {
      title,
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'changes',
      idempotentHint: repeatable ?? true,
      openWorldHint: false,
    },
  }
}

/** What a model can mend is an answer marked as an error, which it gets to read; only a tool that is not there is none. */
export async function callTool(
  calls: Calls,
  tools: readonly Tool[],
  name: string,
  given: unknown,
): Promise<CallToolResult> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `there is no tool '${name.slice(0, 100)}'`)
  try {
    const args = checkArguments(name, tool.input, given ?? {})
    const queues = tool.queues ?? tool.effect !== 'reads'
    const { structured, text } = await calls.run(queues, (env) => tool.run(env, args))
    return {
      content: [{ type: 'text', text: tool.output ? neutralise(text) : text }],
      ...(structured && { structuredContent: neutralised(structured) as Record<string, unknown> }),
    }
  } catch (error) {
    if (!(error instanceof RalphError)) calls.log(error)
    return { content: [{ type: 'text', text: errorText(error) }], isError: true }
  }
}

/** Some clients give their models the structured content alone: nothing in it may look like a message of theirs either. */
function neutralised(value: unknown): unknown {
  if (typeof value === 'string') return neutralise(value)
  if (Array.isArray(value)) return value.map(neutralised)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, neutralised(one)]))
}
