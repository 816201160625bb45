/**
 * Missing records that mirrored ones refer to: they are read from the upstream one by one, because
 * no list of a filtered mirror has them.
 */
import type { Resource } from '#api/resource'
import type { StoredColumn, StoredRows } from '../records/mirrored_resources.js'
import type { RecordStore } from '../records/record_store.js'
import { listRecords } from '../records/same_record.js'
import { isMirrored, type Scope } from '../records/scope.js'
import type { JsonRecord, Upstream } from '../upstream/upstream.js'

/** Links from record to record that are followed. */
const MAX_DEPTH = 6
/** Keys of missing records that are remembered. */
const MAX_ABSENT = 10_000

type Json = Record<string, unknown>
/** Columns of a resource or of rows, with those below them. */
interface Part {
  columns: readonly StoredColumn[]
  rows: readonly StoredRows[]
}

export class LinkedRecords {
  /** Records that the upstream doesn't have. */
  readonly #absent = new Set<string>()

  /** @param save stores records in a transaction */
  constructor(
    readonly store: RecordStore,
    readonly services: { scope: Scope; upstream: Upstream },
    readonly save: (resource: Resource, records: readonly JsonRecord[]) => Promise<void>
  ) {}

  /**
   * Stores missing records that changed records refer to, before those are stored in a transaction.
   * A record that exists here also gets the records that it needs, even if no filter matches them.
   */
  async storeChanged(resource: Resource, records: readonly JsonRecord[]): Promise<void> {
    if (!this.#isFiltered || !records.length) return
    await this.storeTargets(resource, records)
    const keys = records.map(({ id }) => String(id))
    const existing = await this.store.existing(resource, keys)
    await this.#storeNeeded(
      resource,
      records.filter(({ id }) => existing.has(String(id))),
      0
    )
  }

  /** Stores missing records of a resource that is stored if others refer to it. */
  async storeFetched(resource: Resource, keys: readonly string[]): Promise<void> {
    if (this.#isFetched(resource)) await this.#storeMissing(new Map([[resource, new Set(keys)]]), 0)
  }

  /** Whether the upstream didn't have a record. */
  isAbsent(resource: Resource, key: string): boolean {
    return this.#absent.has(nameKey(resource, key))
  }

  /** Requests records again that the upstream didn't have. */
  forgetAbsent(): void {
    this.#absent.clear()
  }

  get #isFiltered(): boolean {
    const { linked, followed } = this.services.scope
    return linked.size > 0 || followed.length > 0
  }

  /** Whether records are stored if others refer to them. */
  #isFetched(resource: Resource): boolean {
    const { linked, followed } = this.services.scope
    return (
      linked.has(resource) || followed.some((one) => one.resource === resource && 'field' in one.by)
    )
  }

  /** Stores missing records that these refer to, if no list of the mirror has them. */
  async storeTargets(resource: Resource, records: readonly JsonRecord[], depth = 0): Promise<void> {
    if (!this.#isFiltered) return
    const wanted = new Map<Resource, Set<string>>()
    this.#collect(resource, records, wanted)
    await this.#storeMissing(wanted, depth)
  }

  /** Stores missing records without which these can't be stored. */
  async #storeNeeded(
    resource: Resource,
    records: readonly JsonRecord[],
    depth: number
  ): Promise<void> {
    if (!records.length) return
    const needed = await this.store.neededColumns(resource)
    const wanted = new Map<Resource, Set<string>>()
    for (const { refersTo, column, read } of this.store.describe(resource).columns)
      if (refersTo && needed.has(column) && isMirrored(refersTo, this.services.scope))
        addKeys(wanted, refersTo, records.map(read))
    await this.#storeMissing(wanted, depth)
  }

  /** Reads missing records from the upstream, and stores them after those they refer to. */
  async #storeMissing(
    wanted: ReadonlyMap<Resource, ReadonlySet<string>>,
    depth: number
  ): Promise<void> {
    const { upstream } = this.services
    if (depth > MAX_DEPTH) return
    for (const [target, keys] of wanted) {
      const existing = await this.store.existing(target, [...keys])
      const found: JsonRecord[] = []
      for (const key of keys) {
        if (existing.has(key) || this.isAbsent(target, key)) continue
        const record = await upstream.record(target.path, key)
        if (record) found.push(record)
        else if (this.#absent.size < MAX_ABSENT) this.#absent.add(nameKey(target, key))
      }
      if (!found.length) continue
      await this.storeTargets(target, found, depth + 1)
      await this.#storeNeeded(target, found, depth + 1)
      await this.save(target, found)
    }
  }

  #collect(resource: Resource, records: readonly Json[], found: Map<Resource, Set<string>>): void {
    const collect = ({ columns, rows }: Part, items: readonly Json[]) => {
      for (const { refersTo, read } of columns) {
        if (refersTo && this.#isFetched(refersTo)) addKeys(found, refersTo, items.map(read))
      }
      for (const part of rows)
        collect(
          part,
          items.flatMap((item) => listRecords(item[part.name]))
        )
    }
    const described = this.store.describe(resource)
    collect(described, records)
    for (const { name, resource: inner } of described.contained)
      this.#collect(
        inner,
        records.flatMap((record) => listRecords(record[name])),
        found
      )
  }
}

function addKeys(
  found: Map<Resource, Set<string>>,
  resource: Resource,
  keys: readonly unknown[]
): void {
  const given = keys.filter((key) => key !== null && key !== undefined)
  if (!given.length) return
  const known = found.get(resource) ?? new Set()
  found.set(resource, known)
  for (const key of given) known.add(String(key))
}

function nameKey({ path }: Resource, key: string): string {
  return `${path}/${key}`
}
