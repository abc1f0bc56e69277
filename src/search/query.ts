/**
 * What a question asks. Any text is a question; nothing in it can fail. The operators are ours: `type:fix`, `tag:docker`,
 * `"exact phrase"` and `-word`; where one makes no sense it is text like any other.
 */
import { isMemoryType, type MemoryType } from '../memory/memory.js'
import { parseTags } from '../memory/text.js'
import { composed, GRAM, tokenize } from './tokens.js'

export interface Query {
  /** What was asked without the operators. */
  text: string
  /** The terms of each word; a name out of code has several. */
  words: string[][]
  phrases: Phrase[]
  /** Terms that no hit may have. */
  excluded: string[]
  types: MemoryType[]
  tags: string[]
}

export interface Phrase {
  text: string
  words: string[][]
}

/** A question may be a pasted log; what comes after this is not read. */
const LONGEST = 20_000

// `rm -rf` and `tar -x` are commands: only a dash before a word of some length leaves it out.
const EXCLUSION = /^-([A-Za-z_][\w.-]{2,}|[^\u0000-\u007f]+)$/ // oxlint-disable-line no-control-regex

/** `knowsTag` tells whether any memory has a tag: `tag:latest` is text where none has. */
export function parseQuery(question: string, knowsTag: (tag: string) => boolean): Query {
  const query: Query = { text: '', words: [], phrases: [], excluded: [], types: [], tags: [] }
  const pieces =
    question
      .toWellFormed()
      .slice(0, LONGEST)
      .match(/"[^"]*"|\S+/g) ?? []
  const exclusions: string[] = []
  const text: string[] = []
  for (const piece of pieces) {
    const phrase = /^"([^"]*)"$/.exec(piece)?.[1]
    const [, operator, value] = /^(type|tag):(.+)$/i.exec(piece) ?? []
    const type = value?.toLowerCase()
    const tags = operator?.toLowerCase() === 'tag' ? parseTags(value!).filter(knowsTag) : []
    if (phrase !== undefined && wordsOf(phrase).length > 0) {
      query.phrases.push({ text: foldText(phrase), words: wordsOf(phrase) })
      text.push(phrase)
    } else if (operator?.toLowerCase() === 'type' && isMemoryType(type)) query.types.push(type)
    else if (tags.length > 0) query.tags.push(...tags)
    else if (EXCLUSION.test(piece) && firstTerm(piece) !== undefined) exclusions.push(piece)
    else text.push(piece)
  }
  const asksSomething = text.length + query.types.length + query.tags.length > 0
  if (asksSomething) query.excluded = exclusions.map((piece) => firstTerm(piece)!)
  else text.push(...exclusions)
  query.text = text.join(' ')
  query.words = wordsOf(query.text)
  return query
}

function firstTerm(piece: string): string | undefined {
  return tokenize(piece).terms[0]
}

function wordsOf(text: string): string[][] {
  // The tokenizer takes its time to get ready.
  if (text === '') return []
  const words = text.split(/\s+/).map((word) => [...new Set(tokenize(word).terms)])
  return words.filter((terms) => terms.some((term) => !term.startsWith(GRAM)))
}

/** Text as phrases are compared: case and white space do not matter. */
export function foldText(text: string): string {
  return composed(text).toLowerCase().replace(/\s+/g, ' ').trim()
}
