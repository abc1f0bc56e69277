import * as fc from 'fast-check'
import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  findBlock,
  HOOK_NAMES,
  insertBlock,
  isShellScript,
  removeBlock,
  renderBlock,
  renderHook,
} from '../../../src/store/hooks/shim.js'

const COMMAND = { node: '/opt/node/bin/node', bin: '/opt/git-ralph/bin/git-ralph.cjs' }
const BLOCK = renderBlock('post-commit', COMMAND)

const shebang = fc.constantFrom('', '#!/bin/sh', '#!/usr/bin/env bash', '#!', '#!/bin/sh -eu')
const line = fc.oneof(
  fc.string(),
  fc.constantFrom('exit 0', 'exec true', '# comment', '# >>> git-ralph >>>', '# <<< git-ralph <<<', ''),
)
const script = fc
  .tuple(shebang, fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
  .map(([first, rest, end, ended]) => [...(first ? [first] : []), ...rest].join(end) + (ended ? end : ''))
  .filter((text) => findBlock(text) === undefined)

describe('the lines of git-ralph in a hook', () => {
  it('come out again without a trace, whatever the script', () => {
    fc.assert(
      fc.property(script, fc.constantFrom(...HOOK_NAMES), (text, name) => {
        const installed = insertBlock(text, renderBlock(name, COMMAND))
        expect(installed).not.toBe(text)
        expect(findBlock(installed)).toBeDefined()
        expect(removeBlock(installed)).toBe(text)
      }),
    )
  })

  it('are replaced, not repeated, and then come out as well', () => {
    fc.assert(
      fc.property(script, (text) => {
        const old = insertBlock(text, renderBlock('pre-push', { node: '/old', bin: '/old' }))
        const next = insertBlock(old, BLOCK)
        expect(next).toBe(insertBlock(text, BLOCK))
        expect(insertBlock(next, BLOCK)).toBe(next)
        expect(removeBlock(next)).toBe(text)
      }),
    )
  })

  it('stand below the shebang and above everything else', () => {
    expect(insertBlock('#!/bin/sh\nexit 0\n', BLOCK)).toBe(`#!/bin/sh\n${BLOCK}exit 0\n`)
    expect(insertBlock('#!/bin/sh\r\nexit 0\r\n', BLOCK)).toBe(`#!/bin/sh\r\n${BLOCK}exit 0\r\n`)
    expect(insertBlock('exit 0', BLOCK)).toBe(`${BLOCK}exit 0`)
    expect(insertBlock('', BLOCK)).toBe(BLOCK)
    expect(removeBlock(BLOCK.trimEnd())).toBe('')
  })

  it('take the file with them only when git-ralph made it and nothing was added', () => {
    const made = renderHook('post-commit', COMMAND)
    expect(removeBlock(made)).toBeUndefined()
    expect(removeBlock(insertBlock(made, renderBlock('post-commit')))).toBeUndefined()
    expect(removeBlock(`${made}echo mine\n`)).toBe('#!/bin/sh\necho mine\n')
    expect(removeBlock(insertBlock('#!/bin/sh\n', BLOCK))).toBe('#!/bin/sh\n')
  })

  it('are found after an editor changed the line ends', () => {
    const edited = insertBlock('#!/bin/sh\nexit 0\n', BLOCK).replaceAll('\n', '\r\n')
    expect(removeBlock(edited)).toBe('#!/bin/sh\r\nexit 0\r\n')
  })

  it('quote paths for the shell', () => {
    const block = renderBlock('post-commit', {
      node: "/it's a/$node",
      bin: String.raw`C:\Program Files\ralph.cjs`,
    })
    expect(block).toContain(String.raw`'/it'\''s a/$node'`)
    expect(block).toContain("'C:/Program Files/ralph.cjs'")
  })

  it.each(HOOK_NAMES)('are shipped in hooks/%s for those who install by hand', (name) => {
    const path = new URL(`../../../hooks/${name}`, import.meta.url)
    expect(readFileSync(path, 'utf8')).toBe(`#!/bin/sh\n${renderBlock(name)}`)
    expect(statSync(path).mode & 0o111).toBe(0o111)
  })
})

describe('a shell script', () => {
  it.each([
    '',
    'echo no shebang\n',
    '#!/bin/sh',
    '#! /bin/sh -e\r\n',
    '#!/usr/bin/env bash\n',
    '#!/usr/bin/env -S FOO=1 bash -e\n',
    '#!/bin/busybox sh\n',
    '#!/usr/bin/zsh\n',
    '#!C:/Program\\bin/sh.exe\n',
  ])('is %j', (text) => expect(isShellScript(text)).toBe(true))

  it.each([
    '#!/usr/bin/env python3\n',
    '#!/usr/bin/perl -w\n',
    '#!/usr/bin/env node\n',
    '#!/usr/bin/fish\n',
    '#!/bin/csh\n',
    '#!',
    '\u007fELF\0\0',
  ])('is not %j', (text) => expect(isShellScript(text)).toBe(false))
})
