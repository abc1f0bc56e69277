/** What a loop would do, before it does. */
import type { Env } from '../../env.js'
import { labelOf } from '../../loop-rules/criterion.js'
import type { LoopPlan } from '../../verbs/loop/plan.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'
import { commandOf, renderLimits } from './lines.js'

export function printPreview(
  env: Env,
  format: 'text' | 'json',
  { plan, prompt, tokens }: { plan: LoopPlan; prompt: string; tokens: number },
): void {
  const { agent, command, verify, judge, criteria, limits, unapproved, warnings } = plan
  printWarnings(env, warnings)
  if (format === 'json') {
    const given = { ...(verify !== undefined && { verify }), ...(judge !== undefined && { judge }) }
    env.stdout.write(
      renderJson('loop-preview', {
        agent,
        words: command.words,
        promptOn: command.prompt,
        ...given,
        criteria,
        limits,
        unapproved,
        tokens,
        prompt,
      }),
    )
    return
  }
  const field = (name: string, value: string): string => `${name.padEnd(9)} ${value}\n`
  env.stdout.write(
    [
      field('agent', `${command.words.join(' ')} (prompt as ${command.prompt})`),
      ...(verify === undefined ? [] : [field('verify', verify)]),
      ...(judge === undefined ? [] : [field('judge', judge)]),
      ...criteria.map((criterion) =>
        field('criterion', `${labelOf(criterion)}${commandOf(criterion)} (${criterion.from})`),
      ),
      ...(unapproved.length > 0 ? [field('', 'the commands of ralph.yml would be asked about first')] : []),
      field('limits', renderLimits(limits)),
      field('prompt', `${tokens} tokens at most:\n\n${prompt}`),
    ].join(''),
  )
}
