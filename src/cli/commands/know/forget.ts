import { forgetArticles } from '../../../verbs/know/forget.js'
import { articleJson } from '../../articles.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { WRITTEN_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'know forget',
  summary: 'take articles off this branch',
  description: 'Forgotten articles stay in the history of the line.',
  positionals: [
    { name: 'articles', describe: 'slugs, titles, or unique beginnings', required: true, variadic: true },
  ],
  options: {
    'dry-run': { type: 'boolean', describe: 'only say what would be forgotten' },
    format: WRITTEN_FORMAT,
  },
  async run(env, args) {
    const { entries, dryRun, parked, warnings } = await forgetArticles(env, args.articles, {
      dryRun: args['dry-run'],
    })
    printWarnings(env, warnings)
    if (args.format === 'json') {
      env.stdout.write(
        renderJson('articles-forgotten', {
          dryRun,
          ...(parked && { parked }),
          articles: entries.map(articleJson),
        }),
      )
    } else if (args.format === 'quiet') env.stdout.write(entries.map(({ slug }) => `${slug}\n`).join(''))
    else {
      for (const { slug, article } of entries)
        env.stdout.write(`🗑️  ${dryRun ? 'Would forget' : 'Forgotten'}: ${slug}  ${article.title}\n`)
    }
  },
})
