import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkArguments } from '../../src/mcp/arguments.js'
import type { ObjectSchema, Schema } from '../../src/mcp/schema.js'
import { TOOLS } from '../../src/mcp/tools.js'

const ajv = new AjvJsonSchemaValidator()

function accepts(schema: ObjectSchema, given: unknown): boolean {
  try {
    checkArguments('tool', schema, given)
    return true
  } catch {
    return false
  }
}

/** Values that fit a schema, nearly fit it, or have nothing to do with it. */
function valuesFor(schema: Schema): fc.Arbitrary<unknown> {
  const any = fc.jsonValue({ maxDepth: 2 })
  const near: Record<Schema['type'], () => fc.Arbitrary<unknown>> = {
    string: () =>
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...((schema as { enum?: string[] }).enum ?? [''])),
        // Around the limit; none of the long ones, which only take time.
        fc
          .nat(2)
          .map((n) => '🦊'.repeat(Math.min(500, (schema as { maxLength?: number }).maxLength ?? 1) + n - 1)),
      ),
    integer: () =>
      fc.oneof(fc.integer({ min: -2, max: 120 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
    number: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
    boolean: () => fc.boolean(),
    array: () => fc.array(valuesFor((schema as { items: Schema }).items), { maxLength: 3 }),
    object: () => {
      const { properties } = schema as ObjectSchema
      const fields = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, valuesFor(one)]),
      )
      return fc
        .tuple(
          fc.record(fields, { requiredKeys: [] }),
          fc.option(fc.dictionary(fc.string(), any, { maxKeys: 1 })),
        )
        .map(([known, other]) => ({ ...known, ...other }))
    },
  }
  return fc.oneof({ weight: 9, arbitrary: near[schema.type]() }, { weight: 1, arbitrary: any })
}

describe('arguments', () => {
  it.each(TOOLS.map(({ name, input }) => [name, input] as const))(
    'of %s are accepted and refused as a JSON Schema validator does',
    (_, input) => {
      const validate = ajv.getValidator(input)
      fc.assert(
        fc.property(valuesFor(input), (given) => {
          expect(accepts(input, given)).toBe(validate(given).valid)
        }),
        { numRuns: 100 },
      )
    },
  )

  const input: ObjectSchema = {
    type: 'object',
    properties: {
      query: { type: 'string', maxLength: 3 },
      limit: { type: 'integer', minimum: 1, maximum: 9 },
      tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
      kind: { type: 'string', enum: ['a', 'b'] },
    },
    required: ['query'],
    additionalProperties: false,
  }

  it.each([
    [{}, "'query' is missing"],
    [[], 'they must be an object'],
    [{ query: 'four' }, "'query' has 4 characters, more than the 3 it may have"],
    [{ query: 'x', limit: 1.5 }, "'limit' must be a whole number"],
    [{ query: 'x', limit: 0 }, "'limit' must be 1 or more"],
    [{ query: 'x', limit: '3' }, "'limit' must be a whole number"],
    [{ query: 'x', tags: ['a', 2] }, "'tags[1]' must be a string"],
    [{ query: 'x', tags: [] }, "'tags' must have at least 1"],
    [{ query: 'x', kind: 'c' }, "'kind' must be one of a, b"],
    [{ query: 'x', why: 1 }, "there is no 'why'"],
  ])('%j: says what is wrong', (given, problem) => {
    expect(() => checkArguments('find', input, given)).toThrowError(
      expect.objectContaining({
        code: 'bad-usage',
        message: `bad arguments for 'find': ${problem}`,
        hint: 'it takes query, limit?, tags?, kind?',
      }),
    )
  })
})

describe('tools', () => {
  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s has a title, and a description that no client cuts',
    (_, { title, description }) => {
      expect(title).not.toBe('')
      expect(Buffer.byteLength(description)).toBeGreaterThan(80)
      expect(Buffer.byteLength(description)).toBeLessThan(2048)
    },
  )
})
