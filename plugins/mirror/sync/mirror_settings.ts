/** Adds mirrors, changes their settings, and removes them. */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { OpenDatabase } from '#app/database/connection'
import { readFirstLocalKey } from '#app/database/local_keys'
import { ChangeLog } from '#app/events/change_log'
import { CommandRefusal } from '#app/support/interrupted'
import type { ResourceRegistry } from '#api/registry'
import { EDITS_CONSUMER, readPolicy } from '../records/local_edits.js'
import { describeFiltered, describeLists, type Filters, type Scope } from '../records/scope.js'
import { PositionLost, Upstream } from '../upstream/upstream.js'
import { findFilesUrl, oneResource, readFilters, readUrl, requireToken } from './arguments.js'
import type { MirrorRow } from './feed_sync.js'
import { ATTEMPTS, withRunLock } from './mirrors.js'
import { encryptToken } from './sync_mirror.js'
import { UpstreamApis } from './upstream_apis.js'

type Report = (message: string) => void

/** Settings as the commands receive them. */
export interface GivenSettings {
  url: string
  token?: string
  /** Which record wins if both servers changed it. */
  localEdits?: string
  /** Whether files are copied. */
  files?: boolean
  /** URL before the paths of the upstream's files. */
  filesUrl?: string
}

export interface AddedMirror extends GivenSettings {
  /** Names of resources; all by default. */
  resources: readonly string[]
  /** Filters of the records of one resource, as `name=value`. */
  filters: readonly string[]
}

const RUNNING = 'mirror:run is running; stop it, and start it again after this command'
/** Local ranges begin at multiples of this number. */
const STEP = 100_000_000

@inject()
export class MirrorSettings {
  constructor(
    readonly database: Database,
    readonly open: OpenDatabase,
    readonly apis: UpstreamApis
  ) {}

  /**
   * Adds an upstream server, after checking that its IDs and those of local records differ.
   *
   * @returns the names of the mirrored resources
   * @throws CommandRefusal
   */
  async add(given: AddedMirror, signal: AbortSignal, report: Report): Promise<string[]> {
    const url = readUrl(given.url)
    const { token, resources } = given
    const filters = readFilters(given.filters)
    requireToken(token)
    const policy = readPolicy(given.localEdits ?? 'upstream')
    const root = filters.length ? oneResource(resources) : null
    const upstream = new Upstream({ url, token: token ?? null, signal, report, attempts: ATTEMPTS })
    const { names, registry, paths } = await this.apis.read(
      upstream,
      root === null ? resources : []
    )
    if (root !== null && !paths.includes(root))
      throw new CommandRefusal(`the upstream has no "${root}" that can be mirrored`)
    const filesUrl = readFilesUrl(given, url, names) ?? null
    if (names === 'own')
      await upstream.changes({ resource: paths.join(',') }).catch((error: unknown) => {
        throw error instanceof PositionLost ? new CommandRefusal(error.message) : error
      })
    const scope = await this.#describe(registry, paths, root, filters)
    const first = await readFirstLocalKey((sql) => this.database.rawQuery(sql))
    const highest = await readHighestKey(upstream, scope)
    if (highest >= first)
      throw new CommandRefusal(
        `the upstream has records with IDs up to ${highest}, and IDs of records created on this server start at ${first}. ` +
          `Set LOCAL_IDS_FROM=${freeStart(highest)} before the first start of a new archive.`
      )
    const stored = [...scope.lists.keys(), ...scope.contained.keys(), ...scope.linked]
    for (const { resource } of scope.followed) stored.push(resource)
    const mirrored = paths.filter((path) => stored.some((one) => one.path === path))
    const row = {
      url,
      token: token ? encryptToken(token) : null,
      resources: mirrored,
      names,
      root,
      filters: JSON.stringify(filters),
      local_edits: policy,
      files_url: filesUrl,
    }
    const added = await this.database
      .table('mirrors')
      .insert(row)
      .onConflict('url')
      .ignore()
      .returning('id')
    if (!added.length) throw new CommandRefusal(`${url} is already mirrored`)
    return mirrored
  }

  /**
   * Changes the given settings of a mirror.
   *
   * @throws CommandRefusal
   */
  async update(given: GivenSettings, signal: AbortSignal, report: Report): Promise<void> {
    const { token } = given
    requireToken(token)
    const policy = given.localEdits === undefined ? undefined : readPolicy(given.localEdits)
    const mirror = await this.#find(given.url)
    const { id, url, names, resources } = mirror
    const filesUrl = readFilesUrl(given, url, names)
    if (token === undefined && policy === undefined && filesUrl === undefined)
      throw new CommandRefusal('nothing to change; use --token, --local-edits, or --files')
    if (token !== undefined)
      await new Upstream({ url, token, signal, report, attempts: ATTEMPTS }).list(resources[0]!, '')
    await withRunLock(this.open.connection, signal, RUNNING, () =>
      this.database.transaction(async (trx) => {
        const changed = {
          ...(token !== undefined && { token: encryptToken(token) }),
          ...(policy !== undefined && { local_edits: policy }),
          // Files that were copied before are compared again.
          ...(filesUrl !== undefined && { files_url: filesUrl, are_files_listed: false }),
          error: null,
        }
        await trx.from('mirrors').where('id', id).update(changed)
        if (filesUrl === null) await trx.from('mirror_files').where('mirror_id', id).delete()
        if (filesUrl && mirror.root !== null) {
          await trx.from('mirrors').where('id', id).update({ is_copied: false })
          await trx.from('mirror_copies').where('mirror_id', id).delete()
        }
        if (policy === undefined || policy === mirror.local_edits) return
        // Edits are known only from now on.
        await trx.from('mirrors').where('id', id).update({ edits_cursor: null })
        await trx.from('mirror_local_edits').where('mirror_id', id).delete()
        await new ChangeLog(trx).forget(EDITS_CONSUMER + id)
      })
    )
  }

  /**
   * Removes a mirror. Its records and files remain.
   *
   * @throws CommandRefusal
   */
  async remove(url: string, signal: AbortSignal): Promise<void> {
    const { id } = await this.#find(url)
    await withRunLock(this.open.connection, signal, RUNNING, () =>
      this.database.transaction(async (trx) => {
        await trx.from('mirrors').where('id', id).delete()
        await new ChangeLog(trx).forget(EDITS_CONSUMER + id)
      })
    )
  }

  async #find(
    given: string
  ): Promise<Pick<MirrorRow, 'id' | 'url' | 'names' | 'resources' | 'root' | 'local_edits'>> {
    const url = readUrl(given)
    const mirror = await this.database
      .from('mirrors')
      .select('id', 'url', 'names', 'resources', 'root', 'local_edits')
      .where('url', url)
      .first()
    if (!mirror)
      throw new CommandRefusal(`${url} isn\'t mirrored; mirror:status lists the mirrored servers`)
    return mirror
  }

  #describe(
    registry: ResourceRegistry,
    paths: readonly string[],
    root: string | null,
    filters: Filters
  ): Promise<Scope> | Scope {
    if (root === null) return describeLists(registry, paths)
    const client = { query: (sql: string) => this.database.rawQuery(sql) }
    return describeFiltered(client as never, registry, { paths, root, filters })
  }
}

/** @returns null if files aren't copied; undefined if that isn't given */
function readFilesUrl(
  { files, filesUrl }: GivenSettings,
  url: string,
  names: MirrorRow['names']
): string | null | undefined {
  if (files === undefined && filesUrl === undefined) return undefined
  if (files === false) return null
  return findFilesUrl(url, names, filesUrl)
}

/** The highest numeric ID of the lists. */
async function readHighestKey(upstream: Upstream, { lists }: Scope): Promise<number> {
  let highest = 0
  for (const [{ path, key, cursor }, filters] of lists) {
    const isOrdered = key.type === 'integer' && cursor.includes('id')
    // A filter must be valid, even if the list can't be ordered.
    if (!isOrdered && !filters.length) continue
    const order = isOrdered ? [['order_by', '-id']] : []
    const query = new URLSearchParams([...filters, ...order, ['fields', 'id,resource_uri']] as [
      string,
      string,
    ][])
    const { results } = await upstream.list(path, `?${query}`)
    if (isOrdered) highest = Math.max(highest, Number(results[0]?.id ?? 0))
  }
  return highest
}

/** A start that leaves the upstream room for new records. */
function freeStart(highest: number): number {
  return (Math.floor(highest / STEP) + 10) * STEP
}
