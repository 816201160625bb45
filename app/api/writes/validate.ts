/**
 * Validates the body of a write against the declaration. The messages are the ones clients of
 * the original service expect.
 */
import { OWN_ROOT } from '#api/roots'
import { didYouMean } from '#app/support/did_you_mean'
import { ApiError } from '#app/support/api_error'
import { MAX_PROBLEMS } from '#app/support/domain_error'
import { fieldColumn } from '../columns.js'
import { readDate, readDatetime } from '../filters/values.js'
import type { ResourceRegistry } from '../registry.js'
import type { Resource } from '../resource.js'
import type { StoredRow, ColumnValues, WrongFields } from './hooks.js'
import type { Field, LinkField, RecordField, ValueField } from '../field_definitions.js'
import { parseOwnUrl } from './own_urls.js'
import {
  Invalid,
  readString,
  toTrimmedText,
  readInteger,
  readFloat,
  readBooleanValue,
  readChoiceValue,
  reading,
  readTime,
  getTypeName,
} from './read_values.js'

/** `change` is PATCH: missing fields keep their values. */
export type WriteKind = 'create' | 'replace' | 'change'

/** How a body was sent, and how it is read. */
export interface BodyReading {
  /** Whether the body is a form, which can't send null, numbers, or lists of one item. */
  isForm?: boolean
  /** Whether the request policy is `lenient`. */
  isLenient?: boolean
  /** Scheme and host of the request. */
  origin?: string
}

interface FieldReading extends BodyReading {
  method: WriteKind
  /** The row to change; create-only fields must keep its values. */
  before?: StoredRow
}

/** A parsed body with values by column. */
export interface ReadBody {
  values: ColumnValues
  /** Values of secret fields, by name. */
  secrets: Record<string, string>
  wrong: WrongFields
  /** Names that aren't fields, if the request policy is `lenient`. */
  ignored: string[]
}

/**
 * Converts a body to column values.
 *
 * @param body the parsed request body
 * @throws ApiError 400 by field
 */
export function validateBody(
  resource: Resource,
  registry: ResourceRegistry,
  body: unknown,
  how: FieldReading
): Pick<ReadBody, 'values' | 'ignored'> {
  const { values, wrong, ignored } = readFields(resource, registry, body, how)
  if (Object.keys(wrong).length) throw new ApiError(400, wrong)
  return { values, ignored }
}

/**
 * Parses the fields of a body and collects the errors.
 *
 * @throws ApiError 400 if the body isn't an object
 */
export function readFields(
  resource: Resource,
  registry: ResourceRegistry,
  body: unknown,
  { method, before, ...how }: FieldReading
): ReadBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const got = Array.isArray(body) ? 'list' : body === null ? 'null' : typeof body
    throw new ApiError(400, {
      non_field_errors: [`Invalid data. Expected an object, but got ${got}.`],
    })
  }
  const given = new Map(Object.entries(body))
  const values: ColumnValues = {}
  const secrets: Record<string, string> = {}
  // A map, because a key may have the name of an inherited property.
  const wrong = new Map<string, string[]>()

  for (const [name, field] of resource.fields) {
    if (!isWritable(field)) continue
    if (wrong.size === MAX_PROBLEMS) break
    try {
      if (field.createOnly && method !== 'create') {
        if (given.has(name))
          checkKept(
            readField(field, given.get(name), registry, how),
            before?.[fieldColumn(name, field)]
          )
        continue
      }
      const value = readGiven(field, given.get(name), how)
      if (value === undefined) {
        // Clients send back the fields that they received, without those of `include`.
        if (method === 'change' || (method === 'replace' && field.include)) continue
        Object.assign(isSecret(field) ? {} : values, missing(name, field))
      } else if (isSecret(field)) {
        secrets[name] = readField(field, value, registry, how) as string
      } else {
        values[fieldColumn(name, field)] = readField(field, value, registry, how)
      }
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      wrong.set(name, [error.message])
    }
  }
  const unknown = given.keys().filter((name) => !resource.fields.has(name))
  if (how.isLenient)
    return { values, secrets, wrong: Object.fromEntries(wrong), ignored: [...unknown] }
  const known = [...resource.fields.keys()]
  for (const name of unknown.take(MAX_PROBLEMS - wrong.size)) {
    const near = didYouMean(name, known)
    const said = `${resource.path} has no field with this name.`
    wrong.set(name, [near ? `${said} Did you mean "${near}"?` : said])
  }
  return { values, secrets, wrong: Object.fromEntries(wrong), ignored: [] }
}

/**
 * The value of a field as sent. Forms can't send null or leave out an input, so an empty value
 * of a field that isn't a text means null or, if the field isn't nullable, no value.
 */
function readGiven(field: WritableField, sent: unknown, { isForm, isLenient }: BodyReading) {
  if (!isForm) return sent
  const value = isLenient && Array.isArray(sent) && !isList(field) ? sent.at(-1) : sent
  if (value !== '' || isText(field)) return value
  if (field.nullable) return null
  return field.required ? value : undefined
}

function isText(field: WritableField): boolean {
  return field.kind === 'value' && field.type === 'string'
}

function isList(field: WritableField): boolean {
  return field.kind === 'value' && field.type === 'json'
}

function isSecret(field: WritableField): boolean {
  return field.kind === 'value' && !!field.secret
}

export type WritableField = ValueField | LinkField | RecordField

/** Whether writes accept the field. */
export function isWritable(field: Field): field is WritableField {
  return (
    !field.readOnly && (field.kind === 'value' || field.kind === 'link' || field.kind === 'record')
  )
}

/** Accepts the current value, because clients send back the fields they received. */
function checkKept(value: unknown, before: unknown): void {
  if (String(value) !== String(before))
    throw new Invalid('This field is read-only after the record was created.')
}

function missing(name: string, field: WritableField): ColumnValues {
  if (field.required) throw new Invalid('This field is required.')
  if (field.kind === 'value' && field.default !== undefined)
    return { [fieldColumn(name, field)]: field.default }
  if (field.nullable) return { [fieldColumn(name, field)]: null }
  return field.kind === 'value' && field.type === 'string' ? { [fieldColumn(name, field)]: '' } : {}
}

function readField(
  field: WritableField,
  value: unknown,
  registry: ResourceRegistry,
  how: BodyReading
): unknown {
  if (value === null) {
    if (!field.nullable) throw new Invalid('This field may not be null.')
    return null
  }
  if (field.kind !== 'value') {
    // An empty text means null in JSON, too, as for dates and choices.
    if (value === '' && field.nullable) return null
    return field.kind === 'link' && field.onlyUrls
      ? readOwnUrl(field, field.onlyUrls.page, value, { registry, origin: how.origin })
      : readLink(field, value, registry)
  }
  if (field.choices) return readChoiceValue(field, value)
  switch (field.type) {
    case 'string':
      return readString(field, value)
    case 'integer':
      return readInteger(field, value)
    case 'float':
      return readFloat(value)
    case 'boolean':
      return readBooleanValue(value)
    case 'date':
      return reading(value, field, readDate, 'Date has wrong format. Use YYYY-MM-DD.')
    case 'datetime':
      return reading(
        value,
        field,
        field.storedAsDate ? readDate : readDatetime,
        'Datetime has wrong format. Use YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].'
      )
    case 'time':
      return reading(value, field, readTime, 'Time has wrong format. Use hh:mm[:ss[.uuuuuu]].')
    case 'json':
      return JSON.stringify(value)
  }
}

/** The key in a URL that this server returns for a record. */
function readOwnUrl(
  { resource }: LinkField,
  page: string,
  value: unknown,
  { registry, origin }: { registry: ResourceRegistry; origin?: string }
): string {
  const { path } = registry.get(resource)
  const text = typeof value === 'string' ? value.trim() : ''
  const key = parseOwnUrl(text, { path, page, origin })
  if (key) return key
  const example = `${origin ?? ''}${OWN_ROOT}v4/${path}/1/`
  throw new Invalid(`Enter the URL of a record in ${path} on this server, such as ${example}.`)
}

/** A link is the record's URL or its key. */
function readLink(
  field: LinkField | RecordField,
  value: unknown,
  registry: ResourceRegistry
): string {
  const target = registry.get(field.resource)
  const text = toTrimmedText(value)
  // Keys contain no characters that URLs encode.
  const key = new RegExp(`/api/rest/v[34]/${target.path}/([^/?#]+)/?$`).exec(text)?.[1] ?? text
  const fits = target.key.type === 'string' ? /^[\w-]{1,100}$/.test(key) : /^\d{1,18}$/.test(key)
  if (!fits && field.kind === 'link' && field.as === 'key')
    throw new Invalid(`Incorrect type. Expected pk value, received ${getTypeName(value)}.`)
  if (!fits) throw new Invalid(`Enter the URL or ID of a record in ${target.path}.`)
  return key
}
