import { expect, it } from 'vitest'
import { askForChoices } from '../../src/cli/conflicts.js'
import type { Memory } from '../../src/memory/memory.js'
import type { Conflict } from '../../src/verbs/resolve.js'
import { makeEnv } from '../helpers/repo.js'

const memory = (id: string, body: string, conflicts?: string): Memory => ({
  id,
  type: 'fix',
  tags: [],
  created: '2025-01-21T10:00:00Z',
  body,
  ...(conflicts && { conflicts }),
})

function conflictOf(n: number): Conflict {
  const id = `mem-${n}-0000`
  return { id, memory: memory(id, 'ours'), variants: [memory(`mem-${n}-0001`, 'theirs', id)] }
}

async function answer(conflicts: Conflict[], answers: string[]) {
  const env = makeEnv('/')
  const left = [...answers]
  const settlements = await askForChoices(env, conflicts, async () => left.shift())
  expect(left).toEqual([])
  return { choices: settlements.map(({ conflict, choice }) => [conflict.id, choice]), shown: env.err() }
}

it('asks for each conflict, and again when the answer is none', async () => {
  const { choices, shown } = await answer([1, 2, 3, 4, 5].map(conflictOf), [
    '1',
    '',
    '3',
    'x',
    '2',
    'B',
    's',
    'e',
  ])
  expect(choices).toEqual([
    ['mem-1-0000', { keep: 'mem-1-0000' }],
    ['mem-2-0000', { keep: 'mem-2-0001' }],
    ['mem-3-0000', { both: true }],
    ['mem-5-0000', { edit: true }],
  ])
  expect(shown).toContain(
    'conflict 1 of 5\n[1] mem-1-0000 fix, 2025-01-21T10:00:00Z\n     ours\n[2] mem-1-0001',
  )
})

it('leaves the rest as it is when the input ends', async () => {
  expect((await answer([1, 2].map(conflictOf), ['2'])).choices).toEqual([
    ['mem-1-0000', { keep: 'mem-1-0001' }],
  ])
})
