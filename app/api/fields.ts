/**
 * Functions that declare the fields of a resource. Fields are plain data, from which SQL,
 * OPTIONS, validation, and OpenAPI are derived.
 */
import type { Choice, Via } from './field_types.js'
import type {
  ValueType,
  ValueField,
  SelfField,
  TemplateField,
  KeyField,
  LinkField,
  LinksField,
  BacklinkField,
  RecordField,
  RecordsField,
  ValuesField,
  RowsField,
  ResponseOnlyField,
  SlotField,
  Field,
} from './field_definitions.js'

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
  /** An external URL. */
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
  /** Path of a stored file; empty if there is no file. */
  storedFile: (options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: 'string',
    format: 'storage-path',
    ...options,
  }),
  /** URL of a stored file. */
  storedUrl: (options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: 'string',
    format: 'storage-url',
    readOnly: true,
    ...options,
  }),
  /**
   * A value needed by a create request that isn't stored, such as a password. The `prepare`
   * hook gets it.
   */
  secret: (options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: 'string',
    writeOnly: true,
    secret: true,
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

  /** A whole number that only the server writes, such as a count. */
  number: (options: Options<ValueField>): ValueField => ({
    ...VALUE,
    type: 'integer',
    readOnly: true,
    ...options,
  }),

  /** One of several values, which determine its type. */
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
 * Creates choices from an object of values and labels. If all keys are numeric, the values are
 * numbers. Objects list such keys first in ascending order, so use pairs for any other order.
 */
export function choices(labels: Record<string, string> | [string, string][]): Choice[] {
  const entries = Array.isArray(labels) ? labels : Object.entries(labels)
  const numeric = entries.every(([key]) => String(Number(key)) === key)
  return entries.map(([value, display_name]) => ({
    value: numeric ? Number(value) : value,
    display_name,
  }))
}
