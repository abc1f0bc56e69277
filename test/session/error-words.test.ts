import { describe, expect, it } from 'vitest'
import { errorWords } from '../../src/session/error-words.js'

describe('the words of an error', () => {
  it.each([
    ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'Error: connect ECONNREFUSED :5432'],
    [
      'TypeError: x is not a function\n    at Object.<anonymous> (/home/dev/project/src/a.ts:10:3)',
      'x is not a function',
    ],
    ['error TS2345: Argument of type', 'TS2345'],
    ['listen EADDRINUSE: address already in use :::4000', ':::4000'],
    ['request failed with status 401 after 1532 ms', 'request failed with status 401 after'],
    ['DHL error 0x1132 at 0x7fffdeadbeef', 'DHL error 0x1132 at'],
  ])('%j has %j', (error, words) => expect(errorWords(error)).toContain(words))

  it.each([
    ['/home/dev/project/src/a.ts:10:3', '/home'],
    ['commit 3f099cc385f34e8d failed', '3f099cc3'],
    ['2026-11-18T06:20:31.875Z boom', '2026'],
    ['took 12.5 s for 17 files', '17'],
    ['session 686b886c-38a7-485d-bc35-d25c4974c0d5 lost', '686b'],
  ])('%j has no %j', (error, gone) => expect(errorWords(error)).not.toContain(gone))

  it('are the same for the same failure elsewhere, at another time', () => {
    const failure = (place: string, time: string) =>
      `${time} FAIL ${place}:3:14 (${place.length} ms)\nError: boom of the frobnicator`
    const here = errorWords(failure('/home/ada/project/test/a.test.ts', '2026-01-01T10:00:00Z'))
    expect(errorWords(failure('/srv/ci/build/test/a.test.ts', '2027-02-03T11:12:13Z'))).toBe(here)
  })

  it('are found in an output of any length', () => {
    expect(errorWords(`${'noise\n'.repeat(1_000_000)}Error: the frobnicator is stuck`)).toContain(
      'the frobnicator is stuck',
    )
  })
})
