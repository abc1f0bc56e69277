/**
 * Every parser of what others write, fed with pieces of what it knows in any order. None may fail otherwise than it says, or take long.
 * `RALPH_FUZZ=100000 npx vitest run test/redteam/fuzz.test.ts` goes on for longer.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAt, parseSince, parseUntil } from '../../src/cli/dates.js'
import { RalphError } from '../../src/errors.js'
import { allowedIn } from '../../src/memory/admit.js'
import { parseStreamJson } from '../../src/memory/agent-output.js'
import { citedIn } from '../../src/memory/anchor.js'
import { draftsOf } from '../../src/memory/drafts.js'
import { parseGuardrails } from '../../src/memory/guardrails.js'
import { changesByHand } from '../../src/memory/hand-edit.js'
import { parseJournal, splitNote } from '../../src/memory/journal-note.js'
import { looksLikeArticle, parseArticle } from '../../src/memory/knowledge-file.js'
import { parseMemory, parseYaml } from '../../src/memory/markdown.js'
import { parseMemories } from '../../src/memory/memories-md.js'
import { mergeNotes } from '../../src/memory/merge-notes.js'
import { mergeText } from '../../src/memory/merge-text.js'
import { parsePlainMemory } from '../../src/memory/plain-memory.js'
import { cutPrivate } from '../../src/memory/private.js'
import { findSecrets, redactSecrets } from '../../src/memory/secrets.js'
import { parseInsights } from '../../src/memory/insights.js'
import { parseGlobalPatterns } from '../../src/memory/global-patterns.js'
import { mergeMarkdown } from '../../src/memory/merge-markdown.js'
import { cleanPrd, parseTask, storiesOf } from '../../src/memory/task.js'
import { parseProgress, renderProgress } from '../../src/memory/task-progress.js'
import { parseMcpCache } from '../../src/session/mcp-cache.js'
import { parseSigils } from '../../src/memory/sigils.js'
import { suspicionsOf } from '../../src/memory/suspicion.js'
import { cleanBody, cleanTitle, parseTags } from '../../src/memory/text.js'
import { whereToStore } from '../../src/memory/where.js'
import { parseQuery } from '../../src/search/query.js'
import { tokenize } from '../../src/search/tokens.js'
import { parseTree } from '../../src/store/git/tree-bytes.js'
import { HOSTILE_TEXTS } from '../memory/hostile-texts.js'
import { PLANTED } from '../memory/planted-secrets.js'

const RUNS = Number(process.env['RALPH_FUZZ'] ?? 150)
const ID = 'mem-1700000000-aaaa'

const PIECES = [
  '---',
  '---\n',
  '--- ',
  '---js\n',
  `id: ${ID}\n`,
  'type: fix\n',
  'tags: [a]\n',
  'tags: &a [*a]\n',
  '<<: *a\n',
  '? ',
  ': ',
  '- ',
  '# Memories\n',
  '## Fixes\n',
  '### ',
  `### ${ID}\n`,
  '> ',
  '>\n',
  '<!-- tags: a | created: 2025-01-01 -->\n',
  '<!--',
  '-->',
  '<memory type="fix" tags="a">',
  '</memory>',
  '<journal>',
  '</journal>',
  '<knowledge title="t" tags="a">',
  '</knowledge>',
  '<private>',
  '</private>',
  '&lt;private&gt;',
  '`',
  '```',
  '```\n',
  '~~~',
  '{"type":"result","result":"',
  '"}\n',
  '[[',
  ']]',
  '{',
  '}',
  '"',
  "'",
  '\\',
  '|',
  '&',
  '*',
  '!',
  '%',
  '@',
  '#',
  ',',
  '=',
  '://',
  '/',
  '..',
  ':10-20',
  'src/a.ts',
  '-',
  '+',
  '~',
  '^',
  '(',
  ')',
  '\n',
  '\r\n',
  '\r',
  '\t',
  ' ',
  '\u0000',
  '\u001b[31m',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\u200d',
  '🎉',
  '한국어',
  '日本',
  '1e400',
  '-0',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'true',
  'type:',
  'tag:',
  'yesterday',
  '2 weeks ago',
  '9999-99-99',
  'last',
  'NaN',
  ...Object.values(HOSTILE_TEXTS).slice(0, 12),
  ...Object.values(PLANTED).slice(0, 6),
]

const anyPieces = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    ),
    {
      maxLength: 40,
    },
  )
  .map((pieces) => pieces.join(''))
/** One of them so often that anything which is not linear shows. Made late: a text of this length is nothing to print. */
const anyFlood = fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...PIECES), anyPieces)
const flood = ([one, other, rest]: [string, string, string]): string =>
  rest + (one + other).repeat(Math.ceil(20_000 / (one.length + other.length))) + rest

const now = new Date('2025-01-21T10:00:00Z')
const PARSERS: Record<string, (text: string) => unknown> = {
  'memory files': (text) => parseMemory(text, ID),
  'memory files with a head': (text) => parseMemory(`---\nid: ${ID}\ntype: fix\n${text}\n---\n${text}`, ID),
  'plain memory files': (text) => parsePlainMemory(text, ID),
  'article files': (text) => [
    looksLikeArticle(text),
    parseArticle(`---\ntitle: x\ntags: [a]\n${text}\n---\nx`),
  ],
  settings: parseYaml,
  'rendered files': parseMemories,
  'hand edits': (text) => changesByHand('# Memories\n', text, () => undefined),
  guardrails: parseGuardrails,
  sigils: (text) => draftsOf(parseSigils(text).sigils),
  'events of agents': parseStreamJson,
  notes: (text) => [splitNote(text), parseJournal(text), mergeNotes(undefined, text, `${text}x`)],
  'texts to merge': (text) => mergeText(text, `${text}\na`, `b\n${text}`),
  'records of tasks': (text) => [parseTask(`{"title":${JSON.stringify(text)}}`, 't'), parseTask(text, 't')],
  'progress of tasks': (text) => renderProgress(parseProgress(text)),
  'insights of tasks': (text) => [parseInsights(JSON.stringify([text])), parseInsights(text)],
  'plans of tasks': (text) => storiesOf(cleanPrd(text)),
  'global patterns': (text) => [
    parseGlobalPatterns(text),
    parseGlobalPatterns(`# Global Codebase Patterns\n## Tips\n${text}`),
  ],
  'markdown of agents': (text) => mergeMarkdown('', `# A\n- x\n`, text),
  'states of servers': (text) => parseMcpCache(text),
  secrets: (text) => [findSecrets(text), redactSecrets(text), allowedIn(text)],
  orders: suspicionsOf,
  'what is private': cutPrivate,
  'clean texts': (text) => [cleanBody(text), cleanTitle(text), parseTags(text)],
  anchors: citedIn,
  places: whereToStore,
  questions: (text) => parseQuery(text, () => false),
  words: tokenize,
  trees: (text) => parseTree(Buffer.from(text, 'latin1')),
  dates: (text) => [parseSince, parseUntil, parseAt].map((parse) => expected(() => parse(text, now))),
}

/** What went wrong, unless it is what a parser may say. */
function expected(work: () => unknown): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof RalphError && error.code !== 'internal') return undefined
    // Settings are read by one who catches whatever it is.
    if (
      error instanceof Error &&
      /YAML|larger than|nested|values|mapping|front matter|RangeError/.test(`${error.name} ${error.message}`)
    )
      return undefined
    return error
  }
}

describe('a parser of', () => {
  it.each(Object.entries(PARSERS))('%s neither crashes nor dawdles', (_, parse) => {
    const take = (text: string): void => {
      const started = performance.now()
      expect(expected(() => parse(text))).toBeUndefined()
      expect(performance.now() - started).toBeLessThan(1000)
    }
    fc.assert(fc.property(anyPieces, take), { numRuns: RUNS })
    fc.assert(
      fc.property(anyFlood, (parts) => take(flood(parts))),
      { numRuns: Math.ceil(RUNS / 10) },
    )
    expect(Object.keys({}.constructor.prototype)).toEqual([])
  })
})
