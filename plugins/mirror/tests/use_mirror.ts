/** A scratch archive that mirrors a simulated public service in this process. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { Disk } from '@adonisjs/drive'
import { FSDriver } from '@adonisjs/drive/drivers/fs'
import type pg from 'pg'
import type { ResourceRegistry } from '#api/registry'
import { parseFilters } from '#api/filters/parse'
import { getQueryCompiler, ROW } from '#api/query'
import { Selection } from '#api/select/selection'
import { PluginHost } from '#core/plugin_host'
import { RecordChanges } from '#api/record_changes'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import { Upstream } from '../upstream/upstream.js'
import type { ComparedList } from '../sync/key_comparison.js'
import { encryptToken, MirrorSync } from '../sync/sync_mirror.js'
import type { MirrorRow } from '../sync/feed_sync.js'
import type { FileStorage } from '../sync/file_sync.js'
import type { EditPolicy } from '../records/local_edits.js'
import { selectResources } from '../records/mirrored_resources.js'
import { PublicService } from './simulator/public_service.js'
import type { Json } from './simulator/records.js'

export const TOKEN = 'b2'.repeat(20)

export interface UsedMirror {
  service: PublicService
  scratch: ScratchDatabase
  reports: string[]
  storage: FileStorage
  /** Temporary folder with the files. */
  folder: string
  /** Runs until the mirror has caught up; ends early after a number of requests. */
  run: (options?: RunOptions) => Promise<void>
  /** Reads the settings of the mirror again. */
  reload: () => Promise<void>
  /** Compares the IDs of all lists; ends early after a number of requests. */
  compare: (options?: { deletes?: boolean; requests?: number }) => Promise<ComparedList[]>
  /** Differences between the service and the scratch archive. */
  differences: () => Promise<string[]>
  query: (sql: string) => Promise<any[]>
  upstream: () => Upstream
}

interface RunOptions {
  requests?: number
  signal?: AbortSignal
  /** Days between comparisons of IDs; 0 by default: none. */
  compareDays?: number
}

/** Storage of a mirror in a temporary folder. */
export async function makeFileStorage(): Promise<{ storage: FileStorage; folder: string }> {
  const folder = makeTemporaryFolder()
  const disk = new Disk(new FSDriver({ location: join(folder, 'files'), visibility: 'public' }))
  const { resources: registry } = await app.container.make(PluginHost)
  return { storage: { registry, disks: [disk], folder: join(folder, 'incoming') }, folder }
}

/**
 * @param given resource and filters of a filtered mirror; whole lists by default
 */
export async function useMirror(
  given: {
    root?: string
    filters?: [string, string][]
    resources?: string[]
    localEdits?: EditPolicy
    /** URL before the paths of files. */
    filesUrl?: string
  } = {}
): Promise<UsedMirror> {
  const service = await PublicService.start()
  service.token = TOKEN
  const scratch = await makeScratchDatabase(app)
  const { publicCatalog } = await app.container.make(PluginHost)
  const registry = publicCatalog.resources
  const changes = await app.container.make(RecordChanges)
  const resources = selectResources(registry, changes, given.resources ?? []).filter((path) =>
    service.paths.includes(path)
  )
  const { rows } = await scratch.client.query<MirrorRow>(
    `INSERT INTO mirrors (url, token, resources, names, root, filters, local_edits, files_url)
     VALUES ($1, $2, $3, 'public', $4, $5, $6, $7) RETURNING *`,
    [
      service.url,
      encryptToken(TOKEN),
      resources,
      given.root ?? null,
      JSON.stringify(given.filters ?? []),
      given.localEdits ?? 'upstream',
      given.filesUrl ?? null,
    ]
  )
  const reports: string[] = []
  const report = (message: string) => reports.push(message)

  const { storage, folder } = await makeFileStorage()
  const services = { connection: scratch.connection, registry, changes, storage }
  /** Interrupts the work after a number of requests. */
  const during = async <T>(
    requests: number | undefined,
    work: (signal: AbortSignal) => Promise<T>
  ): Promise<T> => {
    const interruption = new AbortController()
    const before = service.requests.length
    const { fault } = service
    service.fault = (path, count) => {
      if (requests !== undefined && count > before + requests) interruption.abort()
      return fault(path, count)
    }
    try {
      return await work(interruption.signal)
    } finally {
      service.fault = fault
    }
  }

  const run = ({ requests, signal: outer, compareDays = 0 }: RunOptions = {}) =>
    during(requests, (interruption) => {
      const signal = outer ? AbortSignal.any([outer, interruption]) : interruption
      const options = { signal, once: true, every: 1, compareDays, report }
      return MirrorSync.run(rows[0]!, options, services)
    })

  const reload = async () => {
    const { rows: current } = await scratch.client.query<MirrorRow>('SELECT * FROM mirrors')
    Object.assign(rows[0]!, current[0])
  }

  const compare = ({ deletes = false, requests }: { deletes?: boolean; requests?: number } = {}) =>
    during(requests, async (signal) => {
      const lists = await MirrorSync.compare(rows[0]!, { signal, deletes, report }, services)
      if (!lists) throw new Error('another connection is comparing the IDs')
      return lists
    })

  const differences = async () => {
    const found: string[] = []
    for (const path of resources) {
      const [ours, theirs] = [
        await readRecords(scratch.client, registry, service.base, path),
        service.records(path),
      ]
      const ids = new Set(theirs.map(({ id }) => String(id)))
      for (const key of ours.keys()) if (!ids.has(key)) found.push(`${path} ${key}: only here`)
      for (const record of theirs) {
        const own = ours.get(String(record.id))
        if (!own) found.push(`${path} ${record.id}: missing`)
        else found.push(...differingFields(record, own).map((one) => `${path} ${record.id} ${one}`))
      }
    }
    return found
  }

  return {
    service,
    scratch,
    reports,
    storage,
    folder,
    run,
    reload,
    compare,
    differences,
    query: async (sql) => (await scratch.client.query(sql)).rows,
    upstream: () =>
      new Upstream({
        url: service.url,
        token: TOKEN,
        signal: new AbortController().signal,
        report,
      }),
  }
}

/** All records of a database, as the server shows them. */
export async function readRecords(
  client: pg.ClientBase,
  registry: ResourceRegistry,
  base: string,
  path: string
): Promise<Map<string, Json>> {
  const resource = registry.get(path)
  const { rows: keys } = await client.query<{ key: string }>(
    `SELECT ${resource.key.column}::text AS key FROM ${resource.table}`
  )
  const { statement, values } = getQueryCompiler(registry).byKeys(
    resource,
    keys.map(({ key }) => key),
    {
      base,
      suffix: '/',
      viewer: undefined,
      selection: Selection.everything,
      filters: parseFilters(resource, new Map()).tree,
    }
  )
  const { rows: found } = await client.query<(string | null)[]>({
    text: statement.text,
    values: values as unknown as unknown[],
    rowMode: 'array',
  })
  return new Map(found.map((row) => [row[ROW.key]!, JSON.parse(row[ROW.document]!) as Json]))
}

export async function endMirror({ service, scratch, folder }: UsedMirror): Promise<void> {
  service.stop()
  rmSync(folder, { recursive: true, force: true })
  await scratch.drop()
}

/** Fields of both servers that differ, other than in the form of their values. */
function differingFields(theirs: Json, ours: Json): string[] {
  return Object.entries(theirs).flatMap(([name, value]) => {
    // Lists of links that other records have, and paths of pages, are derived.
    if (!(name in ours) || name === 'absolute_url' || isDerived(name)) return []
    const [one, other] = [value, ours[name]].map((each) => JSON.stringify(canonical(each)))
    return one === other ? [] : [`${name}: ${one} ≠ ${other}`]
  })
}

const isDerived = (name: string) =>
  /^(clusters|audio_files|sub_opinions|positions|educations|sources|aba_ratings|political_affiliations|retention_events|bankruptcy_information|opinions_cited|appeals_to|slug|idb_data|original_court_info)$/.test(
    name
  )

function canonical(value: unknown): unknown {
  if (value === '' || value === null || value === undefined) return null
  // Lists of links have no order.
  if (Array.isArray(value))
    return typeof value[0] === 'string' ? [...value].sort() : value.map(canonical)
  if (typeof value === 'number') return String(value)
  // Nested records are compared on their own.
  if (typeof value === 'object' && 'resource_uri' in value) return value.resource_uri
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== 'absolute_url' && name !== 'field_added_later')
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, inner]) => [name, canonical(inner)])
    )
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value)
  return value
}
