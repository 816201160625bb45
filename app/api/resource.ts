/** A resource: its declaration with extensions merged and names resolved. */
import type { Asking } from './parameters.js'
import { fieldColumn } from './columns.js'
import type { ResourceDefinition, WriteMethod, ResourceExtension } from './define_resource.js'
import type { FilterSpec } from './filters/kinds.js'
import type { Access } from './gate.js'
import { expandableNames } from './select/selection.js'
import type { Ownership } from './ownership.js'
import type { Version, Deprecations } from './version.js'
import type { Via } from './field_types.js'
import type { Field, ValueField, ValuesField } from './field_definitions.js'
import type { Declared } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'

/** A table with filters: that of a resource or of nested rows. */
export interface FilterTable {
  /** Name in messages and OPTIONS. */
  name: string
  table: string
  key: { column: string; type: 'integer' | 'string' }
  filters: Map<string, Filter>
  /** Set if its rows belong to accounts. */
  ownership?: Ownership
}

/** A filter with its column and, for relations, the path to the other table. */
export interface Filter extends FilterSpec {
  name: string
  field?: string
  /** The field that determines its type and choices, if any. */
  valueField?: ValueField
  /** Empty for relations without a column in this table. */
  column: string
  relation?: Relation
  /** The column belongs to a code table that is related through a join table. */
  within?: ValuesField
}

export interface Relation {
  target: FilterTable
  /** Column of this table that contains the target's key. */
  column?: string
  /** Column or join table through which the target refers to this table. */
  via?: Via
}

export class Resource implements FilterTable {
  readonly path: string
  readonly table: string
  readonly label: string
  readonly description: string
  readonly versions: Version[]
  readonly deprecated: Deprecations | undefined
  readonly fields: Map<string, Field>
  /** Filters of relations to this resource and, unless `joinFiltersOnly` is set, of its list. */
  readonly filters = new Map<string, Filter>()
  readonly joinFiltersOnly: boolean
  readonly ordering: string[]
  /** Whether the declaration lists orderings, which OPTIONS then shows. */
  readonly declaresOrdering: boolean
  readonly cursor: string[]
  readonly defaultOrder: string
  readonly pageSize: number
  /** Maximum page size; if undefined, the size is fixed. */
  readonly largestPage: number | undefined
  readonly visible: string | undefined
  readonly access: Access
  readonly storedFile: string | undefined
  readonly writes: WriteMethod[]
  /** Maximum number of records in one POST; 0 if lists aren't accepted. */
  readonly maxBatchSize: number
  readonly holdsSecrets: boolean
  readonly file: ResourceDefinition['file']
  readonly hooks: NonNullable<ResourceDefinition['hooks']>
  /** Set when the registry has resolved the owner. */
  ownership?: Ownership
  readonly below: ResourceDefinition['below']
  readonly missing: ResourceDefinition['missing']
  readonly merges: ResourceDefinition['merges']
  readonly seals: string | undefined
  readonly errorStatuses: readonly number[]
  readonly guard: ResourceDefinition['guard']
  readonly rewrite: ResourceDefinition['rewrite']
  readonly key: { column: string; type: 'integer' | 'string' }
  /** Plugin that declares it. */
  readonly plugin: string
  readonly #methods: Record<'list' | 'detail', string[]>
  readonly #allow: Record<'list' | 'detail', string>

  constructor(
    definition: ResourceDefinition,
    fields: Map<string, Field>,
    ordering: string[],
    plugin: string
  ) {
    this.path = definition.path
    this.table = definition.table
    this.label = definition.label
    this.description = definition.description
    this.versions = definition.versions ?? ['v4', 'v3']
    this.deprecated = definition.deprecated
    this.fields = fields
    this.cursor = definition.cursor ?? []
    this.declaresOrdering = definition.ordering !== undefined
    this.ordering = definition.ordering
      ? [...new Set([...ordering, ...this.cursor])]
      : [...fields]
          .filter(([, field]) => field.kind === 'value' && !field.writeOnly && !field.include)
          .map(([name]) => name)
    this.defaultOrder = definition.defaultOrder ?? '-id'
    this.pageSize = definition.pageSize ?? 20
    this.largestPage = definition.largestPage
    this.visible = definition.visible
    this.access = {
      account: !!definition.owned,
      accountToWrite: !!definition.writes?.length,
      ...definition.access,
    }
    this.storedFile = definition.storedFile
    this.writes = definition.writes ?? []
    this.maxBatchSize = definition.maxBatchSize ?? 0
    this.holdsSecrets = definition.holdsSecrets ?? false
    this.file = definition.file
    this.hooks = definition.hooks ?? {}
    this.below = definition.below
    this.joinFiltersOnly = definition.joinFiltersOnly ?? false
    this.missing = definition.missing
    this.merges = definition.merges
    this.seals = definition.seals
    this.errorStatuses = definition.errorStatuses ?? []
    this.guard = definition.guard
    this.rewrite = definition.rewrite
    this.plugin = plugin

    this.#methods = {
      list: methodsOf('list', this.writes),
      detail: methodsOf('detail', this.writes),
    }
    this.#allow = { list: this.#methods.list.join(', '), detail: this.#methods.detail.join(', ') }
    const id = fields.get('id') as ValueField
    this.key = { column: fieldColumn('id', id), type: id.type === 'string' ? 'string' : 'integer' }
  }

  get name(): string {
    return this.path
  }

  /** Filters of the list. */
  get ownFilters(): Map<string, Filter> {
    return this.joinFiltersOnly ? new Map() : this.filters
  }

  /** Links that can be expanded, and names for `include`. */
  get offers(): Record<Asking, string[]> {
    const fields = [...this.fields]
    const included = fields.flatMap(([, field]) => field.include ?? [])
    return {
      expand: fields.flatMap(([name, field]) => expandableNames(name, field)),
      include: [...new Set(included)],
    }
  }

  /** Names for `include` whose fields clients can write. */
  get includedWrites(): string[] {
    const written = [...this.fields.values()].filter(({ readOnly }) => !readOnly)
    return [...new Set(written.flatMap(({ include }) => include ?? []))]
  }

  /** Methods of the list and the record, in the order of the Allow header. */
  methods(target: 'list' | 'detail'): string[] {
    return this.#methods[target]
  }

  /** Value of the Allow header. */
  allow(target: 'list' | 'detail'): string {
    return this.#allow[target]
  }
}

const WRITE_METHODS: Record<'list' | 'detail', [WriteMethod, string][]> = {
  list: [['create', 'POST']],
  detail: [
    ['update', 'PUT'],
    ['update', 'PATCH'],
    ['destroy', 'DELETE'],
  ],
}

function methodsOf(target: 'list' | 'detail', writes: WriteMethod[]): string[] {
  const writing = WRITE_METHODS[target].filter(([write]) => writes.includes(write))
  return ['GET', ...writing.map(([, method]) => method), 'HEAD', 'OPTIONS']
}

/**
 * Groups extensions by the resource they extend.
 *
 * @throws PluginError for an undeclared resource
 */
export function groupExtensions(
  definitions: Declared<ResourceDefinition>[],
  extensions: Declared<ResourceExtension>[]
) {
  const known = new Set(definitions.map(({ declaration }) => declaration.path))
  const groups = new Map<string, Declared<ResourceExtension>[]>()
  for (const extension of extensions) {
    const path = extension.declaration.extends
    if (!known.has(path)) {
      throw new PluginError(
        'E_UNKNOWN_RELATION',
        `plugin "${extension.plugin}" extends the resource "${path}", which no plugin declares`
      )
    }
    groups.set(path, [...(groups.get(path) ?? []), extension])
  }
  return groups
}

/**
 * Adds the fields of extensions to those of a resource.
 *
 * @throws PluginError for a duplicate field, and for an unknown or missing `after`
 */
export function mergeFields(
  plugin: string,
  { path, fields }: ResourceDefinition,
  additions: Declared<ResourceExtension>[]
): Map<string, Field> {
  const merged = Object.entries(fields)
  for (const { plugin: extender, declaration } of additions) {
    for (const [name, { after, ...field }] of Object.entries(declaration.fields ?? {})) {
      const at = merged.findIndex(([existing]) => existing === name)
      if (at >= 0) {
        if (merged[at]![1].kind !== 'slot') {
          throw new PluginError(
            'E_DUPLICATE_FIELD',
            `plugin "${extender}" declares the field "${path}.${name}", which plugin "${plugin}" already has`
          )
        }
        merged[at] = [name, field as Field]
        continue
      }
      if (after === undefined) {
        throw new PluginError(
          'E_UNKNOWN_FIELD',
          `plugin "${extender}" adds the field "${path}.${name}" without "after", the name of the field that it follows`
        )
      }
      const anchor = merged.findIndex(([existing]) => existing === after)
      if (anchor < 0) {
        throw new PluginError(
          'E_UNKNOWN_FIELD',
          `plugin "${extender}" puts the field "${path}.${name}" after "${after}", which does not exist`
        )
      }
      merged.splice(anchor + 1, 0, [name, field as Field])
    }
  }
  return new Map(merged)
}
