/**
 * Every command by group, for help, completion and the man page: data only, so that listing commands loads none of them.
 * A test compares it with the files in commands/; a name with `__` in front is for scripts and not listed.
 */
export const GROUPS = {
  everyday: 'Everyday',
  memory: 'Memories',
  knowledge: 'Knowledge',
  branches: 'Branches and history',
  sharing: 'Sharing',
  agents: 'Agents and loops',
  care: 'Care',
  contract: 'ralph memory',
} as const

export interface Entry {
  name: string
  group: keyof typeof GROUPS
  summary: string
}

export const CATALOGUE: readonly Entry[] = [
  { name: 'init', group: 'everyday', summary: 'make this repository remember' },
  { name: 'remember', group: 'everyday', summary: 'store something worth knowing on this branch' },
  { name: 'recall', group: 'everyday', summary: 'find memories again' },
  { name: 'prime', group: 'everyday', summary: 'print a briefing for an agent' },
  { name: 'sync', group: 'everyday', summary: 'share memory with the remote, both ways' },
  { name: 'status', group: 'everyday', summary: 'what this branch remembers, and whether all is well' },
  { name: 'list', group: 'memory', summary: 'list the memories of this branch' },
  { name: 'show', group: 'memory', summary: 'show one memory' },
  { name: 'edit', group: 'memory', summary: 'change a memory' },
  { name: 'forget', group: 'memory', summary: 'take memories off this branch' },
  { name: 'restore', group: 'memory', summary: 'bring back a forgotten memory' },
  { name: 'import', group: 'memory', summary: 'read memories and articles from files of other tools' },
  { name: 'export', group: 'memory', summary: 'write memories to a file that other tools read' },
  { name: 'know add', group: 'knowledge', summary: 'store an article of knowledge' },
  { name: 'know list', group: 'knowledge', summary: 'list the articles of this branch' },
  { name: 'know show', group: 'knowledge', summary: 'show one article' },
  { name: 'know edit', group: 'knowledge', summary: 'change an article' },
  { name: 'know forget', group: 'knowledge', summary: 'take articles off this branch' },
  { name: 'know match', group: 'knowledge', summary: 'find the articles that matter for a task' },
  { name: 'resolve', group: 'branches', summary: 'settle memories that two branches changed differently' },
  { name: 'lines', group: 'branches', summary: 'list the memory lines of all branches' },
  { name: 'diff', group: 'branches', summary: 'what one branch remembers that another does not' },
  { name: 'log', group: 'branches', summary: 'the history of this branch’s memory, or of one memory' },
  { name: 'blame', group: 'branches', summary: 'who taught each part of a memory, and on which code' },
  { name: 'merge', group: 'branches', summary: "take over what another branch's memory knows" },
  { name: 'land', group: 'branches', summary: "promote a branch's memory once its code has landed" },
  { name: 'rescue', group: 'branches', summary: "bring an abandoned line's memories onto this branch" },
  { name: 'push', group: 'sharing', summary: 'push memory to the remote' },
  { name: 'pull', group: 'sharing', summary: 'fetch and merge memory from the remote' },
  { name: 'install', group: 'agents', summary: 'wire an agent to this memory, here or everywhere' },
  { name: 'skill', group: 'agents', summary: 'teach agents how to use memories' },
  { name: 'prompt', group: 'agents', summary: 'print the whole context of an iteration' },
  { name: 'ingest', group: 'agents', summary: 'store what an agent marked in its output' },
  { name: 'journal add', group: 'agents', summary: 'record what happened in an iteration' },
  { name: 'journal list', group: 'agents', summary: 'list what happened in earlier iterations' },
  { name: 'journal show', group: 'agents', summary: 'show the journal of one commit, or one entry' },
  { name: 'journal search', group: 'agents', summary: 'find earlier iterations' },
  { name: 'hook', group: 'agents', summary: 'what git hooks call; not for typing' },
  { name: 'config', group: 'care', summary: 'show settings and where they come from, or set one' },
  { name: 'doctor', group: 'care', summary: 'look for what silently stopped working' },
  { name: 'uninstall', group: 'care', summary: 'take git-ralph out of this repository, memories excepted' },
  { name: 'completion', group: 'care', summary: 'print a script that completes commands in your shell' },
  { name: 'help', group: 'care', summary: 'list the commands, or explain one' },
  { name: 'version', group: 'care', summary: 'print the version' },
  { name: 'memory add', group: 'contract', summary: 'store a new memory' },
  { name: 'memory search', group: 'contract', summary: 'find memories by query' },
  { name: 'memory list', group: 'contract', summary: 'list all memories' },
  { name: 'memory show', group: 'contract', summary: 'show a single memory by ID' },
  { name: 'memory delete', group: 'contract', summary: 'delete a memory by ID' },
  { name: 'memory prime', group: 'contract', summary: 'print a briefing for an agent' },
  { name: 'memory init', group: 'contract', summary: 'initialize memories file' },
]
