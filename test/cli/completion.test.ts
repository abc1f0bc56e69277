import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CommandSpec } from '../../src/cli/command.js'
import { complete } from '../../src/cli/completion.js'
import { BIN, runBin } from '../helpers/bin.js'
import { makeDir, TEST_VARS } from '../helpers/repo.js'

const VERSION: CommandSpec = {
  name: 'version',
  summary: '',
  positionals: [],
  options: {
    format: { type: 'string', alias: 'f', describe: 'output format', choices: ['text', 'json'] },
    secret: { type: 'boolean', describe: 'secret', hidden: true },
  },
}

function words(...typed: string[]): string[] {
  return complete(typed, (name) => (name === 'version' ? VERSION : undefined)).map(({ word }) => word)
}

describe('complete', () => {
  it('offers commands', () => {
    expect(words('')).toContain('version')
    expect(words('vers')).toEqual(['version'])
    expect(words('help', 'vers')).toEqual(['version'])
    expect(words('nonsense', '')).toEqual([])
  })

  it('offers flags that are shown', () => {
    expect(words('version', '--')).toEqual(['--format', '--no-color', '--help'])
    expect(words('version', '')).toEqual([])
  })

  it('offers the values of an option', () => {
    expect(words('version', '--format', '')).toEqual(['text', 'json'])
    expect(words('version', '-f', 'j')).toEqual(['json'])
    expect(words('version', '--format=j')).toEqual(['--format=json'])
  })
})

/** A PATH on which `git-ralph` is the built bin. */
function installed(): string {
  const bin = join(makeDir(), 'bin')
  mkdirSync(bin)
  symlinkSync(BIN, join(bin, 'git-ralph'))
  return `${bin}:${TEST_VARS['PATH']}`
}

function inBash(line: string[], before: string, call: string): string[] {
  const script = `${before}
    eval "$(git-ralph completion bash)"
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); words=("$@"); cword=$COMP_CWORD
    ${call}
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...line], {
    env: { ...TEST_VARS, PATH: installed() },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .map((word) => word.trim())
    .filter(Boolean)
}

describe('the bash script', () => {
  it.each([
    [['ralph', 'vers'], ['version']],
    [['ralph', 'version', '--f'], ['--format']],
    [['ralph', 'version', '--format', 'j'], ['json']],
    [['ralph', 'version', '--format', '=', 'j'], ['json']],
    [
      ['ralph', 'version', '--format', '='],
      ['text', 'json'],
    ],
  ])('completes %j', (line, expected) => {
    expect(inBash(line, '', '__git_ralph_complete')).toEqual(expected)
  })

  it('answers git’s own completion', () => {
    const gitsOwn = '__gitcomp_nl() { COMPREPLY=($1); }'
    expect(inBash(['git', '-C', '.', 'ralph', 'version', '--f'], gitsOwn, '_git_ralph')).toEqual(['--format'])
    expect(inBash(['git', 'ralph', 'vers'], gitsOwn, '_git_ralph')).toEqual(['version'])
  })

  const real = '/usr/share/bash-completion/completions/git'
  it.skipIf(!existsSync(real))('is found by the git completion that is installed', () => {
    const line = `COMP_LINE="git ralph vers"; COMP_POINT=14; COMP_TYPE=9; __git_wrap__git_main`
    expect(inBash(['git', 'ralph', 'vers'], `. ${real}`, line)).toEqual(['version'])
  })
})

const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0

describe.skipIf(!isInstalled('fish'))('the fish script', () => {
  it.each([
    ['ralph vers', ['version']],
    ['git ralph version --f', ['--format']],
    ['git-ralph version --format j', ['json']],
  ])('completes %j', (line, expected) => {
    const script = `git-ralph completion fish | source; complete -C '${line}'`
    const { stdout } = spawnSync('fish', ['--no-config', '-c', script], {
      env: { ...TEST_VARS, HOME: makeDir(), PATH: installed() },
      encoding: 'utf8',
    })
    expect(stdout.split('\n').flatMap((one) => one.split('\t')[0] || [])).toEqual(expected)
  })
})

describe.skipIf(!isInstalled('zsh'))('the zsh script', () => {
  it('can be read', () => {
    const script =
      'autoload -U compinit; compinit -u -D; eval "$(git-ralph completion zsh)"; print $_comps[ralph]'
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', script], {
      env: { ...TEST_VARS, HOME: makeDir(), PATH: installed() },
      encoding: 'utf8',
    })
    expect({ stdout, stderr }).toEqual({ stdout: '__git_ralph_complete\n', stderr: '' })
  })
})

describe('completion', () => {
  it('asks for the shell when it cannot know', () => {
    expect(runBin(['completion', 'tcsh'])).toEqual({
      code: 2,
      out: '',
      err: "error: no completion for 'tcsh'\nhint: name one of bash, zsh, fish\n",
    })
    expect(runBin(['completion'], { vars: { SHELL: '/bin/bash' } }).out).toContain('_git_ralph()')
  })
})
