/** Follows the upstream servers of this archive until an interruption, and pulls single records. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import { DriveManager } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { AdvisoryLock } from '#app/database/advisory_lock'
import { OpenDatabase, type ConnectionSettings } from '#app/database/connection'
import { writtenDisks } from '#app/storage/disk_files'
import { lockKey } from '#app/support/advisory_locks'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { RecordChanges } from '#api/record_changes'
import { settings } from '#start/env'
import { includedMarks } from '../records/sample_marks.js'
import { PositionLost, Upstream } from '../upstream/upstream.js'
import { findFilesUrl, requireToken } from './arguments.js'
import type { MirrorRow, SyncOptions } from './feed_sync.js'
import type { FileStorage } from './file_sync.js'
import { pullRecord, readTarget } from './pull.js'
import { UpstreamApis } from './upstream_apis.js'
import type { ComparedList } from './key_comparison.js'
import { MirrorSync, type CompareOptions } from './sync_mirror.js'

type Report = (message: string) => void

/** Failed requests until a command ends. */
export const ATTEMPTS = 4
/** Characters of an error that are stored. */
const MAX_ERROR = 500
const RUNNING = 'mirror:run is already running'
/** Held by the process that runs the mirrors. */
const LOCK = lockKey('mirr')
/** Attempts to lock, a quarter of a second apart: a killed process loses its lock after its statement. */
const LOCK_ATTEMPTS = 40

@inject()
export class Mirrors {
  constructor(
    readonly database: Database,
    readonly open: OpenDatabase,
    readonly apis: UpstreamApis,
    readonly changes: RecordChanges,
    readonly drive: DriveManager<any>
  ) {}

  #storage(): FileStorage {
    const folder = join(settings.dataDir, 'incoming-mirrored')
    return { registry: this.apis.registryOf('own'), disks: writtenDisks(this.drive), folder }
  }

  /**
   * Pulls one record with everything below it.
   *
   * @param url of the record in the API, or of its page
   * @param options with `files`, files are copied; their URL is found if it isn't given
   * @returns numbers of records by resource
   * @throws CommandRefusal, Interrupted
   */
  async pull(
    url: string,
    token: string | undefined,
    { signal, report, files }: { signal: AbortSignal; report: Report; files?: { url?: string } }
  ): Promise<Map<string, number>> {
    const target = readTarget(url)
    requireToken(token)
    const options = { url: target.server, token: token ?? null, signal, report, attempts: ATTEMPTS }
    const api = await this.apis.read(new Upstream(options), [])
    const includes = api.names === 'own' ? includedMarks(api.registry) : undefined
    const upstream = new Upstream({ ...options, includes })
    const filesUrl = files ? findFilesUrl(target.server, api.names, files.url) : null
    const { connection } = this.open
    return pullRecord(target, { api, upstream, connection, filesUrl, storage: this.#storage() })
  }

  /**
   * Follows all upstream servers.
   *
   * @returns the number of mirrors
   */
  async run(options: SyncOptions): Promise<number> {
    return withRunLock(this.open.connection, options.signal, RUNNING, async (signal) => {
      const mirrors = await this.#read()
      // One that can't continue doesn't end the others.
      const runs = mirrors.map((mirror) => this.#follow(mirror, { ...options, signal }))
      const failed = (await Promise.allSettled(runs)).find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
      return mirrors.length
    })
  }

  /**
   * Compares the IDs of all mirrors with those of their upstream servers.
   *
   * @returns the lists, or null without mirrors
   * @throws CommandRefusal, Interrupted
   */
  async compare(options: CompareOptions): Promise<(ComparedList & { url: string })[] | null> {
    const mirrors = await this.#read()
    if (!mirrors.length) return null
    const { connection } = this.open
    const { changes } = this
    const storage = this.#storage()
    const compared: (ComparedList & { url: string })[] = []
    for (const mirror of mirrors) {
      const registry = this.apis.registryOf(mirror.names)
      const lists = await MirrorSync.compare(mirror, options, {
        connection,
        registry,
        changes,
        storage,
      })
      if (!lists) throw new CommandRefusal(`the IDs of ${mirror.url} are already being compared`)
      compared.push(...lists.map((list) => ({ ...list, url: mirror.url })))
    }
    return compared
  }

  #read(): Promise<MirrorRow[]> {
    return this.database
      .from('mirrors')
      .select(
        'id',
        'url',
        'token',
        'resources',
        'cursor',
        'names',
        'root',
        'filters',
        'local_edits',
        'files_url',
        'are_files_listed'
      )
      .orderBy('id')
  }

  async #follow(mirror: MirrorRow, options: SyncOptions): Promise<void> {
    const { connection } = this.open
    const registry = this.apis.registryOf(mirror.names)
    for (;;) {
      try {
        return await MirrorSync.run(mirror, options, {
          connection,
          registry,
          changes: this.changes,
          storage: this.#storage(),
        })
      } catch (error) {
        if (!(error instanceof PositionLost)) {
          if (error instanceof Interrupted) throw error
          if (error instanceof CommandRefusal) options.report(error.message)
          const { message } = error as Error
          await this.database
            .from('mirrors')
            .where('id', mirror.id)
            .update({ error: message.slice(0, MAX_ERROR) })
          throw error
        }
        options.report(
          `${mirror.url} no longer has the changes since the last run; copying its lists again`
        )
        await this.database.transaction(async (trx) => {
          await trx
            .from('mirrors')
            .where('id', mirror.id)
            .update({ cursor: null, is_copied: false, date_compared: null })
          await trx.from('mirror_copies').where('mirror_id', mirror.id).delete()
        })
        mirror.cursor = null
      }
    }
  }
}

/**
 * Runs work while no other process runs or changes the mirrors.
 *
 * @param refusal message if `mirror:run` is running
 * @param work receives a signal for an interruption, or for the loss of the lock
 * @throws CommandRefusal, Interrupted
 */
export async function withRunLock<T>(
  connection: ConnectionSettings,
  signal: AbortSignal,
  refusal: string,
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const lost = new AbortController()
  const lock = new AdvisoryLock(connection, LOCK, 'curia mirror lock', () => lost.abort())
  try {
    await waitForLock(lock, signal, refusal)
    return await work(AbortSignal.any([signal, lost.signal]))
  } catch (error) {
    if (!lost.signal.aborted || signal.aborted) throw error
    throw new CommandRefusal(
      'the connection to the database was lost; run the same command again to continue'
    )
  } finally {
    await lock.release()
  }
}

async function waitForLock(
  lock: AdvisoryLock,
  signal: AbortSignal,
  refusal: string
): Promise<void> {
  for (let attempt = 0; !(await lock.attempt()); attempt++) {
    if (attempt >= LOCK_ATTEMPTS) throw new CommandRefusal(refusal)
    await sleep(250, undefined, { signal }).catch(() => {
      throw new Interrupted()
    })
  }
}
