import { join } from 'node:path'
import { RalphError } from '../../errors.js'
import { type Extra, EXTRAS } from '../../explorer/site/withhold.js'
import { runCaptured } from '../captured.js'
import { defineCommand } from '../command.js'

export const command = defineCommand({
  name: 'explore',
  summary: 'look at memories in your browser',
  description:
    'Serves a page on this machine alone, opens it, and follows what changes until you press Ctrl+C.',
  positionals: [],
  options: {
    port: {
      type: 'number',
      default: 0,
      describe: 'listen on this port; 0 for any that is free',
      placeholder: 'N',
    },
    'no-open': { type: 'boolean', describe: 'print the address, and open no browser' },
    export: {
      type: 'string',
      describe: 'write the page with its data into this directory, for a host of files; serve nothing',
      placeholder: 'DIR',
    },
    with: {
      type: 'strings',
      describe: `with --export: also code, sessions or quarantined, comma-separated`,
      placeholder: 'WHAT',
    },
  },
  examples: [
    { line: 'explore', describe: 'look around' },
    { line: 'explore --export site', describe: 'write a site that can be read and searched without us' },
  ],
  async run(env, args) {
    const run = (name: string, words: readonly string[]): Promise<string> => runCaptured(env, name, words)
    const page = join(import.meta.dirname, '../explorer')
    if (args.export !== undefined) {
      const { exportSite } = await import('../../explorer/site/export.js')
      return exportSite(env, { run, page, dir: args.export, extras: extrasOf(args.with) })
    }
    if (args.with.length > 0)
      throw new RalphError('bad-usage', '--with is for an export', {
        hint: 'git ralph explore --export <dir> --with code',
      })
    const { serve } = await import('../../explorer/serve.js')
    return serve(env, { run, page, port: args.port, open: !args['no-open'] })
  },
})

function extrasOf(named: readonly string[]): Extra[] {
  return named
    .flatMap((some) => some.split(','))
    .map((name) => {
      const extra = EXTRAS.find((one) => one === name.trim())
      if (extra) return extra
      throw new RalphError('bad-usage', `'${name}' is nothing that --with knows`, {
        hint: `it knows ${EXTRAS.join(', ')}`,
      })
    })
}
