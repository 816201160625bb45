/**
 * JSON Schemas as table rows: one row per field, with paths for nested fields.
 */
import type { Schema } from '#api/openapi/schema'

/** Maximum depth of nested records. */
const MAX_DEPTH = 4
/** Longer lists of values are collapsed. */
const MAX_INLINE_VALUES = 12

export interface FieldRow {
  /** `citations.volume` for a field of a nested record. */
  name: string
  type: string
  description: string
  isRequired: boolean
  /** Values of a code, if there are too many to list in the type. */
  values: string[]
}

interface Shape extends Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  maxLength?: number
  description?: string
}

/** Resolves references in a document. */
export class Schemas {
  constructor(private readonly document: Schema) {}

  /** Resolves a schema or parameter. */
  resolve<T extends Schema>(given: Schema): T {
    let found = given
    while (typeof found.$ref === 'string') {
      const { $ref: path, ...own } = found
      found = { ...(this.#at(path as string) as Schema), ...own }
    }
    return found as T
  }

  /** Rows for the fields of an object. @param prefix of their names */
  rows(given: Schema, prefix = '', depth = 0): FieldRow[] {
    const { properties = {}, required = [] } = this.resolve<Shape>(given)
    return Object.entries(properties).flatMap(([name, property]) => {
      const shape = this.resolve<Shape>(property)
      const row = {
        name: prefix + name,
        description: shape.description ?? '',
        isRequired: required.includes(name),
        ...this.describeSchemaType(shape),
      }
      const nested = this.#nested(shape)
      return nested && depth < MAX_DEPTH
        ? [row, ...this.rows(nested, `${prefix}${name}.`, depth + 1)]
        : [row]
    })
  }

  /** The type of a value as text, and its values if there are too many for the text. */
  describeSchemaType(given: Schema): { type: string; values: string[] } {
    const shape = this.resolve<Shape>(given)
    if (shape.enum) return choice(shape.enum.map(String))
    if (shape.anyOf) {
      const parts = shape.anyOf.map((part) => this.describeSchemaType(part).type)
      return { type: [...new Set(parts)].join(' or '), values: [] }
    }
    const types = [shape.type ?? (shape.properties ? 'object' : 'any')].flat()
    const names = types.map((type) => {
      if (type !== 'array') return type === 'string' && shape.format ? shape.format : type
      return `array of ${this.describeSchemaType(shape.items ?? {}).type}`
    })
    const limit = shape.maxLength ? `, at most ${shape.maxLength} characters` : ''
    const items = types.includes('array') ? this.describeSchemaType(shape.items ?? {}).values : []
    return { type: names.join(' or ') + limit, values: items }
  }

  /** The record in a field, or in a list. */
  #nested({ type, properties, items, anyOf }: Shape): Shape | undefined {
    if (properties) return { type, properties }
    if (items) return this.#nested(this.resolve(items))
    return anyOf?.map((part) => this.#nested(this.resolve(part))).find(Boolean)
  }

  #at(path: string): unknown {
    return path
      .split('/')
      .slice(1)
      .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], this.document)
  }
}

function choice(values: string[]): { type: string; values: string[] } {
  if (values.length > MAX_INLINE_VALUES) return { type: `one of ${values.length} values`, values }
  return { type: values.length === 1 ? values[0]! : `one of ${values.join(', ')}`, values: [] }
}
