/** Observations as they are read back: one JSON object on each line. Whoever may write to the git directory may have put anything there. */
import { type Observation, OBSERVATION_TYPES } from './observation.js'

const MOST_LINE = 256 * 1024
const ID = /^[\w-]{1,80}$/

export interface ParsedObservations {
  observations: Observation[]
  /** Lines that are no observations: torn ones, and those that are not ours. */
  skipped: number
}

export function parseObservations(text: string): ParsedObservations {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const observations = lines.flatMap((line) => parseObservation(line) ?? [])
  return { observations, skipped: lines.length - observations.length }
}

function parseObservation(line: string): Observation | undefined {
  if (line.length > MOST_LINE) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return isObservation(value) ? value : undefined
  } catch {
    return undefined
  }
}

const TEXTS = [
  'branch',
  'commit',
  'loop',
  'project',
  'tool',
  'command',
  'result',
  'error',
  'text',
  'how',
  'task',
  'mode',
  'transcript',
]

function isObservation(value: unknown): value is Observation {
  if (typeof value !== 'object' || value === null) return false
  const given = value as Record<string, unknown>
  const isText = (name: string): boolean => typeof given[name] === 'string'
  return (
    isText('id') &&
    ID.test(given['id'] as string) &&
    OBSERVATION_TYPES.includes(given['type'] as never) &&
    ['at', 'event', 'session', 'agent'].every(isText) &&
    !Number.isNaN(Date.parse(given['at'] as string)) &&
    TEXTS.every((name) => given[name] === undefined || isText(name)) &&
    (given['files'] === undefined || isTexts(given['files'])) &&
    (given['input'] === undefined || (typeof given['input'] === 'object' && given['input'] !== null))
  )
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** In the order of time, none twice: a line may have been written again when its file was taken away. */
export function inOrder(observations: readonly Observation[]): Observation[] {
  const byId = new Map(observations.map((one) => [one.id, one]))
  return [...byId.values()].toSorted((a, b) => compare(a.at, b.at) || compare(a.id, b.id))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
