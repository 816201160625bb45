/** Requests of the browser extension, with the names of the public service. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import ArchiveDocument from '../../../federal_records/models/archive_document.js'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import Upload from '../../models/upload.js'
import { MAX_RETRIES } from '../../processing/outcome.js'
import { UploadProcessor } from '../../processing/process_upload.js'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '../../rights.js'
import { makeZip } from '#tests/helpers/make_zip'
import { PDF, send, work } from '../uploads.js'

const RECAP = '/courtlistener/api/rest/v4/recap/'

let cases = Date.now() % 100_000_000

/** The part of a page that the extension sends: no doctype and no html element. */
function historyReport(caseId: string, docId: string): Buffer {
  const dates = `<td><table><tr><td><i>Filed: &nbsp;</i></td><td align=right>03/02/2026</td></tr></table></td>`
  return Buffer.from(`<head><title>CAND-History/Documents Query</title></head><body><center>
<b><font size="+1">3:26-cv-${caseId.slice(-5)}</font></b> Reed v. Sedge<br><b>Date filed:</b> 03/02/2026<br></center><br>
<h2 align="center">History</h2><center><table border=1><tr><th>Doc.<br>No.</th><th>Dates</th><th>Description</th></tr>
<tr valign=top><td rowspan=2><a href="https://ecf.cand.uscourts.gov/doc1/${docId}" onclick="goDLS('/doc1/${docId}','${caseId}','6','','','1','','');return(false);">1</a></td>${dates}<td>Complaint</td></tr>
<tr><td colspan=2><i>Docket Text:</i> COMPLAINT against Sedge, filed by Reed.</td></tr></table>
<hr><table><tr><th colspan=4>Transaction Receipt</th></tr><tr><th>Description:</th><td>History/Documents</td><th>Search Criteria:</th><td>x</td></tr></table></center>`)
}

test.group('browser extension requests', (group) => {
  let account: TestAccount
  let caseId: string
  let docId: string
  group.setup(async () => {
    account = await makeAccount({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
  })
  group.each.setup(async () => {
    caseId = String(++cases)
    docId = `0351${caseId}`
    await work()
    return async () => {
      const database = await app.container.make('lucid.db')
      await database.from('dockets').where({ court_id: 'cand', registry_case_id: caseId }).delete()
    }
  })

  const page = () => ({
    court: 'cand',
    pacer_case_id: caseId,
    upload_type: 4,
    debug: 'false',
  })
  const document = (type: number) => ({
    court: 'cand',
    pacer_case_id: caseId,
    pacer_doc_id: docId,
    document_number: 1,
    upload_type: type,
    debug: 'false',
  })

  test('a page creates a docket and returns public names', async ({ client, assert }) => {
    const file = historyReport(caseId, docId)
    const made = await send(client, account, page(), { file, path: RECAP })
    made.assertStatus(201)
    assert.containSubset(made.body(), { pacer_case_id: caseId, pacer_doc_id: '', status: 1 })
    assert.notProperty(made.body(), 'registry_case_id')
    await work()
    const shown = await client
      .get(`${RECAP}${made.body().id}/`)
      .header('authorization', account.authorization)
    assert.containSubset(shown.body(), { status: 2, error_message: 'The page was merged.' })
    assert.isNumber(shown.body().docket)
    assert.isNumber(shown.body().docket_entry)
    const listed = await client
      .get(`/courtlistener/api/rest/v4/dockets/?court=cand&pacer_case_id=${caseId}`)
      .header('authorization', account.authorization)
    assert.equal(listed.body().results[0].id, shown.body().docket)
  })

  test('a PDF without a docket is stored when the docket is added', async ({ client, assert }) => {
    const sent = await send(client, account, document(3), { path: RECAP })
    sent.assertStatus(201)
    assert.equal(sent.body().pacer_doc_id, `0350${caseId}`)
    const { id } = sent.body() as { id: number }
    for (let attempt = 0; attempt <= MAX_RETRIES; attempt++)
      await (await app.container.make(UploadProcessor)).process(id)
    assert.equal((await Upload.findOrFail(id)).status, 3)

    await send(client, account, page(), { file: historyReport(caseId, docId), path: RECAP })
    await work()
    const pdf = await Upload.findOrFail(id)
    assert.equal(pdf.status, 2)
    const stored = await ArchiveDocument.findOrFail(pdf.recapDocumentId)
    assert.deepEqual([stored.isAvailable, stored.registryDocId], [true, `0350${caseId}`])
  })

  test('a ZIP file creates uploads for its PDFs', async ({ client, assert }) => {
    await send(client, account, page(), { file: historyReport(caseId, docId), path: RECAP })
    await work()
    const file = makeZip([
      { name: '1-main.pdf', content: PDF },
      { name: '1-1.pdf', content: PDF },
    ])
    const sent = await send(client, account, document(10), { file, path: RECAP })
    sent.assertStatus(201)
    await work()
    const members = await Upload.query().where('parentId', sent.body().id)
    assert.deepEqual(
      members.map(({ status }) => status),
      [2, 2]
    )
  })

  test('keys that are not fields, and empty values, are accepted', async ({ client, assert }) => {
    const more = { document: 'true', csrfmiddlewaretoken: 'x', acms_document_guid: '' }
    const sent = await send(
      client,
      account,
      { ...document(3), ...more, attachment_number: '', debug: '' },
      { path: RECAP }
    )
    sent.assertStatus(201)
    assert.include(sent.header('warning')!, 'document, csrfmiddlewaretoken')
    assert.containSubset(sent.body(), { attachment_number: null, debug: false })
    await send(client, account, { ...page(), debug: 'true' }, { file: PDF, path: RECAP })
    const own = { court: 'cand', registry_case_id: caseId, upload_type: 4, document: 'true' }
    const strict = await send(client, account, own, { file: PDF })
    strict.assertStatus(400)
    assert.property(strict.body(), 'document')
  })

  test('a ZIP file needs no IDs, because its members have the numbers', async ({
    client,
    assert,
  }) => {
    await send(client, account, page(), { file: historyReport(caseId, docId), path: RECAP })
    await work()
    const file = makeZip([
      { name: '1-main.pdf', content: PDF },
      { name: '1-2.pdf', content: PDF },
    ])
    const without = { court: 'cand', pacer_case_id: caseId, upload_type: 10, document: 'true' }
    const variations: Record<string, string | number>[] = [
      {},
      { document_number: '', pacer_doc_id: '' },
      { document_number: 1 },
      { pacer_doc_id: docId },
    ]
    for (const [number, more] of variations.entries()) {
      const sent = await send(client, account, { ...without, ...more }, { file, path: RECAP })
      sent.assertStatus(201)
      await work()
      const members = await Upload.query().where('parentId', sent.body().id).orderBy('id')
      assert.deepEqual(
        members.map(({ status, attachmentNumber }) => [status, attachmentNumber]),
        [
          [2, null],
          [2, 2],
        ],
        String(number)
      )
    }
    const own = { court: 'cand', registry_case_id: caseId, upload_type: 10 }
    const strict = await send(client, account, own, { file })
    strict.assertStatus(400)
    const pdf = { ...without, upload_type: 3 }
    ;(await send(client, account, pdf, { path: RECAP })).assertStatus(400)
  })

  test('errors use the field names of the request', async ({ client, assert }) => {
    const fields = { ...document(3), pacer_doc_id: '' }
    const refused = await send(client, account, fields, { path: RECAP })
    refused.assertStatus(400)
    assert.include(refused.body().non_field_errors[0], 'pacer_doc_id')
  })

  test('debug merges nothing', async ({ client, assert }) => {
    const file = historyReport(caseId, docId)
    await send(client, account, { ...page(), debug: 'true' }, { file, path: RECAP })
    await work()
    const upload = await Upload.query().where('registryCaseId', caseId).firstOrFail()
    assert.deepEqual([upload.status, upload.docketId], [2, null])
    const listed = await client.get(`/api/rest/v4/dockets/?court=cand&registry_case_id=${caseId}`)
    assert.lengthOf(listed.body().results, 0)
  })
})
