/** The public API. A name that goes missing here breaks someone's program. */
import { expect, it } from 'vitest'
import * as api from '../src/index.js'

it('exports these names and no others', () => {
  expect(Object.keys(api).toSorted()).toEqual([
    'MEMORY_TYPES',
    'OUTCOMES',
    'RalphError',
    'VERSION',
    'edit',
    'editArticle',
    'forget',
    'forgetArticles',
    'importMemories',
    'init',
    'journalAdd',
    'journalList',
    'journalSelect',
    'journalShow',
    'knowledgeFor',
    'list',
    'listArticles',
    'prime',
    'processEnv',
    'recall',
    'remember',
    'rememberArticle',
    'restore',
    'searchJournal',
    'show',
    'showArticle',
    'status',
  ])
})
