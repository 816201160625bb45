/**
 * Reads lists of an upstream: the whole list first, and then the records that changed since the
 * last pass. A pass is in the order of IDs, because dates of many records can be equal, and
 * records that change during a pass would move. The next pass starts with the time at which this
 * one started, minus an overlap for transactions that commit late.
 */
import type pg from 'pg'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import type { Resource } from '#api/resource'
import type { Filters, Scope } from '../records/scope.js'
import type { JsonRecord, ListPage, Upstream } from '../upstream/upstream.js'
import type { MirrorRecords } from './mirror_records.js'
import type { NewMatches } from './new_matches.js'
import type { MirrorProgress } from './progress.js'

/** Minutes that passes overlap: also longer than the public service caches first pages. */
const OVERLAP_MINUTES = 15
/** Hours after which IDs after the highest one are read, for records without a date. */
const KEYS_HOURS = 24
/** Times that a pass starts again because the upstream rejects its position. */
const MAX_RESTARTS = 3

/** The state of a list; see the table `mirror_copies`. */
interface ListState {
  position: string | null
  is_done: boolean
  started: string | null
  since: string | null
  last_key: string | null
  reads_keys: boolean
}

/** How the changed records of a list are found. */
interface Change {
  filters: Filters
  order: string
  /** Ends a list in descending order. */
  until?: number
}

const DATE = 'date_modified'

export interface PassServices {
  mirrorId: string
  scope: Scope
  client: pg.ClientBase
  upstream: Upstream
  records: MirrorRecords
  matches: NewMatches
  progress: MirrorProgress
  signal: AbortSignal
  report: (message: string) => void
}

export class ListPasses {
  constructor(readonly services: PassServices) {}

  /** Reads the whole list of a resource, unless it was read already. */
  async copy(resource: Resource, filters: Filters): Promise<void> {
    const state = await this.#load(resource)
    if (state.is_done) return
    await this.#pass(resource, state, { filters, order: readOrder(resource) })
    this.services.report(`copied ${resource.path}`)
    for (const [inner, { parent }] of this.services.scope.contained)
      if (parent === resource) await this.#finish(inner)
  }

  /** Reads the changes of a list that was read before, and continues an interrupted pass. */
  async update(resource: Resource, filters: Filters): Promise<void> {
    const state = await this.#load(resource)
    if (state.since === null) return this.copy(resource, filters)
    const change = changesSince(resource, filters, state)
    // Otherwise, its list has no dates.
    if (change) await this.#pass(resource, state, change)
    if (!state.reads_keys && change) return
    await this.#readNewKeys(resource, filters)
  }

  /** Reads the parents of changed records that only their parents show. */
  async updateContained(resource: Resource): Promise<void> {
    const { parent, name } = this.services.scope.contained.get(resource)!
    const filters = this.services.scope.lists.get(parent)
    const state = await this.#load(resource)
    const relation = parent.filters.get(name)
    if (!filters || relation?.kind !== 'related' || state.since === null) return
    const changed: Filters = [[`${name}__${DATE}__gte`, state.since]]
    const change = { filters: [...filters, ...changed], order: readOrder(parent) }
    await this.#pass(resource, state, change, parent)
  }

  /** Updates records that are stored because others refer to them. */
  async updateLinked(resource: Resource): Promise<void> {
    const state = await this.#load(resource)
    if (state.since === null) return this.#finish(resource)
    const change = changesSince(resource, [], state)
    if (change) await this.#pass(resource, state, change, resource, true)
  }

  /**
   * @param listed the resource of the list
   * @param onlyKnown whether only records that exist here are stored
   */
  async #pass(
    resource: Resource,
    state: ListState,
    change: Change,
    listed: Resource = resource,
    onlyKnown = false
  ): Promise<void> {
    const { client, mirrorId, records, matches, progress, upstream, signal } = this.services
    let current = change
    let query = (!state.is_done && state.position) || queryOf(current)
    for (let restarts = 0; ;) {
      if (signal.aborted) throw new Interrupted()
      const page = await this.#read(listed, query, current)
      if (!page) {
        if (++restarts > MAX_RESTARTS)
          throw new CommandRefusal(`${upstream.base}${listed.path}/ rejects its own positions`)
        current = afterLost(listed, current, state)
        query = queryOf(current)
        continue
      }
      const wanted = onlyKnown ? await this.#known(listed, page.results) : page.results
      // A first pass reads all lists.
      if (state.since !== null) await matches.store(listed, wanted)
      else await records.storeAll(listed, wanted)
      const isPast = current.until !== undefined && page.results.some(isBefore(current.until))
      const next = page.next === null || isPast ? null : new URL(page.next, upstream.base).search
      // A position that doesn't move would never end.
      if (next === query) throw new CommandRefusal(`${upstream.base}${listed.path}/ repeats a page`)
      state.last_key = highestKey(listed === resource ? page.results : [], state.last_key)
      state.started ??= page.date.toISOString()
      await client.query(
        `UPDATE mirror_copies SET position = $3, is_done = $4, records = records + $5, last_key = $6,
           date_started = CASE WHEN $4 THEN NULL ELSE $7::timestamptz END,
           date_read = CASE WHEN $4 THEN $7::timestamptz ELSE date_read END
         WHERE mirror_id = $1 AND resource = $2`,
        [mirrorId, resource.path, next, next === null, wanted.length, state.last_key, state.started]
      )
      await progress.succeed()
      if (next === null) return
      query = next
    }
  }

  /** A page; null if the upstream rejects the position. */
  async #read(listed: Resource, query: string, change: Change): Promise<ListPage | null> {
    const { upstream } = this.services
    return query === queryOf(change)
      ? upstream.list(listed.path, query)
      : upstream.nextPage(listed.path, query)
  }

  /** Reads records with IDs above the highest one, which have no date or are new. */
  async #readNewKeys(resource: Resource, filters: Filters): Promise<void> {
    const { client, mirrorId, records, upstream, signal } = this.services
    if (!resource.filters.get('id')?.lookups.includes('gt')) return
    for (;;) {
      if (signal.aborted) throw new Interrupted()
      const { last_key: last } = await this.#load(resource)
      const query = queryOf({
        filters: [...filters, ['id__gt', last ?? '0']],
        order: readOrder(resource),
      })
      const { results } = await upstream.list(resource.path, query)
      await records.storeAll(resource, results)
      await client.query(
        `UPDATE mirror_copies SET last_key = $3, records = records + $4,
           date_keys_read = CASE WHEN $4 = 0 THEN now() ELSE date_keys_read END
         WHERE mirror_id = $1 AND resource = $2`,
        [mirrorId, resource.path, highestKey(results, last), results.length]
      )
      if (!results.length) return
    }
  }

  async #known(resource: Resource, results: readonly JsonRecord[]): Promise<JsonRecord[]> {
    const keys = results.map(({ id }) => String(id))
    const existing = await this.services.records.store.existing(resource, keys)
    return results.filter(({ id }) => existing.has(String(id)))
  }

  async #load({ path }: Resource): Promise<ListState> {
    const { client, mirrorId } = this.services
    const { rows } = await client.query<ListState>(
      `INSERT INTO mirror_copies (mirror_id, resource) VALUES ($1, $2)
       ON CONFLICT (mirror_id, resource) DO UPDATE SET resource = excluded.resource
       RETURNING position, is_done, last_key::text,
         to_char(date_started, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS started,
         to_char(date_read - interval '${OVERLAP_MINUTES} minutes', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since,
         date_keys_read < now() - interval '${KEYS_HOURS} hours' AS reads_keys`,
      [mirrorId, path]
    )
    return rows[0]!
  }

  /** Notes that records were read with those of other lists, the first of which is the oldest. */
  async #finish({ path }: Resource): Promise<void> {
    const { client, mirrorId } = this.services
    await client.query(
      `INSERT INTO mirror_copies (mirror_id, resource, is_done, date_read)
       SELECT $1, $2, true, min(date_read) FROM mirror_copies WHERE mirror_id = $1
       ON CONFLICT (mirror_id, resource) DO UPDATE SET is_done = true, date_read = excluded.date_read`,
      [mirrorId, path]
    )
  }
}

/** The order by ID, if a list has it. */
export function readOrder(resource: Resource): string {
  return resource.cursor.includes('id') || resource.ordering.includes('id') ? 'id' : ''
}

function queryOf({ filters, order }: Change): string {
  const parameters = [...filters, ...(order ? [['order_by', order]] : [])] as [string, string][]
  return parameters.length ? `?${new URLSearchParams(parameters)}` : ''
}

/** The records that changed after a time; undefined if the list has no dates. */
function changesSince(
  resource: Resource,
  filters: Filters,
  { since }: ListState
): Change | undefined {
  const dates = resource.filters.get(DATE)
  if (dates?.lookups.includes('gte') && !resource.joinFiltersOnly)
    return { filters: [...filters, [`${DATE}__gte`, since!]], order: readOrder(resource) }
  if (!resource.cursor.includes(DATE)) return undefined
  return { filters, order: `-${DATE}`, until: Date.parse(since!) }
}

/** A first pass continues after the last ID if the list can be filtered by it; others start again. */
function afterLost(resource: Resource, change: Change, state: ListState): Change {
  if (change.until !== undefined) return { filters: change.filters, order: readOrder(resource) }
  const { last_key: last, since } = state
  const canFilter = resource.filters.get('id')?.lookups.includes('gt')
  if (!canFilter || last === null || since !== null) return change
  const others = change.filters.filter(([name]) => name !== 'id__gt')
  return { ...change, filters: [...others, ['id__gt', last]] }
}

function isBefore(time: number): (record: JsonRecord) => boolean {
  return ({ [DATE]: date }) => typeof date === 'string' && Date.parse(date) < time
}

/** The highest ID of records in a pass; numbers only. */
function highestKey(results: readonly JsonRecord[], known: string | null): string | null {
  let highest = known === null ? null : BigInt(known)
  for (const { id } of results)
    if (/^\d{1,18}$/.test(String(id)) && (highest === null || BigInt(id) > highest))
      highest = BigInt(id)
  return highest === null ? null : String(highest)
}
