/** Schemas of records in responses and of request bodies. */
import type { Resource } from '../resource.js'
import { formatFieldHelp } from '../labels.js'
import { isWritable, type WriteKind } from '../writes/validate.js'
import { integerSchema, ref, type CodeLists, type Schema } from './schema.js'
import type { ResourceRegistry } from '../registry.js'
import type { Field, LinkField, LinksField, RecordField, ValueField } from '../field_definitions.js'

/** Declarations that schemas of fields refer to. */
export interface Sources {
  codes: CodeLists
  resources: ResourceRegistry
}

/** A record in a response. `fields` and `omit` can remove any field, so none is required. */
export function recordSchema(resource: Resource, sources: Sources): Schema {
  const shown = [...resource.fields].filter(([, field]) => !field.writeOnly)
  return {
    type: 'object',
    description: resource.description,
    properties: Object.fromEntries(
      shown.map(([name, field]) => [
        name,
        fieldSchema(field, sources, { owner: `${resource.path}.${name}`, fields: resource.fields }),
      ])
    ),
  }
}

/**
 * The body of a write.
 *
 * @param method PATCH (`change`) requires no field, and only POST (`create`) accepts
 *   create-only fields
 */
export function bodySchema(resource: Resource, method: WriteKind, sources: Sources): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const [name, field] of resource.fields) {
    if (!isWritable(field) || (field.createOnly && method !== 'create')) continue
    properties[name] = {
      ...(name === resource.file?.name
        ? FILE
        : valueOf(field, sources, `${resource.path}.${name}`)),
      ...(field.required && isText(field) ? { minLength: 1 } : {}),
      ...(field.kind === 'value' ? formatOf(field) : {}),
      description: helpOf(field),
    }
    if (field.required && method !== 'change') required.push(name)
  }
  return { type: 'object', properties, ...(required.length ? { required } : {}) }
}

function valueOf(field: ValueField | LinkField | RecordField, sources: Sources, owner: string) {
  if (field.kind === 'value')
    return { ...valueSchema(field, sources, owner, true), ...rangeOf(field) }
  if (field.kind === 'link' && field.onlyUrls) return { type: 'string' }
  const { type } = sources.resources.get(field.resource).key
  const key: Schema = { ...keySchema(field.resource, sources), ...KEY_RANGE[type] }
  const isKey = field.kind === 'link' && field.as === 'key'
  const types = [
    ...new Set([...(isKey ? [] : ['string']), key.type]),
    ...(field.nullable ? ['null'] : []),
  ]
  return { ...key, type: types.length > 1 ? types : types[0] }
}

/** Values of keys in bodies; keys are never negative. */
const KEY_RANGE = { integer: { minimum: 0 }, string: {} }

/** The format of a text. Slugs are the same in `PATTERNS` of `read_values.ts`. */
function formatOf({ format, required }: ValueField): Schema {
  const pattern = format && SLUGS[format]
  // Optional texts can be empty.
  if (pattern) return { pattern: required ? `^${pattern}+$` : `^${pattern}*$` }
  return format === 'uri' && required ? { format } : {}
}

const SLUGS: Partial<Record<NonNullable<ValueField['format']>, string>> = {
  'slug': '[-a-zA-Z0-9_]',
  'lowercase-slug': '[-a-z0-9_]',
}

/** A file in a multipart body. */
const FILE: Schema = { type: 'string', format: 'binary' }

function isText(field: Field): boolean {
  return (
    field.kind === 'value' &&
    field.type === 'string' &&
    !field.choices &&
    field.format === undefined
  )
}

/** Limits of a number that clients can represent exactly. */
function rangeOf({ type, choices, min, max }: ValueField): Schema {
  if (type !== 'integer' || choices) return {}
  return {
    ...(Number.isSafeInteger(Number(min)) ? { minimum: Number(min) } : {}),
    ...(Number.isSafeInteger(Number(max)) ? { maximum: Number(max) } : {}),
  }
}

function keySchema(path: string, { resources }: Sources): Schema {
  return resources.get(path).key.type === 'integer' ? integerSchema() : { type: 'string' }
}

/**
 * Defaults are described in text, because type generators treat fields with a default as
 * required.
 */
function helpOf(field: Field): string {
  const value = field.kind === 'value' ? field.default : undefined
  return value === undefined ? field.help : `${field.help} Default: ${JSON.stringify(value)}.`
}

interface At {
  /** Names the code list of the field. */
  owner: string
  /** The field and its siblings. */
  fields: ReadonlyMap<string, Field>
}

function fieldSchema(field: Field, sources: Sources, at: At): Schema {
  return { ...shape(field, sources, at), description: formatFieldHelp(field) }
}

function shape(field: Field, sources: Sources, { owner, fields }: At): Schema {
  switch (field.kind) {
    case 'value':
      return valueSchema(field, sources, owner)
    case 'self':
      return { type: 'string', format: 'uri' }
    case 'template':
      return { type: 'string' }
    case 'key': {
      const key = keySchema((fields.get(field.link) as LinkField).resource, sources)
      return { ...key, type: [key.type, 'null'] }
    }
    case 'link':
      return linkSchema(field, sources)
    case 'backlink':
      return { type: ['string', 'null'], format: 'uri' }
    case 'links':
      return { type: 'array', items: keyOrUrl(field, sources) }
    case 'record':
      return { anyOf: [ref('schemas', field.resource), { type: 'null' }] }
    case 'records':
      return { type: 'array', items: ref('schemas', field.resource) }
    case 'values':
      return { type: 'array', items: sources.codes.of(field.choices, owner) }
    case 'rows': {
      const properties = Object.fromEntries(
        Object.entries(field.fields).map(([name, inner]) => [
          name,
          fieldSchema(inner, sources, {
            owner: `${owner}.${name}`,
            fields: new Map(Object.entries(field.fields)),
          }),
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

function keyOrUrl({ as, resource }: LinkField | LinksField, sources: Sources): Schema {
  return as === 'key' ? keySchema(resource, sources) : { type: 'string', format: 'uri' }
}

/** A key or URL, or the record if the link can be expanded. */
function linkSchema(field: LinkField, sources: Sources): Schema {
  const { resource, nullable, expands } = field
  const value = keyOrUrl(field, sources)
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

/** @param isSent whether clients send the value; they can't send an unknown code */
function valueSchema(field: ValueField, sources: Sources, owner: string, isSent = false): Schema {
  const { type, nullable, choices, maxLength, format, required } = field
  if (choices) {
    const listed = sources.codes.of(choices, owner)
    // Text columns without a default contain an empty string if the code is unknown.
    const isEmptiable = type === 'string' && !field.default && !(isSent && required)
    const others = nullable ? [{ type: 'null' }] : isEmptiable ? [{ const: '' }] : []
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
