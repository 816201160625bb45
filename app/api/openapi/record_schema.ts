/** Schemas of records in responses and of request bodies. */
import type { Resource } from '../resource.js'
import { formatFieldHelp } from '../labels.js'
import { isWritable, type WriteKind } from '../writes/validate.js'
import { integerSchema, ref, type CodeLists, type Schema } from './schema.js'
import type { Field, LinkField, RecordField, ValueField } from '../field_definitions.js'

/** A record in a response. `fields` and `omit` can remove any field, so none is required. */
export function recordSchema(resource: Resource, codes: CodeLists): Schema {
  const shown = [...resource.fields].filter(([, field]) => !field.writeOnly)
  return {
    type: 'object',
    description: resource.description,
    properties: Object.fromEntries(
      shown.map(([name, field]) => [name, fieldSchema(field, codes, `${resource.path}.${name}`)])
    ),
  }
}

/**
 * The body of a write.
 *
 * @param method PATCH (`change`) requires no field, and only POST (`create`) accepts
 *   create-only fields
 */
export function bodySchema(resource: Resource, method: WriteKind, codes: CodeLists): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const [name, field] of resource.fields) {
    if (!isWritable(field) || (field.createOnly && method !== 'create')) continue
    properties[name] = {
      ...valueOf(field, codes, `${resource.path}.${name}`),
      description: helpOf(field),
    }
    if (field.required && method !== 'change') required.push(name)
  }
  return { type: 'object', properties, ...(required.length ? { required } : {}) }
}

function valueOf(field: ValueField | LinkField | RecordField, codes: CodeLists, owner: string) {
  if (field.kind === 'value') return valueSchema(field, codes, owner)
  const key = field.kind === 'link' && field.as === 'key'
  const types = [
    ...(key ? ['integer'] : ['string', 'integer']),
    ...(field.nullable ? ['null'] : []),
  ]
  return { ...integerSchema(), type: types.length > 1 ? types : types[0] }
}

/**
 * Defaults are described in text, because type generators treat fields with a default as
 * required.
 */
function helpOf(field: Field): string {
  const value = field.kind === 'value' ? field.default : undefined
  return value === undefined ? field.help : `${field.help} Default: ${JSON.stringify(value)}.`
}

function fieldSchema(field: Field, codes: CodeLists, owner: string): Schema {
  return { ...shape(field, codes, owner), description: formatFieldHelp(field) }
}

function shape(field: Field, codes: CodeLists, owner: string): Schema {
  switch (field.kind) {
    case 'value':
      return valueSchema(field, codes, owner)
    case 'self':
      return { type: 'string', format: 'uri' }
    case 'template':
      return { type: 'string' }
    case 'key':
      return { ...integerSchema(), type: ['string', 'integer', 'null'] }
    case 'link':
      return linkSchema(field)
    case 'backlink':
      return { type: ['string', 'null'], format: 'uri' }
    case 'links':
      return { type: 'array', items: keyOrUrl(field.as) }
    case 'record':
      return { anyOf: [ref('schemas', field.resource), { type: 'null' }] }
    case 'records':
      return { type: 'array', items: ref('schemas', field.resource) }
    case 'values':
      return { type: 'array', items: codes.of(field.choices, owner) }
    case 'rows': {
      const properties = Object.fromEntries(
        Object.entries(field.fields).map(([name, inner]) => [
          name,
          fieldSchema(inner, codes, `${owner}.${name}`),
        ])
      )
      return { type: 'array', items: { type: 'object', properties } }
    }
    case 'responseOnly':
      return { ...TYPES[field.type] }
    case 'slot':
      return field.shape === 'links' ? { type: 'array', maxItems: 0 } : { type: 'null' }
  }
}

function keyOrUrl(as: LinkField['as']): Schema {
  return as === 'key' ? integerSchema() : { type: 'string', format: 'uri' }
}

/** A key or URL, or the record if the link can be expanded. */
function linkSchema({ resource, as, nullable, expands }: LinkField): Schema {
  const value = keyOrUrl(as)
  if (!expands) return nullable ? { ...value, type: [value.type, 'null'] } : value
  return { anyOf: [value, ref('schemas', resource), ...(nullable ? [{ type: 'null' }] : [])] }
}

const TYPES: Record<ValueField['type'], Schema> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  float: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  // Not the format "time", which requires an offset (RFC 3339; OpenAPI format registry).
  time: { type: 'string', format: 'time-local' },
  json: {},
}

function valueSchema(field: ValueField, codes: CodeLists, owner: string): Schema {
  const { type, nullable, choices, maxLength, format } = field
  if (choices) {
    const listed = codes.of(choices, owner)
    // Text columns contain an empty string if the code is unknown.
    const others = nullable ? [{ type: 'null' }] : type === 'string' ? [{ const: '' }] : []
    return others.length ? { anyOf: [listed, ...others] } : listed
  }
  const schema = type === 'integer' ? integerSchema(field) : TYPES[type]
  return {
    ...schema,
    ...(nullable && schema.type ? { type: [schema.type, 'null'] } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(format === 'email' ? { format } : {}),
  }
}
