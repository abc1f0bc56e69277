import { forget } from '../../../verbs/forget.js'
import { defineCommand } from '../../command.js'
import { sayNotFound } from '../../not-found.js'
import { printWarnings } from '../../output.js'

export const command = defineCommand({
  name: 'memory delete',
  summary: 'delete a memory by ID',
  positionals: [{ name: 'id', describe: 'memory ID to delete', required: true }],
  options: {},
  run: (env, args) =>
    sayNotFound(env, args.id, async () => {
      const { memories, warnings } = await forget(env, [args.id])
      printWarnings(env, warnings)
      env.stdout.write(`🗑️  Memory deleted: ${memories[0]!.id}\n`)
    }),
})
