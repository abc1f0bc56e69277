/** What is asked of what: three sets of questions with known answers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

declare const ROOT: string

export interface Document {
  id: string
  text: string
  /** Unix seconds. */
  created: number
}

export interface Corpus {
  documents: Document[]
  questions: { text: string; relevant: string[] }[]
}

export type Half = 'tune' | 'report'

const DAY = 86_400
const START = 1_700_000_000

export function dataFile(name: string): string | undefined {
  const file = join(process.env.RALPH_DATA ?? join(ROOT, '..', 'shared', 'data'), name)
  return existsSync(file) ? file : undefined
}

interface Turn {
  speaker: string
  dia_id: string
  text: string
  blip_caption?: string
}

interface Conversation {
  conversation: Record<string, Turn[] | string>
  qa: { question: string; evidence?: string[]; category: number }[]
}

/** LoCoMo: one memory per dialogue turn; odd conversations to tune, even ones to report. */
export function readLocomo(file: string, half: Half): Corpus[] {
  const all = JSON.parse(readFileSync(file, 'utf8')) as Conversation[]
  const parity = half === 'tune' ? 0 : 1 // the first conversation is an odd one
  return all
    .filter((_, i) => i % 2 === parity)
    .map(({ conversation, qa }) => {
      const documents: Document[] = []
      for (let n = 1; Array.isArray(conversation[`session_${n}`]); n++) {
        const start = parseDate(conversation[`session_${n}_date_time`] as string)
        for (const turn of conversation[`session_${n}`] as Turn[]) {
          const caption = turn.blip_caption ? ` (${turn.blip_caption})` : ''
          const text = `${turn.speaker}: ${turn.text}${caption}`
          documents.push({ id: turn.dia_id, text, created: start + documents.length * 30 })
        }
      }
      const ids = new Set(documents.map(({ id }) => id))
      const questions = qa
        .filter(({ category }) => category <= 4)
        .map(({ question, evidence = [] }) => {
          const named = evidence.flatMap((text) => text.match(/D\d+:\d+/g) ?? [])
          return { text: question, relevant: [...new Set(named)].filter((id) => ids.has(id)) }
        })
        .filter(({ relevant }) => relevant.length > 0)
      return { documents, questions }
    })
}

/** `1:56 pm on 8 May, 2023` */
function parseDate(text: string): number {
  const [, time, date] = /^(.+) on (.+)$/.exec(text)!
  return Date.parse(`${date!.replace(',', '')} ${time} UTC`) / 1000
}

/** KorSTS: pairs of sentences that mean nearly the same (4 of 5 or more), to be found among all second sentences. */
export function readKorean(directory: string, half: Half): Corpus[] {
  const files = half === 'tune' ? ['sts-train.tsv'] : ['sts-dev.tsv', 'sts-test.tsv']
  const rows = files.flatMap((file) =>
    readFileSync(join(directory, file), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')),
  )
  const sentences = [...new Set(rows.map((row) => row[6]!))]
  const questions = rows
    .filter((row) => Number(row[4]) >= 4 && row[5] !== row[6])
    .map((row) => ({ text: row[5]!, relevant: [String(sentences.indexOf(row[6]!))] }))
  return [{ documents: apart(sentences), questions }]
}

/**
 * Names in code: what Node's type declarations say of each thing, asked for by names that few of these texts hold; as written, in a
 * question, in another style, and as separate words.
 */
export function readIdentifiers(half: Half): Corpus[] {
  const directory = join(ROOT, 'node_modules', '@types', 'node')
  const texts = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .toSorted()
    .flatMap((file) => paragraphs(readFileSync(join(directory, file), 'utf8')))
  const documents = apart([...new Set(texts)])
  const holders = new Map<string, string[]>()
  for (const { id, text } of documents) {
    for (const name of new Set(text.match(NAMES) ?? [])) holders.set(name, [...(holders.get(name) ?? []), id])
  }
  const names = [...holders].filter(([, ids]) => ids.length <= 3).map(([name]) => name)
  const wanted = half === 'tune' ? 0 : 1
  const questions = names
    .toSorted()
    .filter((_, i) => i % 2 === wanted)
    .flatMap((name, i) => {
      const words = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [name]
      const forms = [
        name,
        `why does ${name}: fail?`,
        words.join('_').toLowerCase(),
        words.join(' ').toLowerCase(),
      ]
      return [{ text: forms[i % 4]!, relevant: holders.get(name)! }]
    })
  return [{ documents, questions }]
}

const NAMES =
  /\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[A-Z]+(?:_[A-Z]+)+\b|--[a-z]+(?:-[a-z]+)+|\b(?:[a-z]+\/)+[a-z-]+\.[a-z]{2,4}\b/g

/** The prose and code of doc comments, in pieces of about a memory's size. */
function paragraphs(source: string): string[] {
  return (source.match(/\/\*\*[\s\S]*?\*\/\n[^\n]*/g) ?? [])
    .map((comment) => comment.replace(/^\s*\/?\*+\/? ?/gm, ''))
    .flatMap((comment) => comment.split(/\n\s*\n/))
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text.length > 40 && text.length < 1200)
}

/** Texts that have nothing to do with each other: a day lies between two. */
function apart(texts: readonly string[]): Document[] {
  return texts.map((text, n) => ({ id: String(n), text, created: START + n * DAY }))
}
