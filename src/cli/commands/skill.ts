import { SKILL_AGENTS, SKILL_TEXT, type SkillAgent } from '../../briefing/skill.js'
import { installSkill, type SkillChange, uninstallSkill } from '../../verbs/skill.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'

const SAID: Record<SkillChange['what'], string> = {
  created: 'write',
  added: 'add a block to',
  updated: 'update our block in',
  removed: 'take our block out of',
  unchanged: 'is up to date',
  absent: 'has nothing of ours',
  edited: 'was changed by hand and stays: remove it yourself',
}

export const command = defineCommand({
  name: 'skill',
  summary: 'teach agents how to use memories',
  description:
    'Prints the text that teaches an agent, or puts it where the agent looks: a skill for claude, a rule for cursor, a marked block in AGENTS.md for codex and all others that read it, in GEMINI.md for gemini. Nothing else in these files is touched, and taking the block out leaves them as they were.',
  positionals: [],
  options: {
    install: {
      type: 'strings',
      choices: SKILL_AGENTS,
      describe: 'put it where this agent looks; may be repeated',
      placeholder: 'AGENT',
    },
    uninstall: { type: 'boolean', describe: 'take it out again, for the agents named or for all' },
    'dry-run': { type: 'boolean', describe: 'only say what would be done' },
    format: {
      type: 'string',
      choices: ['markdown', 'json'],
      default: 'markdown',
      describe: 'output format',
    },
  },
  examples: [{ line: 'skill --install claude', describe: 'write .claude/skills/git-ralph/SKILL.md' }],
  async run(env, args) {
    const agents = args.install as SkillAgent[]
    if (agents.length === 0 && !args.uninstall) {
      env.stdout.write(args.format === 'json' ? renderJson('skill', { text: SKILL_TEXT }) : SKILL_TEXT)
      return
    }
    const dryRun = args['dry-run']
    const files = args.uninstall
      ? await uninstallSkill(env, agents.length > 0 ? agents : SKILL_AGENTS, { dryRun })
      : await installSkill(env, agents, { dryRun })
    if (args.format === 'json') {
      env.stdout.write(renderJson('skill', { dryRun, files }))
      return
    }
    const worth = files.filter(({ what }) => what !== 'absent')
    for (const { path, what } of worth) {
      const changes = !['unchanged', 'edited'].includes(what)
      const says = changes ? `${SAID[what]} '${path}'` : `'${path}' ${SAID[what]}`
      env.stdout.write(`${changes ? (dryRun ? 'would ' : '✓ ') : '• '}${says}\n`)
    }
    if (worth.length === 0) env.stdout.write('no skill is installed here\n')
  },
})
