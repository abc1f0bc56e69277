import { describe, expect, it } from 'vitest'
import { appendToNote } from '../../src/memory/merge-notes.js'
import { carryNotes, mergeIntoNotes } from '../../src/store/journal/merge-notes.js'
import { changeNotes, notesTip, openNotes } from '../../src/store/journal/notes.js'
import { openRepo, type Repo } from '../../src/store/git/repo.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'

/** Objects to annotate, in no order: as many different blobs. */
function makeObjects(repo: TestRepo, count: number): string[] {
  const paths = Array.from({ length: count }, (_, i) => `o/${i}.txt`)
  repo.commit('objects', Object.fromEntries(paths.map((path, i) => [path, `object ${i}\n`])))
  return repo.git('ls-tree', '--object-only', 'HEAD:o').trim().split('\n')
}

async function put(repo: Repo, notes: Record<string, string | undefined>): Promise<void> {
  await changeNotes(repo, async () => ({ notes: new Map(Object.entries(notes)), subject: 'test' }))
}

/** What native git says of every note. */
function nativeNotes({ git }: TestRepo): Record<string, string> {
  const pairs = git('notes', '--ref=ralph', 'list').trim().split('\n').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [blob, object] = pair.split(' ')
      return [object, git('cat-file', 'blob', blob!)]
    }),
  )
}

async function ourNotes(repo: Repo, objects: string[]): Promise<Record<string, string>> {
  return Object.fromEntries(await (await openNotes(repo, await notesTip(repo))).read(objects))
}

const depthOf = (repo: TestRepo): number => {
  const paths = repo.git('ls-tree', '-r', '--name-only', 'refs/notes/ralph').trim().split('\n')
  return Math.max(...paths.map((path) => path.split('/').length))
}

describe('notes', () => {
  it('are what native git says, through every change of the fan-out, whoever writes', async () => {
    const test = makeRepo()
    const objects = makeObjects(test, 240)
    const repo = await openRepo(test.env())
    const wanted: Record<string, string> = {}
    const depths = new Set<number>()
    for (let i = 0; i < objects.length; i += 8) {
      const some = Object.fromEntries(objects.slice(i, i + 8).map((object) => [object, `note ${object}\n`]))
      Object.assign(wanted, some)
      const [first, ...rest] = Object.entries(some)
      if (i % 40 === 0) {
        test.git('notes', '--ref=ralph', 'add', '-m', `note ${first![0]}`, first![0])
        await put(repo, Object.fromEntries(rest))
      } else await put(repo, some)
      depths.add(depthOf(test))
      expect(await ourNotes(repo, objects)).toEqual(wanted)
      if (i % 80 === 0) expect(nativeNotes(test)).toEqual(wanted)
    }
    for (const object of objects.slice(0, 5))
      expect(test.git('notes', '--ref=ralph', 'show', object)).toBe(wanted[object])
    expect([...depths]).toEqual([1, 2])
    test.git('fsck', '--strict', '--no-dangling')
  })

  it('are put where native git would put them', async () => {
    const [test, native] = [makeRepo(), makeRepo()]
    const objects = makeObjects(test, 120)
    makeObjects(native, 120)
    const repo = await openRepo(test.env())
    for (const [i, object] of objects.entries()) {
      await put(repo, { [object]: `note ${i}\n` })
      native.git('notes', '--ref=ralph', 'add', '-m', `note ${i}`, object)
      const trees = [test, native].map(({ git }) => git('rev-parse', 'refs/notes/ralph^{tree}'))
      expect({ i, tree: trees[0] }).toEqual({ i, tree: trees[1] })
    }
  })

  it('are found after native git took the fan-out back, and written again', async () => {
    const test = makeRepo()
    const objects = makeObjects(test, 200)
    const repo = await openRepo(test.env())
    await put(repo, Object.fromEntries(objects.map((object, i) => [object, `note ${i}\n`])))
    expect(depthOf(test)).toBe(2)
    test.git('notes', '--ref=ralph', 'remove', ...objects.slice(20))
    expect(depthOf(test)).toBe(1)
    await put(repo, { [objects[0]!]: 'changed\n', [objects[1]!]: undefined })
    const rest = Object.fromEntries(objects.slice(2, 20).map((object, i) => [object, `note ${i + 2}\n`]))
    expect(nativeNotes(test)).toEqual({ [objects[0]!]: 'changed\n', ...rest })
    expect(await ourNotes(repo, objects)).toEqual(nativeNotes(test))
  })

  it('of any depth are read, with both of two for one object, and odd files stay', async () => {
    const test = makeRepo()
    const head = test.git('rev-parse', 'HEAD').trim()
    const paths = [head, `${head.slice(0, 2)}/${head.slice(2, 4)}/${head.slice(4)}`, 'README', 'ab/odd']
    const stream = paths.map((path) => `M 100644 inline ${path}\ndata ${path.length}\n${path}\n`)
    const commit = 'commit refs/notes/ralph\ncommitter A <a@example.com> 1737453600 +0000\ndata 1\nx\n'
    test.write('stream', `${commit}${stream.join('')}`)
    const { execFileSync } = await import('node:child_process')
    const { readFileSync } = await import('node:fs')
    const input = readFileSync(`${test.dir}/stream`)
    execFileSync('git', ['fast-import', '--quiet'], { cwd: test.dir, input })
    const repo = await openRepo(test.env())
    const both = (await ourNotes(repo, [head]))[head]!
    expect(both.trim().split('\n\n').toSorted()).toEqual(paths.slice(0, 2).toSorted())
    await put(repo, { [head]: appendToNote(both, 'third') })
    expect(test.git('notes', '--ref=ralph', 'show', head)).toBe(appendToNote(both, 'third'))
    expect(test.git('show', 'refs/notes/ralph:README', 'refs/notes/ralph:ab/odd')).toBe('READMEab/odd')
  })

  it('keep bytes that are no text', async () => {
    const test = makeRepo()
    const head = test.git('rev-parse', 'HEAD').trim()
    test.write('binary', 'caf\u00e9 ')
    const { writeFileSync, readFileSync } = await import('node:fs')
    writeFileSync(`${test.dir}/binary`, Buffer.from([99, 97, 102, 0xe9, 10, 0xff, 10]))
    test.git('notes', '--ref=ralph', 'add', '-C', test.git('hash-object', '-w', 'binary').trim(), head)
    const repo = await openRepo(test.env())
    await changeNotes(repo, async (notes) => ({
      notes: new Map([[head, appendToNote((await notes.read([head])).get(head)!, 'more')]]),
      subject: 'test',
    }))
    test.git('cat-file', 'blob', test.git('notes', '--ref=ralph', 'list', head).trim())
    const { execFileSync } = await import('node:child_process')
    const bytes = execFileSync('git', ['notes', '--ref=ralph', 'show', head], { cwd: test.dir })
    expect(bytes.subarray(0, 6)).toEqual(readFileSync(`${test.dir}/binary`).subarray(0, 6))
    expect(bytes.subarray(-5).toString()).toBe('more\n')
  })
})

describe('merging notes', () => {
  /** Two states that come from one. */
  async function fork(): Promise<{ test: TestRepo; repo: Repo; theirs: string; objects: string[] }> {
    const test = makeRepo()
    const objects = makeObjects(test, 120)
    const repo = await openRepo(test.env())
    await put(repo, Object.fromEntries(objects.slice(0, 40).map((one, i) => [one, `base ${i}\n`])))
    const base = (await notesTip(repo))!
    // Enough to change the fan-out on their side alone.
    await put(repo, Object.fromEntries(objects.slice(40).map((one, i) => [one, `theirs ${i}\n`])))
    await put(repo, {
      [objects[0]!]: 'base 0\n\ntheirs\n',
      [objects[1]!]: undefined,
      [objects[2]!]: undefined,
    })
    const theirs = (await notesTip(repo))!
    test.git('update-ref', 'refs/notes/ralph', base)
    return { test, repo, theirs, objects }
  }

  it('moves ahead where nothing is new here', async () => {
    const { repo, theirs } = await fork()
    expect(await mergeIntoNotes(repo, theirs, 'merge')).toEqual({ how: 'fast-forward' })
    expect(await notesTip(repo)).toBe(theirs)
    expect(await mergeIntoNotes(repo, theirs, 'merge')).toEqual({ how: 'nothing' })
  })

  it('takes both sides, note by note, over different fan-outs', async () => {
    const { test, repo, theirs, objects } = await fork()
    await put(repo, {
      [objects[0]!]: 'base 0\n\nours\n',
      [objects[2]!]: 'ours 2\n',
      [objects[3]!]: 'ours 3\n',
    })
    const before = nativeNotes(test)
    expect(await mergeIntoNotes(repo, theirs, 'merge')).toEqual({ how: 'merged' })
    const merged = nativeNotes(test)
    expect(merged[objects[0]!]).toBe('base 0\n\nours\n\ntheirs\n')
    expect(merged[objects[1]!]).toBeUndefined()
    expect(merged[objects[2]!]).toBe('ours 2\n')
    expect(merged[objects[3]!]).toBe('ours 3\n')
    expect(Object.keys(before)).toHaveLength(40)
    expect(Object.keys(merged)).toHaveLength(119)
    expect(test.git('merge-base', '--is-ancestor', theirs, 'refs/notes/ralph')).toBe('')
    test.git('fsck', '--strict', '--no-dangling')
  })
})

describe('carrying notes', () => {
  it('joins those of several commits on the one that replaced them, once', async () => {
    const test = makeRepo()
    const [a, b, to] = [1, 2, 3].map((n) => test.commit(`commit ${n}`))
    const repo = await openRepo(test.env())
    await put(repo, { [a!]: 'a\n', [b!]: 'b\n' })
    const pairs = [
      { from: a!, to: to! },
      { from: b!, to: to! },
    ]
    expect(await carryNotes(repo, pairs, 'carry')).toBe(1)
    expect(test.git('notes', '--ref=ralph', 'show', to!)).toBe('a\n\nb\n')
    const tip = await notesTip(repo)
    expect(await carryNotes(repo, pairs, 'carry')).toBe(0)
    expect(await notesTip(repo)).toBe(tip)
  })
})
