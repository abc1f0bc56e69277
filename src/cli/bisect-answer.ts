/** `bisect good` and `bisect bad`. */
import { answer } from '../verbs/bisect/step.js'
import { printStep } from './bisect.js'
import { type Command, defineCommand } from './command.js'
import { TEXT_FORMAT } from './options.js'

export function defineAnswer(word: 'good' | 'bad'): Command {
  return defineCommand({
    name: `bisect ${word}`,
    summary:
      word === 'good' ? 'a run that knew these memories went well' : 'a run that knew these memories failed',
    positionals: [],
    options: {
      format: TEXT_FORMAT,
    },
    async run(env, args) {
      printStep(env, args.format, await answer(env, word === 'bad'))
    },
  })
}
