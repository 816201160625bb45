/** Uploads of ZIP files with documents of a case (fetch-and-upload, 2.4). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import ArchiveDocument from '../../../federal_records/models/archive_document.js'
import { settings } from '#start/env'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import Upload from '../../models/upload.js'
import { UploadRequeuer } from '../../processing/requeue_uploads.js'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '../../rights.js'
import { makeZip } from '#tests/helpers/make_zip'
import { PDF, filesOfUploads, makeUploadCase, send, work } from '../uploads.js'

test.group('ZIP files of documents', (group) => {
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
    return () => docket.remove()
  })

  const zipped = () => ({
    court: 'cand',
    upload_type: 10,
    registry_case_id: caseId,
    registry_doc_id: `0351${caseId}`,
    document_number: 1,
  })
  const last = () =>
    Upload.query().where('registryCaseId', caseId).orderBy('id', 'desc').firstOrFail()

  test('create uploads for their PDFs and list skipped members', async ({ client, assert }) => {
    const files = filesOfUploads()
    const file = makeZip([
      { name: '1-main.pdf', content: PDF },
      { name: '1-1.pdf', content: PDF },
      { name: 'inner.zip', content: Buffer.from('PK') },
      { name: 'notes.txt', content: Buffer.from('x') },
    ])
    const { id } = (await send(client, account, zipped(), { file })).body()
    await work()
    const zip = await Upload.findOrFail(id)
    assert.equal(zip.status, 2)
    const members = await Upload.query().where('parentId', id).orderBy('id')
    assert.deepEqual(
      members.map((one) => [one.uploadType, one.status, one.documentNumber, one.attachmentNumber]),
      [
        [3, 2, 1, null],
        [3, 2, 1, 1],
      ]
    )
    for (const one of members) assert.include(zip.errorMessage, String(one.id))
    assert.include(zip.errorMessage, '"inner.zip", "notes.txt"')
    assert.isTrue((await ArchiveDocument.findOrFail(document)).isAvailable)
    assert.deepEqual(filesOfUploads(), files)
  })

  /** Distinct PDFs by member name. */
  const member = (name: string) => ({ name, content: Buffer.from(`%PDF-1.4\n% ${name}\n`) })
  const contentOf = async (id: number) => {
    const { filepathLocal } = await ArchiveDocument.findOrFail(id)
    return filepathLocal && readFileSync(join(settings.dataDir, 'files', filepathLocal), 'latin1')
  }

  for (const [names, main, second, attachment = ''] of [
    [['1.pdf', '2.pdf'], '1.pdf', '2.pdf'],
    [['2.pdf', '1.pdf'], '1.pdf', '2.pdf'],
    [['2.pdf'], '', '2.pdf'],
    [['2-main.pdf', '1-main.pdf'], '1-main.pdf', '2-main.pdf'],
    [['1-0.pdf', '2-0.pdf'], '1-0.pdf', '2-0.pdf'],
    [['2-1.pdf', '1-1.pdf'], '', '', '1-1.pdf'],
    [['1-1.pdf', '1.pdf', '2.pdf'], '1.pdf', '2.pdf', '1-1.pdf'],
    [['0001.PDF', '002-MAIN.Pdf'], '0001.PDF', '002-MAIN.Pdf'],
    [['a/1.pdf', 'a/2.pdf', 'b/2.pdf'], 'a/1.pdf', 'a/2.pdf'],
    [['1.pdf', '1-main.pdf', '1-0.pdf', '2-main.pdf', '2.pdf'], '1.pdf', '2-main.pdf'],
    [['doc1.pdf', '1 (2).pdf', '2.pdf', '\u0661.pdf', '.pdf', '-1.pdf'], '', '2.pdf'],
    [['1.pdf', '12.pdf', '11.pdf', '21-1.pdf'], '1.pdf', ''],
  ] as const) {
    test(`apply the IDs to the matching member only: ${names.join(', ')}`, async ({
      client,
      assert,
    }) => {
      const { documents } = await docket.addEntry('SECOND', [{}])
      const file = makeZip(names.map(member))
      const { id } = (await send(client, account, zipped(), { file })).body()
      await work()
      const expected = (name: string) => name && String(member(name).content)
      assert.equal(await contentOf(document), expected(main))
      assert.equal(await contentOf(documents[0]!), expected(second))
      const attached = await ArchiveDocument.query().where('docketEntryId', entry)
      const [made] = attached.filter((one) => one.attachmentNumber === 1)
      assert.equal(made ? await contentOf(made.id) : '', expected(attachment))
      const members = await Upload.query().where('parentId', id)
      const named = members.filter((one) => one.registryDocId)
      assert.deepEqual(
        named.map((one) => [one.documentNumber, one.attachmentNumber]),
        main ? [[1, null]] : []
      )
    })
  }

  test('apply the IDs to a matching attachment', async ({ client, assert }) => {
    const file = makeZip(['1.pdf', '1-2.pdf', '1-3.pdf'].map(member))
    const id = `0350${caseId}8`
    await send(
      client,
      account,
      { ...zipped(), registry_doc_id: id, attachment_number: 2 },
      { file }
    )
    await work()
    const documents = await ArchiveDocument.query().where('docketEntryId', entry)
    const named = documents.filter((one) => one.registryDocId === id)
    assert.deepEqual(
      named.map((one) => one.attachmentNumber),
      [2]
    )
    assert.equal(await contentOf(named[0]!.id), String(member('1-2.pdf').content))
    assert.equal(await contentOf(document), String(member('1.pdf').content))
  })

  test('store members without IDs when a page adds their documents', async ({ client, assert }) => {
    const later = `${caseId}77`
    const fields = { ...zipped(), registry_case_id: later, registry_doc_id: `0351${later}` }
    await send(client, account, fields, { file: makeZip(['1.pdf', '2.pdf'].map(member)) })
    await work()
    const members = Upload.query().where('registryCaseId', later).where('uploadType', 3)
    await members.clone().update({ status: 3 })
    const brought = await makeDocket({ court_id: 'cand', registry_case_id: later })
    const keys: number[] = []
    for (const text of ['FIRST', 'SECOND'])
      keys.push(...(await brought.addEntry(text, [{}])).documents)
    const database = await app.container.make('lucid.db')
    const requeuer = await app.container.make(UploadRequeuer)
    assert.equal(await database.transaction((trx) => requeuer.adoptOrphans(trx, keys)), 1)
    await work()
    assert.equal(await contentOf(keys[0]!), '')
    assert.equal(await contentOf(keys[1]!), String(member('2.pdf').content))
    await brought.remove()
  })

  test('distinguish documents that share the ID of their entry', async ({ client, assert }) => {
    const shared = `6f1e3a52-0c1d-4b1e-9d55-${caseId.slice(-12).padStart(12, '0')}`
    const guid = (number: number) => `guid-${caseId}-${number}`
    const { documents } = await docket.addEntry(
      'BRIEF',
      [1, 2].map((number) => ({
        document_number: '2',
        document_type: 2,
        attachment_number: number,
        registry_doc_id: shared,
        acms_document_guid: guid(number),
      }))
    )
    const sent = { ...zipped(), upload_type: 3, registry_doc_id: shared, document_number: 2 }
    const first = { ...sent, attachment_number: 1, acms_document_guid: guid(1) }
    await send(client, account, first, { file: member('first').content })
    await work()
    assert.equal(await contentOf(documents[0]!), String(member('first').content))
    assert.equal(await contentOf(documents[1]!), '')
    for (const attachment of [2, 3]) {
      const file = member(`unnamed ${attachment}`).content
      await send(client, account, { ...sent, attachment_number: attachment }, { file })
    }
    await work()
    assert.equal(await contentOf(documents[0]!), String(member('first').content))
    assert.equal(await contentOf(documents[1]!), String(member('unnamed 2').content))
  })

  test('distinguish listed documents whose only ID is that of their entry', async ({
    client,
    assert,
  }) => {
    const shared = `7f1e3a52-0c1d-4b1e-9d55-${caseId.slice(-12).padStart(12, '0')}`
    const attachments = [null, 1, 2, 3, 4, 5]
    const { documents } = await docket.addEntry(
      'BRIEF',
      attachments.map((number) => ({
        document_number: '2',
        document_type: number === null ? 1 : 2,
        attachment_number: number,
        registry_doc_id: shared,
      }))
    )
    const sent = { ...zipped(), upload_type: 3, registry_doc_id: shared, document_number: 2 }
    for (const [at, number] of attachments.entries()) {
      const file = member(`attachment ${number}`).content
      const one = number === null ? sent : { ...sent, attachment_number: number }
      await send(client, account, one, { file })
      await work()
      const found = await Promise.all(documents.map(contentOf))
      const expected = attachments.map((other, place) =>
        place <= at ? String(member(`attachment ${other}`).content) : ''
      )
      assert.deepEqual(found, expected)
    }
  })

  for (const [what, refused, said] of [
    ['has ".." in its name', { name: '../1.pdf', content: PDF }, 'contains ".."'],
    ['is encrypted', { name: '1.pdf', content: PDF, flags: 1, size: PDF.length - 12 }, 'encrypted'],
    ['exceeds 200 MB', { name: '1.pdf', content: PDF, size: 200_000_001, method: 8 }, '200 MB'],
    ["isn't a PDF", { name: '1.txt', content: PDF }, 'no PDF'],
  ] as const) {
    test(`are invalid with a member that ${what}`, async ({ client, assert }) => {
      await send(client, account, zipped(), { file: makeZip([refused]) })
      await work()
      const { status, errorMessage } = await last()
      assert.equal(status, 6)
      assert.include(errorMessage, said)
      assert.include(errorMessage, `"${refused.name}"`)
    })
  }

  test('are invalid with a damaged member, and leave no files', async ({ client, assert }) => {
    const files = filesOfUploads()
    const damaged = Buffer.from(PDF)
    damaged[damaged.length >> 1]! ^= 1
    const file = makeZip([
      { name: '1.pdf', content: PDF },
      { name: '1-1.pdf', content: damaged, checksum: crc32(PDF) },
    ])
    const { id } = (await send(client, account, zipped(), { file })).body()
    await work()
    const { status, errorMessage, filepathLocal } = await Upload.findOrFail(id)
    assert.equal(status, 6)
    assert.include(errorMessage, '"1-1.pdf" is damaged')
    assert.lengthOf(await Upload.query().where('parentId', id), 0)
    assert.deepEqual(
      filesOfUploads().filter((path) => !path.endsWith(filepathLocal)),
      files
    )
  })

  for (const [what, said, list] of [
    [
      'that exceed 2,000 MB in total',
      'exceeds 2,000 MB',
      Array.from({ length: 11 }, (_, n) => ({ size: 190_000_000, method: 8, name: `${n}.pdf` })),
    ],
    [
      'that overlap',
      'overlap',
      [
        { name: '1.pdf', packedSize: 150, size: 1_000_000, method: 8 },
        { name: '1-1.pdf', packedSize: 150, size: 1_000_000, method: 8 },
      ],
    ],
  ] as const) {
    test(`reject members ${what} before extracting any`, async ({ client, assert }) => {
      const file = makeZip(list.map((one) => ({ ...one, content: Buffer.from('x') })))
      await send(client, account, zipped(), { file })
      await work()
      const { status, errorMessage } = await last()
      assert.equal(status, 6)
      assert.include(errorMessage, said)
    })
  }

  test('reject invalid files', async ({ client, assert }) => {
    await send(client, account, zipped(), { file: Buffer.from('no zip') })
    await work()
    assert.equal((await last()).status, 6)
  })
})
