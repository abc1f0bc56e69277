import { RalphError } from '../../../errors.js'
import { parseTags } from '../../../memory/text.js'
import { rememberArticle } from '../../../verbs/know/add.js'
import { articleJson, printChanged } from '../../articles.js'
import { defineCommand } from '../../command.js'
import { readContent } from '../../content.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { policyOf, SECRET_OPTIONS } from '../../secret-options.js'
import { WRITTEN_FORMAT } from '../../options.js'

const SAID = {
  stored: '📚 Article stored',
  known: '📚 Article already known',
  updated: '📚 Article already known, updated',
}

export const command = defineCommand({
  name: 'know add',
  summary: 'store an article of knowledge',
  description:
    'Stores a titled, tagged article on the memory line of the branch checked out. One of the same title, or of nearly the same with mostly the same tags, is updated instead; its earlier text stays in the history. Texts are cut after about 500 words.',
  positionals: [{ name: 'content', describe: 'the text; - reads standard input', variadic: true }],
  options: {
    title: { type: 'string', describe: 'a short, telling title (required)' },
    tags: { type: 'strings', describe: 'comma-separated tags, at least one', placeholder: 'TAGS' },
    feature: { type: 'string', describe: 'the feature it was learnt for', placeholder: 'NAME' },
    file: { type: 'string', describe: 'read the text from a file', placeholder: 'FILE' },
    shared: { type: 'boolean', describe: "store on the base branch's line instead" },
    line: { type: 'string', describe: "store on this branch's line instead", placeholder: 'BRANCH' },
    ...SECRET_OPTIONS,
    format: WRITTEN_FORMAT,
  },
  examples: [
    {
      line: 'know add --title "Cargo bench requires nightly" --tags cargo,testing "Use rustup run nightly"',
      describe: 'store an article',
    },
  ],
  async run(env, args) {
    if (args.title === undefined) {
      throw new RalphError('bad-usage', 'an article needs a title', {
        hint: 'git ralph know add --title "Cargo bench requires nightly" --tags cargo "what was learnt"',
      })
    }
    const body = await readContent(env, args.content, args.file)
    const draft = {
      title: args.title,
      tags: parseTags(args.tags),
      body,
      ...(args.feature !== undefined && { feature: args.feature }),
    }
    const { outcome, branch, parked, warnings, ...entry } = await rememberArticle(env, draft, {
      shared: args.shared,
      ...policyOf(args),
      ...(args.line !== undefined && { line: args.line }),
    })
    printWarnings(env, warnings)
    if (parked)
      printWarnings(env, [
        `the line is busy: the article waits on ${parked} and joins it with the next command`,
      ])
    printChanged(env, args.format, SAID[outcome], entry, () =>
      renderJson('article-stored', {
        outcome,
        branch,
        ...(parked && { parked }),
        article: articleJson(entry),
      }),
    )
  },
})
