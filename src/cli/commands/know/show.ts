import { renderArticle } from '../../../memory/knowledge-file.js'
import { showArticle } from '../../../verbs/know/list.js'
import { articleJson, printArticle } from '../../articles.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { LINE, LIST_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'know show',
  summary: 'show one article',
  positionals: [{ name: 'article', describe: 'slug, title, or a unique beginning of one', required: true }],
  options: {
    line: LINE,
    format: LIST_FORMAT,
  },
  async run(env, args) {
    const options = args.line === undefined ? {} : { line: args.line }
    const { entry, warnings } = await showArticle(env, args.article, options)
    printWarnings(env, warnings)
    if (args.format === 'json') env.stdout.write(renderJson('article', { article: articleJson(entry) }))
    else if (args.format === 'markdown') env.stdout.write(renderArticle(entry.article))
    else printArticle(env, entry)
  },
})
