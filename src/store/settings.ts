/** Settings, first found wins: flag (the caller's), RALPH_* variable, git config `ralph.*`, ralph.yml, .ralph/config.sh, default. */
import { RalphError } from '../errors.js'
import type { Config } from './git/config.js'

type Kind = 'boolean' | 'number' | 'text' | 'list'

interface Setting {
  kind: Kind
  default: boolean | number | string | string[]
  describe: string
  /** Path in ralph.yml. */
  yml?: string
  /** Key in .ralph/config.sh. */
  shell?: string
  choices?: string[]
}

export const SETTINGS = {
  enabled: {
    kind: 'boolean',
    default: true,
    yml: 'memories.enabled',
    shell: 'MEMORIES_ENABLED',
    describe: 'whether memories are used at all',
  },
  inject: {
    kind: 'text',
    default: 'auto',
    yml: 'memories.inject',
    choices: ['auto', 'manual', 'none'],
    describe: 'who puts memories into an agent’s context',
  },
  budget: {
    kind: 'number',
    default: 2000,
    yml: 'memories.budget',
    shell: 'MEMORIES_BUDGET',
    describe: 'most tokens in a briefing, 0 for no limit',
  },
  filterTypes: {
    kind: 'list',
    default: [],
    yml: 'memories.filter.types',
    describe: 'types that a briefing holds, none for all',
  },
  filterTags: {
    kind: 'list',
    default: [],
    yml: 'memories.filter.tags',
    describe: 'tags that a briefing holds, none for all',
  },
  filterRecent: {
    kind: 'number',
    default: 0,
    yml: 'memories.filter.recent',
    describe: 'days a briefing looks back, 0 for no limit',
  },
  skillInjection: {
    kind: 'boolean',
    default: true,
    yml: 'memories.skill_injection',
    describe: 'whether a briefing explains how to use memories',
  },
  render: {
    kind: 'boolean',
    default: true,
    yml: 'memories.render',
    describe: 'whether the view is rendered into the work tree',
  },
  renderPath: {
    kind: 'text',
    default: '.agent/memories.md',
    yml: 'memories.path',
    describe: 'where the view is rendered, from the top of the work tree',
  },
  renderLimit: {
    kind: 'number',
    default: 500,
    yml: 'memories.render_limit',
    describe: 'how many of the newest memories are rendered, 0 for all',
  },
  // Not from ralph.yml: a cloned repository must not decide which of the user's files are stored and shared.
  knowledgePath: {
    kind: 'text',
    default: '',
    describe:
      'where articles are mirrored, from the top of the work tree, e.g. .ralph/knowledge; none for nowhere',
  },
  // Not from ralph.yml, for the same reason.
  globalPatterns: {
    kind: 'text',
    default: 'auto',
    choices: ['auto', 'always', 'never'],
    describe: 'when .ralph/global-patterns.md is written and read back; auto: once a task was started here',
  },
  recallLimit: {
    kind: 'number',
    default: 10,
    yml: 'memories.recall_limit',
    describe: 'how many hits recall shows',
  },
  writeTimeout: {
    kind: 'number',
    default: 10000,
    yml: 'memories.write_timeout',
    describe: 'milliseconds a write waits for its turn before it is parked',
  },
  share: {
    kind: 'boolean',
    default: true,
    yml: 'memories.share',
    describe: 'whether memory is shared with a remote at all',
  },
  // Not from ralph.yml: a cloned repository must not decide where memory is sent.
  remote: {
    kind: 'text',
    default: '',
    describe: 'the remote that shares memory, if not origin',
  },
  remotePrefix: {
    kind: 'text',
    default: 'refs/ralph-memory',
    choices: ['refs/ralph-memory', 'refs/heads/ralph-memory'],
    describe: 'where the remote keeps lines; the second for hosts that refuse other namespaces',
  },
  autopush: {
    kind: 'boolean',
    default: true,
    yml: 'memories.autopush',
    describe: 'whether `git push` shares the branch’s memory too',
  },
  sign: {
    kind: 'boolean',
    default: false,
    describe: 'whether your commits of memory are signed when they are shared',
  },
  // Not from ralph.yml: a cloned repository must not decide whom to trust.
  trust: {
    kind: 'text',
    default: 'unknown',
    choices: ['own', 'signed', 'teammate', 'unknown'],
    describe: 'the least trusted memories that a briefing may hold: see Trust',
  },
  tokenizer: {
    kind: 'text',
    default: 'o200k_base',
    yml: 'memories.tokenizer',
    choices: ['o200k_base', 'cl100k_base'],
    describe: 'how tokens are counted: newer models use o200k_base, older ones cl100k_base',
  },
  promptBudget: {
    kind: 'number',
    default: 8000,
    yml: 'prompt.budget',
    describe: 'most tokens of a whole prompt, 0 for no limit; the budgets of its parts shrink to fit',
  },
  journalBudget: {
    kind: 'number',
    default: 3000,
    yml: 'journal.budget',
    describe: 'most tokens of the journal in a prompt, 0 for no limit',
  },
  knowledgeBudget: {
    kind: 'number',
    default: 2000,
    yml: 'knowledge.budget',
    describe: 'most tokens of articles in a prompt, 0 for no limit',
  },
  taskBudget: {
    kind: 'number',
    default: 1500,
    yml: 'tasks.budget',
    describe: 'most tokens of a task in a prompt, and as many of global patterns; 0 for no limit',
  },
  scratchpadBudget: {
    kind: 'number',
    default: 1000,
    yml: 'scratchpad.budget',
    describe: 'most tokens of the scratchpad in a prompt, 0 for no limit',
  },
  observe: {
    kind: 'boolean',
    default: true,
    yml: 'sessions.observe',
    describe: 'whether hooks keep what agents do, in local files',
  },
  // None of these from ralph.yml: a cloned repository decides neither what is shared or deleted, nor which program is run.
  shareSessions: {
    kind: 'boolean',
    default: false,
    describe: 'whether the summary of each session is shared, as an entry of the journal',
  },
  sessionRetention: {
    kind: 'number',
    default: 90,
    describe: 'days for which sessions are kept, 0 for ever',
  },
  sessionLimit: {
    kind: 'number',
    default: 50,
    describe: 'most megabytes that sessions take, 0 for no limit; the oldest go first',
  },
  summarizer: {
    kind: 'text',
    default: '',
    describe: 'a command that sums up a session, e.g. `claude -p`; none for the built-in rules',
  },
  // None of these from ralph.yml: a cloned repository must not decide where text is sent.
  embeddings: {
    kind: 'text',
    default: 'none',
    describe:
      'who tells what texts mean, for recall: none, local, ollama, openai, voyage, or the address of a server that speaks OpenAI’s protocol',
  },
  embeddingsModel: {
    kind: 'text',
    default: '',
    describe: 'the model that embeds, if not the provider’s usual one',
  },
  embeddingsUrl: {
    kind: 'text',
    default: '',
    describe: 'where the provider’s server is, if not at its usual address',
  },
  embeddingsTimeout: {
    kind: 'number',
    default: 3000,
    describe: 'milliseconds that recall waits for an embedding server before it goes by words alone',
  },
  // Not from ralph.yml: a cloned repository must not decide which program is run.
  loopAgent: {
    kind: 'text',
    default: 'claude',
    describe: 'the agent that a loop runs: claude, codex, gemini, opencode or a command line',
  },
  loopMaxIterations: {
    kind: 'number',
    default: 10,
    yml: 'ralph.max_iterations',
    describe: 'most iterations of a loop, from 1 to 1000',
  },
  loopMaxDuration: {
    kind: 'text',
    default: '30m',
    yml: 'ralph.max_duration',
    describe: 'most time of a loop, as 90s, 30m, 1h30m',
  },
  loopNoProgress: {
    kind: 'number',
    default: 3,
    yml: 'ralph.no_progress',
    describe: 'iterations without progress after which a loop ends',
  },
  loopCooldown: {
    kind: 'number',
    default: 1000,
    yml: 'ralph.cooldown_ms',
    describe: 'milliseconds between iterations',
  },
  loopMaxCost: {
    kind: 'text',
    default: '',
    yml: 'ralph.max_cost_usd',
    describe: 'most that a loop may cost in USD, where the agent reports it; none for no limit',
  },
  loopContextBudget: {
    kind: 'text',
    default: '0.6',
    yml: 'ralph.context_budget',
    describe: 'share of the context window that a prompt of a loop may take',
  },
  loopContextWindow: {
    kind: 'number',
    default: 200000,
    yml: 'ralph.context_window',
    describe: 'tokens that the agent’s model can take',
  },
  loopAgentTimeout: {
    kind: 'text',
    default: '',
    yml: 'ralph.agent_timeout',
    describe: 'most time of one run of the agent; none for what is left of the loop’s',
  },
  loopCriteriaTimeout: {
    kind: 'text',
    default: '10m',
    yml: 'ralph.criteria_timeout',
    describe: 'most time of one check',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
type ValueOf<S extends Setting> = S['kind'] extends 'boolean'
  ? boolean
  : S['kind'] extends 'number'
    ? number
    : S['kind'] extends 'list'
      ? string[]
      : string
export type Settings = { [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

export interface SettingSource {
  name: SettingName
  value: boolean | number | string | string[]
  /** Where the value came from: `RALPH_BUDGET`, `git config ralph.budget`, `ralph.yml memories.budget`, … or `default`. */
  from: string
}

/**
 * Every setting with where it came from. A value that makes no sense is passed over and named in `problems`: it may come with
 * somebody else's push, and must not stop every command.
 */
export function explainSettings(
  config: Config,
  vars: Record<string, string | undefined>,
  problems: string[] = [],
): SettingSource[] {
  return (Object.keys(SETTINGS) as SettingName[]).map((name) => resolveSetting(name, config, vars, problems))
}

export function resolveSettings(
  config: Config,
  vars: Record<string, string | undefined>,
  problems: string[] = [],
): Settings {
  const sources = explainSettings(config, vars, problems)
  return Object.fromEntries(sources.map(({ name, value }) => [name, value])) as Settings
}

export function variableOf(name: SettingName): string {
  return `RALPH_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

export function resolveSetting(
  name: SettingName,
  config: Config,
  vars: Record<string, string | undefined>,
  problems: string[] = [],
): SettingSource {
  const setting: Setting = SETTINGS[name]
  const variable = variableOf(name)
  const candidates: [unknown, () => string][] = [
    [vars[variable], () => variable],
    [config.git[`ralph.${name.toLowerCase()}`], () => `git config ralph.${name}`],
    [setting.yml && lookUp(config.yml, setting.yml), () => `ralph.yml ${setting.yml}`],
    [setting.shell && config.shell[setting.shell], () => `.ralph/config.sh ${setting.shell}`],
  ]
  for (const [value, origin] of candidates) {
    if (value === undefined || value === null || value === '') continue
    const from = origin()
    try {
      return { name, value: convert(value, setting, from), from }
    } catch (error) {
      if (!(error instanceof RalphError)) throw error
      problems.push(`${error.message}, and is ignored`)
    }
  }
  return { name, value: setting.default, from: 'default' }
}

function lookUp(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[key] : undefined),
      data,
    )
}

function convert(value: unknown, setting: Setting, from: string): boolean | number | string | string[] {
  const text = String(value).trim()
  const wrong = (expected: string): RalphError =>
    new RalphError('bad-settings', `${from} is '${text}', which is not ${expected}`, {
      hint: 'run `git ralph config` to see all settings',
    })
  switch (setting.kind) {
    case 'boolean':
      if (/^(true|yes|on|1)$/i.test(text)) return true
      if (/^(false|no|off|0)$/i.test(text)) return false
      throw wrong('true or false')
    case 'number':
      if (/^\d+$/.test(text)) return Number(text)
      throw wrong('a whole number of 0 or more')
    case 'list':
      return (Array.isArray(value) ? value.map(String) : text.split(','))
        .map((item) => item.trim())
        .filter(Boolean)
    case 'text':
      if (setting.choices && !setting.choices.includes(text))
        throw wrong(`one of ${setting.choices.join(', ')}`)
      return text
  }
}

/** Checks a value as `config` is about to store it. */
export function checkSetting(name: SettingName, value: string): void {
  convert(value, SETTINGS[name], `ralph.${name}`)
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name)
}
