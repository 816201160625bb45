/**
 * JSON Schemas of records, fields and filter values (OpenAPI 3.1).
 */
import type { Field, LinkField, ValueField } from './fields.js'
import type { Lookup } from './filters/kinds.js'
import type { Filter, Resource } from './resource.js'

export type Schema = Record<string, unknown>

/** What a record of the resource looks like. */
export function recordSchema(resource: Resource): Schema {
  const properties = Object.fromEntries(
    [...resource.fields].map(([name, field]) => [name, fieldSchema(field)])
  )
  const required = [...resource.fields].filter(([, field]) => field.required).map(([name]) => name)
  return {
    type: 'object',
    description: resource.description,
    properties,
    ...(required.length ? { required } : {}),
  }
}

/** Which values a filter takes. */
export function filterSchema(
  { kind, valueField, choices = valueField?.choices }: Filter,
  lookup: Lookup
): Schema {
  if (lookup === 'isnull' || kind === 'boolean' || kind === 'narrow') return { type: 'boolean' }
  if (lookup !== 'exact') return { type: 'string' }
  const values = choices?.map(({ value }) => value)
  if (kind === 'choice' && values) return { enum: values }
  if (kind === 'choices' && values) return { type: 'array', items: { enum: values } }
  if (kind === 'date' || kind === 'from_day' || kind === 'to_day')
    return { type: 'string', format: 'date' }
  return kind === 'number' ? { type: 'number' } : { type: 'string' }
}

function fieldSchema(field: Field): Schema {
  const marks = {
    description: field.help,
    ...(field.readOnly ? { readOnly: true } : {}),
    ...(field.writeOnly ? { writeOnly: true } : {}),
  }
  switch (field.kind) {
    case 'value':
      return { ...valueSchema(field), ...marks }
    case 'self':
      return { type: 'string', format: 'uri', ...marks }
    case 'template':
      return { type: 'string', ...marks }
    case 'key':
      return { type: ['string', 'integer', 'null'], ...marks }
    case 'link':
      if (field.expands) return expandableSchema(field, marks)
      return field.as === 'key'
        ? { type: field.nullable ? ['integer', 'null'] : 'integer', ...marks }
        : { type: field.nullable ? ['string', 'null'] : 'string', format: 'uri', ...marks }
    case 'backlink':
      return { type: ['string', 'null'], format: 'uri', ...marks }
    case 'links':
      return {
        type: 'array',
        items: field.as === 'key' ? { type: 'integer' } : { type: 'string', format: 'uri' },
        ...marks,
      }
    case 'record':
      return {
        oneOf: [{ $ref: `#/components/schemas/${field.resource}` }, { type: 'null' }],
        ...marks,
      }
    case 'records':
      return {
        type: 'array',
        items: { $ref: `#/components/schemas/${field.resource}` },
        ...marks,
      }
    case 'values':
      return {
        type: 'array',
        items: { enum: field.choices.map(({ value }) => value) },
        ...marks,
      }
    case 'rows': {
      const properties = Object.fromEntries(
        Object.entries(field.fields).map(([name, inner]) => [name, fieldSchema(inner)])
      )
      return { type: 'array', items: { type: 'object', properties }, ...marks }
    }
    case 'answered':
      return { ...TYPES[field.type], ...marks }
    case 'slot':
      return field.shape === 'links'
        ? { type: 'array', maxItems: 0, ...marks }
        : { type: 'null', ...marks }
  }
}

/** A key, or the record itself where it was asked for. */
function expandableSchema({ resource, as, nullable }: LinkField, marks: Schema): Schema {
  return {
    oneOf: [
      as === 'key' ? { type: 'integer' } : { type: 'string', format: 'uri' },
      { $ref: `#/components/schemas/${resource}` },
      ...(nullable ? [{ type: 'null' }] : []),
    ],
    ...marks,
  }
}

const TYPES: Record<ValueField['type'], Schema> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  float: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  time: { type: 'string', format: 'time' },
  json: {},
}

function valueSchema({ type, nullable, choices, maxLength, format }: ValueField): Schema {
  const schema = TYPES[type]
  return {
    ...schema,
    ...(nullable && schema.type ? { type: [schema.type, 'null'] } : {}),
    ...(choices
      ? {
          enum: [
            ...choices.map(({ value }) => value),
            ...(nullable ? [null] : type === 'string' ? [''] : []),
          ],
        }
      : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(format === 'email' ? { format } : {}),
  }
}
