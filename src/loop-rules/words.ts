/** A command line as words, as a shell would split it; nothing is expanded and nothing is run by a shell. Pure. */
import { RalphError } from '../errors.js'

export function splitWords(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote: '"' | "'" | undefined
  for (let i = 0; i < line.length; i++) {
    const letter = line[i]!
    if (quote === "'") {
      if (letter === "'") quote = undefined
      else word += letter
    } else if (letter === '\\' && i + 1 < line.length && (!quote || /["\\$`]/.test(line[i + 1]!))) {
      word = (word ?? '') + line[++i]!
    } else if (quote) {
      if (letter === '"') quote = undefined
      else word += letter
    } else if (letter === '"' || letter === "'") {
      quote = letter
      word ??= ''
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (/[|&;<>`]/.test(letter)) throw needsShell(line)
    else word = (word ?? '') + letter
  }
  if (quote) throw new RalphError('bad-usage', `a quote is not closed in '${line}'`)
  if (word !== undefined) words.push(word)
  if (words.length === 0) throw new RalphError('bad-usage', 'the command is empty')
  return words
}

function needsShell(line: string): RalphError {
  return new RalphError('bad-usage', `'${line}' needs a shell, and none is used`, {
    hint: `name one yourself: sh -c '…'`,
  })
}
