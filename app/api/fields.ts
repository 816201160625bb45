/**
 * The words a resource declaration uses for its fields. A field is plain
 * data; SQL, OPTIONS, validation and OpenAPI are derived from it elsewhere.
 */
import type { FilterSpec } from './filters/kinds.js'
import type { Choice, Via } from './field_types.js'

export type ValueType =
  'string' | 'integer' | 'float' | 'boolean' | 'date' | 'datetime' | 'time' | 'json'

interface Common {
  /** One sentence for OPTIONS, OpenAPI and forms. */
  help: string
  readOnly: boolean
  required: boolean
  nullable: boolean
  /** Accepted in writes, never shown. */
  writeOnly: boolean
  /** Set when the record is created; a later write with another value is refused. */
  createOnly?: boolean
}

/** A column of the resource's table. */
export interface ValueField extends Common {
  kind: 'value'
  type: ValueType
  /** Column, where it is not named like the field. */
  column?: string
  /** `storage-path` is stored and shown as a path, `storage-url` is shown as a URL of this server. */
  format?: 'uri' | 'storage-path' | 'storage-url' | 'slug' | 'lowercase-slug' | 'email'
  /** SQL that holds for rows, by their alias, whose text may be shown or whose stored file may be served. */
  servedIf?: (alias: string) => string
  maxLength?: number
  min?: number | bigint
  max?: number | bigint
  choices?: Choice[]
  default?: string | number | boolean | null
  /** The column holds null for "nothing", the API shows an empty string. */
  nullAsBlank: boolean
  /** The column holds a date although the API shows a datetime (at midnight UTC). */
  storedAsDate: boolean
}

/** The resource's own URL. */
export interface SelfField extends Common {
  kind: 'self'
}

/** A text made of columns: `/docket/{id}/{slug}/`, or SQL for the ones that need more. */
export interface TemplateField extends Common {
  kind: 'template'
  template: string | ((alias: string) => string)
  format: 'site-path'
}

/** The bare key of a link, next to it. */
export interface KeyField extends Common {
  kind: 'key'
  link: string
}

/** URL of one related record, or its bare key. */
export interface LinkField extends Common {
  kind: 'link'
  resource: string
  column?: string
  /** `key` shows and takes the bare key instead of an address. */
  as?: 'key'
  /** Whether a request may ask for the whole record in its place (`expand`). */
  expands?: boolean
}

/** URLs of many related records, or their bare keys. */
export interface LinksField extends Common {
  kind: 'links'
  resource: string
  via: Via
  /** `key` shows the bare keys instead of addresses. */
  as?: 'key'
  /** Column of the target's table that orders the list before the key does. */
  order?: string
}

/** URL of the one record of another table whose column points at us. */
export interface BacklinkField extends Common {
  kind: 'backlink'
  resource: string
  via: { column: string }
}

/** One related record, whole, with the fields of its own resource. */
export interface RecordField extends Common {
  kind: 'record'
  resource: string
  column?: string
}

/** Related records, whole, with the fields of their own resource. */
export interface RecordsField extends Common {
  kind: 'records'
  resource: string
  via: { column: string }
  /** Columns of the target's table that order the list before the key does. */
  order: string[]
}

/** Codes of a code table that a join table gives us. */
export interface ValuesField extends Common {
  kind: 'values'
  via: { table: string; from: string; to: string }
  table: string
  column: string
  choices: Choice[]
}

/** Rows of a table that is no resource of its own. */
export interface RowsField extends Common {
  kind: 'rows'
  table: string
  /** Column of that table that points at our key. */
  column: string
  order: string
  fields: Record<string, Field>
  /** Relations of the resource whose filters apply to the rows, too, and the column that leads to each. */
  scopedBy?: Record<string, string>
  /** Type word OPTIONS shows; `field` unless said otherwise. */
  optionsType?: 'field' | 'nested object'
  filters?: Record<string, FilterSpec>
}

/** What only the answer to a write shows, as a hook of the resource says. */
export interface ResponseOnlyField extends Common {
  kind: 'responseOnly'
  type: ValueType
}

/** A place in the field order that a later plugin may fill; null or [] until then. */
export interface SlotField extends Common {
  kind: 'slot'
  shape: 'link' | 'links' | 'record'
  resource: string
}

export type Field =
  | ValueField
  | SelfField
  | TemplateField
  | KeyField
  | LinkField
  | LinksField
  | BacklinkField
  | RecordField
  | RecordsField
  | ValuesField
  | RowsField
  | ResponseOnlyField
  | SlotField

type Options<F extends Field> = { help: string } & Partial<Omit<F, 'kind' | 'help'>>

const COMMON = { readOnly: false, required: false, nullable: false, writeOnly: false }
const VALUE = { ...COMMON, kind: 'value', nullAsBlank: false, storedAsDate: false } as const

function column(type: ValueType) {
  return (options: Options<ValueField>): ValueField => ({ ...VALUE, type, ...options })
}

function integer(min: number | bigint, max: number | bigint) {
  return (options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: 'integer',
    min,
    max,
    ...options,
  })
}

export const f = {
  /** `resource_uri` */
  self: (): SelfField => ({
    ...COMMON,
    kind: 'self',
    help: 'Absolute URL of this record.',
    readOnly: true,
  }),

  /** The primary key. */
  id: (type: 'integer' | 'string' = 'integer'): ValueField => ({
    ...VALUE,
    type,
    help: 'Primary key.',
    readOnly: true,
  }),

  /** `date_created` */
  created: (): ValueField => ({
    ...VALUE,
    type: 'datetime',
    help: 'When the row was added.',
    readOnly: true,
  }),

  /** `date_modified` */
  modified: (): ValueField => ({
    ...VALUE,
    type: 'datetime',
    help: 'When the row last changed; year 1750 means not known.',
    readOnly: true,
  }),

  text: column('string'),
  /** An address outside the server. */
  address: (options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: 'string',
    format: 'uri',
    ...options,
  }),
  slug: (options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: 'string',
    format: 'slug',
    ...options,
  }),
  /** Path of a stored file; empty when there is none. */
  storedFile: (options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: 'string',
    format: 'storage-path',
    ...options,
  }),
  /** Address under which a stored file is served. */
  storedUrl: (options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: 'string',
    format: 'storage-url',
    readOnly: true,
    ...options,
  }),
  boolean: column('boolean'),
  float: column('float'),
  date: column('date'),
  datetime: column('datetime'),
  time: column('time'),
  json: column('json'),
  smallint: integer(-32_768, 32_767),
  integer: integer(-2_147_483_648, 2_147_483_647),
  bigint: integer(-(2n ** 63n), 2n ** 63n - 1n),

  /** A whole number that only the server writes: a count, or whose it is. */
  number: (options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: 'integer',
    readOnly: true,
    ...options,
  }),

  /** One of a list of values; its type is that of the values. */
  choice: (listed: Choice[], options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: typeof listed[0]!.value === 'number' ? 'integer' : 'string',
    choices: listed,
    ...options,
  }),

  path: (template: TemplateField['template']): TemplateField => ({
    ...COMMON,
    kind: 'template',
    template,
    format: 'site-path',
    help: 'Path of the human-readable page.',
    readOnly: true,
  }),

  key: (link: string, options: Options<KeyField>): KeyField => ({
    ...COMMON,
    kind: 'key',
    link,
    readOnly: true,
    ...options,
  }),

  link: (resource: string, options: Options<LinkField>): LinkField => ({
    ...COMMON,
    kind: 'link',
    resource,
    ...options,
  }),

  links: (resource: string, via: Via, options: Options<LinksField>): LinksField => ({
    ...COMMON,
    kind: 'links',
    resource,
    via,
    ...options,
  }),

  record: (resource: string, options: Options<RecordField>): RecordField => ({
    ...COMMON,
    kind: 'record',
    resource,
    ...options,
  }),

  backlink: (
    resource: string,
    via: BacklinkField['via'],
    options: Options<BacklinkField>
  ): BacklinkField => ({
    ...COMMON,
    kind: 'backlink',
    resource,
    via,
    nullable: true,
    readOnly: true,
    ...options,
  }),

  records: (
    resource: string,
    via: RecordsField['via'],
    options: Options<RecordsField>
  ): RecordsField => ({
    ...COMMON,
    kind: 'records',
    resource,
    via,
    order: [],
    readOnly: true,
    ...options,
  }),

  values: (
    options: Options<ValuesField> & Pick<ValuesField, 'via' | 'table' | 'column' | 'choices'>
  ): ValuesField => ({
    ...COMMON,
    kind: 'values',
    ...options,
  }),

  rows: (
    options: Options<RowsField> & Pick<RowsField, 'table' | 'column' | 'order' | 'fields'>
  ): RowsField => ({
    ...COMMON,
    kind: 'rows',
    ...options,
  }),

  responseOnly: (type: ValueType, options: Options<ResponseOnlyField>): ResponseOnlyField => ({
    ...COMMON,
    kind: 'responseOnly',
    type,
    readOnly: true,
    ...options,
  }),

  slot: (shape: SlotField['shape'], resource: string, options: Options<SlotField>): SlotField => ({
    ...COMMON,
    kind: 'slot',
    shape,
    resource,
    nullable: shape !== 'links',
    ...options,
  }),
}

/**
 * A list of choices from an object of value and label; numbers in the keys
 * become numbers when all of them are. An object puts such keys first and in
 * ascending order: where the list has another, it is given as pairs.
 */
export function choices(labels: Record<string, string> | [string, string][]): Choice[] {
  const entries = Array.isArray(labels) ? labels : Object.entries(labels)
  const numeric = entries.every(([key]) => String(Number(key)) === key)
  return entries.map(([value, display_name]) => ({
    value: numeric ? Number(value) : value,
    display_name,
  }))
}
