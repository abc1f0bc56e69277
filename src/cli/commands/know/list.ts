import { renderKnowledge } from '../../../briefing/knowledge.js'
import { parseTags } from '../../../memory/text.js'
import { listArticles } from '../../../verbs/know/list.js'
import { articleJson, printArticles } from '../../articles.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { LINE, LIST_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'know list',
  summary: 'list the articles of this branch',
  positionals: [],
  options: {
    tags: { type: 'strings', describe: 'only with any of these tags, comma-separated', placeholder: 'TAGS' },
    feature: { type: 'string', describe: 'only of this feature', placeholder: 'NAME' },
    line: LINE,
    format: LIST_FORMAT,
  },
  async run(env, args) {
    const { entries, branch, warnings } = await listArticles(env, {
      tags: parseTags(args.tags),
      ...(args.feature !== undefined && { feature: args.feature }),
      ...(args.line !== undefined && { line: args.line }),
    })
    printWarnings(env, warnings)
    if (args.format === 'json')
      env.stdout.write(renderJson('articles', { branch, articles: entries.map(articleJson) }))
    else if (args.format === 'markdown') env.stdout.write(renderKnowledge(entries, 0).text)
    else printArticles(env, entries)
  },
})
