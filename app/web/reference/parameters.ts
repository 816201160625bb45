/**
 * Parameters of an operation, the filters of one field together: a list takes
 * hundreds of filters, a field has a dozen lookups.
 */
import type { Schema } from '#api/openapi/schema'
import type { Schemas } from './fields.js'

export interface ParameterRow {
  name: string
  type: string
  values: string[]
  description: string
  isRequired: boolean
  /** Endings of the filters of this field: `gte`, `range`. */
  lookups: string[]
  /** Whether `!` after the name excludes matches. */
  canExclude: boolean
}

interface Parameter extends Schema {
  name: string
  in: string
  description?: string
  required?: boolean
  schema: Schema
}

/**
 * Groups parameters by field.
 *
 * @param given parameters of an operation, or references to them
 */
export function parameterRows(given: Schema[], schemas: Schemas): ParameterRow[] {
  const all = given.map((each) => schemas.resolve<Parameter>(each))
  const names = new Set(all.map(({ name }) => name))
  const rows = new Map<string, ParameterRow>()
  for (const { name, description = '', required = false, schema } of all) {
    const plain = name.endsWith('!') && names.has(name.slice(0, -1)) ? name.slice(0, -1) : name
    const at = plain.lastIndexOf('__')
    const field = at > 0 && names.has(plain.slice(0, at)) ? plain.slice(0, at) : plain
    const row = rows.get(field) ?? {
      name: field,
      ...schemas.typeOf(schema),
      description,
      isRequired: required,
      lookups: [],
      canExclude: false,
    }
    if (plain !== name) row.canExclude = true
    else if (field !== plain) row.lookups.push(plain.slice(at + 2))
    rows.set(field, row)
  }
  return [...rows.values()]
}
