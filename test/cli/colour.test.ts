import { describe, expect, it } from 'vitest'
import { hasColour, paintFor } from '../../src/cli/colour.js'

const sink = (isTTY: boolean) => ({ isTTY, write: () => {} })

describe('colours', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('on a terminal: %s, with %j: %s', (isTTY, vars, expected) => {
    expect(hasColour(sink(isTTY), vars)).toBe(expected)
  })

  it('leaves text as it is when there are none', () => {
    expect(paintFor(sink(true), {}).red('x')).toBe('\u001b[31mx\u001b[39m')
    expect(paintFor(sink(false), {}).red('x')).toBe('x')
  })
})
