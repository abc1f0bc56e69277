import { MEMORY_TYPES } from '../../memory/memory.js'
import { parseTags } from '../../memory/text.js'
import { remember } from '../../verbs/remember.js'
import { printAdvice } from '../advised.js'
import { defineCommand } from '../command.js'
import { readContent } from '../content.js'
import { printRemembered } from '../remembered.js'
import { policyOf, SECRET_OPTIONS } from '../secret-options.js'
import { WRITTEN_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'remember',
  summary: 'store something worth knowing on this branch',
  description:
    'Stores one learnt thing as a commit on the memory line of the branch checked out. What is known already is not stored twice: its id is printed, and new tags are added to it. What says nearly the same as another memory is stored, and the other one is named.',
  positionals: [{ name: 'content', describe: 'what was learnt; - reads standard input', variadic: true }],
  options: {
    type: {
      type: 'string',
      alias: 't',
      choices: MEMORY_TYPES,
      default: 'pattern',
      describe: 'kind of memory',
      placeholder: 'TYPE',
    },
    tags: { type: 'strings', describe: 'comma-separated tags', placeholder: 'TAGS' },
    title: { type: 'string', describe: 'a short name for listings' },
    file: { type: 'string', describe: 'read the content from a file', placeholder: 'FILE' },
    shared: { type: 'boolean', describe: "store on the base branch's line instead" },
    line: { type: 'string', describe: "store on this branch's line instead", placeholder: 'BRANCH' },
    strict: { type: 'boolean', describe: 'store nothing if a memory says nearly the same (exit code 3)' },
    supersede: {
      type: 'string',
      describe: 'replace this memory: it is forgotten, and linked to',
      placeholder: 'ID',
    },
    anchor: {
      type: 'strings',
      describe: 'the code it speaks of, as src/db.ts or src/db.ts:10-20; may be given more than once',
      placeholder: 'PATH',
    },
    'no-anchors': { type: 'boolean', describe: 'do not anchor it in files that its text cites' },
    where: { type: 'boolean', describe: 'store nothing; say where this belongs, and why' },
    ...SECRET_OPTIONS,
    format: WRITTEN_FORMAT,
  },
  examples: [
    { line: 'remember "ECONNREFUSED on 5432: start docker" -t fix --tags docker', describe: 'store a fix' },
    { line: 'remember --where "npm test fails: run npm build first"', describe: 'ask where it belongs' },
    { line: 'remember - < note.txt', describe: 'store what standard input says' },
  ],
  async run(env, args) {
    const content = await readContent(env, args.content, args.file)
    if (args.where) return printAdvice(env, args.format, content)
    const answer = await remember(env, content, {
      type: args.type,
      tags: parseTags(args.tags),
      shared: args.shared,
      strict: args.strict,
      ...policyOf(args),
      anchors: args.anchor,
      guess: !args['no-anchors'],
      ...(args.title !== undefined && { title: args.title }),
      ...(args.line !== undefined && { line: args.line }),
      ...(args.supersede !== undefined && { supersede: args.supersede }),
    })
    printRemembered(env, args.format, answer)
  },
})
