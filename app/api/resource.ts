/**
 * A resource as the engine works with it: the declaration with its
 * extensions merged in and every name resolved.
 */
import { fieldColumn } from './columns.js'
import type { ResourceDefinition, Version, WriteMethod } from './define_resource.js'
import type { Field, RowsField, ValueField, Via } from './fields.js'
import type { FilterSpec } from './filters/kinds.js'

/** A table that filters can be put on: a resource's, or that of nested rows. */
export interface FilterTable {
  /** For messages and OPTIONS. */
  name: string
  table: string
  key: { column: string; type: 'integer' | 'string' }
  filters: Map<string, Filter>
}

/** A filter with its column and, for relations, the way to the other table. */
export interface Filter extends FilterSpec {
  name: string
  field?: string
  /** The field whose type and choices it shares, where there is one. */
  valueField?: ValueField
  /** Empty for relations that no column of ours carries. */
  column: string
  relation?: Relation
}

export interface Relation {
  target: FilterTable
  /** Our column holds the target's key. */
  column?: string
  /** The target belongs to us by its column or through a join table. */
  via?: Via
}

export class Resource implements FilterTable {
  readonly path: string
  readonly table: string
  readonly label: string
  readonly description: string
  readonly versions: Version[]
  readonly fields: Map<string, Field>
  readonly filters = new Map<string, Filter>()
  readonly ordering: string[]
  /** Whether the declaration lists its orderings; OPTIONS shows them only then. */
  readonly declaresOrdering: boolean
  readonly cursor: string[]
  readonly defaultOrder: string
  readonly pageSize: number
  readonly visible: string | undefined
  readonly writes: WriteMethod[]
  readonly missing: ResourceDefinition['missing']
  readonly key: { column: string; type: 'integer' | 'string' }
  /** Plugin that declares it. */
  readonly plugin: string

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
    this.fields = fields
    this.cursor = definition.cursor ?? []
    this.declaresOrdering = definition.ordering !== undefined
    this.ordering = definition.ordering
      ? [...new Set([...ordering, ...this.cursor])]
      : [...fields]
          .filter(([, field]) => field.kind === 'value' && !field.writeOnly)
          .map(([name]) => name)
    this.defaultOrder = definition.defaultOrder ?? '-id'
    this.pageSize = definition.pageSize ?? 20
    this.visible = definition.visible
    this.writes = definition.writes ?? []
    this.missing = definition.missing
    this.plugin = plugin

    const id = fields.get('id') as ValueField
    this.key = { column: fieldColumn('id', id), type: id.type === 'string' ? 'string' : 'integer' }
  }

  get name(): string {
    return this.path
  }

  /** Methods of the list and of the record, in the order `Allow` shows them. */
  methods(target: 'list' | 'detail'): string[] {
    const writes =
      target === 'list'
        ? [this.writes.includes('create') && 'POST']
        : [
            this.writes.includes('update') && 'PUT',
            this.writes.includes('update') && 'PATCH',
            this.writes.includes('destroy') && 'DELETE',
          ]
    return ['GET', 'HEAD', 'OPTIONS', ...writes.filter((method) => method !== false)]
  }

  /** The field of nested rows that a filter name leads to, if any. */
  rowsField(name: string): RowsField | undefined {
    const field = this.fields.get(name)
    return field?.kind === 'rows' ? field : undefined
  }
}
