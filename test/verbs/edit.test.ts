import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RalphError } from '../../src/errors.js'
import { edit } from '../../src/verbs/edit.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { BIN } from '../helpers/bin.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

const LINE = 'refs/ralph-memory/main'

async function one(body = 'first line\nsecond line\nthird line'): Promise<{
  repo: TestRepo
  env: TestEnv
  id: string
}> {
  const repo = makeRepo()
  const env = repo.env()
  const { memory } = await remember(env, body, { type: 'fix', tags: ['a', 'b'], title: 'Title' })
  env.tick(60)
  return { repo, env, id: memory.id }
}

/** An editor that runs a shell script with the file as $1. */
function editorOf(repo: TestRepo, env: TestEnv, script: string): void {
  const path = join(repo.dir, '.git', 'editor dir', 'editor.sh')
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  env.vars['GIT_EDITOR'] = `'${path}'`
}

describe('edit by flags', () => {
  it('changes what the flags say and nothing else', async () => {
    const { repo, env, id } = await one()
    const { memory, changed } = await edit(env, id, {
      content: 'new text',
      type: 'decision',
      addTags: [' C ', 'a'],
      removeTags: ['B'],
      title: 'New\ntitle',
    })
    expect(changed).toBe(true)
    expect(memory).toEqual({
      id,
      type: 'decision',
      tags: ['a', 'c'],
      created: '2025-01-21T10:00:00Z',
      updated: '2025-01-21T10:01:00Z',
      title: 'New title',
      body: 'new text',
    })
    expect((await list(env)).memories).toEqual([memory])
    expect(repo.git('log', '--format=%s', LINE).split('\n')[0]).toBe('edit decision: New title')
  })

  it('replaces or clears all tags, and takes a title away', async () => {
    const { env, id } = await one()
    expect((await edit(env, id, { tags: ['x'] })).memory.tags).toEqual(['x'])
    expect((await edit(env, id, { tags: [] })).memory.tags).toEqual([])
    expect((await edit(env, id, { title: '' })).memory).not.toHaveProperty('title')
  })

  it('writes nothing when nothing changes', async () => {
    const { repo, env, id } = await one()
    expect(await edit(env, id, { addTags: ['a'], title: 'Title' })).toMatchObject({ changed: false })
    expect(repo.git('rev-list', '--count', LINE).trim()).toBe('1')
  })

  it.each([
    [{ content: ' ' }, 'bad-content'],
    [{ type: 'bug' as never }, 'bad-usage'],
  ])('refuses %j', async (options, code) => {
    const { env, id } = await one()
    await expect(edit(env, id, options)).rejects.toMatchObject({ code })
  })
})

describe('edit in the editor', () => {
  it('stores what the editor leaves', async () => {
    const { repo, env, id } = await one()
    editorOf(repo, env, `sed -i 's/second line/changed line/; s/tags: .*/tags: [Z, a]/' "$1"`)
    const { memory, changed } = await edit(env, id)
    expect(changed).toBe(true)
    expect(memory).toMatchObject({ body: 'first line\nchanged line\nthird line', tags: ['z', 'a'] })
    expect(existsSync(join(repo.dir, '.git/ralph/edit', `${id}.md`))).toBe(false)
  })

  it('keeps keys it does not know', async () => {
    const { repo, env, id } = await one()
    editorOf(repo, env, `sed -i 's/^type: fix/type: fix\\nreviewed: yes please/' "$1"`)
    await edit(env, id)
    expect(repo.git('log', '-1', '-p', '--format=', LINE)).toContain('+reviewed: yes please')
  })

  it('changes nothing when the editor does not', async () => {
    const { repo, env, id } = await one()
    env.vars['GIT_EDITOR'] = ':'
    expect(await edit(env, id)).toMatchObject({ changed: false })
    expect(repo.git('rev-list', '--count', LINE).trim()).toBe('1')
  })

  it('stores nothing when the editor fails, and keeps the text', async () => {
    const { repo, env, id } = await one()
    editorOf(repo, env, `echo more >> "$1"; exit 7`)
    const error = (await edit(env, id).catch((caught: unknown) => caught)) as RalphError
    expect(error).toMatchObject({ code: 'bad-content' })
    expect(error.message).toMatch(/^the editor '.*' ended with exit code 7$/)
    const path = /your text is in '(.*)'/.exec(error.hint!)![1]!
    expect(readFileSync(path, 'utf8')).toContain('third line\nmore\n')
    expect(repo.git('rev-list', '--count', LINE).trim()).toBe('1')
  })

  it.each([
    [`echo nonsense > "$1"`, /has no front matter, expected '---'/],
    [`sed -i 's/^type: fix/type: bug/' "$1"`, /has the unknown type 'bug'/],
    [`sed -i 's/^id: .*/id: mem-1-0000/' "$1"`, /names itself 'mem-1-0000'/],
    [`sed -i 's/^---$/---js/' "$1"`, /opens its front matter with '---js'/],
  ])('keeps text it cannot read and names its path: %s', async (script, message) => {
    const { repo, env, id } = await one()
    editorOf(repo, env, script)
    const error = (await edit(env, id).catch((caught: unknown) => caught)) as RalphError
    expect(error.code).toBe('bad-memory')
    expect(error.message).toMatch(message)
    const path = /your text is in '(.*)'$/.exec(error.hint!)![1]!
    expect(existsSync(path)).toBe(true)
    expect(repo.git('rev-list', '--count', LINE).trim()).toBe('1')
  })

  it('merges with what somebody else changed meanwhile', async () => {
    const { repo, env, id } = await one('first line\n\nmiddle\n\nlast line')
    const inside = `"${process.execPath}" "${BIN}" edit ${id}`
    editorOf(
      repo,
      env,
      `${inside} --add-tag theirs --content "first line\n\nmiddle\n\nLAST line" >&2
      sed -i 's/first line/FIRST line/' "$1"`.replaceAll('\\n', '\n'),
    )
    expect((await edit(env, id)).memory).toMatchObject({
      body: 'FIRST line\n\nmiddle\n\nLAST line',
      tags: ['a', 'b', 'theirs'],
    })
    expect(repo.git('log', '--format=%s', LINE).match(/^edit fix/gm)).toHaveLength(2)
  })

  it('keeps both texts when somebody else changed the same line meanwhile', async () => {
    const { repo, env, id } = await one('one line')
    const inside = `"${process.execPath}" "${BIN}" edit ${id}`
    editorOf(repo, env, `${inside} --content theirs >&2; sed -i 's/one line/ours/' "$1"`)
    await edit(env, id)
    expect((await list(env)).memories.map(({ body }) => body).toSorted()).toEqual(['ours', 'theirs'])
  })
})
