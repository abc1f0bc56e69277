import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommandSpec, Option, Positional } from '../../src/cli/command.js'
import { parse } from '../../src/cli/parse.js'
import { askYargs } from '../../src/cli/yargs.js'
import { RalphError } from '../../src/errors.js'

const SPEC: CommandSpec = {
  name: 'sample',
  summary: 'a sample',
  positionals: [{ name: 'content', describe: 'text', required: true }],
  options: {
    type: { type: 'string', alias: 't', describe: 'type', choices: ['fix', 'pattern'], default: 'pattern' },
    limit: { type: 'number', alias: 'n', describe: 'limit' },
    tag: { type: 'strings', describe: 'tag' },
    all: { type: 'boolean', alias: 'a', describe: 'all' },
  },
}
const DEFAULTS = { type: 'pattern', limit: undefined, tag: [], all: false, 'no-color': false }

describe('parse', () => {
  it.each([
    [['text'], { content: 'text' }],
    [['-t', 'fix', 'text'], { content: 'text', type: 'fix' }],
    [['-tfix', 'text'], { content: 'text', type: 'fix' }],
    [['text', '--type=fix', '--type', 'pattern'], { content: 'text', type: 'pattern' }],
    [['--limit', '0', 'text'], { content: 'text', limit: 0 }],
    [['-an5', 'text'], { content: 'text', all: true, limit: 5 }],
    [['--tag', 'a', '--tag=b', 'text'], { content: 'text', tag: ['a', 'b'] }],
    [['--tag=--all', 'text'], { content: 'text', tag: ['--all'] }],
    [['--', '--text'], { content: '--text' }],
    [['-'], { content: '-' }],
    [['--no-color', 'text'], { content: 'text', 'no-color': true }],
  ])('reads %j', (argv, expected) => {
    expect(parse(SPEC, argv).args).toEqual({ ...DEFAULTS, ...expected })
  })

  it.each([
    [[], /too few arguments/],
    [['a', 'b'], /unknown argument 'b'/],
    [['a', '--limt', '3'], /unknown argument/],
    [['a', '-z'], /unknown argument 'z'/],
    [['a', '--type', 'fxi'], /invalid value for 'type': "fxi" is none of "fix", "pattern"/],
    [['a', '--tag'], /option '--tag' needs a value/],
    [['a', '--tag', '--all'], /option '--tag' needs a value/],
  ])('leaves %j to yargs, which says what is wrong', (argv, message) => {
    const { args, plain } = parse(SPEC, argv)
    expect(args).toBeUndefined()
    expect(() => askYargs(SPEC, plain)).toThrow(message)
  })

  it.each([
    [['a', '--all=yes'], "option '--all' takes no value"],
    [['a', '--tag='], "option '--tag' needs a value"],
    [['a', '--type=x', '--type=fix'], "'x' is none of the values of '--type'"],
    [['a', '--limit=many'], "option '--limit' takes a whole number of 0 or more, not 'many'"],
    [['a', '--limit', '-5'], "option '--limit' takes a whole number of 0 or more, not '-5'"],
    [['a', '--limit', '1.5'], "option '--limit' takes a whole number of 0 or more, not '1.5'"],
  ])('says itself what is wrong with %j, where yargs would let it pass', (argv, problem) => {
    expect(parse(SPEC, argv)).toMatchObject({ problem })
  })

  it('agrees with yargs on any command line of any spec', () => {
    fc.assert(
      fc.property(specAndArgv, ({ spec, argv }) => {
        const { args, plain, problem } = parse(spec, argv)
        const read = problem === undefined ? yargsReads(spec, plain) : undefined
        expect(comparable(spec, read)).toEqual(comparable(spec, args))
      }),
      { numRuns: 400 },
    )
  })
})

function yargsReads(spec: CommandSpec, plain: string[]): Record<string, unknown> | undefined {
  try {
    return askYargs(spec, plain).values
  } catch (error) {
    if (error instanceof RalphError) return undefined
    throw error
  }
}

function comparable(spec: CommandSpec, values: Record<string, unknown> | undefined): unknown {
  const names = [...spec.positionals.map((one) => one.name), ...Object.keys(spec.options)]
  return values && names.map((name) => [name, withoutQuirks(values[name])])
}

/** yargs leaves out what is absent or an empty word of a list, and takes a pair of quotes off the rest. */
function withoutQuirks(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^(['"])([^]*)\1$/, '$2')
  if (!Array.isArray(value)) return value === false ? undefined : value
  const kept = value.map(withoutQuirks).filter((one) => one !== '' && one !== undefined)
  return kept.length > 0 ? kept : undefined
}

const LETTERS = ['a', 'b', 'c', 'd', 'e']
const NAMES = ['alpha', 'beta', 'gamma-ray', 'dry-run', 'e']
const text = fc.oneof(
  fc.constantFrom(
    'fix',
    'pattern',
    '-',
    '',
    'x y',
    '-x',
    '--beta',
    '5',
    '-5',
    '1e3',
    '007',
    'a=b',
    'a.b',
    'true',
    '"q"',
  ),
  fc.string({ maxLength: 4 }),
)
const option: fc.Arbitrary<Option> = fc.oneof(
  fc
    .constantFrom('string' as const, 'boolean' as const, 'number' as const, 'strings' as const)
    .map((type) => ({ type, describe: '' })),
  fc.constant<Option>({ type: 'string', describe: '', choices: ['fix', 'pattern', '5'] }),
  fc.constant<Option>({ type: 'string', describe: '', default: 'given' }),
  fc.constant<Option>({ type: 'number', describe: '', default: 10 }),
)
const positionals: fc.Arbitrary<Positional[]> = fc
  .tuple(fc.nat(2), fc.nat(2), fc.boolean())
  .map(([required, optional, variadic]) => {
    const all: Positional[] = Array.from({ length: required + optional }, (_, i) => ({
      name: `word${i}`,
      describe: '',
      ...(i < required && { required: true }),
    }))
    if (variadic && all.length > 0) all[all.length - 1]!.variadic = true
    return all
  })
const specAndArgv = fc
  .tuple(
    fc.array(option, { maxLength: 5 }),
    fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    positionals,
  )
  .chain(([options, aliased, words]) => {
    const named = options.map((one, i) => [
      NAMES[i]!,
      aliased[i] && NAMES[i]!.length > 1 ? { ...one, alias: LETTERS[i]! } : one,
    ])
    const spec: CommandSpec = {
      name: 'random',
      summary: '',
      positionals: words,
      options: Object.fromEntries(named),
    }
    const flag = fc.constantFrom(
      ...NAMES.map((name) => `--${name}`),
      ...LETTERS.map((letter) => `-${letter}`),
      '--unknown',
      '-z',
    )
    const part = fc.oneof(
      { weight: 3, arbitrary: fc.tuple(flag, text).map(([name, value]) => [name, value]) },
      { weight: 3, arbitrary: fc.tuple(flag, text).map(([name, value]) => [`${name}=${value}`]) },
      flag.map((name) => [name]),
      { weight: 3, arbitrary: text.map((word) => [word]) },
      fc.constant(['--']),
      fc.tuple(fc.constantFrom(...LETTERS), text).map(([letter, value]) => [`-${letter}${value}`]),
    )
    return fc.array(part, { maxLength: 6 }).map((parts) => ({ spec, argv: parts.flat() }))
  })
