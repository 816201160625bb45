/** Checks of uploads (`debug`) and their results (`include=result`). */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeDocket } from '#tests/helpers/own_docket'
import { UploadPruner } from '../../processing/prune_uploads.js'
import UploadResult from '../../models/upload_result.js'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '../../rights.js'
import { makeZip } from '#tests/helpers/make_zip'
import { send, work } from '../uploads.js'

const LIST = '/api/rest/v4/archive/'
const PAGE = `<html><h3 align=center>U.S. District Court<BR>District of Ink (Inkton)<BR>
CIVIL DOCKET FOR CASE #: 3:31-cv-00021-ABC</h3><table><tr><td><br>Quill v. Blot<br>Assigned to: Judge Mary Nib<br></td>
<td><br>Date Filed: 03/04/2031<br></td></tr></table><table><tr><td>Date Filed</td><th>#</th><td>Docket Text</td></tr>
<tr><td>03/04/2031</td><td>1</td><td>COMPLAINT</td></tr></table></html>`

test.group('checks of uploads', (group) => {
  let account: TestAccount
  group.setup(async () => {
    account = await makeAccount({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
  })

  test('return the parsed page on request for 24 hours', async ({ client, assert }) => {
    const get = (address: string) =>
      client.get(address).header('authorization', account.authorization)
    const fields = { court: 'cand', upload_type: 1, registry_case_id: '880021', debug: true }
    const { id } = (await send(client, account, fields, { file: Buffer.from(PAGE) })).body()
    const address = `${LIST}${id}/`
    assert.isNull((await get(`${address}?include=result`)).body().result)
    await work()
    const usual = (await get(address)).body()
    assert.equal(usual.status, 2)
    assert.isNull(usual.docket)
    assert.notProperty(usual, 'result')
    assert.notProperty((await get(`${LIST}?registry_case_id=880021`)).body().results[0], 'result')
    const { result } = (await get(`${address}?include=result`)).body()
    assert.containsSubset(result, {
      kind: 'district_docket',
      result: { docket_number: '3:31-cv-00021', docket_entries: [{ description: 'COMPLAINT' }] },
    })
    const [listed] = (await get(`${LIST}?registry_case_id=880021&include=result`)).body().results
    assert.deepEqual(listed.result, result)
    const only = (await get(`${address}?include=result&fields=result`)).body()
    assert.deepEqual(only, { result })

    const old = await UploadResult.findOrFail(id)
    await old.merge({ dateCreated: new Date(Date.now() - 24 * 3_600_000 - 1000) }).save()
    assert.isNull((await get(`${address}?include=result`)).body().result)
    await (await app.container.make(UploadPruner)).prune(AbortSignal.timeout(60_000))
    assert.isNull(await UploadResult.find(id))
  })

  test('list the PDFs of a ZIP file, and the destination of a PDF', async ({
    client,
    assert,
    cleanup,
  }) => {
    const docket = await makeDocket({ court_id: 'cand', registry_case_id: '880022' })
    cleanup(() => docket.remove())
    const { entry } = await docket.addEntry('MOTION', [{ registry_doc_id: '035088002200' }])
    await work()
    const check = async (fields: object, file?: Buffer) => {
      const sent = { court: 'cand', registry_case_id: '880022', debug: true, ...fields }
      const { id } = (await send(client, account, sent, { file })).body()
      await work()
      const found = client.get(`${LIST}${id}/`).qs({ include: 'result' })
      return (await found.header('authorization', account.authorization)).body().result
    }
    assert.deepEqual(
      await check({ upload_type: 3, registry_doc_id: '035088002200', document_number: 1 }),
      { kind: 'pdf', docket: docket.id, docket_entry: entry }
    )
    const zip = makeZip([
      { name: '1-main.pdf', content: Buffer.from('%PDF-1.4') },
      { name: '1-2.pdf', content: Buffer.from('%PDF-1.4') },
      { name: 'note.txt', content: Buffer.from('a note') },
    ])
    assert.deepEqual(
      await check({ upload_type: 10, registry_doc_id: '035088002200', document_number: 1 }, zip),
      {
        kind: 'zip',
        documents: [
          { document_number: 1, attachment_number: null },
          { document_number: 1, attachment_number: 2 },
        ],
        skipped: ['"note.txt"'],
      }
    )
  })

  test('accept only known names in include', async ({ client }) => {
    const ask = (address: string) =>
      client.get(address).header('authorization', account.authorization)
    const wrong = await ask(`${LIST}?include=results`)
    wrong.assertStatus(400)
    wrong.assertBody({
      include: ['"results" can\'t be included. Did you mean "result"? Choose from: result.'],
    })
    const none = await ask('/api/rest/v4/courts/?include=result')
    none.assertStatus(400)
    none.assertBodyContains({ unknown_params: ['include'] })
  })
})
