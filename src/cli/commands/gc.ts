import { gc } from '../../verbs/gc.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'gc',
  summary: 'pack our objects, and keep local files within limits',
  description:
    'Packs the loose objects of lines and journal, removes leftovers and caches that have grown too large. Your own objects are left to git gc.',
  positionals: [],
  options: {
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { warnings, ...answer } = await gc(env)
    printWarnings(env, warnings)
    if (args.format === 'json') return env.stdout.write(renderJson('collected', { ...answer }))
    const { done, before, after } = answer
    const lines = done.length > 0 ? done : ['nothing to do']
    env.stdout.write(`${lines.join('\n')}\nlocal files: ${kib(before)} before, ${kib(after)} now\n`)
  },
})

const kib = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`
