/**
 * `defineResource` declares a resource. Its routes, SQL, OPTIONS, validation, and OpenAPI
 * description are generated.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { Reader } from '#app/database/reader'
import type { Access } from './gate.js'
import type { FilterSpec } from './filters/kinds.js'
import type { WriteHooks } from './writes/hooks.js'
import type { FileField } from './writes/received_file.js'
import type { Version, Deprecations } from './version.js'
import type { OwnedBy } from './ownership.js'
import type { Field } from './field_definitions.js'

export type WriteMethod = 'create' | 'update' | 'destroy'

export interface ResourceDefinition {
  /** Path segment under the version, and name of the resource: `dockets`. */
  path: string
  table: string
  /** Singular name for messages: "No Docket matches the given query." */
  label: string
  /** Short description for the API root and the reference. */
  description: string
  /** Versions that serve it; both by default. */
  versions?: Version[]
  /** Deprecations of the resource, in addition to those of the version. */
  deprecated?: Deprecations
  fields: Record<string, Field>
  filters?: Record<string, FilterSpec>
  /**
   * Also serves the list under records of another resource, filtered by them:
   * `/dockets/1/parties/`.
   */
  below?: ListBelow
  /** The filters are for relations to this resource only, not for its own list. */
  joinFiltersOnly?: boolean
  /** Another resource on the same table whose filters this one has, too. */
  filtersOf?: string
  /** Names accepted by `order_by`; all readable value fields by default. */
  ordering?: string[]
  /** Names with cursor pagination, if they are the only ordering. */
  cursor?: string[]
  /** `-id` by default. */
  defaultOrder?: string
  pageSize?: number
  /** Maximum `page_size`; if undefined, the parameter has no effect. */
  largestPage?: number
  /** SQL condition on the table's columns for rows that the API may show. */
  visible?: string
  /**
   * SQL condition on the table's columns for rows that represent the stored file with path
   * `$1`, if no column contains the path.
   */
  storedFile?: string
  /** Permissions and cost. */
  access?: Access
  /** Checks a request for records and throws an ApiError to reject it. */
  guard?: (request: GuardedRequest) => void | Promise<void>
  /** Rewrites a filter's value before it is parsed. */
  rewrite?: (parameter: string, value: string) => string
  /**
   * Declares that records belong to accounts. Anonymous requests are rejected; the declaration
   * determines which records others can see.
   */
  owned?: OwnedBy
  /** Supported write methods; none by default. */
  writes?: WriteMethod[]
  /** Maximum number of records in a POST request with a list, which creates all records or none. */
  maxBatchSize?: number
  /**
   * Whether records contain, or may contain, secrets of an account. Tools of AI clients don't
   * offer them.
   */
  holdsSecrets?: boolean
  /** The field that stores the file of a multipart request. */
  file?: FileField
  /** Hooks for writes. */
  hooks?: WriteHooks
  /**
   * Handles a missing record by throwing an ApiError, such as a redirect. Returns if it doesn't know the record.
   */
  missing?: (lookup: MissingRecord) => Promise<void>
  /** The table of merged records, whose IDs are redirected to the remaining record. */
  merges?: MergedRecords
  /** The boolean column of sealed records, whose seals are reported as changes. */
  seals?: string
  /** Statuses of other errors of a create, for its description. */
  errorStatuses?: readonly number[]
}

export interface ListBelow {
  /** The other resource. */
  resource: string
  /** Filter for the key of the other record. */
  filter: string
  /** Additional parameters of these lists. */
  parameters?: Record<string, string>
}

/** Where the IDs of merged records are stored. */
export interface MergedRecords {
  table: string
  /** Column of type bigint with the ID of a merged record. */
  from: string
  /** Column with the ID of the remaining record; null: the record was sealed. */
  into: string
  /** Values of other columns for a sealed record; undefined if IDs of sealed records aren't stored. */
  sealed?: Readonly<Record<string, number>>
}

export interface MissingRecord {
  key: string
  reader: Reader
  /** Absolute URL of another record of the resource, in the requested version and format. */
  buildRecordUrl: (key: string) => string
}

export interface GuardedRequest {
  ctx: HttpContext
  /** Parameters that aren't list controls, by name. */
  filters: Map<string, string[]>
}

export interface ResourceExtension {
  extends: string
  fields?: Record<string, Field & { after?: string }>
  filters?: Record<string, FilterSpec>
  ordering?: string[]
}

/** Declares a resource. */
export function defineResource(definition: ResourceDefinition): ResourceDefinition {
  return definition
}

/**
 * Adds fields, filters, and orderings to another plugin's resource. A field fills the slot of
 * its name, or is placed after the field named in `after`.
 */
export function extendResource(
  resource: string,
  extension: Omit<ResourceExtension, 'extends'>
): ResourceExtension {
  return { extends: resource, ...extension }
}
