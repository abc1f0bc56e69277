/** What a writer does when its file is taken away under it: each step of a drain is put between opening, writing and looking. */
import type realFs from 'node:fs'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Observation } from '../../../src/session/observation.js'
import { drainFile, listSpool } from '../../../src/store/sessions/drain-spool.js'
import { listParts, readParts, writePart } from '../../../src/store/sessions/session-files.js'
import { appendToSpool } from '../../../src/store/sessions/spool.js'
import { makeDir } from '../../helpers/repo.js'

const between = vi.hoisted((): Record<string, (() => void) | undefined> => ({}))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof realFs>()
  const once = (name: string): void => {
    const step = between[name]
    between[name] = undefined
    step?.()
  }
  return {
    ...fs,
    writeSync: (...args: Parameters<typeof fs.writeSync>) => {
      once('beforeWrite')
      const written = fs.writeSync(...args)
      once('afterWrite')
      return written
    },
  }
})

let ralphDir: string
beforeEach(() => {
  ralphDir = join(makeDir(), 'ralph')
})

const note = (id: string): Observation => ({
  id,
  type: 'note',
  at: '2025-01-21T10:00:00.000Z',
  event: 'prompt',
  session: 's',
  agent: 'claude',
  text: `text of ${id}`,
})

function drainAll(): void {
  for (const file of listSpool(ralphDir)) drainFile(ralphDir, file, new Date())
}

const keptIds = (): string[] => readParts(ralphDir, listParts(ralphDir).get('s') ?? []).map(({ id }) => id)

describe('the spool', () => {
  it.each(['beforeWrite', 'afterWrite'])(
    'keeps what was written while it was taken away, once (%s)',
    (step) => {
      appendToSpool(ralphDir, note('first'))
      between[step] = drainAll
      appendToSpool(ralphDir, note('second'))
      expect(between[step]).toBeUndefined()
      drainAll()
      expect(keptIds()).toEqual(['first', 'second'])
      expect(readdirSync(join(ralphDir, 'spool'))).toEqual([])
    },
  )

  it('goes on with a file that a drain took and did not finish', () => {
    appendToSpool(ralphDir, note('first'))
    // Killed before the part was written, and after it.
    for (const stamp of ['before', 'after']) {
      renameSync(join(ralphDir, 'spool/s.jsonl'), join(ralphDir, `spool/s.${stamp}.taken`))
      if (stamp === 'after') writePart(ralphDir, 's', stamp, [note('second')])
      appendToSpool(ralphDir, note('second'))
    }
    drainAll()
    expect(keptIds()).toEqual(['first', 'second'])
    expect(readdirSync(join(ralphDir, 'spool'))).toEqual([])
  })

  it('follows no link that somebody put in its place', async () => {
    const { symlinkSync, mkdirSync, writeFileSync, readFileSync } = await import('node:fs')
    mkdirSync(join(ralphDir, 'spool'), { recursive: true })
    const target = join(ralphDir, 'precious')
    writeFileSync(target, 'untouched')
    symlinkSync(target, join(ralphDir, 'spool/s.jsonl'))
    expect(() => appendToSpool(ralphDir, note('first'))).toThrow(/ELOOP/)
    expect(readFileSync(target, 'utf8')).toBe('untouched')
  })
})
