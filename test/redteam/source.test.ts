/** Nothing from outside becomes part of a command line: held by reading the source. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const src = fileURLToPath(new URL('../../src/', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
/**
 * The user's editor, the user's own commands that summarise, check and judge, the guard that outlives a killed loop, and the manifest
 * that says how a hook is started.
 */
const WITH_SHELL = [
  'loop/check.ts',
  'loop/child.ts',
  'loop/ending.ts',
  'store/editor.ts',
  'store/sessions/summarizer.ts',
  'wiring/hook-entries.ts',
]
const holding = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(src + file, 'utf8'))).toSorted()

describe('the source', () => {
  it('is seen as it is', () => {
    expect(holding(/spawn\('git'/)).toContain('store/git/git.ts')
  })

  it('asks for a shell only where the user gave a command line', () => {
    expect(
      holding(/shell: true|\bexecSync\b|\bimport\s*\{[^}]*\bexec\b[^}]*\}\s*from 'node:child_process'/),
    ).toEqual([])
    expect(holding(/['"](?:\/bin\/)?sh['"],/)).toEqual(WITH_SHELL)
  })

  it('makes no code of text', () => {
    expect(holding(/\beval\(|new Function\(|\bvm\b.*from 'node:vm'/)).toEqual([])
  })

  it('reads YAML in one place, which takes YAML alone', () => {
    expect(holding(/from 'gray-matter'/)).toEqual(['memory/markdown.ts'])
    expect(readFileSync(`${src}memory/markdown.ts`, 'utf8')).toContain('js: REFUSED')
  })
})
