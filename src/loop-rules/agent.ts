/**
 * HOW each agent's command is called: where it takes the prompt, and what it prints. A command that is given whole is run as it is, save for what
 * makes it readable for us; a bare name gets what it needs to work alone in a repository. Pure.
 */
import { splitWords } from './words.js'

export interface AgentCommand {
  /** `claude`, `codex`, …, or the name of the program. */
  name: string
  words: string[]
  prompt: 'stdin' | 'argument' | 'file'
  output: 'text' | 'stream-json'
}

export const PROMPT_WORD = '{prompt}'
export const PROMPT_FILE_WORD = '{prompt-file}'

type Adapter = (words: string[]) => string[]

const ADAPTERS: Record<string, Adapter> = {
  claude: (words) => [
    ...words,
    ...(hasAny(words, '-p', '--print') ? [] : ['-p']),
    ...(words.length === 1 ? ['--permission-mode', 'acceptEdits'] : []),
    // Events tell cost and tokens, and what the agent says while it works.
    ...(hasAny(words, '--output-format') ? [] : ['--output-format', 'stream-json', '--verbose']),
  ],
  codex: (words) => {
    if (words.length === 1) return [...words, 'exec', '--sandbox', 'workspace-write', '-']
    return words.includes('exec') && words.at(-1) !== '-' ? [...words, '-'] : words
  },
  gemini: (words) => (words.length === 1 ? [...words, '--approval-mode', 'auto_edit'] : words),
  opencode: (words) => {
    if (words.length === 1) return [...words, 'run', PROMPT_WORD]
    return words.includes('run') ? [...words, PROMPT_WORD] : words
  },
}

/** The command that `line` means. */
export function agentCommand(line: string): AgentCommand {
  const given = splitWords(line)
  const program = given[0]!.split(/[/\\]/).at(-1)!
  const name = program.replace(/\.(exe|cmd|ps1)$/i, '')
  const placed = given.some((word) => word.includes(PROMPT_WORD) || word.includes(PROMPT_FILE_WORD))
  const adapter = Object.hasOwn(ADAPTERS, name) ? ADAPTERS[name] : undefined
  const words = adapter && !placed ? adapter(given) : given
  return {
    name,
    words,
    prompt: words.some((word) => word.includes(PROMPT_FILE_WORD))
      ? 'file'
      : words.some((word) => word.includes(PROMPT_WORD))
        ? 'argument'
        : 'stdin',
    output:
      name === 'claude' && /json/.test(valueOf(words, '--output-format') ?? '') ? 'stream-json' : 'text',
  }
}

/** The words to run, with the prompt where the command asks for it. */
export function wordsWith({ words }: AgentCommand, prompt: string, file: string): string[] {
  return words.map((word) =>
    word.replaceAll(PROMPT_FILE_WORD, () => file).replaceAll(PROMPT_WORD, () => prompt),
  )
}

/** An argument may have 128 KiB on Linux. */
export const LONGEST_ARGUMENT = 120_000

const hasAny = (words: readonly string[], ...flags: string[]): boolean =>
  words.some((word) => flags.some((flag) => word === flag || word.startsWith(`${flag}=`)))

function valueOf(words: readonly string[], flag: string): string | undefined {
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`))
  return at < 0 ? undefined : words[at]!.includes('=') ? words[at]!.slice(flag.length + 1) : words[at + 1]
}
