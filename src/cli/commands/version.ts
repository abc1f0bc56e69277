import { VERSION } from '../../version.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'

export const command = defineCommand({
  name: 'version',
  summary: 'print the version',
  positionals: [],
  options: {
    format: { type: 'string', describe: 'output format', choices: ['text', 'json'], default: 'text' },
  },
  async run(env, args) {
    env.stdout.write(
      args.format === 'json'
        ? renderJson('version', { git_ralph: VERSION, node: process.versions.node })
        : `git-ralph ${VERSION}\n`,
    )
  },
})
