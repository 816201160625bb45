/**
 * A stored PDF is found by its text and the text of its scanned pages, and followers are notified,
 * even if the server is killed. Sealing removes it from the data folder.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { noteSecrets } from '#tests/helpers/secrets'
import { ace, ROOT, ServerProcess } from '#tests/helpers/server_process'
import { Visitor } from '#tests/helpers/visitor'
import { Receiver } from '#plugins/webhooks/tests/receiver'
import { makePdf, PARAGRAPH, renderScan } from '../make_pdf.js'

const FOLLOWED = existsSync(join(ROOT, 'plugins/alerts'))
const TIMEOUT_MS = 300_000
const EVENTS = { 'search_alert': 2, 'document.available': 7 }
/** Far from the search terms, so that it isn't in a snippet. */
const MARKER = 'xylographicmarker'

test.group('lifecycle of a PDF', (group) => {
  let folder: string
  let server: ServerProcess
  let receiver: Receiver
  let environment: NodeJS.ProcessEnv
  let authorization: string
  let password: string

  group.setup(async () => {
    if (!FOLLOWED) return () => {}
    folder = makeTemporaryFolder()
    receiver = await Receiver.start()
    environment = {
      DATA_DIR: folder,
      PORT: String(await freePort()),
      DEMO: 'on',
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
      ALERTS_GATHER_SECONDS: '1',
    }
    await copyMadeFolder(folder)
    server = await ServerProcess.start(environment)
    password = /name demo, password (\S+)/.exec(server.output)![1]!
    authorization = /Authorization: (Token \w+)/.exec(server.output)![1]!
    noteSecrets('password', [password])
    return async () => {
      await server.kill('SIGTERM')
      await receiver.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('is found by its text, reported, sealed, and deleted')
    .skip(!FOLLOWED, 'needs the plugin alerts')
    .run(async ({ assert }) => {
      await run('accounts:membership', 'demo', 'tier_1')
      await run('accounts:grant', 'demo', 'documents.seal')
      const { docket, document } = await bringDocket()
      const listed = await api('GET', 'webhooks/')
      for (const { id } of listed.results) await api('DELETE', `webhooks/${id}/`)
      for (const event of Object.values(EVENTS)) {
        const wanted = { url: receiver.url, event_type: event, enabled: true }
        noteSecrets('webhook secret', [(await api('POST', 'webhooks/', wanted)).secret])
      }
      await api('POST', 'docket-alerts/', { docket })
      await api('POST', 'alerts/', {
        name: 'N',
        query: 'q=nephelometer&type=r',
        rate: 'rt',
        alert_type: 'r',
      })

      // Compressed text can't be found in the files of the database.
      await inDatabase((client) =>
        client.query('ALTER TABLE archive_documents ALTER plain_text SET STORAGE EXTERNAL')
      )
      const file = join(folder, '..', `${MARKER}-${process.pid}.pdf`)
      const scan = await renderScan({ lines: ['The nephelometer was never calibrated.'] })
      const filler = Array.from({ length: 25 }, () => PARAGRAPH[0]!)
      const lines = [`The ${MARKER} is at the start.`, ...filler]
      writeFileSync(file, await makePdf([{ lines }, { lines: filler }, { scan }]))
      assert.include(await run('documents:store', String(document), file), 'stored for 1 documents')
      rmSync(file)
      await server.kill('SIGKILL')
      server = await ServerProcess.start(environment)

      await until(async () => (await found('nephelometer')) === 1)
      const row = await api('GET', `archive-documents/${document}/`)
      assert.deepInclude(row, { ocr_status: 1, page_count: 3, is_available: true })
      await until(async () => receiver.received.length >= 2)
      const bodies = receiver.received.map(({ body }) => JSON.parse(body))
      assert.sameMembers(
        [...new Set(bodies.map(({ webhook }) => webhook.event_type))],
        Object.values(EVENTS)
      )

      assert.isNotEmpty(filesWithMarker())
      const staff = new Visitor(server.url(''))
      await staff.submit('/sign-in/', { username: 'demo', password })
      const page = `/admin/documents/${document}/seal/`
      assert.equal((await staff.submit(page)).location, '/admin/sealed-documents/')
      await until(async () => (await found('nephelometer')) === 0)
      assert.equal(await found('nephelometer'), 0)
      await until(async () => !existsSync(join(folder, 'files', row.filepath_local)))
      await server.kill('SIGTERM')
      // The database keeps deleted rows until it reuses their space.
      assert.isNotEmpty(filesWithMarker().filter((path) => path.includes('/base/')))
      await overwriteDeleted()
      await run('search:rebuild', 'dockets')
      assert.deepEqual(filesWithMarker(), [])
      server = await ServerProcess.start(environment)
    })

  async function run(...words: string[]): Promise<string> {
    const { code, output } = await ace(words, environment).ended
    if (code !== 0) throw new Error(output)
    return output
  }

  async function api(method: string, path: string, body?: object): Promise<any> {
    const response = await fetch(server.url(`/api/rest/v4/${path}`), {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? undefined : response.json()
  }

  async function found(word: string): Promise<number> {
    return (await api('GET', `search/?type=rd&q=${word}`)).count
  }

  async function bringDocket(): Promise<{ docket: number; document: number }> {
    const file = join(folder, 'sheet.jsonl')
    const sheet = {
      docket: { court_id: 'nysd', docket_number: '1:26-cv-04799', case_name: 'Ash v. Beech' },
      docket_entries: [
        {
          entry_number: 1,
          date_filed: '2026-03-02',
          documents: [{ document_type: 1, document_number: '1', is_available: false }],
        },
      ],
    }
    writeFileSync(file, JSON.stringify(sheet))
    await run('dockets:import', file)
    const [docket] = (await api('GET', 'dockets/?docket_number=1:26-cv-04799')).results
    const [entry] = (await api('GET', `docket-entries/?docket=${docket.id}`)).results
    return { docket: docket.id, document: entry.recap_documents[0].id }
  }

  /** Overwrites deleted rows in the database, as documented. */
  async function overwriteDeleted(): Promise<void> {
    await inDatabase(async (client) => {
      for (const statement of ['VACUUM FULL archive_documents', 'SELECT pg_switch_wal()'])
        await client.query(statement)
      await client.query('CHECKPOINT')
      // Switches segments once per file, so that each recycled segment is overwritten.
      for (const { name } of (await client.query('SELECT name FROM pg_ls_waldir()')).rows) {
        await client.query(`SELECT pg_logical_emit_message(true, 'test', $1)`, [name])
        await client.query('SELECT pg_switch_wal()')
      }
      await client.query('CHECKPOINT')
    })
  }

  async function inDatabase(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const cluster = new EmbeddedCluster({ dataDir: folder })
    await cluster.start()
    const client = new pg.Client(cluster.connection())
    await client.connect()
    await work(client)
    await client.end()
    await cluster.stop()
  }

  function filesWithMarker(): string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter(hasMarker)
  }

  /** False for a file that a database has deleted in the meantime. */
  function hasMarker(path: string): boolean {
    try {
      return readFileSync(path).includes(MARKER)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }

  async function until(holds: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS
    while (!(await holds()) && Date.now() < deadline) await sleep(100)
  }
})
