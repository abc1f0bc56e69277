/**
 * Every command by group, for help, completion and the man page: data only, so that listing commands loads none of them.
 * A test compares it with the files in commands/; a name with `__` in front is for scripts and not listed.
 */
export const GROUPS = {
  everyday: 'Everyday',
  memory: 'Memories',
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
  { name: 'completion', group: 'care', summary: 'print a script that completes commands in your shell' },
  { name: 'help', group: 'care', summary: 'list the commands, or explain one' },
  { name: 'version', group: 'care', summary: 'print the version' },
]
