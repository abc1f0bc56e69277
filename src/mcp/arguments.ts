/**
 * Checks what a client gave a tool against the tool's schema, and says what is wrong in words that a model can act on. Agrees with
 * a real JSON Schema validator, as a test shows; loading one would take longer than all the rest of our start.
 */
import { RalphError } from '../errors.js'
import type { ObjectSchema, Schema } from './schema.js'

export function checkArguments(tool: string, schema: ObjectSchema, given: unknown): Record<string, unknown> {
  const problem = problemOf(schema, given, '')
  if (problem === undefined) return given as Record<string, unknown>
  const required = schema.required ?? []
  const known = Object.keys(schema.properties).map((name) => (required.includes(name) ? name : `${name}?`))
  throw new RalphError('bad-usage', `bad arguments for '${tool}': ${problem}`, {
    hint: known.length > 0 ? `it takes ${known.join(', ')}` : 'it takes no arguments',
  })
}

/** The first thing that is wrong, or nothing. `at` is where: `tags[2]`. */
function problemOf(schema: Schema, value: unknown, at: string): string | undefined {
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? problemOfText(schema, value, at) : `'${at}' must be a string`
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `'${at}' must be true or false`
    case 'integer':
    case 'number':
      return problemOfNumber(schema, value, at)
    case 'array':
      return Array.isArray(value) ? problemOfList(schema, value, at) : `'${at}' must be a list`
    case 'object':
      return isObject(value)
        ? problemOfObject(schema, value, at)
        : `${at ? `'${at}'` : 'they'} must be an object`
  }
}

function problemOfText(schema: Schema & { type: 'string' }, value: string, at: string): string | undefined {
  const { minLength = 0, maxLength = Infinity } = schema
  // JSON Schema counts characters, not halves of them; counted only where it can matter.
  const characters = value.length > maxLength ? Array.from(value).length : value.length
  if (schema.enum && !schema.enum.includes(value)) return `'${at}' must be one of ${schema.enum.join(', ')}`
  if (characters < minLength) return `'${at}' must not be empty`
  return characters > maxLength
    ? `'${at}' has ${characters} characters, more than the ${maxLength} it may have`
    : undefined
}

function problemOfNumber(
  { type, minimum = -Infinity, maximum = Infinity }: Schema & { type: 'integer' | 'number' },
  value: unknown,
  at: string,
): string | undefined {
  const isWhole = type === 'integer'
  const fits = isWhole ? Number.isInteger(value) : Number.isFinite(value)
  if (!fits) return `'${at}' must be a ${isWhole ? 'whole number' : 'number'}`
  if ((value as number) < minimum) return `'${at}' must be ${minimum} or more`
  return (value as number) > maximum ? `'${at}' must be ${maximum} or less` : undefined
}

function problemOfList(
  { items, minItems = 0, maxItems = Infinity }: Schema & { type: 'array' },
  value: readonly unknown[],
  at: string,
): string | undefined {
  if (value.length < minItems) return `'${at}' must have at least ${minItems}`
  if (value.length > maxItems)
    return `'${at}' has ${value.length} items, more than the ${maxItems} it may have`
  return firstOf(value, (item, n) => problemOf(items, item, `${at}[${n}]`))
}

function problemOfObject(
  { properties, required = [], additionalProperties = true }: ObjectSchema,
  value: Record<string, unknown>,
  at: string,
): string | undefined {
  const path = (name: string): string => (at === '' ? name : `${at}.${name}`)
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `'${path(missing)}' is missing`
  return firstOf(Object.keys(value), (name) => {
    if (Object.hasOwn(properties, name)) return problemOf(properties[name]!, value[name], path(name))
    return additionalProperties ? undefined : `there is no '${path(name.slice(0, 40))}'`
  })
}

function firstOf<T>(
  items: readonly T[],
  find: (item: T, n: number) => string | undefined,
): string | undefined {
  for (const [n, item] of items.entries()) {
    const found = find(item, n)
    if (found !== undefined) return found
  }
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
