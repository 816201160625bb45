/** Processing of uploads (fetch-and-upload, 2.3 and 2.4). */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import ArchiveDocument from '../../../federal_records/models/archive_document.js'
import { settings } from '#start/env'
import { CommitOutcomeUnknown } from '#app/database/transaction'
import { isDatabaseAway } from '#app/database/database_unavailable'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { withFault, type FaultPlace } from '#tests/helpers/faulty_connection'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'
import type { OwnDocket } from '#tests/helpers/own_docket'
import { STATUS } from '../../codes.js'
import { UploadPruner } from '../../processing/prune_uploads.js'
import Upload from '../../models/upload.js'
import { MAX_RETRIES } from '../../processing/outcome.js'
import { UploadProcessor } from '../../processing/process_upload.js'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '../../rights.js'
import { filesOfUploads, makeUploadCase, send, work } from '../uploads.js'

test.group('the upload queue', (group) => {
  let account: TestAccount
  let docket: OwnDocket
  let caseId: string
  let entry: number
  let document: number

  group.setup(async () => {
    account = await makeAccount({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
  })
  group.each.setup(async () => {
    ;({ docket, caseId, entry, document } = await makeUploadCase())
    await work()
    return () => docket.remove()
  })

  const pdf = (changes: object = {}) => ({
    court: 'cand',
    upload_type: 3,
    registry_case_id: caseId,
    registry_doc_id: `0351${caseId}`,
    document_number: 1,
    ...changes,
  })
  const last = () =>
    Upload.query().where('registryCaseId', caseId).orderBy('id', 'desc').firstOrFail()

  test('a PDF is stored with its document, and the uploaded file is deleted', async ({
    client,
    assert,
  }) => {
    const files = filesOfUploads()
    const made = await send(client, account, pdf())
    await work()
    const shown = await client
      .get(`/api/rest/v4/archive/${made.body().id}/`)
      .header('authorization', account.authorization)
    assert.containsSubset(shown.body(), {
      status: 2,
      docket: docket.id,
      docket_entry: entry,
      recap_document: document,
      error_message: 'The PDF was stored.',
    })
    assert.isTrue((await ArchiveDocument.findOrFail(document)).isAvailable)
    assert.deepEqual(filesOfUploads(), files)
  })

  test('a connection lost at any statement loses no upload', async ({ client, assert }) => {
    const attempt = async (place: FaultPlace) => {
      const { id } = (await send(client, account, pdf())).body()
      const { result, statements } = await withFault(place, () =>
        app.container
          .make(UploadProcessor)
          .then((processor) => processor.process(id))
          .catch((error: unknown) => error)
      )
      const where = `${place.fault}: ${statements[place.failing - 1]}`
      const isExpected =
        result === undefined || result instanceof CommitOutcomeUnknown || isDatabaseAway(result)
      assert.isTrue(isExpected, `${where}: ${result}`)
      await (await app.container.make(UploadProcessor)).process(id)
      const { status, errorMessage } = await Upload.findOrFail(id)
      assert.equal(status, STATUS.done, `${where}: ${errorMessage}`)
      return statements.length
    }
    const sent = await attempt({ failing: 0 })
    for (let failing = 1; failing <= sent; failing++)
      for (const fault of ['cut', 'unanswered'] as const) await attempt({ failing, fault })
    assert.isAbove(sent, 5)
  }).skip(!EVERYTHING, LEFT_OUT)

  test('a PDF of an attachment creates its document', async ({ client, assert }) => {
    await send(client, account, pdf({ registry_doc_id: `0350${caseId}7`, attachment_number: 2 }))
    await work()
    const { recapDocumentId, docketEntryId } = await last()
    assert.equal(docketEntryId, entry)
    const made = await ArchiveDocument.findOrFail(recapDocumentId)
    assert.containsSubset(made.toJSON(), {
      documentType: 2,
      attachmentNumber: 2,
      registryDocId: `0350${caseId}7`,
      isAvailable: true,
    })
  })

  test('debug checks the file and stores nothing', async ({ client, assert }) => {
    await send(client, account, pdf({ debug: true }))
    await work()
    const upload = await last()
    assert.deepEqual([upload.status, upload.docketId], [2, null])
    assert.isFalse((await ArchiveDocument.findOrFail(document)).isAvailable)
  })

  test('a PDF without a docket is retried, then kept until its document is added', async ({
    client,
    assert,
  }) => {
    const other = `${caseId}9`
    await send(client, account, pdf({ registry_doc_id: `0350${other}`, registry_case_id: other }))
    const orphan = () => Upload.query().where('registryCaseId', other).firstOrFail()
    const { id } = await orphan()
    for (let attempt = 1; attempt <= MAX_RETRIES; attempt++) {
      await (await app.container.make(UploadProcessor)).process(id)
      assert.deepEqual([(await orphan()).status, (await orphan()).retries], [5, attempt])
    }
    await (await app.container.make(UploadProcessor)).process(id)
    const { status, errorMessage, filepathLocal } = await orphan()
    assert.equal(status, 3)
    assert.include(errorMessage, "doesn't have the docket")
    assert.notEqual(filepathLocal, '')
    // An upload that has ended isn't processed again.
    await (await app.container.make(UploadProcessor)).process(id)
    assert.equal((await orphan()).status, 3)
  })

  for (const type of [13, 15]) {
    test(`type ${type} isn't supported`, async ({ client, assert }) => {
      const fields = { court: 'ca9', upload_type: type, registry_case_id: caseId }
      await send(client, account, fields, { file: Buffer.from('<p>') })
      await work()
      const { status, errorMessage } = await last()
      assert.equal(status, 3)
      assert.include(errorMessage, "aren't supported")
    })
  }

  test('a page that does not match its type is invalid', async ({ client, assert }) => {
    const fields = { court: 'cand', upload_type: 1, registry_case_id: caseId }
    await send(client, account, fields, { file: Buffer.from('<p>Good morning</p>') })
    await work()
    assert.equal((await last()).status, 6)
  })

  test('the file of a failed upload is deleted after its retention period', async ({
    client,
    assert,
  }) => {
    const fields = { court: 'cand', upload_type: 1, registry_case_id: caseId }
    await send(client, account, fields, { file: Buffer.from('<p>Good morning</p>') })
    await work()
    const { id, filepathLocal } = await last()
    const prune = async () =>
      (await app.container.make(UploadPruner)).prune(new AbortController().signal)
    await prune()
    assert.equal((await Upload.findOrFail(id)).filepathLocal, filepathLocal)
    const database = await app.container.make('lucid.db')
    await database
      .from('uploads')
      .where({ id })
      .update({ date_modified: database.rawQuery(`now() - interval '15 days'`).knexQuery })
    await prune()
    await work()
    assert.equal((await Upload.findOrFail(id)).filepathLocal, '')
    assert.isFalse(filesOfUploads().some((path) => path.endsWith(filepathLocal)))
  })

  test('unreferenced files are deleted a day later', async ({ client, assert }) => {
    const fields = { court: 'cand', upload_type: 1, registry_case_id: caseId }
    await send(client, account, fields, { file: Buffer.from('<p>Good morning</p>') })
    await work()
    const folder = join(settings.dataDir, 'files/uploads/zz')
    mkdirSync(folder, { recursive: true })
    for (const name of ['old', 'new']) writeFileSync(join(folder, name), 'x')
    const old = new Date(Date.now() - 25 * 3_600_000)
    utimesSync(join(folder, 'old'), old, old)
    const kept = filesOfUploads().filter((path) => path !== join(folder, 'old'))
    utimesSync(join(settings.dataDir, 'files', (await last()).filepathLocal), old, old)
    await (await app.container.make(UploadPruner)).prune(new AbortController().signal)
    assert.deepEqual(filesOfUploads(), kept)
  })
})
