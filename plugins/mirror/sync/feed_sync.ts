/**
 * Applies the changes of a Curia server. Each page of changes is one transaction with the
 * position after it, so an interrupted run continues where it ended.
 */
import type pg from 'pg'
import { inTransaction } from '#app/database/transaction'
import { Interrupted } from '#app/support/interrupted'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import type { EditPolicy } from '../records/local_edits.js'
import { containedIn } from '../records/mirrored_resources.js'
import { MARK } from '../records/sample_marks.js'
import type { Filters, Scope } from '../records/scope.js'
import {
  ResponseTooLarge,
  type ChangePage,
  type JsonRecord,
  type Upstream,
} from '../upstream/upstream.js'
import type { MirrorRecords } from './mirror_records.js'
import type { NewMatches } from './new_matches.js'
import type { MirrorProgress } from './progress.js'

/** Seconds of a long poll. */
const WAIT = 30
/** Most changes per request, which are stored in one transaction. */
const CHANGES = 200

export interface MirrorRow {
  id: string
  url: string
  token: string | null
  resources: string[]
  cursor: string | null
  /** Names of the upstream: those of Curia, or those of the public service. */
  names: 'own' | 'public'
  /** Resource whose records match the filters; null for whole lists. */
  root: string | null
  filters: Filters
  local_edits: EditPolicy
  /** URL before the paths of the upstream's files; null if they aren't copied. */
  files_url: string | null
  /** Whether the files of earlier records are in the queue. */
  are_files_listed: boolean
}

export interface SyncOptions {
  signal: AbortSignal
  /** Ends when the mirror has caught up. */
  once: boolean
  /** Minutes between reads of the changed records of lists. */
  every: number
  /** Days between comparisons of the IDs of lists; 0 for none. */
  compareDays: number
  report: (message: string) => void
}

export interface FeedServices {
  client: pg.ClientBase
  registry: ResourceRegistry
  scope: Scope
  upstream: Upstream
  records: MirrorRecords
  matches: NewMatches
  progress: MirrorProgress
}

export class FeedSync {
  /** Changes per request; fewer after a response that was too large. */
  #changes = CHANGES

  constructor(
    readonly mirror: MirrorRow,
    readonly options: SyncOptions,
    readonly services: FeedServices
  ) {}

  /** Reads the position of the feed, before the lists are read, so that no later change is missed. */
  async begin(): Promise<void> {
    const { mirror } = this
    if (mirror.cursor !== null) return
    const { client, upstream } = this.services
    const { cursor } = await upstream.changes({})
    await client.query('UPDATE mirrors SET cursor = $2 WHERE id = $1', [mirror.id, cursor])
    mirror.cursor = cursor
  }

  /** Runs until it is interrupted, or has caught up. */
  async follow(): Promise<void> {
    while (await this.#step()) if (this.options.signal.aborted) throw new Interrupted()
  }

  /** @returns whether to continue */
  async #step(): Promise<boolean> {
    const { mirror, options } = this
    const { client, records, progress } = this.services
    const page = await this.#read()
    const received = new Date()
    if (page.cursor !== mirror.cursor) {
      records.linked.forgetAbsent()
      await this.#keepScope(page)
      const parents = await this.#parentsOfContained(page)
      await this.#storeLinked(page, parents)
      await inTransaction(client, async () => {
        await this.#apply(page, parents)
        await client.query(
          'UPDATE mirrors SET cursor = $2, changes = changes + $3, date_synced = now() WHERE id = $1',
          [mirror.id, page.cursor, page.results.length]
        )
      })
      mirror.cursor = page.cursor
      const changed = page.results.map(({ resource, id }) => ({ resource, key: String(id) }))
      for (const [{ path }, some] of parents)
        for (const { id } of some) changed.push({ resource: path, key: String(id) })
      await records.storePending(changed)
    }
    await progress.apply(page, received)
    return !options.once || page.more
  }

  async #read(): Promise<ChangePage> {
    const { mirror, options } = this
    for (;;) {
      try {
        return await this.services.upstream.changes({
          since: mirror.cursor!,
          resource: mirror.resources.join(','),
          include: `record,${MARK}`,
          limit: String(this.#changes),
          wait: String(options.once ? 0 : WAIT),
        })
      } catch (error) {
        if (!(error instanceof ResponseTooLarge) || this.#changes === 1) throw error
        this.#changes = Math.ceil(this.#changes / 4)
      }
    }
  }

  /**
   * Leaves out changes of records that aren't in the scope of a filtered mirror: those that don't
   * exist here and don't match. Records that matched once remain.
   */
  async #keepScope(page: ChangePage): Promise<void> {
    const { registry, records } = this.services
    if (this.mirror.root === null) return
    const kept = new Set<unknown>()
    for (const path of this.mirror.resources) {
      const resource = registry.get(path)
      const changes = page.results.filter((change) => change.resource === path)
      const keys = [...new Set(changes.map(({ id }) => String(id)))]
      const wanted = new Set(await records.store.existing(resource, keys))
      const created = new Set(
        changes.flatMap(({ change, id }) => (change === 'created' ? [String(id)] : []))
      )
      for (const { id, record } of changes)
        if (record && !wanted.has(String(id))) {
          const isNew = created.has(String(id))
          if (await this.#storeMatching(resource, record, isNew)) wanted.add(String(id))
        }
      for (const change of changes) if (wanted.has(String(change.id))) kept.add(change)
    }
    page.results = page.results.filter((change) => kept.has(change))
  }

  /**
   * Stores a record that doesn't exist here, if it is in the scope.
   *
   * @param isNew whether it was created just now: then the feed has the records below it
   */
  async #storeMatching(resource: Resource, record: JsonRecord, isNew: boolean): Promise<boolean> {
    const { scope, records, matches, upstream } = this.services
    const key = String(record.id)
    const within = scope.contained.get(resource)
    const listed = within?.parent ?? resource
    const filters = scope.lists.get(listed)
    if (filters) {
      const own: [string, string] = [within?.name ?? 'id', key]
      const query = new URLSearchParams([...filters, own] as [string, string][])
      const { results } = await upstream.list(listed.path, `?${query}`)
      if (isNew) await records.storeAll(listed, results)
      else await matches.store(listed, results)
      return results.length > 0
    }
    const parents = scope.followed.filter((one) => one.resource === resource)
    const { columns } = records.store.describe(resource)
    for (const { parent } of parents) {
      const parentKey = columns.find(({ refersTo }) => refersTo === parent)?.read(record)
      if (parentKey === null || parentKey === undefined) continue
      if (!(await records.store.existing(parent, [String(parentKey)])).size) continue
      await records.storeAll(resource, [record])
      return true
    }
    return false
  }

  /** Before the transaction, because it makes requests. */
  async #storeLinked({ results }: ChangePage, parents: Map<Resource, JsonRecord[]>): Promise<void> {
    const { registry, records } = this.services
    for (const path of this.mirror.resources) {
      const resource = registry.get(path)
      const changes = results.filter((change) => change.resource === path)
      const given = changes.flatMap(({ record }) => (record ? [record] : []))
      await records.linked.storeChanged(resource, [...(parents.get(resource) ?? []), ...given])
    }
  }

  /** A record exists if any of its changes includes it. */
  async #apply({ results }: ChangePage, parents: Map<Resource, JsonRecord[]>): Promise<void> {
    const { registry, records } = this.services
    const groups = Map.groupBy(results, ({ resource }) => resource)
    for (const path of this.mirror.resources) {
      const resource = registry.get(path)
      await records.storeRecords(resource, parents.get(resource) ?? [])
      const given = new Map<string, JsonRecord>()
      for (const { id, record } of groups.get(path) ?? []) if (record) given.set(String(id), record)
      await records.storeRecords(resource, [...given.values()])
    }
    for (const path of this.mirror.resources.toReversed()) {
      const resource = registry.get(path)
      const changes = groups.get(path) ?? []
      const existing = new Set(changes.flatMap(({ id, record }) => (record ? [String(id)] : [])))
      const gone = changes.filter(({ id }) => !existing.has(String(id)))
      for (const { id, change, merged_into: into } of gone)
        if (into !== undefined) await records.store.redirect(resource, String(id), String(into))
        else if (change === 'sealed') await records.store.seal(resource, String(id))
      const keys = new Set(gone.map(({ id }) => String(id)))
      for (const key of await records.store.remove(resource, [...keys]))
        this.options.report(
          `${path} ${key} no longer exists upstream, and is kept because records of this server refer to it`
        )
    }
  }

  /** Parents of changed records that don't show their parent. */
  async #parentsOfContained({ results }: ChangePage): Promise<Map<Resource, JsonRecord[]>> {
    const { registry, upstream } = this.services
    const found = new Map<Resource, JsonRecord[]>()
    for (const path of this.mirror.resources) {
      const parent = registry.get(path)
      const byKey = new Map<string, JsonRecord>()
      for (const { resource, name } of containedIn(parent, registry)) {
        const changed = results.filter((one) => one.resource === resource.path && one.record)
        for (const id of new Set(changed.map((one) => String(one.id)))) {
          const { results: parents } = await upstream.list(
            path,
            `?${new URLSearchParams({ [name]: id })}`
          )
          for (const one of parents) byKey.set(String(one.id), one)
        }
      }
      if (byKey.size) found.set(parent, [...byKey.values()])
    }
    return found
  }
}
