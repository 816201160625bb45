/** Texts of stored PDFs, including unusual ones (fetch-and-upload, 2.4). */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { decode } from 'fast-png'
import { Jobs } from '#app/jobs/jobs'
import { settings as serverSettings } from '#start/env'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { changeDocument, makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'
import RecognizedPage from '../../models/recognized_page.js'
import { readPdf } from '../../pdf/jobs.js'
import { QUEUES } from '../../pdf/codes.js'
import { readPdfFile } from '../../pdf/pdf_reader.js'
import settings from '../../settings.js'
import ArchiveDocument from '../../models/archive_document.js'
import { encryptedPdf, makePdf, PARAGRAPH, renderScan, unpackingPdf, xfaPdf } from '../make_pdf.js'
import { readQueued, recognizeQueued, store, loadDocumentText } from '../stored_pdf.js'

test.group('texts of stored PDFs', (group) => {
  let docket: OwnDocket
  let document: number

  group.each.setup(async () => {
    docket = await makeDocket()
    document = (await docket.addEntry('MOTION')).documents[0]!
    return () => docket.remove()
  })

  const scan = (...lines: string[]) => renderScan({ lines })

  test('contain the text of all pages, with numbers masked', async ({ client, assert }) => {
    const lines = [...PARAGRAPH, 'Social security number 123-45-6789, telephone 1-123-45-6789.']
    await store(document, await makePdf([{ lines }, { lines: PARAGRAPH }]))
    assert.deepInclude(await loadDocumentText(document), {
      text: '',
      ocr: null,
      state: 'queued',
      pages: 2,
    })
    await readQueued()
    const read = await loadDocumentText(document)
    assert.deepInclude(read, { ocr: 2, state: 'read', reason: '', redactions: [] })
    assert.include(read.text, 'number XXX-XX-XXXX, telephone 1-123-45-6789.\n\nParagraph line 1')
    const shown = await client.get(`/api/rest/v4/archive-documents/${document}/`)
    assert.equal(shown.body().plain_text, read.text)
    assert.equal(shown.body().ocr_status, 2)
  })

  test('include a thumbnail of the first page', async ({ client, assert }) => {
    await store(document, await makePdf([{ lines: PARAGRAPH }]))
    await readQueued()
    const {
      filepathLocal: path,
      thumbnail,
      thumbnailStatus,
    } = await ArchiveDocument.findOrFail(document)
    assert.equal(thumbnail, path.replace('.pdf', '.thumb.png'))
    assert.equal(thumbnailStatus, 1)
    const image = await fetch(`http://${process.env.HOST}:${process.env.PORT}/storage/${thumbnail}`)
    assert.equal(image.headers.get('content-type'), 'image/png')
    const { width, height, data } = decode(new Uint8Array(await image.arrayBuffer()))
    assert.deepEqual([width, height], [309, 400])
    assert.isTrue([...data].some((shade) => shade < 128))
    const page = await client.get(`/docket/${docket.id}/1/ash-v-beech/`)
    assert.include(page.text(), `<img src="/storage/${thumbnail}" alt="First page"`)

    await store(document, await encryptedPdf())
    await readQueued()
    const locked = await ArchiveDocument.findOrFail(document)
    assert.deepEqual([locked.thumbnail, locked.thumbnailStatus], [null, 2])
    await (await app.container.make(Jobs)).runWaiting(QUEUES.remove)
    const gone = await client.get(`/storage/${thumbnail}`)
    gone.assertStatus(404)
    assert.isFalse(existsSync(join(serverSettings.dataDir, 'files', thumbnail!)))
  })

  test('of scanned pages are recognized (OCR)', async ({ assert }) => {
    const pages = [{ lines: PARAGRAPH }, { scan: await scan('ORDER granting the motion') }]
    await store(document, await makePdf(pages))
    await readQueued()
    const queued = await loadDocumentText(document)
    assert.deepInclude(queued, { ocr: 4, state: 'read', reason: 'ocr_queued' })
    assert.include(queued.text, PARAGRAPH[0])
    await recognizeQueued()
    const done = await loadDocumentText(document)
    assert.deepInclude(done, { ocr: 1, state: 'read', reason: '' })
    assert.equal(done.text, [PARAGRAPH.join('\n'), 'ORDER granting the motion'].join('\n\n'))
    assert.lengthOf(await RecognizedPage.all(), 0)
  }).skip(!EVERYTHING, LEFT_OUT)

  test('resume where an OCR job ended', async ({ assert }) => {
    const first = await scan('First')
    await store(document, await makePdf([{ scan: first }, { scan: await scan('Second page') }]))
    await readQueued()
    const { filepathLocal: path, sha1 } = await ArchiveDocument.findOrFail(document)
    await RecognizedPage.create({ path, sha1, page: 1, text: 'Kept from before' })
    await recognizeQueued()
    assert.equal((await loadDocumentText(document)).text, 'Kept from before\n\nSecond page')
  })

  test('of blank pages are empty', async ({ assert }) => {
    await store(document, await makePdf([{}, {}]))
    await readQueued()
    await recognizeQueued()
    assert.deepInclude(await loadDocumentText(document), { text: '', ocr: 1, state: 'read' })
  })

  test('of scans are pending if OCR is off or the scan is too long', async ({
    assert,
    cleanup,
  }) => {
    const before = { ...settings }
    cleanup(() => void Object.assign(settings, before))
    for (const [change, reason] of [
      [{ ocr: 'off' }, 'ocr_off'],
      [{ ocr: 'on', ocrMaxPages: 1 }, 'ocr_too_long'],
    ] as const) {
      Object.assign(settings, change)
      await store(document, await makePdf([{}, { lines: [reason] }]))
      await readQueued()
      assert.deepInclude(await loadDocumentText(document), {
        ocr: 4,
        state: 'read',
        reason,
        text: reason,
      })
    }
  })

  test('need no OCR on cover sheets of exhibits', async ({ assert }) => {
    const pages = [
      { lines: ['Case 1:26-cv-00077 Document 3-1 Filed 03/02/26 Page 1 of 2', 'EXHIBIT A'] },
      { lines: [...PARAGRAPH, ...PARAGRAPH] },
    ]
    await store(document, await makePdf(pages))
    await readQueued()
    assert.equal((await loadDocumentText(document)).ocr, 2)
  })

  const ODD: [name: string, reason: string, bytes: () => Promise<Buffer>][] = [
    ['password-protected', 'encrypted', encryptedPdf],
    ['damaged', 'damaged', async () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Cata')],
    ['truncated', 'damaged', async () => (await makePdf([{ lines: PARAGRAPH }])).subarray(0, 300)],
    ['dynamic forms', 'xfa_form', xfaPdf],
  ]
  for (const [name, reason, bytes] of ODD) {
    test(`of files that are ${name} have a reason`, async ({ assert }) => {
      assert.equal((await store(document, await bytes())).outcome, 'stored')
      await readQueued()
      assert.deepInclude(await loadDocumentText(document), {
        text: '',
        ocr: 3,
        state: 'failed',
        reason,
      })
    })
  }

  test('of 2,000 pages are read', async ({ assert }) => {
    const pages = Array.from({ length: 2000 }, (_, n) => ({ lines: [`Page ${n}`, ...PARAGRAPH] }))
    await store(document, await makePdf(pages))
    await readQueued()
    const read = await loadDocumentText(document)
    assert.deepInclude(read, { ocr: 2, state: 'read', pages: 2000 })
    assert.include(read.text, 'Page 1999\nParagraph line 1')
  }).skip(!EVERYTHING, LEFT_OUT)

  test('time out if reading takes too long', async ({ assert }) => {
    const file = join(makeTemporaryFolder(), 'long.pdf')
    const pages = Array.from({ length: 300 }, () => ({ lines: PARAGRAPH }))
    writeFileSync(file, await makePdf(pages))
    assert.deepEqual(await readPdfFile(file, { deadline: 1 }), { unreadable: 'too_hard' })
    assert.property(await readPdfFile(file), 'pages')
  })

  test('fail if decompressing the file takes too much memory', async ({ assert }) => {
    const file = join(makeTemporaryFolder(), 'bomb.pdf')
    writeFileSync(file, await unpackingPdf(600_000_000))
    const reading = await readPdfFile(file, { growth: 200_000_000 })
    assert.deepEqual(reading, { unreadable: 'too_hard' })
  }).skip(!EVERYTHING, LEFT_OUT)

  test('count pages that were not counted before', async ({ assert }) => {
    await store(document, await makePdf([{ lines: PARAGRAPH }, { lines: PARAGRAPH }]))
    await changeDocument(document, { page_count: null })
    await readQueued()
    assert.equal((await loadDocumentText(document)).pages, 2)
  })

  test('fail in the last attempt of their job', async ({ assert }) => {
    await store(document, await makePdf([{ lines: PARAGRAPH }]))
    const { filepathLocal: path, sha1 } = await ArchiveDocument.findOrFail(document)
    const { signal } = new AbortController()
    await readPdf.handler({ path, sha1 }, { app, signal, attempt: readPdf.retryLimit! + 1 })
    const given = { text: '', ocr: 3, state: 'failed', reason: 'gave_up' }
    assert.deepInclude(await loadDocumentText(document), given)
  })

  test('of a replaced or deleted file are not stored', async ({ assert }) => {
    await store(document, await makePdf([{ lines: ['Replaced words'] }]))
    await store(document, await makePdf([{ lines: PARAGRAPH }]))
    await readQueued()
    assert.equal((await loadDocumentText(document)).text, PARAGRAPH.join('\n'))
  })
})
