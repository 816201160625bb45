/**
 * Compares the IDs of mirrored lists with those of the upstream, range by range. Lists by date
 * don't show which records were deleted, and a missed record is never read again.
 */
import type pg from 'pg'
import { parseFilters } from '#api/filters/parse'
import { parseOrdering } from '#api/ordering'
import { getQueryCompiler, ROW } from '#api/query'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import { Selection } from '#api/select/selection'
import { inTransaction } from '#app/database/transaction'
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'
import { Interrupted } from '#app/support/interrupted'
import { MAX_DEPTH, type Filters, type Scope } from '../records/scope.js'
import type { Upstream } from '../upstream/upstream.js'
import { readOrder } from './list_passes.js'
import type { MirrorRecords } from './mirror_records.js'

/** Local IDs that are read at once. */
const KEYS = 1_000
/** IDs of deleted records that are reported for each list. */
const MAX_REPORTED = 20
const ID_ONLY = Selection.parse('id', undefined)

export interface ComparedList {
  resource: string
  /** Number of the upstream's IDs. */
  compared: number
  /** Number of records that were missing here and are stored now. */
  stored: number
  /** Number of records that the upstream no longer has. */
  vanished: number
}

export interface ComparisonServices {
  mirrorId: string
  scope: Scope
  client: pg.ClientBase
  registry: ResourceRegistry
  upstream: Upstream
  records: MirrorRecords
  /** IDs from here on belong to records of this server. */
  firstLocalKey: number
  /** Whether records that the upstream no longer has are deleted here. */
  deletes: boolean
  signal: AbortSignal
  report: (message: string) => void
}

/** The state after a range. */
interface SavedRange {
  /** Null after the last range. */
  comparedTo: string | null
  isFirst: boolean
  /** Number of records that the upstream no longer has and that stay here. */
  vanished: number
}

/** A range of IDs: after the first one, up to the last one. */
interface Range {
  after: string
  upTo: string
}

export class KeyComparison {
  constructor(readonly services: ComparisonServices) {}

  /**
   * Compares all lists. An interrupted comparison continues with the range that it ended in.
   *
   * @returns undefined if another connection is comparing them
   * @throws Interrupted, CommandRefusal
   */
  async run(): Promise<ComparedList[] | undefined> {
    const { client, mirrorId } = this.services
    const lock = [ADVISORY_LOCK_NAMES.comparedMirror + mirrorId]
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      lock
    )
    if (!rows[0]!.locked) return undefined
    try {
      return await this.#compareAll()
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock)
    }
  }

  async #compareAll(): Promise<ComparedList[]> {
    const { scope, client, mirrorId, report } = this.services
    const compared: ComparedList[] = []
    for (const [resource, filters] of [...scope.lists, ...containedLists(scope)]) {
      if (!isComparable(resource) || !filters) {
        report(
          `${resource.path} can't be compared, because its list can't be read in ranges of IDs${filters ? '' : ' with the filters of the mirror'}`
        )
        continue
      }
      const list = await this.#compare(resource, filters)
      if (list) compared.push(list)
    }
    await this.services.records.storePending()
    await client.query(
      'UPDATE mirror_copies SET compared_to = NULL, is_compared = false WHERE mirror_id = $1',
      [mirrorId]
    )
    await client.query('UPDATE mirrors SET date_compared = now() WHERE id = $1', [mirrorId])
    return compared
  }

  /** @returns undefined if an earlier, interrupted comparison has compared the list */
  async #compare(resource: Resource, filters: Filters): Promise<ComparedList | undefined> {
    const { upstream, firstLocalKey, signal } = this.services
    const list = { resource: resource.path, compared: 0, stored: 0, vanished: 0 }
    const state = await this.#load(resource)
    if (state.is_compared) return undefined
    for (let after = state.compared_to; ;) {
      if (signal.aborted) throw new Interrupted()
      const query = new URLSearchParams([
        ...filters,
        ['id__gt', after ?? '0'],
        ['order_by', 'id'],
        ['fields', 'id,resource_uri'],
      ] as [string, string][])
      const { results, next } = await upstream.list(resource.path, `?${query}`)
      const theirs = results.map(({ id }) => String(id))
      const isLast = next === null || !theirs.length
      const range = {
        after: after ?? '0',
        upTo: isLast ? String(firstLocalKey - 1) : theirs.at(-1)!,
      }
      list.compared += theirs.length
      list.stored += await this.#storeMissing(resource, theirs)
      const before = list.vanished
      for await (const ours of this.#localKeys(resource, filters, range))
        list.vanished += await this.#settleVanished(
          resource,
          ours.filter((key) => !theirs.includes(key)),
          list.vanished
        )
      await this.#save(resource, {
        comparedTo: isLast ? null : range.upTo,
        isFirst: after === null,
        vanished: this.services.deletes ? 0 : list.vanished - before,
      })
      if (isLast) return list
      after = range.upTo
    }
  }

  /** Stores the records of the upstream that don't exist here. @returns their number */
  async #storeMissing(resource: Resource, keys: readonly string[]): Promise<number> {
    const { records, upstream, scope } = this.services
    const existing = await records.store.existing(resource, keys)
    const within = scope.contained.get(resource)
    let stored = 0
    for (const key of keys) {
      if (existing.has(key)) continue
      if (within) {
        // Only its parent shows what it belongs to.
        const query = `?${new URLSearchParams({ [within.name]: key })}`
        const { results } = await upstream.list(within.parent.path, query)
        await records.storeAll(within.parent, results)
        stored += results.length
        continue
      }
      const record = await upstream.record(resource.path, key)
      if (!record) continue
      await records.storeAll(resource, [record])
      stored++
    }
    return stored
  }

  /**
   * Reports the records that the upstream confirms not to have, and deletes them if requested.
   * Decisions that were sealed are always deleted.
   *
   * @param reported number of records that were reported before
   * @returns their number, without sealed ones
   */
  async #settleVanished(
    resource: Resource,
    candidates: readonly string[],
    reported: number
  ): Promise<number> {
    const { client, records, upstream, deletes, report } = this.services
    const vanished: string[] = []
    const sealed: string[] = []
    const merged = new Map<string, string>()
    for (const key of candidates) {
      const found = await upstream.find(resource.path, key)
      if ('record' in found) continue
      if (found.isSealed && resource.merges?.sealed) sealed.push(key)
      else vanished.push(key)
      if (found.into !== undefined) merged.set(key, found.into)
    }
    await this.#removeSealed(resource, sealed)
    for (const key of vanished.slice(0, Math.max(0, MAX_REPORTED - reported)))
      report(`${resource.path} ${key} no longer exists upstream`)
    if (!deletes) return vanished.length
    const kept = await inTransaction(client, async () => {
      for (const [key, into] of merged) await records.store.redirect(resource, key, into)
      return records.store.remove(resource, vanished)
    })
    for (const key of kept)
      report(`${resource.path} ${key} is kept because records of this server refer to it`)
    // Their redirections can be rows of the remaining records.
    for (const into of new Set(merged.values())) {
      const record = await upstream.record(resource.path, into)
      if (record) await records.storeAll(resource, [record])
    }
    return vanished.length
  }

  async #removeSealed(resource: Resource, keys: readonly string[]): Promise<void> {
    const { client, records, report } = this.services
    if (!keys.length) return
    const kept = await inTransaction(client, async () => {
      for (const key of keys) await records.store.seal(resource, key)
      return records.store.remove(resource, keys)
    })
    for (const key of keys.slice(0, MAX_REPORTED))
      report(
        `${resource.path} ${key} was sealed upstream, and is ${kept.includes(key) ? 'kept because records of this server refer to it' : 'deleted here'}`
      )
  }

  /** Local IDs of records that match the filters, in order. */
  async *#localKeys(
    resource: Resource,
    filters: Filters,
    { after, upTo }: Range
  ): AsyncGenerator<string[]> {
    const { client, registry } = this.services
    for (let from = after; ;) {
      const given: Filters = [...filters, ['id__gt', from], ['id__lte', upTo]]
      const parameters = Map.groupBy(given, ([name]) => name)
      const { statement, values } = getQueryCompiler(registry).list(resource, {
        base: '',
        suffix: '/',
        selection: ID_ONLY,
        filters: parseFilters(
          resource,
          new Map(
            Array.from(parameters, ([name, pairs]) => [name, pairs.map(([, value]) => value)])
          )
        ).tree,
        ordering: parseOrdering(resource, 'id', 'v4'),
        limit: KEYS,
      })
      const { rows } = await client.query<(string | null)[]>({
        text: statement.text,
        values: values as unknown as unknown[],
        rowMode: 'array',
      })
      const keys = rows.map((row) => row[ROW.key]!)
      if (keys.length) yield keys
      if (keys.length < KEYS) return
      from = keys.at(-1)!
    }
  }

  async #load({ path }: Resource): Promise<{ compared_to: string | null; is_compared: boolean }> {
    const { client, mirrorId } = this.services
    const { rows } = await client.query<{ compared_to: string | null; is_compared: boolean }>(
      `SELECT compared_to::text, is_compared FROM mirror_copies WHERE mirror_id = $1 AND resource = $2`,
      [mirrorId, path]
    )
    return rows[0] ?? { compared_to: null, is_compared: false }
  }

  /** Stores the position after a range, so that an interrupted comparison continues there. */
  async #save({ path }: Resource, { comparedTo, isFirst, vanished }: SavedRange): Promise<void> {
    const { client, mirrorId } = this.services
    await client.query(
      `UPDATE mirror_copies SET compared_to = $3::bigint, is_compared = $3::bigint IS NULL,
         vanished = CASE WHEN $4 THEN 0 ELSE vanished END + $5
       WHERE mirror_id = $1 AND resource = $2`,
      [mirrorId, path, comparedTo, isFirst, vanished]
    )
  }
}

/** Lists of the records that others contain, by the filters of those; undefined if they can't be filtered so. */
function containedLists({ lists, contained }: Scope): [Resource, Filters | undefined][] {
  return Array.from(contained, ([resource, { parent }]) => {
    const filters = lists.get(parent)
    const relation = [...resource.filters.values()].find(
      (one) => one.kind === 'related' && one.alias === undefined && one.relation?.target === parent
    )
    if (!filters?.length) return [resource, filters]
    if (!relation || filters.some(([name]) => name.split('__').length > MAX_DEPTH))
      return [resource, undefined]
    return [resource, filters.map(([name, value]) => [`${relation.name}__${name}`, value] as const)]
  })
}

/** Whether a list can be read in ranges of IDs. */
function isComparable(resource: Resource): boolean {
  const lookups = resource.filters.get('id')?.lookups ?? []
  const isRanged = lookups.includes('gt') && lookups.includes('lte')
  return resource.key.type === 'integer' && isRanged && readOrder(resource) === 'id'
}
