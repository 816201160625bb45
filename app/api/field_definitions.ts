/**
 * What a resource declares of a field, by kind. `fields.ts` has the functions that
 * make them.
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
  /** Shown only to a request whose `include` has this name, which several fields may share. */
  include?: string
}

/** A column of the resource's table. */
export interface ValueField extends Common {
  kind: 'value'
  type: ValueType
  /** Column, where it is not named like the field. */
  column?: string
  /** SQL of the value of a row by its alias, where no column holds it. */
  sql?: (alias: string) => string
  /** `storage-path` is stored and shown as a path, `storage-url` is shown as a URL of this server. */
  format?: 'uri' | 'storage-path' | 'storage-url' | 'slug' | 'lowercase-slug' | 'email'
  /** SQL that holds for rows, by their alias, whose text may be shown or whose stored file may be served. */
  servedIf?: (alias: string) => string
  maxLength?: number
  min?: number | bigint
  max?: number | bigint
  choices?: Choice[]
  default?: string | number | boolean | null
  /** Read from a create and handed to the `prepare` hook only; no column holds it. */
  secret?: boolean
  /** Works as a credential, or has one in it: blank in answers to callers who may only read. */
  credential?: boolean
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
  /** Whether a request may ask for the whole record in its place (`expand`); a list also names links of that record. */
  expands?: boolean | readonly string[]
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
