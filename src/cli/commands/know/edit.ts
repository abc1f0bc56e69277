import { decodeText, parseTags } from '../../../memory/text.js'
import { editArticle } from '../../../verbs/know/edit.js'
import { articleJson, printChanged } from '../../articles.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { policyOf, SECRET_OPTIONS } from '../../secret-options.js'
import { WRITTEN_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'know edit',
  summary: 'change an article',
  description:
    'Opens the article in your editor (as git chooses it), or changes what the flags say. Its slug stays, and earlier versions stay in the history.',
  positionals: [{ name: 'article', describe: 'slug, title, or a unique beginning of one', required: true }],
  options: {
    content: { type: 'string', describe: 'new text; - reads standard input' },
    title: { type: 'string', describe: 'new title' },
    tags: { type: 'string', describe: 'replace all tags by these', placeholder: 'TAGS' },
    'add-tag': { type: 'strings', describe: 'add a tag', placeholder: 'TAG' },
    'remove-tag': { type: 'strings', describe: 'remove a tag', placeholder: 'TAG' },
    feature: { type: 'string', describe: 'new feature, empty for none', placeholder: 'NAME' },
    ...SECRET_OPTIONS,
    format: WRITTEN_FORMAT,
  },
  async run(env, args) {
    const content = args.content === '-' ? decodeText(await env.stdin.read(), 'standard input') : args.content
    const { entry, changed, parked, warnings } = await editArticle(env, args.article, {
      ...policyOf(args),
      ...(content !== undefined && { content }),
      ...(args.title !== undefined && { title: args.title }),
      ...(args.tags !== undefined && { tags: parseTags(args.tags) }),
      ...(args['add-tag'].length > 0 && { addTags: parseTags(args['add-tag']) }),
      ...(args['remove-tag'].length > 0 && { removeTags: parseTags(args['remove-tag']) }),
      ...(args.feature !== undefined && { feature: args.feature }),
    })
    printWarnings(env, warnings)
    printChanged(env, args.format, changed ? '✏️  Article changed' : 'Nothing to change', entry, () =>
      renderJson('article-edited', { changed, ...(parked && { parked }), article: articleJson(entry) }),
    )
  },
})
