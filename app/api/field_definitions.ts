/** Declarations of fields by kind. The functions in `fields.ts` create them. */
import type { FilterSpec } from './filters/kinds.js'
import type { Choice, Via } from './field_types.js'

export type ValueType =
  'string' | 'integer' | 'float' | 'boolean' | 'date' | 'datetime' | 'time' | 'json'

interface Common {
  /** One sentence for OPTIONS, OpenAPI, and forms. */
  help: string
  readOnly: boolean
  required: boolean
  nullable: boolean
  /** Accepted in writes, never returned. */
  writeOnly: boolean
  /** Set on creation; later writes with another value are rejected. */
  createOnly?: boolean
  /**
   * Name in the `include` parameter that requests the field; several fields may share a name.
   * Writes always accept the field, and a PUT without it keeps its value.
   */
  include?: string
}

/** A column of the resource's table. */
export interface ValueField extends Common {
  kind: 'value'
  type: ValueType
  /** Column, if it differs from the field's name. */
  column?: string
  /** SQL expression for the value, given the row's alias, if it isn't a column. */
  sql?: (alias: string) => string
  /**
   * `storage-path` is stored and returned as a path, `storage-url` is returned as a URL of
   * this server.
   */
  format?: 'uri' | 'storage-path' | 'storage-url' | 'slug' | 'lowercase-slug' | 'email'
  /**
   * SQL condition, given the row's alias, for rows whose text may be shown or whose stored
   * file may be served.
   */
  servedIf?: (alias: string) => string
  maxLength?: number
  min?: number | bigint
  max?: number | bigint
  /** The column is a `bigint`, although the range has 32 bits. */
  isBigint?: boolean
  choices?: Choice[]
  default?: string | number | boolean | null
  /** Passed from a create request to the `prepare` hook only, and not stored. */
  secret?: boolean
  /** Contains a credential, so callers with read-only access get an empty string. */
  credential?: boolean
  /** The column contains null for a missing value, the API returns an empty string. */
  nullAsBlank: boolean
  /** The column contains a date, but the API returns a datetime (midnight UTC). */
  storedAsDate: boolean
}

/** The URL of the record itself. */
export interface SelfField extends Common {
  kind: 'self'
}

/** A text composed of columns: `/docket/{id}/{slug}/`, or an SQL expression. */
export interface TemplateField extends Common {
  kind: 'template'
  template: string | ((alias: string) => string)
  format: 'site-path'
}

/** The key of a link. */
export interface KeyField extends Common {
  kind: 'key'
  link: string
}

/** URL or key of a related record. */
export interface LinkField extends Common {
  kind: 'link'
  resource: string
  column?: string
  /** `key` uses the key instead of the URL. */
  as?: 'key'
  /** Writes accept only URLs of this server: of the record in the API, and of its page, whose path starts with this. */
  onlyUrls?: { page: string }
  /**
   * Whether requests may replace it with the full record (`expand`). A list also names links
   * of that record.
   */
  expands?: boolean | readonly string[]
}

/** URLs or keys of many related records. */
export interface LinksField extends Common {
  kind: 'links'
  resource: string
  via: Via
  /** `key` returns keys instead of URLs. */
  as?: 'key'
  /** Columns of the target's table that order the list; the key is the tiebreaker. */
  order?: string[]
}

/** URL of the one record of another table whose column refers to this record. */
export interface BacklinkField extends Common {
  kind: 'backlink'
  resource: string
  via: { column: string }
}

/** A related record with all fields of its resource. */
export interface RecordField extends Common {
  kind: 'record'
  resource: string
  column?: string
}

/** Related records with all fields of their resource. */
export interface RecordsField extends Common {
  kind: 'records'
  resource: string
  via: { column: string }
  /** Columns of the target's table that order the list; the key is the tiebreaker. */
  order: string[]
}

/** Codes from a code table, related through a join table. */
export interface ValuesField extends Common {
  kind: 'values'
  via: { table: string; from: string; to: string }
  table: string
  column: string
  choices: Choice[]
}

/** Rows of a table that has no resource. */
export interface RowsField extends Common {
  kind: 'rows'
  table: string
  /** Column of that table that refers to the key of this record. */
  column: string
  order: string
  fields: Record<string, Field>
  /** Relations of the resource whose filters also apply to the rows, with the column for each. */
  scopedBy?: Record<string, string>
  /** Type in OPTIONS; `field` by default. */
  optionsType?: 'field' | 'nested object'
  filters?: Record<string, FilterSpec>
}

/** A value in write responses only, set by a hook of the resource. */
export interface ResponseOnlyField extends Common {
  kind: 'responseOnly'
  type: ValueType
}

/** A position in the field order that another plugin may fill; null or [] until then. */
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
