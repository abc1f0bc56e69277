import { basename } from 'node:path'
import { RalphError } from '../../errors.js'
import { defineCommand } from '../command.js'
import { SCRIPTS, SHELLS, type Shell } from '../completion-scripts.js'

export const command = defineCommand({
  name: 'completion',
  summary: 'print a script that completes commands in your shell',
  description:
    'Prints a script that completes `git ralph`, `git-ralph` and `ralph`. Without an argument it is for the shell in $SHELL.',
  positionals: [{ name: 'shell', describe: 'bash, zsh or fish' }],
  options: {},
  examples: [{ line: 'completion bash >> ~/.bashrc', describe: 'complete in bash from now on' }],
  async run(env, args) {
    const shell = args.shell ?? basename(env.vars['SHELL'] ?? '')
    if (!SHELLS.includes(shell as Shell)) {
      throw new RalphError('bad-usage', shell ? `no completion for '${shell}'` : 'which shell is not known', {
        hint: 'name one of bash, zsh, fish',
      })
    }
    env.stdout.write(SCRIPTS[shell as Shell])
  },
})
