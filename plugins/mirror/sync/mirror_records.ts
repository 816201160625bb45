/**
 * Stores records of an upstream with those below them, and again those that waited for others.
 */
import type pg from 'pg'
import { inTransaction } from '#app/database/transaction'
import { CommandRefusal } from '#app/support/interrupted'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import { RecordStore } from '../records/record_store.js'
import { isMirrored, type Filters, type Scope } from '../records/scope.js'
import type { JsonRecord, Upstream } from '../upstream/upstream.js'
import { LinkedRecords } from './linked_records.js'

/** Pending records per transaction, and without a target per page of changes. */
const RECORDS = 20
/** Rows of the list of pending records that are read at once. */
const PENDING = 500
/** Records whose dependents are found by their keys; for more, all pending records are checked. */
const MAX_TARGETS = 5_000
/** Passes over pending records; each resolves one level of links. */
const MAX_PASSES = 10

/** A record by the name of its resource and its key. */
export interface RecordName {
  resource: string
  key: string
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
  readonly linked: LinkedRecords

  constructor(readonly services: RecordServices) {
    const { client, registry, upstream } = services
    this.store = new RecordStore(client, registry, upstream.base)
    this.linked = new LinkedRecords(this.store, services, (resource, records) =>
      inTransaction(client, () => this.storeRecords(resource, records))
    )
  }

  /** Stores records after those they refer to, and then the records below them. */
  async storeAll(resource: Resource, records: readonly JsonRecord[]): Promise<void> {
    if (!records.length) return
    await this.linked.storeTargets(resource, records)
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
      if (target && !isMirrored(target.resource, scope)) continue
      if (target && this.linked.isAbsent(target.resource, target.key)) continue
      await client.query(
        `INSERT INTO mirror_pending (mirror_id, resource, key, target_resource, target_key)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [mirrorId, one.path, key, target?.resource.path ?? '', target?.key ?? '']
      )
    }
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
          await this.linked.storeFetched(resource, keys)
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
      await this.linked.storeChanged(registry.get(path), results)
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
