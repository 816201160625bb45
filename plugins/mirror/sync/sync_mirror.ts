/**
 * Follows an upstream: copies its lists, and then applies the changes of its feed, or reads what
 * changed in its lists if it has the API of the public service.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import encryption from '@adonisjs/core/services/encryption'
import type pg from 'pg'
import type { ConnectionSettings } from '#app/database/connection'
import { readFirstLocalKey } from '#app/database/local_keys'
import { inTransaction } from '#app/database/transaction'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import type { RecordChanges } from '#api/record_changes'
import type { ResourceRegistry } from '#api/registry'
import { FileQueue } from '../records/file_queue.js'
import { LocalEdits } from '../records/local_edits.js'
import { includedMarks } from '../records/sample_marks.js'
import { describeFiltered, describeLists, type Scope } from '../records/scope.js'
import { Upstream, type UpstreamOptions } from '../upstream/upstream.js'
import { FeedSync, type MirrorRow, type SyncOptions } from './feed_sync.js'
import { FileSync, type FileStorage } from './file_sync.js'
import { KeyComparison, type ComparedList } from './key_comparison.js'
import { ListPasses } from './list_passes.js'
import { MirrorRecords } from './mirror_records.js'
import { NewMatches } from './new_matches.js'
import { MirrorProgress } from './progress.js'
import { withClient } from './with_client.js'

/** Encrypts the token of an upstream account. */
export function encryptToken(token: string): string {
  return encryption.encrypt(token, { purpose: PURPOSE })
}

const PURPOSE = 'mirror token'
const CONNECTION = 'curia mirror'

export interface CompareOptions extends Pick<SyncOptions, 'signal' | 'report'> {
  /** Whether records that the upstream no longer has are deleted. */
  deletes: boolean
}

export interface SyncServices {
  connection: ConnectionSettings
  /** Resources under the names of the upstream. */
  registry: ResourceRegistry
  changes: RecordChanges
  storage: FileStorage
}

export class MirrorSync {
  readonly #records: MirrorRecords
  readonly #passes: ListPasses
  readonly #matches: NewMatches

  private constructor(
    readonly mirror: MirrorRow,
    readonly options: SyncOptions,
    readonly services: {
      client: pg.Client
      registry: ResourceRegistry
      upstream: Upstream
      scope: Scope
      progress: MirrorProgress
      firstLocalKey: number
    }
  ) {
    const shared = { ...services, mirrorId: mirror.id }
    const { signal, report } = options
    this.#records = new MirrorRecords(shared)
    this.#matches = new NewMatches(mirror, this.#records)
    const found = { records: this.#records, matches: this.#matches }
    this.#passes = new ListPasses({ ...shared, ...found, signal, report })
  }

  /** Runs until it is interrupted, or has caught up. */
  static run(mirror: MirrorRow, options: SyncOptions, given: SyncServices): Promise<void> {
    const failed = new AbortController()
    const signal = AbortSignal.any([options.signal, failed.signal])
    return withClient(given.connection, CONNECTION, async (client) => {
      const progress = new MirrorProgress(client, mirror.id)
      await progress.begin(mirror.names === 'own' ? 0 : options.every, options.once)
      const pauses = (until: Date, failure: string | null) => progress.pause(until, failure)
      const services = { ...given, client, progress, pauses }
      const sync = await MirrorSync.#open(mirror, { ...options, signal }, services)
      const current = new AbortController()
      const records = mirror.names === 'own' ? sync.#followFeed() : sync.#followLists()
      const runs = [
        records.finally(() => current.abort()),
        sync.#copyFiles(given, current.signal),
      ].map((run) =>
        run.catch((error: unknown) => {
          failed.abort()
          throw error
        })
      )
      const errors = (await Promise.allSettled(runs)).flatMap((one) =>
        one.status === 'rejected' ? [one.reason as unknown] : []
      )
      // A failure of one run interrupts the other.
      if (errors.length) throw errors.find((error) => !(error instanceof Interrupted)) ?? errors[0]
    })
  }

  /** Copies files on another connection, until the records are current. */
  async #copyFiles({ connection, storage }: SyncServices, current: AbortSignal): Promise<void> {
    const { mirror, options, services } = this
    const { files_url: base, id: mirrorId, url } = mirror
    if (base === null) return
    const { signal } = options
    const { token } = services.upstream.options
    await withClient(connection, 'curia mirror files', (client) =>
      new FileSync({ ...storage, client, mirrorId, base, url, token, signal }).run(current)
    )
  }

  /** Compares the IDs of the mirrored lists with the upstream's. */
  static compare(
    mirror: MirrorRow,
    { deletes, ...given }: CompareOptions,
    services: SyncServices
  ): Promise<ComparedList[] | undefined> {
    const options = { ...given, once: true, every: 1, compareDays: 0 }
    return withClient(services.connection, CONNECTION, async (client) => {
      const progress = new MirrorProgress(client, mirror.id)
      const sync = await MirrorSync.#open(mirror, options, { ...services, client, progress })
      await sync.services.upstream.awaitFreeRequest()
      return sync.#comparison(deletes).run()
    })
  }

  #comparison(deletes: boolean): KeyComparison {
    const { mirror, options, services } = this
    const { signal, report } = options
    const shared = { ...services, signal, report, mirrorId: mirror.id, deletes }
    return new KeyComparison({ ...shared, records: this.#records })
  }

  /**
   * Compares the IDs if that is due, and reports what was found.
   *
   * @param days since the last comparison; undefined if only missed changes require one
   */
  async #compareIfDue(days?: number): Promise<void> {
    const { mirror, options, services } = this
    if (!options.compareDays) return
    const { rows } = await services.client.query<{ due: boolean }>(
      `SELECT coalesce(date_compared < now() - $2 * interval '1 day', date_compared IS NULL) AS due
       FROM mirrors WHERE id = $1`,
      [mirror.id, days ?? null]
    )
    if (!rows[0]!.due) return
    options.report(`comparing the IDs of ${mirror.url}`)
    const lists = await this.#comparison(false).run()
    if (!lists) return
    const vanished = lists.reduce((sum, list) => sum + list.vanished, 0)
    const stored = lists.reduce((sum, list) => sum + list.stored, 0)
    options.report(
      `compared the IDs of ${mirror.url}: ${stored} missing records stored, ${vanished} records no longer upstream`
    )
  }

  static async #open(
    mirror: MirrorRow,
    options: SyncOptions,
    given: SyncServices & {
      client: pg.Client
      progress: MirrorProgress
      pauses?: UpstreamOptions['pauses']
    }
  ): Promise<MirrorSync> {
    const { signal, report } = options
    const { client, registry, changes, progress, pauses } = given
    const token = mirror.token && encryption.decrypt<string>(mirror.token, PURPOSE)
    if (mirror.token !== null && !token)
      throw new CommandRefusal(
        `the token of ${mirror.url} was encrypted with another key than that of this server`
      )
    const includes = mirror.names === 'own' ? includedMarks(registry) : undefined
    const upstream = new Upstream({ url: mirror.url, token, signal, report, pauses, includes })
    const { resources: paths, root, filters } = mirror
    const scope =
      root === null
        ? describeLists(registry, paths)
        : await describeFiltered(client, registry, { paths, root, filters })
    const firstLocalKey = await readFirstLocalKey((sql) => client.query(sql))
    const services = { client, registry, upstream, scope, progress, firstLocalKey }
    const sync = new MirrorSync(mirror, options, services)
    if (mirror.local_edits !== 'upstream') await sync.#followEdits(changes)
    if (mirror.files_url !== null) await sync.#listFiles()
    return sync
  }

  async #listFiles(): Promise<void> {
    const { mirror, services } = this
    const { client, registry, firstLocalKey } = services
    const files = new FileQueue(client, mirror.id)
    this.#records.store.files = files
    if (mirror.are_files_listed) return
    await inTransaction(client, async () => {
      // The lists of a filtered mirror are read again: other records may be here, too.
      if (mirror.root === null)
        await files.addAll(
          mirror.resources.map((path) => registry.get(path)),
          firstLocalKey
        )
      await client.query('UPDATE mirrors SET are_files_listed = true WHERE id = $1', [mirror.id])
    })
    mirror.are_files_listed = true
  }

  async #followEdits(changes: RecordChanges): Promise<void> {
    const { mirror, options, services } = this
    const { client, registry, firstLocalKey } = services
    const { store } = this.#records
    const edits = new LocalEdits({
      client,
      mirrorId: mirror.id,
      policy: mirror.local_edits,
      firstLocalKey,
      sources: changes
        .sources(registry)
        .filter(({ resource }) => mirror.resources.includes(resource.path)),
      describe: (resource) => store.describe(resource),
      report: options.report,
    })
    await edits.refresh()
    store.edits = edits
  }

  async #followFeed(): Promise<void> {
    const feed = new FeedSync(this.mirror, this.options, {
      ...this.services,
      records: this.#records,
      matches: this.#matches,
    })
    await feed.begin()
    await this.#copyLists()
    await this.#compareIfDue()
    await feed.follow()
  }

  async #copyLists(): Promise<void> {
    await this.#matches.resume()
    for (const [resource, filters] of this.services.scope.lists)
      await this.#passes.copy(resource, filters)
    await this.#records.storePending()
    await this.services.progress.finishCopy()
  }

  async #followLists(): Promise<void> {
    const { mirror, options, services } = this
    const { scope, upstream, client, progress } = services
    await upstream.awaitFreeRequest()
    await this.#copyLists()
    for (;;) {
      const started = new Date()
      for (const [resource, filters] of scope.lists) await this.#passes.update(resource, filters)
      for (const resource of scope.contained.keys()) await this.#passes.updateContained(resource)
      for (const resource of scope.linked) await this.#passes.updateLinked(resource)
      await this.#records.storePending()
      await client.query('UPDATE mirrors SET date_synced = now() WHERE id = $1', [mirror.id])
      await progress.reach(started)
      await this.#compareIfDue(options.compareDays)
      if (options.once) return
      await sleep(options.every * 60_000, undefined, { signal: options.signal }).catch(() => {
        throw new Interrupted()
      })
      await upstream.awaitFreeRequest()
    }
  }
}
