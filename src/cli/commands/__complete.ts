import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineCommand, type CommandSpec } from '../command.js'
import { complete } from '../completion.js'

/** Asked by the completion scripts. */
export const command = defineCommand({
  name: '__complete',
  summary: 'print what may come next on a command line',
  positionals: [{ name: 'words', describe: 'the words so far', variadic: true }],
  options: {},
  async run(env, args) {
    const found = complete(args.words, specOf)
    env.stdout.write(found.map(({ word, describe }) => `${word}\t${describe}\n`).join(''))
  },
})

/** Each command's bundle, beside this one in dist/cli, carries its spec. */
function specOf(name: string): CommandSpec | undefined {
  const file = join(__dirname, `${name.replaceAll(' ', '.')}.cjs`)
  if (!/^[a-z][a-z -]*$/.test(name) || !existsSync(file)) return undefined
  return (require(file) as { command: CommandSpec }).command
}
