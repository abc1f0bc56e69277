import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '../../src/cli/catalogue.js'
import { COMMON_OPTIONS, type Command } from '../../src/cli/command.js'

const directory = new URL('../../src/cli/commands/', import.meta.url)
const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)
const commands = await Promise.all(
  files.map(async (file): Promise<[string, Command]> => {
    const { command } = (await import(new URL(file, directory).href)) as { command: Command }
    return [file, command]
  }),
)

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

describe('the catalogue', () => {
  it('lists the commands that there are, with their own summaries', () => {
    const listed = CATALOGUE.map(({ name, summary }) => ({ name, summary }))
    const shown = commands.filter(([file]) => !file.startsWith('__'))
    const there = shown.map(([, { name, summary }]) => ({ name, summary }))
    expect(listed.toSorted(byName)).toEqual(there.toSorted(byName))
  })
})

describe.each(commands)('%s', (file, command) => {
  it('is named as its file', () => {
    expect(command.name).toBe(file.replace('.ts', '').replaceAll('/', ' '))
  })

  it('uses each name and letter once, and none that all commands have', () => {
    const options = Object.values(command.options)
    const names = [
      ...command.positionals.map((one) => one.name),
      ...Object.keys(command.options),
      ...Object.keys(COMMON_OPTIONS),
    ]
    const letters = ['h', ...options.flatMap((one) => one.alias ?? [])]
    expect(new Set([...names, 'help', 'version']).size).toBe(names.length + 2)
    expect(new Set(letters).size).toBe(letters.length)
    expect(letters.every((letter) => letter.length === 1)).toBe(true)
  })

  it('has positionals that can be told apart', () => {
    const { positionals } = command
    expect(positionals.slice(0, -1).some((one) => one.variadic)).toBe(false)
    const required = positionals.filter((one) => one.required)
    expect(positionals.slice(0, required.length)).toEqual(required)
  })
})
