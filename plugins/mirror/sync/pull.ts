/** Copies one record of another server with everything below it, and the records it refers to. */
import type { ConnectionSettings } from '#app/database/connection'
import { readFirstLocalKey } from '#app/database/local_keys'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { FileQueue } from '../records/file_queue.js'
import { describeFiltered } from '../records/scope.js'
import type { JsonRecord, Upstream } from '../upstream/upstream.js'
import { FileSync, type FileStorage } from './file_sync.js'
import { MirrorRecords, readPages } from './mirror_records.js'
import type { UpstreamApi } from './upstream_apis.js'
import { withClient } from './with_client.js'

/** A record of another server. */
export interface PullTarget {
  /** URL of the server, before `/api/rest/`. */
  server: string
  /** Name of the resource on that server. */
  path: string
  key: string
}

/** Resources of the pages of records, on Curia and on the public service. */
const PAGES: Record<string, string> = {
  docket: 'dockets',
  opinion: 'clusters',
  person: 'people',
  audio: 'audio',
}
const API_URL = /^(.*)\/api\/rest\/v[34]\/([a-z-]+)\/([^/]+)\/?$/
const PAGE_URL = /^(.*?)\/(docket|opinion|person|audio)\/(\d{1,18})(?:\/.*)?$/

/** Tables of the progress of mirrors; a pull has its own, which end with its connection. */
const PROGRESS = ['mirror_pending', 'mirror_copies', 'mirror_files']
/** Maximum redirects to the record that another one was merged into. */
const MAX_MERGES = 5
/** The progress of a pull. */
const PULL = '0'

/**
 * Reads the URL of a record: in the API, or of its page.
 *
 * @throws CommandRefusal
 */
export function readTarget(text: string): PullTarget {
  const refusal = new CommandRefusal(
    `"${text}" isn't the URL of a docket, decision, person, or other record`
  )
  if (!URL.canParse(text)) throw refusal
  const { protocol, origin, pathname, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || username || password) throw refusal
  const [, root, path, key] = API_URL.exec(pathname) ?? []
  if (path !== undefined) return { server: origin + root!, path, key: decodeURIComponent(key!) }
  const [, prefix, page, id] = PAGE_URL.exec(pathname) ?? []
  if (page === undefined) throw refusal
  return { server: origin + prefix!, path: PAGES[page]!, key: id! }
}

/**
 * Pulls a record. It replaces the local one, and can be repeated.
 *
 * @returns numbers of records by resource, with those that were the same already
 * @throws CommandRefusal, Interrupted
 */
export async function pullRecord(
  { path, key }: PullTarget,
  given: {
    api: UpstreamApi
    upstream: Upstream
    connection: ConnectionSettings
    storage: FileStorage
    /** URL before the paths of files; null if they aren't copied. */
    filesUrl: string | null
  }
): Promise<Map<string, number>> {
  const { api, upstream, connection, storage, filesUrl } = given
  const { registry, paths } = api
  if (!paths.includes(path))
    throw new CommandRefusal(`"${path}" can't be pulled. Choose from: ${paths.join(', ')}.`)
  const record = await findRemaining(upstream, path, key)
  return withClient(connection, 'curia pull', async (client) => {
    for (const table of PROGRESS)
      await client.query(`CREATE TEMP TABLE ${table} (LIKE ${table} INCLUDING ALL)`)
    const root = registry.get(path)
    const filters = [['id', String(record.id)]] as const
    const scope = await describeFiltered(client, registry, { paths, root: path, filters })
    const firstLocalKey = await readFirstLocalKey((sql) => client.query(sql))
    const services = { client, registry, upstream, scope, firstLocalKey, mirrorId: PULL }
    const records = new MirrorRecords(services)
    if (filesUrl !== null) records.store.files = new FileQueue(client, PULL)
    const counts = new Map<string, number>()
    const store = async (resource: typeof root, page: readonly JsonRecord[]) => {
      if (upstream.options.signal.aborted) throw new Interrupted()
      await records.storeAll(resource, page)
      if (page.length) counts.set(resource.path, (counts.get(resource.path) ?? 0) + page.length)
    }
    await store(root, [record])
    for (const [resource, below] of scope.lists)
      if (resource !== root)
        for await (const page of readPages(upstream, resource, below)) await store(resource, page)
    await records.storePending()
    if (filesUrl === null) return counts
    const { url, token, signal } = upstream.options
    const files = { ...storage, client, mirrorId: PULL, base: filesUrl, url, token, signal }
    await new FileSync(files).run(AbortSignal.abort())
    const { rows } = await client.query<{ files: string; failed: string; error: string | null }>(
      `SELECT count(*) FILTER (WHERE due IS NULL) AS files, count(*) FILTER (WHERE due IS NOT NULL) AS failed,
              min(path || ': ' || error) AS error FROM mirror_files`
    )
    const { files: copied, failed, error } = rows[0]!
    counts.set('files', Number(copied))
    if (error !== null) upstream.options.report(`${failed} files weren\'t copied: ${error}`)
    return counts
  })
}

/** The record, or the remaining record if it was merged. */
async function findRemaining(upstream: Upstream, path: string, key: string): Promise<JsonRecord> {
  let last = key
  for (let merges = 0; merges <= MAX_MERGES; merges++) {
    const found = await upstream.find(path, last)
    if ('record' in found) return found.record
    const url = `${upstream.base}${path}/${last}/`
    if (found.isSealed) throw new CommandRefusal(`${url} was sealed`)
    if (found.into === undefined)
      throw new CommandRefusal(`${url} doesn't exist: it was deleted, or it never existed`)
    if (found.into === last) break
    upstream.options.report(`${url} was merged into ${found.into}`)
    last = found.into
  }
  throw new CommandRefusal(`${upstream.base}${path}/${key}/ redirects too often`)
}
