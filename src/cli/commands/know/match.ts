import { KNOWLEDGE_BUDGET } from '../../../briefing/knowledge.js'
import { knowledgeFor } from '../../../verbs/know/match.js'
import { articleJson, printArticles } from '../../articles.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { LINE, LIST_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'know match',
  summary: 'find the articles that matter for a task',
  description:
    'A tag that is a word of the task counts 2, one that matches the feature 2, one that is a word of a path 1. Articles that a hit links to as [[Title]] rank right below it.',
  positionals: [],
  options: {
    'task-title': { type: 'string', describe: 'title of the task', placeholder: 'TEXT' },
    'task-description': { type: 'string', describe: 'description of the task', placeholder: 'TEXT' },
    feature: { type: 'string', describe: 'feature that the task belongs to', placeholder: 'NAME' },
    path: { type: 'strings', describe: 'a file that was changed recently', placeholder: 'PATH' },
    budget: {
      type: 'number',
      default: KNOWLEDGE_BUDGET,
      describe: 'most tokens with --format markdown, 0 for no limit',
      placeholder: 'N',
    },
    line: LINE,
    format: LIST_FORMAT,
  },
  async run(env, args) {
    const context = {
      recentPaths: args.path,
      ...(args['task-title'] !== undefined && { taskTitle: args['task-title'] }),
      ...(args['task-description'] !== undefined && { taskDescription: args['task-description'] }),
      ...(args.feature !== undefined && { feature: args.feature }),
    }
    const { matches, text, tokens, left, branch, warnings } = await knowledgeFor(env, context, {
      budget: args.budget,
      ...(args.line !== undefined && { line: args.line }),
    })
    printWarnings(env, warnings)
    if (args.format === 'json') {
      const shown = matches.map(({ slug, article, score, matched, linkedFrom }) => ({
        ...articleJson({ slug, article }),
        score,
        matched,
        ...(linkedFrom !== undefined && { linkedFrom }),
      }))
      env.stdout.write(renderJson('articles-matched', { branch, tokens, left, matches: shown }))
    } else if (args.format === 'markdown') env.stdout.write(text)
    else {
      const score = {
        title: 'SCORE',
        align: 'right' as const,
        cell: (row: number) => String(matches[row]!.score),
      }
      printArticles(env, matches, [score])
    }
  },
})
