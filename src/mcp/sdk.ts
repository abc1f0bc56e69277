/**
 * What we use of the MCP SDK; its only importer. The low-level server, since ours are plain JSON Schemas: the other one would have
 * zod make them at every start.
 */
export { Server } from '@modelcontextprotocol/sdk/server/index.js'
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export {
  type CallToolResult,
  CallToolRequestSchema,
  type CompleteRequestParams,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  type GetPromptResult,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type Prompt,
  type ReadResourceResult,
  ReadResourceRequestSchema,
  type Resource,
  RootsListChangedNotificationSchema,
  type Tool as ToolDescription,
} from '@modelcontextprotocol/sdk/types.js'
