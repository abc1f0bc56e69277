/** The part of an import that reads files: which tool wrote them, and what they say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { hasBlock, IN_AGENTS_MD, takeBlock, textOfBlock } from '../briefing/marked-block.js'
import type { Env } from '../env.js'
import { explainInput, RalphError } from '../errors.js'
import { admit } from '../memory/admit.js'
import { looksLikeTopic, parseIndex, parseTopic } from '../memory/claude-memory.js'
import { parseGuardrails } from '../memory/guardrails.js'
import { looksLikeArticle } from '../memory/knowledge-file.js'
import type { ParsedBlock } from '../memory/memories-md.js'
import type { Memory } from '../memory/memory.js'
import { isProgress, parseProgress } from '../memory/progress.js'
import { parseSections } from '../memory/sections.js'
import { checkBody, decodeText } from '../memory/text.js'
import type { Repo } from '../store/git/repo.js'
import { type ArticleFile, isDirectory, readArticle, readArticles, type Reading } from './import-articles.js'
import { ORCHESTRATOR_PATH } from './init.js'

export const IMPORT_KINDS = ['ralph', 'claude', 'agents', 'progress'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export interface FoundBlock extends ParsedBlock {
  /** Which tool's file it was read from, where the file gives it no id. */
  source?: string
  extra?: NonNullable<Memory['extra']>
}

interface FileReading extends Reading {
  from: ImportKind | undefined
}

export interface Found {
  blocks: FoundBlock[]
  articles: ArticleFile[]
}

/** Where a tool keeps what it knows of this project. */
export function placeOf(env: Env, repo: Repo, kind: ImportKind): string {
  const top = repo.workTree ?? env.cwd
  if (kind === 'claude') return claudeMemoryDir(env, repo)
  return join(top, { ralph: ORCHESTRATOR_PATH, agents: 'AGENTS.md', progress: 'progress.txt' }[kind])
}

/** Claude Code names the directory by the path of the project. */
export function claudeMemoryDir(env: Env, repo: Repo): string {
  const home = env.vars['HOME'] ?? env.vars['USERPROFILE'] ?? ''
  const project = (repo.workTree ?? env.cwd).replace(/[^A-Za-z0-9]/g, '-')
  return join(env.vars['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects', project, 'memory')
}

export function readFiles(env: Env, repo: Repo, files: readonly string[], reading: FileReading): Found {
  const { from, policy, warnings } = reading
  const found: Found = { blocks: [], articles: [] }
  for (const file of files.flatMap((one) => expand(env, one, from))) {
    if (isDirectory(env, file)) {
      found.articles.push(...readArticles(env, file, readInput, reading))
      continue
    }
    const text = decodeText(readInput(env, file), `'${file}'`)
    if (from === undefined && looksLikeArticle(text)) {
      found.articles.push(...readArticle(file, text, reading))
      continue
    }
    const kind = from ?? kindOf(file, text)
    const source = kind === 'ralph' ? undefined : `${kind}:${nameOf(env, repo, file)}`
    for (const block of attempt(() => READERS[kind](text, file, warnings), file, warnings)) {
      const admitted = (): FoundBlock[] => [admit({ ...block, body: checkBody(block.body) }, policy)]
      for (const one of attempt(admitted, `${file}:${block.line}`, warnings))
        found.blocks.push({ ...(source && !block.id && { source }), ...one })
    }
  }
  return found
}

/** The files of Claude Code's memory belong together: the index names the others. */
function expand(env: Env, file: string, from: ImportKind | undefined): string[] {
  const isIndex = basename(file) === 'MEMORY.md'
  const isMemory =
    isDirectory(env, file) && (from === 'claude' || existsSync(resolve(env.cwd, file, 'MEMORY.md')))
  if (!isIndex && !isMemory) return [file]
  const dir = isIndex ? dirname(file) : file
  const names = readdirSync(resolve(env.cwd, dir)).filter((name) => name.endsWith('.md'))
  return names.toSorted().map((name) => join(dir, name))
}

function kindOf(file: string, text: string): ImportKind {
  if (basename(file) === 'MEMORY.md' || looksLikeTopic(text)) return 'claude'
  if (/^(?:AGENTS|CLAUDE|GEMINI)(?:\.[\w-]+)?\.md$/.test(basename(file))) return 'agents'
  if (/^# Global Codebase Patterns\b/m.test(text)) return 'agents'
  return /^progress\.(?:txt|md)$/.test(basename(file)) || isProgress(text) ? 'progress' : 'ralph'
}

type Reader = (text: string, file: string, warnings: string[]) => ParsedBlock[]

const readRalph: Reader = (text, file, warnings) => {
  const parsed = parseGuardrails(text)
  warnings.push(...parsed.warnings.map(({ line, message }) => `${file}:${line}: ${message}`))
  return parsed.blocks
}

const READERS: Record<ImportKind, Reader> = {
  ralph: readRalph,
  progress: parseProgress,
  agents(text, file, warnings) {
    // What `export` put there has ids; the lines of `install` and `skill` are about us.
    const own = textOfBlock(text, IN_AGENTS_MD)
    const theirs = takeBlock(hasBlock(text) ? (takeBlock(text) ?? '') : text, IN_AGENTS_MD) ?? ''
    return [...(own === undefined ? [] : readRalph(own, file, warnings)), ...parseSections(theirs)]
  },
  claude(text, file, warnings) {
    if (basename(file) === 'MEMORY.md') return parseIndex(takeBlock(text, IN_AGENTS_MD) ?? '')
    if (!/^\ufeff?---/.test(text)) return parseSections(text)
    const { block, content } = parseTopic(text, file)
    if (/^### mem-\d+/m.test(content)) return readRalph(content, file, warnings)
    if (block === undefined) warnings.push(`${file}: it is about a person, not the project, and skipped`)
    return block === undefined ? [] : [block]
  },
}

/** From the top of the work tree where it lies in it, else its name alone: paths of one machine are nobody else's business. */
function nameOf(env: Env, repo: Repo, file: string): string {
  const path = relative(repo.workTree ?? env.cwd, resolve(env.cwd, file)).replaceAll('\\', '/')
  return path.startsWith('..') ? basename(file) : path
}

/** What cannot be stored is skipped with a warning. */
function attempt<T>(read: () => T[], where: string, warnings: string[]): T[] {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    warnings.push(`${where}: skipped: ${error.message}`)
    return []
  }
}

export function readInput(env: Env, file: string): Buffer {
  try {
    return readFileSync(resolve(env.cwd, file))
  } catch (error) {
    throw explainInput(error, file)
  }
}
