/** Trees as a remote may send them, made with git alone: what is no memory is skipped with a warning, the rest works. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pathOf } from '../../src/memory/id.js'
import { doctor } from '../../src/verbs/doctor.js'
import { edit } from '../../src/verbs/edit.js'
import { list } from '../../src/verbs/list.js'
import { prime } from '../../src/verbs/prime.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { runBin } from '../helpers/bin.js'
import { type Entry, plant } from '../helpers/plant.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

const LINE = 'refs/ralph-memory/main'
const ID = 'mem-1700000000-aaaa'
const memory = (id: string, extra = ''): string => `---\nid: ${id}\ntype: fix\n${extra}---\nhostile text\n`

async function line(): Promise<{ repo: TestRepo; env: TestEnv }> {
  const repo = makeRepo()
  const env = repo.env()
  await remember(env, 'an honest memory about docker', { tags: ['docker'] })
  return { repo, env }
}

const HOSTILE: [string, Entry, RegExp][] = [
  ['the wrong shard', { path: `memories/zz/${ID}.md`, content: memory(ID) }, /not that of a memory/],
  ['no shard', { path: `memories/${ID}.md`, content: memory(ID) }, /not that of a memory/],
  ['a name that is no id', { path: 'memories/00/readme.md', content: memory(ID) }, /not that of a memory/],
  ['a deeper path', { path: `${pathOf(ID)}/x.md`, content: memory(ID) }, /not that of a memory/],
  ['a link', { path: pathOf(ID), mode: '120000', content: '/etc/passwd' }, /it is not a file/],
  ['a submodule', { path: pathOf(ID), mode: '160000', oid: 'a'.repeat(40) }, /it is not a file/],
  ['another id inside', { path: pathOf(ID), content: memory('mem-1-bbbb') }, /names itself 'mem-1-bbbb'/],
  ['no front matter', { path: pathOf(ID), content: 'text\n' }, /has no front matter/],
  ['an empty file', { path: pathOf(ID) }, /has no front matter/],
  [
    'an unknown type',
    { path: pathOf(ID), content: memory(ID).replace('fix', 'virus') },
    /unknown type 'virus'/,
  ],
  ['binary content', { path: pathOf(ID), content: '\u0000\u0001\u0002' }, /has no front matter/],
  ['a huge blob', { path: pathOf(ID), content: memory(ID) + 'x'.repeat(8 << 20) }, /missing or too large/],
  ['deep nesting', { path: pathOf(ID), content: memory(ID, `x: ${'['.repeat(5000)}\n`) }, /front matter/],
  [
    'a bomb of aliases',
    {
      path: pathOf(ID),
      content: memory(
        ID,
        `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
          .split('')
          .map((c, n) => `${c}: &${c} [${Array(9).fill(`*${'abcdefg'[n]}`).join(', ')}]\n`)
          .join('')}`,
      ),
    },
    /more than 2000 values/,
  ],
]

describe('a line with', () => {
  it.each(HOSTILE)('%s', async (_, entry, why) => {
    const { repo, env } = await line()
    plant(repo, [entry])
    const skipped = [
      expect.stringMatching(
        new RegExp(`^'${entry.path.replaceAll('.', '\\.')}' is skipped: .*${why.source}`),
      ),
    ]
    const listed = await list(env)
    expect(listed.memories.map(({ body }) => body)).toEqual(['an honest memory about docker'])
    expect(listed.warnings).toEqual(skipped)
    expect(await recall(env, 'docker')).toMatchObject({ total: 1, warnings: skipped })
    expect(await prime(env)).toMatchObject({ memories: [{ tags: ['docker'] }], warnings: skipped })
    await expect(show(env, ID)).rejects.toMatchObject({ code: 'memory-not-found' })
    expect((await doctor(env)).findings.filter(({ level }) => level === 'problem')).toHaveLength(1)
    expect((await remember(env, 'another honest memory')).outcome).toBe('stored')
    await edit(env, listed.memories[0]!.id, { addTags: ['still'] })
    expect((await list(env)).memories).toHaveLength(2)
  })

  it('front matter that is code does not run it', async () => {
    const { repo, env } = await line()
    const proof = join(repo.dir, 'executed')
    const code = `require('fs').writeFileSync(${JSON.stringify(proof)}, '')`
    const entries = ['---js', '---javascript', '---coffee', '--- js'].map((fence, n) => {
      const id = `mem-1700000000-aaa${n}`
      return { path: pathOf(id), content: `${fence}\n{ id: ${code}, type: ${code} }\n---\ntext\n` }
    })
    plant(repo, entries)
    writeFileSync(join(repo.dir, 'in.md'), entries[0]!.content)
    const { memories, warnings } = await list(env)
    expect(memories).toHaveLength(1)
    expect(warnings).toHaveLength(4)
    for (const warning of warnings)
      expect(warning).toMatch(/opens its front matter with '---.+', expected '---'/)
    runBin(['import', 'in.md'], { cwd: repo.dir })
    expect(existsSync(proof)).toBe(false)
  })

  it('huge blobs between the memories reads every memory, also without an index', async () => {
    const { repo, env } = await line()
    plant(
      repo,
      Array.from({ length: 30 }, (_, n) => {
        const id = `mem-17000000${n + 10}-aaaa`
        const text = memory(id).replace('hostile', `honest ${n}`)
        return { path: pathOf(id), content: n % 3 === 0 ? text + 'x'.repeat(1 << 20) : text }
      }),
    )
    rmSync(join(repo.dir, '.git/ralph'), { recursive: true })
    const { memories } = await list(env)
    expect(memories.filter(({ body }) => /^honest \d+ text$/.test(body))).toHaveLength(20)
    expect(memories).toHaveLength(21)
  })

  it('many bad entries names some of them and counts the rest', async () => {
    const { repo, env } = await line()
    plant(
      repo,
      Array.from({ length: 50 }, (_, n) => ({ path: `memories/00/bad${String(n).padStart(2, '0')}.md` })),
    )
    const { warnings } = await list(env)
    expect(warnings).toHaveLength(6)
    expect(warnings[5]).toBe('45 more are skipped: run `git ralph doctor`')
  })

  it('names that would drive a terminal prints none of it', async () => {
    const { repo } = await line()
    plant(repo, [{ path: 'memories/00/\u001b]0;owned\u0007\u001b[31m.md' }])
    for (const args of [['list'], ['doctor']]) {
      const { out, err } = runBin(args, { cwd: repo.dir })
      expect(out + err).toContain('owned')
      expect(out + err).not.toMatch(/[^\P{Cc}\n]/u)
    }
  })

  it('a bad entry works as soon as it is gone or mended', async () => {
    const { repo, env } = await line()
    plant(repo, [{ path: pathOf(ID), mode: '120000', content: '/etc/passwd' }])
    expect((await list(env)).warnings).toHaveLength(1)
    plant(repo, [{ path: pathOf(ID), content: memory(ID) }])
    expect(await list(env)).toMatchObject({ warnings: [], memories: [{ id: ID }, {}] })
    plant(repo, [{ path: pathOf(ID), mode: '160000', oid: 'a'.repeat(40) }])
    expect((await list(env)).warnings).toHaveLength(1)
    plant(repo, [{ path: pathOf(ID), mode: '0', oid: '0'.repeat(40) }])
    expect(await list(env)).toMatchObject({ warnings: [], memories: [{}] })
  })

  it('other files beside the memories leaves them alone', async () => {
    const { repo, env } = await line()
    plant(repo, [{ path: 'knowledge/article.md', content: 'later\n' }])
    expect((await list(env)).warnings).toEqual([])
    await remember(env, 'another')
    expect(repo.git('show', `${LINE}:knowledge/article.md`)).toBe('later\n')
  })
})
