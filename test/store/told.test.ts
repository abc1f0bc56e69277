import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  claim,
  fileKey,
  isTold,
  memoryKey,
  pruneTold,
  tellAnew,
  toldSince,
} from '../../src/store/agent/told.js'
import { makeDir } from '../helpers/repo.js'

describe('what a session was told', () => {
  it('is claimed once', () => {
    const dir = makeDir()
    expect(claim(dir, 's', [memoryKey('mem-1-0001'), memoryKey('mem-1-0002')])).toHaveLength(2)
    expect(claim(dir, 's', [memoryKey('mem-1-0002'), memoryKey('mem-1-0003')])).toEqual([
      memoryKey('mem-1-0003'),
    ])
    expect(claim(dir, 'other', [memoryKey('mem-1-0002')])).toHaveLength(1)
    expect(isTold(dir, 's', memoryKey('mem-1-0001'))).toBe(true)
    expect(isTold(dir, 's', fileKey('mem-1-0001'))).toBe(false)
  })

  it('is told anew after the agent has forgotten it', () => {
    const dir = makeDir()
    claim(dir, 's', ['m a'])
    tellAnew(dir, 's')
    expect(isTold(dir, 's', 'm a')).toBe(false)
    expect(claim(dir, 's', ['m a'])).toEqual(['m a'])
    expect(claim(dir, 's', ['m a'])).toEqual([])
  })

  it('bears any session and any path', () => {
    const dir = makeDir()
    const session = '../../etc/\u0000pass\nwd'
    expect(claim(dir, session, [fileKey('a\n-\nb\tc')])).toHaveLength(1)
    expect(claim(dir, session, [fileKey('a\n-\nb\tc')])).toEqual([])
    expect(readdirSync(dir)).toEqual(['told'])
    const [name] = readdirSync(join(dir, 'told'))
    expect(statSync(join(dir, 'told', name!)).mode & 0o777).toBe(0o600)
  })

  it('is forgotten after a month', () => {
    const dir = makeDir()
    claim(dir, 'old', ['m a'])
    claim(dir, 'new', ['m a'])
    const now = new Date('2026-03-01T00:00:00Z')
    utimesSync(join(dir, 'told/old'), now, new Date('2026-01-01T00:00:00Z'))
    utimesSync(join(dir, 'told/new'), now, now)
    pruneTold(dir, now)
    expect([toldSince(dir, 'old'), toldSince(dir, 'new')]).toEqual([undefined, now])
    pruneTold(makeDir(), now)
  })
})
