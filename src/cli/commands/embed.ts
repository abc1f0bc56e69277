import { embed, type Embedded } from '../../verbs/embed.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printable, printWarnings } from '../output.js'
import { TEXT_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'embed',
  summary: 'prepare memories for recall by meaning',
  description:
    'Has every memory of this branch that has no vector yet embedded by the provider that `ralph.embeddings` names, and keeps the vectors in a local cache. Recall does this for a few at a time; this does it for all.',
  positionals: [],
  options: {
    line: { type: 'string', describe: "take this branch's memories instead", placeholder: 'BRANCH' },
    limit: { type: 'number', alias: 'n', describe: 'at most so many, the newest first', placeholder: 'N' },
    again: { type: 'boolean', describe: 'forget the vectors of this model, and make them anew' },
    'dry-run': { type: 'boolean', describe: 'only say how many there are, and where they would be sent' },
    format: TEXT_FORMAT,
  },
  examples: [
    { line: 'embed --dry-run', describe: 'how much would be sent where' },
    { line: 'embed', describe: 'after `git ralph config embeddings local`' },
  ],
  async run(env, args) {
    const answer = await embed(env, {
      again: args.again,
      dryRun: args['dry-run'],
      ...(args.line !== undefined && { line: args.line }),
      ...(args.limit !== undefined && { limit: args.limit }),
      ...(env.stderr.isTTY && {
        onProgress: (done, of) => env.stderr.write(`\rembedded ${done} of ${of}${done === of ? '\n' : ''}`),
      }),
    })
    printWarnings(env, answer.warnings)
    env.stdout.write(args.format === 'json' ? renderEmbeddedJson(answer) : renderEmbedded(answer))
  },
})

function renderEmbedded({ embedded, known, left, model, host }: Embedded): string {
  const where = host === undefined ? 'on this machine' : `at ${host}`
  const rest = left > 0 ? `; ${left} to go` : ''
  return printable(`${embedded} embedded by ${model}, ${where}; ${known} known${rest}\n`)
}

function renderEmbeddedJson({ branch, model, host, embedded, known, left }: Embedded): string {
  return renderJson('embedded', { branch, model, ...(host !== undefined && { host }), embedded, known, left })
}
