/**
 * Stores records of an upstream with those they need: linked records that aren't in a list of the
 * mirror, records below them, and records that wait for others.
 */
import type pg from 'pg'
import { inTransaction } from '#app/database/transaction'
import { CommandRefusal } from '#app/support/interrupted'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import { RecordStore } from '../records/record_store.js'
import { listRecords } from '../records/same_record.js'
import type { StoredColumn, StoredRows } from '../records/mirrored_resources.js'
import type { Filters, Scope } from '../records/scope.js'
import type { JsonRecord, Upstream } from '../upstream/upstream.js'

/** Pending records per transaction, and without a target per page of changes. */
const RECORDS = 20
/** Rows of the list of pending records that are read at once. */
const PENDING = 500
/** Records whose dependents are found by their keys; for more, all pending records are checked. */
const MAX_TARGETS = 5_000
/** Passes over pending records; each resolves one level of links. */
const MAX_PASSES = 10
/** Links from record to record that are followed. */
const MAX_DEPTH = 6
/** Keys of missing records that are remembered. */
const MAX_ABSENT = 10_000

/** A record by the name of its resource and its key. */
export interface RecordName {
  resource: string
  key: string
}

type Json = Record<string, unknown>
/** Columns of a resource or of rows, with those below them. */
interface Part {
  columns: readonly StoredColumn[]
  rows: readonly StoredRows[]
}

export interface RecordServices {
  /** Rows of `mirror_pending`. */
  mirrorId: string
  scope: Scope
  client: pg.ClientBase
  registry: ResourceRegistry
  upstream: Upstream
  /** IDs from here on belong to records of this server. */
  firstLocalKey: number
}

export class MirrorRecords {
  readonly store: RecordStore
  /** Linked records that the upstream doesn't have. */
  readonly #absent = new Set<string>()

  constructor(readonly services: RecordServices) {
    const { client, registry, upstream } = services
    this.store = new RecordStore(client, registry, upstream.base)
  }

  /** Stores records after those they refer to, and then the records below them. */
  async storeAll(resource: Resource, records: readonly JsonRecord[]): Promise<void> {
    if (!records.length) return
    await this.#storeLinked(resource, records, 0)
    await inTransaction(this.services.client, () => this.storeRecords(resource, records))
    await this.#storeBelow(resource, records)
  }

  /** Stores records in the caller's transaction. */
  async storeRecords(resource: Resource, records: readonly JsonRecord[]): Promise<void> {
    const { client, mirrorId, scope, firstLocalKey } = this.services
    const local = records.find(({ id }) => typeof id === 'number' && id >= firstLocalKey)
    if (local)
      throw new CommandRefusal(
        `the upstream has a record with the ID ${local.id} in "${resource.path}", and IDs of records created on this server start at ${firstLocalKey}`
      )
    for (const { resource: one, key, target } of await this.store.store(resource, records)) {
      // Links to records that aren't mirrored, or that don't exist, stay empty.
      if (target && !this.#isMirrored(target.resource, scope)) continue
      if (target && this.#absent.has(nameKey(target.resource, target.key))) continue
      await client.query(
        `INSERT INTO mirror_pending (mirror_id, resource, key, target_resource, target_key)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [mirrorId, one.path, key, target?.resource.path ?? '', target?.key ?? '']
      )
    }
  }

  /**
   * Stores missing records that changed records refer to, before those are stored in a transaction.
   * A record that exists here also gets the records that it needs, even if no filter matches them.
   */
  async storeLinked(resource: Resource, records: readonly JsonRecord[]): Promise<void> {
    if (!this.#isFiltered || !records.length) return
    await this.#storeLinked(resource, records, 0)
    const keys = records.map(({ id }) => String(id))
    const existing = await this.store.existing(resource, keys)
    await this.#storeNeeded(
      resource,
      records.filter(({ id }) => existing.has(String(id))),
      0
    )
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

  #isMirrored(resource: Resource, { lists, contained, followed, linked }: Scope): boolean {
    return (
      lists.has(resource) ||
      contained.has(resource) ||
      linked.has(resource) ||
      followed.some((one) => one.resource === resource)
    )
  }

  /** Stores missing records that these refer to, if no list of the mirror has them. */
  async #storeLinked(
    resource: Resource,
    records: readonly JsonRecord[],
    depth: number
  ): Promise<void> {
    if (!this.#isFiltered) return
    const wanted = new Map<Resource, Set<string>>()
    this.#collectLinks(resource, records, wanted)
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
      if (refersTo && needed.has(column)) addKeys(wanted, refersTo, records.map(read))
    await this.#storeMissing(wanted, depth)
  }

  /** Reads missing records from the upstream, and stores them after those they refer to. */
  async #storeMissing(
    wanted: ReadonlyMap<Resource, ReadonlySet<string>>,
    depth: number
  ): Promise<void> {
    const { upstream, client } = this.services
    if (depth > MAX_DEPTH) return
    for (const [target, keys] of wanted) {
      const existing = await this.store.existing(target, [...keys])
      const found: JsonRecord[] = []
      for (const key of keys) {
        if (existing.has(key) || this.#absent.has(nameKey(target, key))) continue
        const record = await upstream.record(target.path, key)
        if (record) found.push(record)
        else if (this.#absent.size < MAX_ABSENT) this.#absent.add(nameKey(target, key))
      }
      if (!found.length) continue
      await this.#storeLinked(target, found, depth + 1)
      await this.#storeNeeded(target, found, depth + 1)
      await inTransaction(client, () => this.storeRecords(target, found))
    }
  }

  #collectLinks(
    resource: Resource,
    records: readonly Json[],
    found: Map<Resource, Set<string>>
  ): void {
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
      this.#collectLinks(
        inner,
        records.flatMap((record) => listRecords(record[name])),
        found
      )
  }

  /** Stores the records below these that no list of the mirror has. */
  async #storeBelow(parent: Resource, records: readonly JsonRecord[]): Promise<void> {
    const { scope, upstream } = this.services
    for (const { resource, by } of scope.followed.filter((one) => one.parent === parent))
      for (const record of records) {
        if ('filter' in by) {
          const pages = readPages(upstream, resource, [[by.filter, String(record.id)]])
          for await (const page of pages) await this.storeAll(resource, page)
          continue
        }
        const link = record[by.field]
        const key = typeof link === 'string' ? /([^/]+)\/?$/.exec(link)?.[1] : undefined
        const found = key === undefined ? null : await upstream.record(resource.path, key)
        if (found) await this.storeAll(resource, [found])
      }
  }

  /**
   * Stores records again whose links or rows referred to missing records that exist now, and those
   * that wait for any change.
   *
   * @param changed records that may exist now; all by default
   */
  async storePending(changed?: RecordName[]): Promise<void> {
    const { client, mirrorId, registry } = this.services
    let targets = changed
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const stored: RecordName[] = []
      let after = ['', '', '', '']
      for (;;) {
        const { rows } = await client.query<RecordName & { target: string; target_key: string }>(
          `SELECT resource, key, target_resource AS target, target_key FROM mirror_pending
           WHERE mirror_id = $1 AND (resource, key, target_resource, target_key) > ($2, $3, $4, $5)
             AND ($6::text[] IS NULL OR target_key = ''
               OR (target_resource, target_key) IN (SELECT * FROM unnest($6::text[], $7::text[])))
           ORDER BY resource, key, target_resource, target_key LIMIT ${PENDING}`,
          [
            mirrorId,
            ...after,
            targets?.map(({ resource }) => resource),
            targets?.map(({ key }) => key),
          ]
        )
        if (!rows.length) break
        const last = rows.at(-1)!
        after = [last.resource, last.key, last.target, last.target_key]
        const ready = new Map<string, Set<string>>()
        const add = ({ resource, key }: RecordName) =>
          ready.set(resource, (ready.get(resource) ?? new Set()).add(key))
        for (const [target, some] of Map.groupBy(rows, (row) => row.target)) {
          if (target === '') {
            // Each needs a request, so the first pass includes them, and not all for every page.
            if (pass === 0) some.slice(0, targets ? RECORDS : undefined).forEach(add)
            continue
          }
          const keys = [...new Set(some.map((row) => row.target_key))]
          const resource = registry.get(target)
          if (this.#isFetched(resource))
            await this.#storeMissing(new Map([[resource, new Set(keys)]]), 0)
          const existing = await this.store.existing(resource, keys)
          some.filter((row) => existing.has(row.target_key)).forEach(add)
        }
        for (const [resource, keys] of ready) {
          await this.#storeAgain(resource, [...keys])
          for (const key of keys) stored.push({ resource, key })
          if (stored.length > MAX_TARGETS) stored.length = MAX_TARGETS + 1
        }
      }
      if (!stored.length) return
      targets = targets && stored.length <= MAX_TARGETS ? stored : undefined
    }
  }

  async #storeAgain(path: string, all: readonly string[]): Promise<void> {
    const { client, mirrorId, registry, upstream } = this.services
    for (let at = 0; at < all.length; at += RECORDS) {
      const keys = all.slice(at, at + RECORDS)
      const results: JsonRecord[] = []
      for (const key of keys) {
        const record = await upstream.record(path, key)
        if (record) results.push(record)
      }
      await this.storeLinked(registry.get(path), results)
      await inTransaction(client, async () => {
        await client.query(
          'DELETE FROM mirror_pending WHERE mirror_id = $1 AND resource = $2 AND key = ANY ($3)',
          [mirrorId, path, keys]
        )
        await this.storeRecords(registry.get(path), results)
      })
    }
  }
}

/** Pages of a list in the order of IDs, where the list can be ordered by them. */
export async function* readPages(
  upstream: Upstream,
  resource: Resource,
  filters: Filters
): AsyncGenerator<JsonRecord[]> {
  const order = resource.cursor.includes('id') ? [['order_by', 'id']] : []
  let query: string | null = `?${new URLSearchParams([...filters, ...order] as [string, string][])}`
  while (query !== null) {
    const { results, next } = await upstream.list(resource.path, query)
    yield results
    query = next === null ? null : new URL(next, upstream.base).search
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
