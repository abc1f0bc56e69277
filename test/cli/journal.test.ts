import { describe, expect, it } from 'vitest'
import { runBin } from '../helpers/bin.js'
import { makeRepo } from '../helpers/repo.js'

describe('git ralph journal', () => {
  it('adds what standard input says, lists it and shows it', () => {
    const repo = makeRepo()
    const args = [
      'journal',
      'add',
      '--run',
      'run-1f2e3d4c',
      '-i',
      '3',
      '--task',
      't-abc123',
      '--duration',
      '42',
    ]
    const added = runBin([...args, '--notes', '-', '--format', 'quiet'], {
      cwd: repo.dir,
      input: 'Tests pass.\n',
    })
    expect(added).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^j-\d+-[0-9a-f]{8}\n$/) })
    expect(runBin(['journal', 'list', '--format', 'markdown'], { cwd: repo.dir }).out).toBe(
      '## Run Journal\n\n### Iteration 3 [done]\n- **Task**: t-abc123\n- **Duration**: 42.0s\n- **Files**: README.md\n- **Notes**: Tests pass.\n',
    )
    const { out } = runBin(['journal', 'list', '--last', '5', '--format', 'json'], { cwd: repo.dir })
    expect(JSON.parse(out)).toMatchObject({
      kind: 'journal',
      entries: [
        { id: added.out.trim(), run: 'run-1f2e3d4c', iteration: 3, files: ['README.md'], costUsd: 0 },
      ],
    })
    expect(runBin(['journal', 'show'], { cwd: repo.dir }).out).toBe(repo.git('notes', '--ref=ralph', 'show'))
    expect(runBin(['journal', 'search', 'test'], { cwd: repo.dir }).out).toContain('Tests pass.')
    expect(runBin(['recall', '--journal', 'test'], { cwd: repo.dir }).out).toContain(added.out.trim())
  })

  it.each([
    [['add', '--iteration', '1'], 2, '--run is missing'],
    [['add', '--run', 'run-1', '--iteration', '1'], 2, "'run-1' is not the id of a run"],
    [['add', '--run', 'run-1f2e3d4c', '-i', '1', '--outcome', 'won'], 2, 'won'],
    [['show', 'HEAD'], 1, 'the journal says nothing of HEAD'],
    [['show', 'j-1-aaaaaaaa'], 1, "no journal entry 'j-1-aaaaaaaa'"],
  ])('says what is wrong with %j', (args, code, words) => {
    const answer = runBin(['journal', ...args], { cwd: makeRepo().dir })
    expect(answer.code).toBe(code)
    expect(answer.err).toContain(words)
    expect(answer.out).toBe('')
  })

  it('is empty at first', () => {
    expect(runBin(['journal', 'list'], { cwd: makeRepo().dir })).toEqual({
      code: 0,
      out: 'no journal entries\n',
      err: '',
    })
  })
})
