/** Sealing by staff (fetch-and-upload, 3) deletes a document's data and rejects new files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import { settings } from '#start/env'
import { makeAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import ArchiveDocument from '../../models/archive_document.js'
import DocumentText from '../../models/document_text.js'
import RecognizedPage from '../../models/recognized_page.js'
import { QUEUES } from '../../pdf/codes.js'
import { SEAL_RIGHT } from '../../rights.js'
import { makePdf, PARAGRAPH } from '../make_pdf.js'
import { readQueued, store } from '../stored_pdf.js'

let markers = 0

test.group('sealing', (group) => {
  let docket: OwnDocket
  let document: number
  let staff: Visitor
  let marker: string

  group.each.setup(async () => {
    marker = `confidentia${++markers}${Date.now()}`
    docket = await makeDocket({ registry_case_id: `${Date.now()}` })
    document = (await docket.addEntry('MOTION')).documents[0]!
    staff = await signedIn(await makeAccount({ rights: [SEAL_RIGHT] }))
    return () => docket.remove()
  })

  const askPage = () => `/admin/documents/${document}/seal/`
  const seal = async () => {
    const answer = await staff.submit(askPage(), {}, { from: askPage() })
    await (await app.container.make(Jobs)).runWaiting(QUEUES.remove)
    return answer
  }
  const pdf = () => makePdf([{ lines: [`${marker} in the file`, ...PARAGRAPH] }], { marker })
  const row = (id = document) => ArchiveDocument.findOrFail(id)

  /** Files in the data folder that contain the marker, except those of the database. */
  function filesWithMarker(folder = join(settings.dataDir, 'files')): string[] {
    if (!existsSync(folder)) return []
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path).includes(marker))
  }

  /** Tables of all schemas with a row that has the marker. */
  async function tablesWithMarker(): Promise<string[]> {
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
    )
    const found: string[] = []
    for (const { name } of rows as { name: string }[]) {
      const { rows: hits } = await database.rawQuery(
        `SELECT 1 FROM ${name} AS t WHERE strpos(t::text, ?) > 0 LIMIT 1`,
        [marker]
      )
      if (hits.length) found.push(name)
    }
    return found
  }

  test('a sealed file is not served to requests with earlier validators', async ({
    client,
    assert,
  }) => {
    await store(document, await pdf())
    await readQueued()
    const { filepathLocal, thumbnail } = await row()
    const record = `/api/rest/v4/archive-documents/${document}/`
    const shown = await client.get(record)
    for (const file of [filepathLocal, thumbnail!]) {
      const path = `/storage/${file}`
      const before = await client.get(path)
      before.assertStatus(200)
      assert.equal(before.header('cache-control'), 'no-cache')
      const etag = before.header('etag')!
      assert.match(etag, /^"/)
      ;(await client.get(path).header('if-none-match', etag)).assertStatus(304)
      const database = await app.container.make('lucid.db')
      const mark = (sealed: boolean) =>
        database.from('archive_documents').where('id', document).update({ is_sealed: sealed })
      // Before the job has removed the file.
      await mark(true)
      const modified = before.header('last-modified')!
      for (const headers of [
        {},
        { 'if-none-match': etag },
        { 'if-none-match': '*' },
        { 'if-modified-since': modified },
        { 'if-match': etag },
        { 'if-unmodified-since': modified },
        { range: 'bytes=0-9' },
        { 'range': 'bytes=0-9', 'if-range': etag },
        { 'range': 'bytes=0-9', 'if-range': modified },
        { range: 'bytes=-1' },
        { 'cache-control': 'only-if-cached' },
      ] as Record<string, string>[]) {
        for (const method of ['get', 'head'] as const) {
          const request = client[method](path)
          for (const [name, value] of Object.entries(headers)) request.header(name, value)
          const after = await request
          after.assertStatus(404)
          if (method === 'get') assert.notInclude(after.text(), marker)
        }
      }
      await mark(false)
      ;(await client.get(path).header('if-none-match', etag)).assertStatus(304)
    }
    await seal()
    const after = await client.get(record).header('if-none-match', shown.header('etag')!)
    after.assertStatus(200)
    assert.equal(after.body().plain_text, '')
  })

  test('deletes the file and text in all dockets, and records the user', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { registryDocId } = await row()
    const other = await makeDocket({ registry_case_id: `${Date.now()}1` })
    cleanup(other.remove)
    const same = [{ registry_doc_id: registryDocId }]
    const copy = (await other.addEntry('MOTION', same)).documents[0]!
    await store(document, await pdf())
    await readQueued()
    const { filepathLocal: path, sha1, thumbnail } = await row()
    await RecognizedPage.create({ path, sha1, page: 9, text: marker })
    assert.lengthOf(filesWithMarker(), 1)
    assert.includeMembers(await tablesWithMarker(), [
      'public.archive_documents',
      'public.recognized_pages',
    ])

    const asked = await staff.get(askPage())
    assert.include(asked.text, 'Sealing deletes the file')
    assert.equal((await seal()).location, '/admin/sealed-documents/')
    for (const id of [document, copy]) {
      const shown = await client.get(`/api/rest/v4/archive-documents/${id}/`)
      assert.containsSubset(shown.body(), {
        is_sealed: true,
        is_available: false,
        sha1: '',
        page_count: null,
        file_size: null,
        filepath_local: '',
        plain_text: '',
        ocr_status: null,
        thumbnail: null,
      })
      assert.isNull(await DocumentText.find(id))
    }
    assert.deepEqual(filesWithMarker(), [])
    assert.deepEqual(await tablesWithMarker(), [])
    ;(await client.get(`/storage/${path}`)).assertStatus(404)
    assert.isString(thumbnail)
    assert.deepEqual(readdirSync(join(settings.dataDir, 'files', dirname(path))), [])

    const database = await app.container.make('lucid.db')
    const [entry] = await database
      .from('audit_entries')
      .where({ action: 'document.seal', subject: `document ${document}` })
    assert.deepInclude(entry.before, { documents: [document, copy], sha1, filepath_local: path })
  })

  test('deletes a document that is being read', async ({ assert }) => {
    await store(document, await pdf())
    await Promise.all([readQueued(), seal()])
    await readQueued()
    await (await app.container.make(Jobs)).runWaiting(QUEUES.remove)
    assert.deepEqual(await tablesWithMarker(), [])
    assert.deepEqual(filesWithMarker(), [])
    assert.isNull(await DocumentText.find(document))
  })

  test('remains until staff unseal the document', async ({ assert }) => {
    await store(document, await pdf())
    await seal()
    assert.equal((await store(document, await pdf())).outcome, 'sealed')
    assert.deepEqual(filesWithMarker(), [])
    const list = '/admin/sealed-documents/'
    assert.include((await staff.get(list)).text, `/admin/documents/${document}/unseal/`)
    assert.include((await staff.get(askPage())).text, 'This document is sealed.')
    await staff.submit(`/admin/documents/${document}/unseal/`, {}, { from: list })
    assert.isNull((await row()).isSealed)
    assert.equal((await store(document, await pdf())).outcome, 'stored')
    assert.isFalse((await row()).isSealed)
  })

  test('requires the permission', async ({ assert }) => {
    await store(document, await pdf())
    const page = `/docket/${docket.id}/1/ash-v-beech/`
    assert.include((await staff.get(page)).text, askPage())
    const visitor = await signedIn(await makeAccount())
    assert.notInclude((await visitor.get(page)).text, askPage())
    assert.equal((await visitor.get(askPage())).status, 403)
    const refused = await visitor.submit(askPage(), {}, { from: '/profile/settings/' })
    assert.equal(refused.status, 403)
    assert.isTrue((await row()).isAvailable)
    assert.equal((await staff.get('/admin/documents/999999999/seal/')).status, 404)
    assert.equal((await staff.get('/admin/documents/x/seal/')).status, 404)
  })

  test('is shown on the page of the document instead of its text and file', async ({ assert }) => {
    const page = `/docket/${docket.id}/1/ash-v-beech/`
    await store(document, await pdf())
    assert.include((await staff.get(page)).text, 'The text of this document is being extracted.')
    await readQueued()
    const read = (await staff.get(page)).text
    assert.match(read, /Open the file<\/a> \(PDF, \d+ kB\)/)
    assert.include(read, `${marker} in the file`)
    await seal()
    const sealed = (await staff.get(page)).text
    assert.include(sealed, 'This document is sealed.')
    assert.notInclude(sealed, marker)
    assert.notInclude(sealed, 'Open the file')
  })
})
