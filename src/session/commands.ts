/** Command lines that failed, and what became of them. */
import { errorEssence, sameError } from './error-essence.js'
import type { Observation } from './observation.js'

export interface Mended {
  command: string
  /** The essence of what it last said when it failed. */
  error: string
  /** What was edited between that and the success. */
  files: string[]
}

export interface Failing {
  command: string
  error: string
}

export interface CommandStory {
  mended: Mended[]
  /** What failed last, and was not seen to pass. */
  failing: Failing[]
}

interface Open extends Failing {
  raw: string
  same: string
  files: Set<string>
}

/** Failures and successes are told apart by the command; edits in between are what may have mended it. */
export function followCommands(observations: readonly Observation[]): CommandStory {
  const open = new Map<string, Open>()
  const mended: Mended[] = []
  for (const { type, command, error, edits, files = [] } of observations) {
    if (edits && type !== 'error')
      for (const one of open.values()) files.forEach((file) => one.files.add(file))
    if (command === undefined) continue
    const key = plainCommand(command)
    if (key === '') continue
    const known = open.get(key)
    if (type === 'error') {
      const same = sameError(error ?? '')
      // The same failure again: what was edited meanwhile may still be a part of what mends it.
      const edited = known?.same === same ? known.files : new Set<string>()
      open.set(key, { command: key, raw: command, error: errorEssence(error ?? ''), same, files: edited })
    } else if (type === 'success' && known && tells(command, known.raw)) {
      mended.push({ command: key, error: known.error, files: [...known.files] })
      open.delete(key)
    }
  }
  return { mended, failing: [...open.values()].map(({ command, error }) => ({ command, error })) }
}

/** The end of a pipe decides how a command line ends: its success tells nothing of what was piped. */
function tells(command: string, failed: string): boolean {
  return command === failed || !/(?<!\|)\|(?!\|)/.test(command)
}

/** Without what agents put around a command to see less of it. */
export function plainCommand(command: string): string {
  return command
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:cd [^&;|]+ ?(?:&&|;) ?)+/, '')
    .replace(/^timeout (?:-\S+ )*\S+ /, '')
    .replace(/(?: ?\| ?(?:tail|head|cat|less|grep|tee)\b[^|]*)+$/, '')
    .replace(/ ?2>&1/g, '')
    .trim()
}
