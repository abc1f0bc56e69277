/** Each command as it is typed: wiring, messages, exit codes, and the envelope of its JSON. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, runBin, type Ran, type RunOptions } from '../helpers/bin.js'
import { makeDir, makeRepo, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

interface Scene {
  repo: TestRepo
  run(...args: string[]): Ran
  runWith(options: RunOptions, ...args: string[]): Ran
  add(content: string, ...flags: string[]): string
}

function scene(): Scene {
  const repo = makeRepo()
  const runWith = (options: RunOptions, ...args: string[]): Ran => runBin(args, { cwd: repo.dir, ...options })
  const run = (...args: string[]): Ran => runWith({}, ...args)
  const add = (content: string, ...flags: string[]): string =>
    run('remember', content, ...flags, '--format', 'quiet').out.trim()
  return { repo, run, runWith, add }
}

describe('remember', () => {
  it('takes words, a file or standard input', () => {
    const { repo, run, runWith } = scene()
    expect(run('remember', 'several', 'words').out).toMatch(/^📝 Memory stored: mem-/u)
    repo.write('note.txt', 'from a file\n')
    expect(run('remember', '--file', 'note.txt').code).toBe(0)
    expect(runWith({ input: 'from standard input\n' }, 'remember', '-').code).toBe(0)
    expect(run('remember', '--', '--begins with a dash').code).toBe(0)
    const { out } = run('list')
    for (const text of ['several words', 'from a file', 'from standard input', '--begins with a dash'])
      expect(out).toContain(text)
  })

  it('says what was known', () => {
    const { run, add } = scene()
    const id = add('known')
    expect(run('remember', 'Known.').out).toBe(`📝 Memory already known: ${id}\n`)
    expect(run('remember', 'known', '--tags', 'x').out).toBe(`📝 Memory already known, tags added: ${id}\n`)
  })

  it.each([
    [
      [],
      '',
      'error: nothing to remember: the content is empty\nhint: git ralph remember "what was learnt"\n',
    ],
    [
      ['-'],
      Buffer.from([0xff, 0xfe, 0xfd]),
      'error: standard input is not valid UTF-8\nhint: convert it first, e.g. with `iconv -t utf-8`\n',
    ],
    [['-'], Buffer.from([0x61, 0, 0x62]), 'error: standard input is binary, not text\n'],
    [['--file', 'absent'], '', "error: there is no file 'absent'\n"],
    [['--file', '.'], '', "error: '.' is a directory\n"],
    [['-x'], '', "error: unknown argument 'x'\nhint: run `git ralph remember -h` to see how it is used\n"],
    [['text', '--type', 'fxi'], '', "hint: did you mean 'fix'?\n"],
  ])('refuses %j with exit code 2', (args, input, err) => {
    const ran = scene().runWith({ input }, 'remember', ...args)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(err)
  })
})

describe('recall', () => {
  it('joins the words of a question', () => {
    const { run, add } = scene()
    const id = add('ECONNREFUSED on 5432: start docker', '-t', 'fix')
    expect(run('recall', 'start', 'docker').out).toContain(id)
    expect(run('recall', 'docker', '--explain').out).toMatch(/\n +\d\.\d{3} {2}docker in body\n/)
    expect(run('recall', 'zebra')).toEqual({ code: 0, out: 'no memories\n', err: '' })
  })

  it('counts what it leaves out', () => {
    const { run, add } = scene()
    add('docker one')
    add('docker two')
    expect(run('recall', 'docker', '-n', '1').out).toMatch(/\n1 more: add --all; ~\d+ tokens\n$/)
    expect(run('recall', 'docker', '-n', '-1').code).toBe(2)
  })
})

describe('show, edit, forget and restore', () => {
  it('find a memory by part of its id, change it, take it away and bring it back', () => {
    const { run, runWith, add } = scene()
    const id = add('text')
    const short = id.slice(-4)
    expect(run('show', short).out).toContain(`${id} pattern\n`)
    expect(run('edit', short, '--add-tag', 'x', '--title', 'T').out).toBe(`✏️  Memory changed: ${id}\n`)
    expect(run('edit', short, '--add-tag', 'x').out).toBe(`Nothing to change: ${id}\n`)
    expect(runWith({ input: 'from stdin' }, 'edit', short, '--content', '-').code).toBe(0)
    expect(runWith({ input: Buffer.from([0xff]) }, 'edit', short, '--content', '-').code).toBe(2)
    expect(run('show', short).out).toMatch(/\ntitle: T\ntags: x\n.*\n.*\n\nfrom stdin\n$/s)
    expect(run('forget', '--dry-run', short).out).toBe(`🗑️  Would forget: ${id}  T\n`)
    expect(run('forget', short).out).toBe(`🗑️  Forgotten: ${id}  T\n`)
    expect(run('restore', short).out).toBe(`📝 Memory restored: ${id}\n`)
    expect(run('restore', short).out).toBe(`Memory is there already: ${id}\n`)
    expect(run('show', short).code).toBe(0)
  })

  it('open the editor', () => {
    const { runWith, run, add } = scene()
    const id = add('text')
    const vars = { GIT_EDITOR: "sed -i 's/^text$/edited/'" }
    expect(runWith({ vars }, 'edit', id).out).toBe(`✏️  Memory changed: ${id}\n`)
    expect(run('show', id).out).toContain('\nedited\n')
    const failed = runWith({ vars: { GIT_EDITOR: 'false' } }, 'edit', id)
    expect(failed).toMatchObject({ code: 2, out: '' })
    expect(failed.err).toMatch(
      /^error: the editor 'false' ended with exit code 1\nhint: nothing was stored; your text is in '/,
    )
  })

  it('ask which one is meant with exit code 3, and fail with 1 when there is none', () => {
    const { run, add } = scene()
    const ids = [add('one'), add('two')].toSorted()
    for (const verb of ['show', 'edit', 'forget']) {
      const { code, out, err } = run(verb, 'mem')
      expect({ code, out }).toEqual({ code: 3, out: '' })
      expect(err).toMatch(/^error: 'mem' matches 2 memories:\n/)
      for (const id of ids) expect(err).toContain(`\n  ${id}  `)
      expect(err).toMatch(/\nhint: type more of the id\n$/)
    }
    for (const verb of ['show', 'edit', 'forget', 'restore']) {
      const { code, out, err } = run(verb, 'zzzz')
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(/^error: no memory matches 'zzzz'\nhint: /)
    }
  })
})

describe('status, config, doctor and uninstall', () => {
  it('status lines up', () => {
    const { run, add } = scene()
    add('text', '-t', 'fix')
    const lines = run('status').out.trimEnd().split('\n')
    expect(lines.map((line) => /^([a-z ]+): +/.exec(line)![0].length)).toEqual(lines.map(() => 12))
    expect(lines[2]).toBe('memories:   1 (1 fix)')
    expect(lines.at(-1)).toBe('health:     good')
  })

  it('doctor exits with 1 while something is wrong', () => {
    const { repo, run } = scene()
    run('init')
    expect(run('doctor').code).toBe(0)
    spawnSync('chmod', ['755', join(repo.commonDir(), 'ralph')])
    const { code, out } = run('doctor')
    expect(code).toBe(1)
    expect(out).toMatch(/^problem permissions: 1 local file is open to other users, e\.g\. '/m)
    expect(run('status').out).toContain('health:     1 to look at: run `git ralph doctor`')
    expect(run('doctor', '--fix').out).toMatch(/^fixed {3}permissions: /m)
    expect(run('doctor').code).toBe(0)
  })

  it('config shows, sets and unsets', () => {
    const { run } = scene()
    expect(run('config').out).toMatch(/^SETTING +VALUE +FROM\nenabled +true +default\n/)
    expect(run('config', 'budget', '99').out).toBe('99\n')
    expect(run('config', 'budget').out).toBe('99\n')
    expect(run('config').out).toMatch(/^budget +99 +git config ralph\.budget$/m)
    expect(run('config', '--unset', 'budget').out).toBe('2000\n')
    expect(run('config', '--unset')).toMatchObject({ code: 2 })
    expect(run('config', 'budgte', '1').err).toMatch(
      /^error: there is no setting 'budgte'\nhint: settings are enabled, /,
    )
    expect(run('config', 'budget', 'x')).toMatchObject({ code: 1, out: '' })
  })

  it('uninstall says what it does and how to delete the rest', () => {
    const { repo, run, add } = scene()
    add('text')
    expect(run('uninstall', '--dry-run').out).toMatch(/^would remove '\.agent\/memories\.md'\n/)
    const { code, out } = run('uninstall')
    expect(code).toBe(0)
    expect(out).toMatch(/^✓ removed '\.agent\/memories\.md'\n/)
    const command = out.trimEnd().split('\n').at(-1)!.trim()
    expect(repo.git('for-each-ref', 'refs/ralph-memory')).not.toBe('')
    spawnSync('sh', ['-c', command], { cwd: repo.dir, env: TEST_VARS })
    expect(repo.git('for-each-ref', 'refs/ralph-memory')).toBe('')
  })
})

describe('JSON', () => {
  it('has an envelope with version and kind, whatever the command', () => {
    const { repo, run, add } = scene()
    const id = add('text')
    repo.write('in.md', '## Fixes\n\n> imported\n')
    const kinds: [string[], string][] = [
      [['init'], 'initialised'],
      [['remember', 'more'], 'remembered'],
      [['recall', 'text'], 'recalled'],
      [['prime'], 'briefing'],
      [['status'], 'status'],
      [['list'], 'memories'],
      [['show', id], 'memory'],
      [['edit', id, '--add-tag', 'x'], 'edited'],
      [['forget', id], 'forgotten'],
      [['restore', id], 'restored'],
      [['import', 'in.md'], 'imported'],
      [['config'], 'settings'],
      [['config', 'budget'], 'setting'],
      [['doctor'], 'diagnosis'],
      [['uninstall', '--dry-run'], 'uninstalled'],
      [['version'], 'version'],
    ]
    for (const [args, kind] of kinds) {
      const { code, out, err } = run(...args, '--format', 'json')
      expect({ args, code, err }).toEqual({ args, code: 0, err: '' })
      expect(JSON.parse(out)).toMatchObject({ version: 1, kind })
    }
  })

  it('leaves standard output empty when something fails', () => {
    const ran = scene().run('show', 'zzzz', '--format', 'json')
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toMatch(/^error: /)
  })
})

describe('terminals and pipes', () => {
  it('colours nothing in a pipe, everything with FORCE_COLOR, and nothing with NO_COLOR', () => {
    const { runWith, add } = scene()
    add('text')
    const coloured = (vars: Record<string, string>, ...flags: string[]): boolean =>
      runWith({ vars }, 'list', ...flags).out.includes('\u001b[')
    expect(coloured({})).toBe(false)
    expect(coloured({ FORCE_COLOR: '1' })).toBe(true)
    expect(coloured({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false)
    expect(coloured({ FORCE_COLOR: '1' }, '--no-color')).toBe(false)
  })

  it('fits a narrow terminal', () => {
    const { repo, add } = scene()
    add('a rather long memory that does not fit into a narrow terminal at all', '--tags', 'some,more,tags')
    const { stdout } = spawnSync(
      'script',
      ['-qec', `stty cols 60; "${process.execPath}" "${BIN}" list --no-color`, '/dev/null'],
      { cwd: repo.dir, env: TEST_VARS, encoding: 'utf8' },
    )
    const lines = stdout.trimEnd().split(/\r?\n/)
    expect(lines[0]).toMatch(/^ID +TYPE/)
    expect(lines[1]).toContain('…')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60)
  })

  it('ends quietly when the reader has seen enough', () => {
    const { repo, run } = scene()
    const blocks = Array.from({ length: 500 }, (_, n) => `> memory number ${n} ${'x'.repeat(300)}\n`)
    repo.write('in.md', `## Fixes\n\n${blocks.join('\n')}`)
    expect(run('import', 'in.md').code).toBe(0)
    for (const command of ['list', 'prime', 'recall --all memory', 'list --format json']) {
      const script = `"$0" "$1" ${command} | head -1 >/dev/null; echo "\${PIPESTATUS[0]}"`
      const { stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, BIN], {
        cwd: repo.dir,
        env: TEST_VARS,
        encoding: 'utf8',
      })
      expect({ command, stdout, stderr }).toEqual({ command, stdout: '0\n', stderr: '' })
    }
  })
})

describe('where it is run', () => {
  it('works from a subdirectory, and renders at the top', () => {
    const { repo, runWith } = scene()
    mkdirSync(join(repo.dir, 'deep/er'), { recursive: true })
    const cwd = join(repo.dir, 'deep/er')
    repo.write('deep/er/note.txt', 'from the subdirectory')
    expect(runWith({ cwd }, 'remember', '--file', 'note.txt').code).toBe(0)
    expect(readFileSync(join(repo.dir, '.agent/memories.md'), 'utf8')).toContain('> from the subdirectory')
    expect(runWith({ cwd }, 'list').out).toContain('from the subdirectory')
    expect(repo.git('status', '--porcelain')).toBe('?? deep/\n')
  })

  it('works inside .git', () => {
    const { repo, runWith, run } = scene()
    const places = { '': 'one thing', refs: 'something else', hooks: 'third of all' }
    for (const [dir, text] of Object.entries(places)) {
      const cwd = join(repo.gitDir(), dir)
      mkdirSync(cwd, { recursive: true })
      expect(runWith({ cwd }, 'remember', text)).toMatchObject({ code: 0, err: '' })
      expect(runWith({ cwd }, 'list').out).toContain(text)
      // A submodule's git directory says where its work tree is.
      const rendered = repo.git('config', '--default', '', 'core.worktree').trim() ? '\\.agent' : 'off'
      expect(runWith({ cwd }, 'status').out).toMatch(new RegExp(`^rendered: +${rendered}`, 'm'))
    }
    expect(run('list').out).toContain('one thing')
  })

  it('works with the variables that git gives to a hook', () => {
    const { repo, runWith, run } = scene()
    const vars = {
      GIT_DIR: repo.git('rev-parse', '--git-dir').trim(),
      GIT_INDEX_FILE: join(repo.gitDir(), 'index.lock'),
      GIT_PREFIX: '',
    }
    expect(runWith({ vars }, 'remember', 'in a hook')).toMatchObject({ code: 0, err: '' })
    expect(run('list').out).toContain('in a hook')
  })

  it('works as a command of git', () => {
    const { repo } = scene()
    const dir = makeDir()
    spawnSync('ln', ['-s', BIN, join(dir, 'git-ralph')])
    const vars = { ...TEST_VARS, PATH: `${dir}:${TEST_VARS['PATH']}` }
    const { status, stdout } = spawnSync('git', ['ralph', 'remember', 'through git'], {
      cwd: repo.dir,
      env: vars,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^📝 Memory stored: mem-/u)
  })

  it('fails outside a repository, with a hint', () => {
    const dir = makeDir()
    for (const args of [
      ['list'],
      ['remember', 'x'],
      ['init'],
      ['status'],
      ['doctor'],
      ['config'],
      ['prime'],
    ]) {
      expect(runBin(args, { cwd: dir })).toEqual({
        code: 1,
        out: '',
        err: `error: not in a git repository: '${dir}'\nhint: run \`git init\` here first, or change to a directory inside a repository\n`,
      })
    }
  })
})
