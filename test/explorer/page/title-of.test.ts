import { describe, expect, it } from 'vitest'
import { bodyOf, titleOf } from '../../../src/explorer/page/parts/title-of.js'

const said = (content: string, title?: string): [string, string] => {
  const memory = { content, ...(title !== undefined && { title }) }
  return [titleOf(memory), bodyOf(memory)]
}

describe('the title of a memory without one', () => {
  it('is its first line, which is not said twice', () => {
    expect(said('Use `pnpm`.')).toEqual(['Use pnpm.', ''])
    expect(said('Use `pnpm`.\n\n- never npm')).toEqual(['Use pnpm.', '- never npm'])
    expect(said('# Ports\n5432 is taken')).toEqual(['Ports', '5432 is taken'])
  })

  it('is said twice where the text would not be whole without it', () => {
    for (const text of [
      'One sentence\nof two lines',
      '- one\n- two',
      'see [the guide](https://example.com)\n\nmore',
      'see [[mem-1737390000-a7b8]]',
      'see https://example.com',
      '```sh\n\nls\n```',
      'long '.repeat(40),
    ])
      expect(bodyOf({ content: text })).toBe(text)
  })
})

it('leaves the text of a memory with a title as it is', () => {
  expect(said('Use pnpm.', 'Package manager')).toEqual(['Package manager', 'Use pnpm.'])
})
