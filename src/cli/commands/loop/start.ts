import { defineCommand } from '../../command.js'
import { drive } from '../../loop/drive.js'
import { printPreview } from '../../loop/preview.js'
import { definedOnly, LIMIT_OPTIONS } from '../../loop/wishes.js'
import { previewLoop, startLoop } from '../../../loop/start.js'
import { TEXT_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'loop start',
  summary: 'run an agent until its goal is reached',
  description:
    'Runs an agent again and again with the goal, what is remembered and what failed last time, until all success criteria pass or a limit is reached. Each iteration is journalled, what the agent marks is remembered, and the files as they were before it are kept: see `loop rollback`. Without criteria the tests of the project are run. Ctrl+C ends the iteration, a second one at once.',
  positionals: [{ name: 'goal', describe: 'what is to be reached', required: true, variadic: true }],
  options: {
    agent: {
      type: 'string',
      alias: 'a',
      describe: 'claude, codex, gemini, opencode or a command line [default: loopAgent]',
      placeholder: 'COMMAND',
    },
    criteria: {
      type: 'strings',
      alias: 'c',
      describe: 'test_pass, build_success, lint_clean, type_check, custom, marker; comma-separated',
      placeholder: 'TYPES',
    },
    command: {
      type: 'strings',
      describe: 'a command that has to succeed; for `custom`',
      placeholder: 'COMMAND',
    },
    marker: {
      type: 'string',
      describe: 'what the agent prints when it is done; for `marker`',
      placeholder: 'TEXT',
    },
    ...LIMIT_OPTIONS,
    cooldown: { type: 'number', describe: 'milliseconds between iterations', placeholder: 'MS' },
    'context-budget': {
      type: 'string',
      describe: 'share of the context window for the prompt',
      placeholder: '0.6',
    },
    'context-window': { type: 'number', describe: 'tokens that the model can take', placeholder: 'N' },
    'agent-timeout': { type: 'string', describe: 'most time of one run of the agent', placeholder: 'TIME' },
    'criteria-timeout': { type: 'string', describe: 'most time of one check', placeholder: 'TIME' },
    worktree: { type: 'boolean', describe: 'in a work tree and on a branch of its own' },
    verify: {
      type: 'string',
      describe: 'a second agent that has to agree before success counts',
      placeholder: 'COMMAND',
    },
    judge: { type: 'string', describe: 'a command whose success means progress', placeholder: 'COMMAND' },
    yes: { type: 'boolean', alias: 'y', describe: 'agree to run the commands that ralph.yml names' },
    'dry-run': { type: 'boolean', alias: 'n', describe: 'show prompt, criteria and limits, and run nothing' },
    format: TEXT_FORMAT,
  },
  examples: [
    {
      line: 'loop start "make the tests pass"',
      describe: 'with Claude Code, until `npm test` (or its like) succeeds',
    },
    {
      line: 'loop start "port to ESM" --agent codex --criteria test_pass,lint_clean --max-iterations 5 --worktree',
      describe: 'with Codex, beside your own work',
    },
  ],
  async run(env, args) {
    const goal = args.goal.join(' ')
    const wishes = definedOnly({
      agent: args.agent,
      verify: args.verify,
      judge: args.judge,
      criteria: args.criteria.flatMap((list) => list.split(',').map((type) => type.trim())).filter(Boolean),
      commands: args.command,
      marker: args.marker,
      maxIterations: args['max-iterations'],
      maxDuration: args['max-duration'],
      noProgress: args['no-progress'],
      maxCost: args['max-cost'],
      cooldown: args.cooldown,
      contextBudget: args['context-budget'],
      contextWindow: args['context-window'],
      agentTimeout: args['agent-timeout'],
      criteriaTimeout: args['criteria-timeout'],
    })
    if (args['dry-run']) return printPreview(env, args.format, await previewLoop(env, goal, wishes))
    return drive(env, args.format, args.yes, (driver) =>
      startLoop(env, goal, { ...wishes, worktree: args.worktree }, driver),
    )
  },
})
