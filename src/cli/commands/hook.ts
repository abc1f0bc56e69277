import { runGitHook } from '../../hooks/git-hooks.js'
import { defineCommand } from '../command.js'

export const command = defineCommand({
  name: 'hook',
  summary: 'what git hooks call; not for typing',
  positionals: [
    { name: 'name', describe: 'the hook', required: true },
    { name: 'args', describe: 'what git gave it', variadic: true },
  ],
  options: {},
  async run(env, args) {
    await runGitHook(env, args.name, args.args)
  },
})
