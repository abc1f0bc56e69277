import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setConfig, showConfig, showSetting } from '../../src/verbs/config.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { makeDir, makeRepo, type TestEnv } from '../helpers/repo.js'

async function budget(env: TestEnv): Promise<[unknown, string]> {
  const { value, from } = await showSetting(env, 'budget')
  return [value, from]
}

describe('settings', () => {
  it('come from the first source that has them', async () => {
    const repo = makeRepo()
    const env = repo.env()
    expect(await budget(env)).toEqual([2000, 'default'])
    repo.write('.ralph/config.sh', '# comment\nexport MEMORIES_BUDGET=1000 # tokens\n')
    expect(await budget(env)).toEqual([1000, '.ralph/config.sh MEMORIES_BUDGET'])
    repo.write('ralph.yml', 'memories:\n  budget: 1100\n')
    expect(await budget(env)).toEqual([1100, 'ralph.yml memories.budget'])
    repo.git('config', 'ralph.budget', '1200')
    expect(await budget(env)).toEqual([1200, 'git config ralph.budget'])
    env.vars['RALPH_BUDGET'] = '1300'
    expect(await budget(env)).toEqual([1300, 'RALPH_BUDGET'])
    env.vars['RALPH_BUDGET'] = ''
    expect(await budget(env)).toEqual([1200, 'git config ralph.budget'])
  })

  it('are read from all of seed files keys', async () => {
    const repo = makeRepo()
    repo.write(
      'ralph.yml',
      `---
memories:
  enabled: true
  inject: manual
  budget: 0
  skill_injection: off
  path: docs/memories.md
  filter:
    types: [fix, decision]
    tags: "a, b"
    recent: 30
`,
    )
    const { settings, warnings } = await showConfig(repo.env())
    expect(warnings).toEqual([])
    expect(Object.fromEntries(settings.map(({ name, value }) => [name, value]))).toMatchObject({
      enabled: true,
      inject: 'manual',
      budget: 0,
      skillInjection: false,
      renderPath: 'docs/memories.md',
      filterTypes: ['fix', 'decision'],
      filterTags: ['a', 'b'],
      filterRecent: 30,
    })
  })

  it('are named in variables word by word', async () => {
    const env = makeRepo().env()
    Object.assign(env.vars, { RALPH_RENDER_LIMIT: '7', RALPH_SKILL_INJECTION: 'no' })
    expect(await showSetting(env, 'renderLimit')).toMatchObject({ value: 7, from: 'RALPH_RENDER_LIMIT' })
    expect(await showSetting(env, 'ralph.SKILLINJECTION')).toMatchObject({ value: false })
  })

  it('never execute .ralph/config.sh', async () => {
    const repo = makeRepo()
    const proof = join(repo.dir, 'executed')
    repo.write(
      '.ralph/config.sh',
      [
        `touch ${proof}`,
        `MEMORIES_BUDGET=$(touch ${proof}; echo 5)`,
        `MEMORIES_BUDGET="\`touch ${proof}\`"`,
        "MEMORIES_ENABLED='false'",
      ].join('\n'),
    )
    const env = repo.env()
    expect(await budget(env)).toEqual([2000, 'default'])
    expect(await showSetting(env, 'enabled')).toMatchObject({
      value: false,
      from: '.ralph/config.sh MEMORIES_ENABLED',
    })
    expect(existsSync(proof)).toBe(false)
  })

  it.each([
    ['many', "RALPH_BUDGET is 'many', which is not a whole number of 0 or more, and is ignored"],
    ['-1', "RALPH_BUDGET is '-1', which is not a whole number of 0 or more, and is ignored"],
  ])('of %s are passed over with a warning, and the next source counts', async (value, warning) => {
    const repo = makeRepo()
    repo.git('config', 'ralph.budget', '1200')
    const env = repo.env()
    env.vars['RALPH_BUDGET'] = value
    expect(await budget(env)).toEqual([1200, 'git config ralph.budget'])
    expect((await showConfig(env)).warnings).toEqual([warning])
    expect((await list(env)).warnings).toEqual([warning])
    expect((await remember(env, 'text')).outcome).toBe('stored')
  })

  it.each([
    ['memories: [unclosed', /^ralph\.yml is ignored: /],
    ['- a list', /^ralph\.yml is ignored: /],
    ['memories:\n  inject: sometimes\n', /inject is 'sometimes', which is not one of auto, manual, none/],
    ['memories:\n  enabled: 7\n', /enabled is '7', which is not true or false/],
    ['memories: 5\n', undefined],
    ['', undefined],
  ])('survive a ralph.yml of %j', async (text, warning) => {
    const repo = makeRepo()
    repo.write('ralph.yml', text)
    const { warnings } = await list(repo.env())
    expect(warnings).toEqual(warning ? [expect.stringMatching(warning)] : [])
  })

  it('are read again as soon as a file changes', async () => {
    const repo = makeRepo()
    const env = repo.env()
    for (const value of [10, 11, 12]) {
      repo.write('ralph.yml', `memories:\n  budget: ${value}\n`)
      expect(await budget(env)).toEqual([value, 'ralph.yml memories.budget'])
      repo.git('config', 'ralph.recallLimit', String(value))
      expect(await showSetting(env, 'recallLimit')).toMatchObject({ value })
    }
  })
})

describe('config', () => {
  it('sets and removes a setting in git config', async () => {
    const repo = makeRepo()
    const env = repo.env()
    expect(await setConfig(env, 'Budget', '500')).toMatchObject({ name: 'budget', value: 500 })
    expect(repo.git('config', '--local', 'ralph.budget').trim()).toBe('500')
    expect(await setConfig(env, 'budget', undefined)).toMatchObject({ value: 2000, from: 'default' })
    expect(await setConfig(env, 'budget', undefined)).toMatchObject({ value: 2000, from: 'default' })
    expect(repo.git('config', '--local', '--list')).not.toContain('ralph.')
  })

  it("sets it for all of the user's repositories", async () => {
    const repo = makeRepo()
    const home = join(makeDir(), 'gitconfig')
    writeFileSync(home, '')
    const env = repo.env()
    env.vars['GIT_CONFIG_GLOBAL'] = home
    await setConfig(env, 'budget', '600', { global: true })
    expect(repo.git('config', '--file', home, 'ralph.budget').trim()).toBe('600')
    const other = makeRepo().env()
    other.vars['GIT_CONFIG_GLOBAL'] = home
    expect(await budget(other)).toEqual([600, 'git config ralph.budget'])
  })

  it.each([
    ['budget', 'lots', 'bad-settings', "ralph.budget is 'lots', which is not a whole number of 0 or more"],
    ['inject', 'x', 'bad-settings', "ralph.inject is 'x', which is not one of auto, manual, none"],
    ['render', 'x', 'bad-settings', "ralph.render is 'x', which is not true or false"],
    ['budgets', '1', 'bad-usage', "there is no setting 'budgets'"],
    ['toString', '1', 'bad-usage', "there is no setting 'toString'"],
  ])('refuses %s = %s', async (name, value, code, message) => {
    const repo = makeRepo()
    await expect(setConfig(repo.env(), name, value)).rejects.toMatchObject({ code, message })
    expect(repo.git('config', '--local', '--list')).not.toContain('ralph.')
  })
})
