/** The part of JSON Schema that our tools use, with the types that such values have. */
interface Described {
  description?: string
}

interface Text extends Described {
  type: 'string'
  enum?: readonly string[]
  minLength?: number
  maxLength?: number
}

interface Numeric extends Described {
  type: 'integer' | 'number'
  minimum?: number
  maximum?: number
}

interface Truth extends Described {
  type: 'boolean'
}

interface List extends Described {
  type: 'array'
  items: Schema
  minItems?: number
  maxItems?: number
}

export interface ObjectSchema extends Described {
  type: 'object'
  properties: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean
}

export type Schema = Text | Numeric | Truth | List | ObjectSchema

type ValueOf<S> = S extends { enum: readonly (infer Choice)[] }
  ? Choice
  : S extends { type: 'string' }
    ? string
    : S extends { type: 'integer' | 'number' }
      ? number
      : S extends { type: 'boolean' }
        ? boolean
        : S extends { type: 'array'; items: infer Item }
          ? ValueOf<Item>[]
          : Record<string, unknown>

type Required<S extends ObjectSchema> = S['required'] extends readonly (infer Name)[] ? Name : never

export type ArgumentsOf<S extends ObjectSchema> = {
  [Name in keyof S['properties'] as Name extends Required<S> ? Name : never]: ValueOf<S['properties'][Name]>
} & {
  [Name in keyof S['properties'] as Name extends Required<S> ? never : Name]?: ValueOf<S['properties'][Name]>
}
