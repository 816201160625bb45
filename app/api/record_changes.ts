/**
 * How the change log names the records of the API: the topic of an entry, and the resources whose
 * records it lists.
 */
import type { Publication } from '#app/events/publication'
import type { RecordPublication } from '#app/events/record_publication'
import { ident } from '#app/support/sql_text'
import type { Field } from './field_definitions.js'
import type { Ownership } from './ownership.js'
import type { ResourceRegistry } from './registry.js'
import type { Resource } from './resource.js'

/** A topic of the change log whose keys are keys of records. */
export interface RecordSource {
  /** A published table, or `<table>.<column>`. */
  topic: string
  resource: Resource
  /** As for publications; `merge` lists IDs of merged records. */
  role: RecordPublication['role'] | 'merge'
}

interface Described {
  sources: RecordSource[]
  publications: RecordPublication[]
}

/** Rows that belong to a record. */
interface Part {
  table: string
  column: string
  /** SQL of the record's key. */
  key: string
}

type Triggers = Omit<RecordPublication, 'topic'>

/** The row in the SQL of a trigger, and a row that it refers to. */
const ROW = 'r'
const PARENT = 'p'

export class RecordChanges {
  readonly #described = new WeakMap<ResourceRegistry, Described>()
  /** Published tables with their keys: `dockets.id`. */
  readonly #published: ReadonlySet<string>

  constructor(published: readonly Publication[]) {
    this.#published = new Set(published.map(({ table, key }) => `${table}.${key}`))
  }

  /** The topics of all followed resources. */
  sources(registry: ResourceRegistry): RecordSource[] {
    return this.#describe(registry).sources
  }

  /** Triggers of topics that aren't published tables. */
  publications(registry: ResourceRegistry): RecordPublication[] {
    return this.#describe(registry).publications
  }

  /** The topic whose deleted keys are deleted records of the resource. */
  topic({ table, key, ownership }: Resource): string {
    return ownership ? `${table}.${key.column}` : this.#topic(table, key.column)
  }

  #topic(table: string, column: string): string {
    return this.#published.has(`${table}.${column}`) ? table : `${table}.${column}`
  }

  #describe(registry: ResourceRegistry): Described {
    const known = this.#described.get(registry)
    if (known) return known
    const described: Described = { sources: [], publications: [] }
    const isOwned = new Map(registry.all().map(({ table, ownership }) => [table, !!ownership]))
    const add = (source: RecordSource, triggers: Triggers) => {
      const { sources, publications } = described
      const { topic, resource } = source
      if (sources.some((other) => other.topic === topic && other.resource === resource)) return
      sources.push(source)
      if (topic !== triggers.table && !publications.some((other) => other.topic === topic))
        publications.push({ topic, ...triggers })
    }
    for (const resource of registry.all().filter(isFollowed)) {
      const { table, key, ownership, seals, merges } = resource
      const keyType = key.type === 'string' ? 'text' : 'bigint'
      const own = `${ROW}.${ident(key.column)}`
      const owner = ownership && { owner: ownerSql(ownership, ROW) }
      const record: Triggers = { table, key: own, keyType, role: 'record', ...owner }
      add({ topic: this.topic(resource), resource, role: 'record' }, record)
      for (const part of [...resource.fields.values()].flatMap(partsOfField)) {
        // Rows that are records have their own changes; rows of accounts are private.
        const owned = isOwned.get(part.table)
        if (owned || (owned === false && !this.#published.has(`${part.table}.${part.column}`)))
          continue
        // Rows below other rows are published under the key of those, not of the record.
        const isDirect = part.key === `${ROW}.${ident(part.column)}`
        const topic =
          ownership || !isDirect
            ? `${part.table}.${part.column}`
            : this.#topic(part.table, part.column)
        const triggers: Triggers = {
          table: part.table,
          key: part.key,
          keyType,
          role: 'part',
          ...(ownership && { owner: ownerOfPart(resource, ownership, part) }),
        }
        add({ topic, resource, role: 'part' }, triggers)
      }
      if (seals)
        add(
          { topic: `${table}.${seals}`, resource, role: 'seal' },
          { table, key: key.column, keyType, role: 'seal', column: seals }
        )
      if (merges)
        add(
          { topic: this.#topic(merges.table, merges.from), resource, role: 'merge' },
          {
            table: merges.table,
            key: `${ROW}.${ident(merges.from)}`,
            keyType: 'bigint',
            role: 'record',
          }
        )
    }
    this.#described.set(registry, described)
    return described
  }
}

/** Whether the change feed lists the records of a resource: not if it is only for lookups. */
function isFollowed({ guard, holdsSecrets, versions }: Resource): boolean {
  return !guard && !holdsSecrets && versions.includes('v4')
}

/** SQL of the account that owns a row. */
function ownerSql({ column, parent }: Ownership, row: string): string {
  if (column) return `${row}.${ident(column)}`
  const { table, key, ownership } = parent!.resource
  const above = `${row}${PARENT}`
  return `(SELECT ${ownerSql(ownership!, above)} FROM ${ident(table)} ${above} WHERE ${above}.${ident(key.column)} = ${row}.${ident(parent!.column)})`
}

function ownerOfPart({ table, key }: Resource, ownership: Ownership, part: Part): string {
  return `(SELECT ${ownerSql(ownership, PARENT)} FROM ${ident(table)} ${PARENT} WHERE ${PARENT}.${ident(key.column)} = ${part.key})`
}

/** The rows that a field shows, except those of other records. */
function partsOfField(field: Field): Part[] {
  switch (field.kind) {
    case 'links':
      return 'table' in field.via ? [joinRows(field.via)] : []
    case 'values':
      return [joinRows(field.via)]
    case 'rows': {
      const { table, column, fields } = field
      const inner = Object.values(fields)
        .flatMap(partsOfField)
        .map((part) => ({
          ...part,
          key: `(SELECT ${PARENT}.${ident(column)} FROM ${ident(table)} ${PARENT} WHERE ${PARENT}.id = ${part.key})`,
        }))
      return [{ table, column, key: `${ROW}.${ident(column)}` }, ...inner]
    }
    default:
      return []
  }
}

function joinRows({ table, from }: { table: string; from: string }): Part {
  return { table, column: from, key: `${ROW}.${ident(from)}` }
}
