/** Uploads with files in an S3 bucket. */
import app from '@adonisjs/core/services/app'
import { DriveManager } from '@adonisjs/drive'
import { test } from '@japa/runner'
import { cacheControl } from '#app/support/caching'
import { s3Disk } from '#app/storage/s3_disk'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { S3_KEYS, S3Server } from '#tests/helpers/s3_server'
import { signedIn } from '#tests/helpers/visitor'
import ArchiveDocument from '../../../federal_records/models/archive_document.js'
import Upload from '../../models/upload.js'
import { MANAGE_RIGHT, UPLOAD_RIGHT, VIEW_RIGHT } from '../../rights.js'
import { makeZip } from '#tests/helpers/make_zip'
import { filesOfUploads, PDF, send, work } from '../uploads.js'

const NAMES = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const
let cases = Date.now()

test.group('uploads with S3', (group) => {
  const before = { ...process.env }
  let s3: S3Server
  let account: TestAccount
  let docket: OwnDocket
  let caseId: string

  group.setup(async () => {
    await work()
    ;[process.env.AWS_ACCESS_KEY_ID, process.env.AWS_SECRET_ACCESS_KEY] = [
      S3_KEYS.id,
      S3_KEYS.secret,
    ]
    s3 = await S3Server.start('archive')
    const settings = {
      bucket: 'archive',
      region: 'us-east-1',
      endpoint: s3.endpoint,
      signedSeconds: null,
    }
    const makeDriver = (await s3Disk(settings).resolver(
      's3',
      undefined as never,
      []
    )) as () => never
    const drive = new DriveManager({ default: 's3', services: { s3: makeDriver } })
    const usual = await app.container.make('drive.manager')
    app.container.bindValue('drive.manager', drive as never)
    account = await makeAccount({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
    return async () => {
      app.container.bindValue('drive.manager', usual)
      for (const name of NAMES) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
      await s3.close()
    }
  })
  group.each.setup(async () => {
    caseId = String(++cases)
    docket = await makeDocket({ court_id: 'cand', registry_case_id: caseId })
    s3.objects.clear()
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
  const keys = () => [...s3.objects.keys()]

  test('a PDF is stored with its upload, then with its document', async ({ client, assert }) => {
    const files = filesOfUploads()
    const { documents } = await docket.addEntry('MOTION', [{ registry_doc_id: `0350${caseId}` }])
    const sent = await send(client, account, pdf())
    sent.assertStatus(201)
    const { filepathLocal } = await Upload.findOrFail(sent.body().id)
    assert.deepEqual(keys(), [filepathLocal])
    assert.deepEqual(s3.objects.get(filepathLocal)!.body, PDF)
    await work()
    assert.equal((await Upload.findOrFail(sent.body().id)).status, 2)
    const document = await ArchiveDocument.findOrFail(documents[0]!)
    assert.isTrue(document.isAvailable)
    assert.deepEqual(keys(), [document.filepathLocal])
    assert.deepEqual(s3.objects.get(document.filepathLocal)!.body, PDF)
    assert.deepEqual(filesOfUploads(), files)
  })

  test('members of a ZIP file are stored as uploads', async ({ client, assert }) => {
    const made = await docket.addEntry('MOTION', [{ registry_doc_id: `0350${caseId}` }])
    const file = makeZip([{ name: '1-main.pdf', content: PDF }])
    await send(client, account, pdf({ upload_type: 10 }), { file })
    await work()
    const { filepathLocal } = await ArchiveDocument.findOrFail(made.documents[0]!)
    assert.deepEqual(keys(), [filepathLocal])
  })

  test('staff download the file of a failed upload and retry it', async ({ client, assert }) => {
    const content = '<p>Good morning</p>'
    const fields = { court: 'cand', upload_type: 1, registry_case_id: caseId }
    const sent = await send(client, account, fields, { file: Buffer.from(content) })
    await work()
    const upload = await Upload.findOrFail(sent.body().id)
    assert.equal(upload.status, 6)
    const staff = await signedIn(await makeAccount({ rights: [MANAGE_RIGHT] }))
    const original = await staff.get(`/admin/uploads/${upload.id}/original/`)
    assert.equal(original.text, content)
    assert.equal(original.headers.get('cache-control'), cacheControl('uploads'))
    await staff.submit(`/admin/uploads/${upload.id}/retry/`, {}, { from: '/admin/uploads/' })
    await work()
    assert.equal((await upload.refresh()).status, 6)
    assert.deepEqual(keys(), [upload.filepathLocal])
  })

  test('an upload returns 503 if the bucket is unavailable', async ({ client, assert }) => {
    await s3.close()
    try {
      const sent = await send(client, account, pdf())
      sent.assertStatus(503)
    } finally {
      await s3.open()
    }
    assert.deepEqual(keys(), [])
  })

  test('a rejected upload leaves no files', async ({ client, assert }) => {
    const sent = await send(client, account, pdf({ registry_doc_id: '' }))
    sent.assertStatus(400)
    assert.deepEqual(keys(), [])
  })
})
