/**
 * `defineResource`: one declaration per endpoint. Routes, SQL, OPTIONS,
 * validation and OpenAPI follow from it.
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
  /** Path segment below the version, which is also the resource's name: `dockets`. */
  path: string
  table: string
  /** Singular name for messages: "No Docket matches the given query." */
  label: string
  /** A few words for the API root and the reference. */
  description: string
  /** Versions that serve it; both unless said otherwise. */
  versions?: Version[]
  /** Where it is deprecated itself, besides what holds for the whole version. */
  deprecated?: Deprecations
  fields: Record<string, Field>
  filters?: Record<string, FilterSpec>
  /** Its list is also served below records of another resource, narrowed to them: `/dockets/1/parties/`. */
  below?: ListBelow
  /** The filters serve relations that lead here; the list itself takes none. */
  joinFiltersOnly?: boolean
  /** Another resource on the same table whose filters this one takes, too. */
  filtersOf?: string
  /** Names `order_by` takes; without it every readable plain field. */
  ordering?: string[]
  /** Names that page by cursor when they alone order the list. */
  cursor?: string[]
  /** `-id` unless said otherwise. */
  defaultOrder?: string
  pageSize?: number
  /** Largest `page_size` a request may ask for; without it the parameter has no effect. */
  largestPage?: number
  /** SQL over the table's columns that holds for rows the API may show. */
  visible?: string
  /** SQL over the table's columns: the row stands for the stored file with the path `$1`, which no column holds. */
  storedFile?: string
  /** Who may use it, and what it costs. */
  access?: Access
  /** Lets a request for records pass or throws an ApiError. */
  guard?: (request: GuardedRequest) => void | Promise<void>
  /** Reads a filter's value the way the caller meant it, before anything else does. */
  rewrite?: (parameter: string, value: string) => string
  /** Its records belong to accounts: anonymous callers are refused, others see what this says. */
  owned?: OwnedBy
  /** Write methods it takes; none unless said otherwise. */
  writes?: WriteMethod[]
  /** Has a POST of a list make a record of each item, all or none: so many at most. */
  maxBatchSize?: number
  /** Its records hold secrets of an account, or what may contain them: tools of AI clients do not offer it. */
  holdsSecrets?: boolean
  /** The field that a create fills with a file of its multipart body. */
  file?: FileField
  /** What it does before and after writes, in their transaction. */
  hooks?: WriteHooks
  /**
   * Says what became of a record that is not found: a redirect or a refusal
   * thrown as an ApiError. Returns nothing when it knows nothing.
   */
  missing?: (lookup: MissingRecord) => Promise<void>
}

export interface ListBelow {
  /** The other resource. */
  resource: string
  /** Filter of the list that takes its key. */
  filter: string
  /** Further parameters of every such list. */
  parameters?: Record<string, string>
}

export interface MissingRecord {
  key: string
  reader: Reader
  /** Absolute address of another record of the same resource, in the version and format asked for. */
  urlOf: (key: string) => string
}

export interface GuardedRequest {
  ctx: HttpContext
  /** Values of the parameters that are no list control, by name. */
  filters: Map<string, string[]>
}

export interface ResourceExtension {
  extends: string
  fields?: Record<string, Field & { after?: string }>
  filters?: Record<string, FilterSpec>
  ordering?: string[]
}

/** Declares an endpoint. */
export function defineResource(definition: ResourceDefinition): ResourceDefinition {
  return definition
}

/**
 * Adds fields, filters and orderings to another plugin's resource. A field
 * takes the slot of its name, or follows the field named in `after`.
 */
export function extendResource(
  resource: string,
  extension: Omit<ResourceExtension, 'extends'>
): ResourceExtension {
  return { extends: resource, ...extension }
}
