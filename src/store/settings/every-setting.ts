/** Every setting there is, in the order in which they are shown. */
import { LOOP_SETTINGS } from './loop-settings.js'
import type { Setting } from './setting.js'

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
  ...LOOP_SETTINGS,
} as const satisfies Record<string, Setting>
