/** The cache of MCP servers' states in the work tree, where other tools look for it too. */
import { chmodSync } from 'node:fs'
import { type McpEntry, parseMcpCache, renderMcpCache } from '../../session/mcp-cache.js'
import type { Repo } from '../git/repo.js'
import { addExclude } from '../rendered/exclude.js'
import { placeInWorkTree, readUserFile, writeUserFile } from '../user-file.js'

export const MCP_CACHE_DIR = '.ralph/cache'
export const MCP_CACHE = `${MCP_CACHE_DIR}/mcp-status.json`

/** What is remembered of this project; undefined when nothing is, or nothing that can be read. */
export function readMcpEntry({ workTree }: Repo): McpEntry | undefined {
  if (workTree === undefined) return undefined
  try {
    const text = readUserFile(placeInWorkTree(workTree, MCP_CACHE))
    return text === undefined ? undefined : parseMcpCache(text).entries[workTree]
  } catch {
    // A link, or a directory: no cache of ours.
    return undefined
  }
}

export function writeMcpEntry(repo: Repo, entry: McpEntry): void {
  const { workTree } = repo
  if (workTree === undefined) return
  const path = placeInWorkTree(workTree, MCP_CACHE)
  const cache = parseMcpCache(readUserFile(path) ?? '')
  writeUserFile(path, renderMcpCache({ ...cache, entries: { ...cache.entries, [workTree]: entry } }))
  chmodSync(path, 0o600)
  addExclude(repo, MCP_CACHE_DIR)
}
