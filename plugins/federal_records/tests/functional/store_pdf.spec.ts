/** `storePdf` (fetch-and-upload, 2.4): files, names, copies in other dockets. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import { settings } from '#start/env'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { changeDocument, makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import ArchiveDocument from '../../models/archive_document.js'
import DocumentSeal from '../../models/document_seal.js'
import { QUEUES } from '../../pdf/codes.js'
import { PdfRefused, storePdf } from '../../pdf/store_pdf.js'

let cases = Date.now()

test.group('stored PDFs', (group) => {
  const folder = makeTemporaryFolder()
  let docket: OwnDocket
  let caseId: string
  let document: number

  group.each.setup(async () => {
    docket = await makeDocket({ registry_case_id: (caseId = String(++cases)) })
    document = (await docket.addEntry('MOTION', [{ document_number: '12' }])).documents[0]!
    return () => docket.remove()
  })

  let files = 0
  function fileWith(content: string): string {
    const file = join(folder, `${++files}.pdf`)
    writeFileSync(file, content)
    return file
  }
  const pdf = (text: string) => fileWith(`%PDF-1.4\n% ${text}\n`)
  const onDisk = (path: string) => join(settings.dataDir, 'files', path)
  const filesIn = (path: string) => (existsSync(onDisk(path)) ? readdirSync(onDisk(path)) : [])
  const row = (id = document) => ArchiveDocument.findOrFail(id)
  const courtOf = async () => {
    const database = await app.container.make('lucid.db')
    return (await database.from('dockets').where('id', docket.id).firstOrFail()).court_id as string
  }

  test('are stored with the transaction of the caller, or not at all', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const file = pdf('within')
    const undone = database.transaction(async (trx) => {
      const { outcome } = await storePdf(app, { document, file, trx })
      assert.equal(outcome, 'stored')
      throw new Error('undone')
    })
    await assert.rejects(() => undone, 'undone')
    assert.isNotTrue((await row()).isAvailable)
    await database.transaction((trx) => storePdf(app, { document, file, trx }))
    const { isAvailable, filepathLocal } = await row()
    assert.isTrue(isAvailable)
    assert.isTrue(existsSync(onDisk(filepathLocal)))
  })

  test('are saved by court, case, number, and attachment', async ({ client, assert }) => {
    const file = pdf('first')
    const stored = await storePdf(app, { document, file })
    const sha1 = createHash('sha1').update(readFileSync(file)).digest('hex')
    assert.deepEqual(stored, { outcome: 'stored', sha1, documents: [document] })
    const one = await row()
    const base = `gov.uscourts.${await courtOf()}.${caseId}`
    assert.equal(one.filepathLocal, `recap/${base}/${base}.12.0.pdf`)
    assert.deepEqual(
      [one.sha1, one.fileSize, one.isAvailable, one.isSealed, one.ocrStatus],
      [sha1, readFileSync(file).length, true, false, null]
    )
    assert.closeTo(one.dateUpload!.getTime(), Date.now(), 60_000)
    const served = await client.get(`/storage/${one.filepathLocal}`)
    served.assertStatus(200)
    assert.equal(served.header('content-length'), String(one.fileSize))
    assert.lengthOf(filesIn(dirname(one.filepathLocal)), 1)
  })

  test('are unchanged when the same file is stored again', async ({ assert }) => {
    const file = pdf('same')
    await storePdf(app, { document, file })
    const before = await row()
    let within = ''
    const again = await storePdf(app, {
      document,
      file,
      within: async (_, { outcome }) => {
        within = outcome
      },
    })
    assert.equal(again.outcome, 'unchanged')
    assert.equal(within, 'unchanged')
    assert.deepEqual((await row()).toJSON(), before.toJSON())
  })

  test('are written again if their file was deleted', async ({ assert }) => {
    const file = pdf('lost')
    await storePdf(app, { document, file })
    const { filepathLocal: path } = await row()
    await (await app.container.make('drive.manager')).use().delete(path)
    assert.equal((await storePdf(app, { document, file })).outcome, 'stored')
    assert.isTrue(existsSync(onDisk(path)))
  })

  test('replace an older file with its text', async ({ assert }) => {
    await storePdf(app, { document, file: pdf('old') })
    await changeDocument(document, { plain_text: 'old words', ocr_status: 2 })
    const file = pdf('new')
    await storePdf(app, { document, file })
    const one = await row()
    assert.deepEqual([one.plainText, one.ocrStatus], ['', null])
    assert.deepEqual(readFileSync(onDisk(one.filepathLocal)), readFileSync(file))
  })

  test('are added to the same document in other dockets of the court', async ({
    assert,
    cleanup,
  }) => {
    const { registryDocId } = await row()
    const same = { registry_doc_id: registryDocId, document_number: '3' }
    const other = await makeDocket({ registry_case_id: `${caseId}9` })
    const elsewhere = await makeDocket({ court_id: 'ca9', registry_case_id: `${caseId}8` })
    cleanup(async () => {
      await Promise.all([other.remove(), elsewhere.remove()])
    })
    const [copy] = (await other.addEntry('MOTION', [same])).documents
    const [foreign] = (await elsewhere.addEntry('MOTION', [same])).documents
    const stored = await storePdf(app, { document, file: pdf('shared') })
    assert.sameMembers(stored.documents, [document, copy!])
    const [one, two] = [await row(), await row(copy)]
    assert.deepEqual([two.sha1, two.isAvailable], [one.sha1, true])
    assert.equal(two.filepathLocal, one.filepathLocal)
    assert.isFalse((await row(foreign)).isAvailable)

    // A new file of the copy replaces the file of both, which is deleted.
    const newer = await storePdf(app, { document: copy!, file: pdf('newer') })
    assert.sameMembers(newer.documents, [document, copy!])
    const moved = await row()
    assert.notEqual(moved.filepathLocal, one.filepathLocal)
    await (await app.container.make(Jobs)).runWaiting(QUEUES.remove)
    assert.isFalse(existsSync(onDisk(one.filepathLocal)))
    assert.isTrue(existsSync(onDisk(moved.filepathLocal)))
  })

  test('do not share a name', async ({ assert }) => {
    const numbers = ['12', '', '1/2', '../../etc', 'a'.repeat(300)]
    const ids = []
    for (const number of numbers)
      ids.push((await docket.addEntry('ORDER', [{ document_number: number }])).documents[0]!)
    for (const [place, id] of [document, ...ids].entries())
      await storePdf(app, { document: id, file: pdf(`distinct ${place}`) })
    const paths = (await ArchiveDocument.findMany([document, ...ids])).map(
      ({ filepathLocal }) => filepathLocal
    )
    assert.lengthOf(new Set(paths), 6)
    for (const path of paths) assert.match(path, /^recap\/gov\.[^/]*\/gov\.[^/]*\.pdf$/)
  })

  test('are rejected if invalid or without a document', async ({ assert }) => {
    const refusal = async (wanted: Parameters<typeof storePdf>[1]) => {
      const error = await storePdf(app, wanted).catch((thrown: unknown) => thrown)
      assert.instanceOf(error, PdfRefused)
      return (error as PdfRefused).reason
    }
    assert.equal(await refusal({ document, file: fileWith('<html>') }), 'not_a_pdf')
    assert.equal(await refusal({ document, file: fileWith('') }), 'not_a_pdf')
    const late = fileWith(`${' '.repeat(1020)}%PDF-1.4`)
    assert.equal(await refusal({ document, file: late }), 'not_a_pdf')
    assert.equal(await refusal({ document: 999_999_999, file: pdf('x') }), 'no_such_document')
    assert.equal((await row()).sha1, '')
  })

  test('are not stored for sealed documents', async ({ assert }) => {
    await DocumentSeal.create({ documentId: document })
    const { outcome } = await storePdf(app, { document, file: pdf('sealed') })
    assert.equal(outcome, 'sealed')
    assert.deepEqual([(await row()).sha1, (await row()).filepathLocal], ['', ''])
  })

  test('leave no file when their transaction fails', async ({ assert }) => {
    const failed = storePdf(app, {
      document,
      file: pdf('failed'),
      within: async () => {
        throw new Error('queue failure')
      },
    })
    await assert.rejects(() => failed, 'queue failure')
    assert.deepEqual([(await row()).sha1, (await row()).isAvailable], ['', false])
    const base = `gov.uscourts.${await courtOf()}.${caseId}`
    assert.deepEqual(filesIn(`recap/${base}`), [])
  })
})
