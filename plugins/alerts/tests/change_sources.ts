/** Changes of the archive by every source, in addition to the random changes of rows. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { ApiClient } from '@japa/api-client'
import { Assert } from '@japa/assert'
import { PluginHost } from '#core/plugin_host'
import { Jobs } from '#app/jobs/jobs'
import { OpenDatabase } from '#app/database/connection'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { formValues } from '#tests/helpers/form_values'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import { importFiles } from '#plugins/bulk_data/import/importer'
import { sampleFolder } from '#plugins/bulk_data/import/sample'
import { linkOpinions } from '#plugins/citations/linking/link_opinions'
import { TextReader } from '#plugins/citations/linking/text_reader'
import { LANE_JOB } from '#plugins/fetch/codes'
import { UPLOAD_RIGHT } from '#plugins/upload/rights'
import { sample, send, work } from '#plugins/upload/tests/uploads'
import { line } from '#plugins/bulk_data/tests/use_imports'
import { addCluster } from './archive_rows.js'
import type { RandomArchive } from './random_archive.js'

/** Keys of imported dockets, below those of local rows. */
const FIRST_IMPORTED = 990_000_001
const MOST_IMPORTED = 20
/** Numbers of the uploaded case and of the fetched case in the court system. */
export const REGISTRY_CASES: string[] = ['338917', '70101']
/** Types of uploads. */
const DOCKET_PAGE = 1

export class ChangeSources {
  readonly texts = new TextReader()
  readonly #folder = makeTemporaryFolder()
  #staff!: Visitor
  #uploader!: TestAccount
  #pages = 0
  readonly #cited: string[] = []
  readonly #imported = new Set<number>()
  /** Dockets from before the changes. */
  #existing: number[] = []

  /**
   * @param archive rows to change, and random numbers
   * @param text some words
   * @param fetched credentials for the simulated court system
   */
  constructor(
    readonly database: Database,
    readonly archive: RandomArchive,
    readonly text: () => string,
    readonly fetched: { registry_username: string; registry_password: string }
  ) {}

  async open(): Promise<void> {
    this.#staff = await signedIn(await makeAccount({ rights: ['archive.edit'] }))
    this.#uploader = await makeAccount({ rights: [UPLOAD_RIGHT] })
    this.#existing = (await this.database.from('dockets').select('id')).map(({ id }) => Number(id))
  }

  /** Changes something through a random source. @returns a description of the change */
  async change(): Promise<string> {
    const sources = [
      () => this.archive.change(),
      () => this.archive.change(),
      () => this.#edit('clusters', 'o'),
      () => this.#edit('dockets', 'r'),
      () => this.#seal(true),
      () => this.#seal(false),
      () => this.#seal(false),
      () => this.#import(),
      () => this.#link(),
      () => this.#upload(),
      () => this.#fetch(),
    ]
    // Uploads and fetches are slow, and change little after the first one.
    const rare = this.archive.next() < 0.9 ? 2 : 0
    return sources[Math.floor(this.archive.next() * (sources.length - rare))]!()
  }

  async #edit(resource: 'clusters' | 'dockets', kind: 'o' | 'r'): Promise<string> {
    const key = this.#pick(this.archive.listParentKeys(kind))
    const path = `/admin/records/${resource}/${key}/`
    const { status, text } = await this.#staff.get(path)
    if (status !== 200) throw new Error(`${path}: ${status}`)
    const answer = await this.#staff.submit(path, { ...formValues(text), case_name: this.text() })
    if (answer.status !== 302) throw new Error(`${path}: ${answer.status}`)
    return `staff edit of ${resource} ${key}`
  }

  async #seal(sealed: boolean): Promise<string> {
    const documents = await this.database
      .from('archive_documents')
      .whereIn('docket_entry_id', (entries) =>
        entries
          .from('docket_entries')
          .whereIn('docket_id', this.archive.listParentKeys('r'))
          .select('id')
      )
      .if(!sealed, (query) => query.where('is_sealed', true))
      .orderBy('id')
    if (!documents.length) return 'nothing to seal or unseal'
    const { id } = this.#pick(documents)
    await this.database.from('archive_documents').where({ id }).update({ is_sealed: sealed })
    return `${sealed ? 'seal' : 'unseal'} ${id}`
  }

  /** Imports new dockets, and other versions of imported ones. */
  async #import(): Promise<string> {
    const [header, first] = readFileSync(join(sampleFolder(), 'dockets.csv'), 'utf8').split('\n')
    const names = header!.split(',')
    const values = JSON.parse(`[${first!.replaceAll(/(^|,)(?=,|$)/g, '$1null')}]`) as string[]
    const rows: string[] = []
    for (let made = 0; made < 3; made++) {
      const id = FIRST_IMPORTED + Math.floor(this.archive.next() * MOST_IMPORTED)
      if (rows.some((row) => row.startsWith(`"${id}"`))) continue
      const given: Record<string, string> = {
        id: String(id),
        case_name: this.text(),
        source: '1',
        date_modified: new Date().toISOString(),
      }
      rows.push(line(names.map((name, at) => given[name] ?? values[at] ?? null)))
      if (!this.#imported.has(id)) this.archive.listParentKeys('r').push(id)
      this.#imported.add(id)
    }
    const path = join(this.#folder, 'dockets-2026-01-01.csv')
    writeFileSync(path, `${header}\n${rows.join('\n')}\n`)
    const { bulkTables } = await app.container.make(PluginHost)
    const { connection } = await app.container.make(OpenDatabase)
    const tables = bulkTables.map(({ declaration }) => declaration)
    // As a sample, because other imports remove the sample archive.
    const [result] = await importFiles([path], { connection, tables, sample: true })
    return `import: ${JSON.stringify(result)}`
  }

  /** Adds a decision with a citation, or an opinion that cites one and is linked. */
  async #link(): Promise<string> {
    if (this.#cited.length < 3) {
      const { cluster } = await addCluster(this.text())
      const page = String(700_000 + ++this.#pages)
      await this.database
        .table('citations')
        .insert({ volume: '931', reporter: 'F.3d', page, type: 1, cluster_id: cluster })
      this.#cited.push(`931 F.3d ${page}`)
      this.archive.listParentKeys('o').push(cluster)
      return `cited decision ${cluster}`
    }
    const { cluster, opinion } = await addCluster(`${this.text()}. See ${this.#pick(this.#cited)}.`)
    this.archive.listParentKeys('o').push(cluster)
    const database = this.database.connection()
    await linkOpinions({ database, reader: this.texts }, [opinion], { again: true })
    return `link ${opinion}`
  }

  /** Uploads a docket page; all but the first change nothing. */
  async #upload(): Promise<string> {
    const client = new ApiClient(`http://${process.env.HOST}:${process.env.PORT}`, new Assert())
    const fields = { upload_type: DOCKET_PAGE, court: 'wawd', registry_case_id: REGISTRY_CASES[0]! }
    const response = await send(client, this.#uploader, fields, { file: sample('docket.html') })
    if (response.status() !== 201) throw new Error(response.text())
    await work()
    return 'upload a docket page'
  }

  /** Fetches a docket; all but the first change nothing. */
  async #fetch(): Promise<string> {
    const client = new ApiClient(`http://${process.env.HOST}:${process.env.PORT}`, new Assert())
    const response = await client
      .post('/api/rest/v4/archive-fetch/')
      .header('authorization', this.#uploader.authorization)
      .json({
        ...this.fetched,
        request_type: 1,
        court: 'akd',
        registry_case_id: REGISTRY_CASES[1]!,
      })
    if (response.status() !== 201) throw new Error(response.text())
    await (await app.container.make(Jobs)).runWaiting(LANE_JOB)
    return 'fetch a docket'
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.archive.next() * items.length)]!
  }

  async close(): Promise<void> {
    await this.texts.close()
    rmSync(this.#folder, { recursive: true, force: true })
    const { id } = this.#uploader
    for (const [table, owner] of [
      ['fetch_requests', 'user_id'],
      ['uploads', 'uploader_id'],
    ] as const)
      await this.database.from(table).where(owner, id).delete()
    await this.database.from('linking_queue').delete()
    await this.database
      .from('dockets')
      .where((either) =>
        either.whereIn('id', [...this.#imported]).orWhereIn('registry_case_id', REGISTRY_CASES)
      )
      .whereNotIn('id', this.#existing)
      .delete()
  }
}
