/** Messages of uploads whose pages have text that wasn't read. */
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'
import UnreadGroup from '#plugins/federal_records/models/unread_group'
import UnreadPage from '#plugins/federal_records/models/unread_page'
import UnreadPassage from '#plugins/federal_records/models/unread_passage'
import { REVIEW_RIGHT } from '#plugins/federal_records/rights'
import { keptFiles, removeUnreadText } from '#plugins/federal_records/tests/unread_pages'
import Upload from '../../models/upload.js'
import { MANAGE_RIGHT, UPLOAD_RIGHT, VIEW_RIGHT } from '../../rights.js'
import { removeCase, send, work } from '../uploads.js'

const MERGED = 'The page was merged.'
const ONE = "1 passage of the page wasn't read."
const TWO = "2 passages of the page weren't read."
const NEW_TEXT = [
  '<p>Quokka marmalade ledger kept by the registrar on 01/02/2031</p>',
  '<p>Lodestar vouchers are held in the vestibule</p>',
]

/** A docket report with more paragraphs. */
const pageOf = (...more: string[]) =>
  `<html><body><h3 align="center">U.S. District Court<br>Northern District of California (San Francisco)<br>
CIVIL DOCKET FOR CASE #: 3:31-cv-00021-ABC</h3><table><tr><td><br>Quill v. Blot<br>Assigned to: Judge Mary Nib<br></td>
<td><br>Date Filed: 03/04/2031<br></td></tr></table>${more.join('\n')}
<table><tr><td>Date Filed</td><th>#</th><td>Docket Text</td></tr>
<tr><td>03/04/2031</td><td>1</td><td>COMPLAINT</td></tr></table></body></html>`

let cases = Date.now()

test.group('uploads with unread text', (group) => {
  let account: TestAccount
  let caseId: string

  group.setup(async () => {
    account = await makeAccount({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
  })
  group.each.setup(async () => {
    await removeUnreadText()
    await work()
    caseId = String(++cases)
    return async () => {
      await removeCase(account.id)
      await removeUnreadText()
    }
  })

  /** Uploads a page and processes it. @returns the response of the API */
  async function upload(client: ApiClient, page: string, changes: object = {}) {
    const fields = { court: 'cand', upload_type: 1, registry_case_id: caseId, ...changes }
    const sent = await send(client, account, fields, { file: Buffer.from(page) })
    await work()
    const shown = await client
      .get(`/api/rest/v4/archive/${sent.body().id}/`)
      .header('authorization', account.authorization)
    return shown.body() as { id: number; status: number; error_message: string; docket: string }
  }

  test('succeed with a sentence, in the same fields', async ({ client, assert }) => {
    const read = await upload(client, pageOf())
    assert.deepEqual([read.status, read.error_message], [2, MERGED])
    assert.deepEqual(await UnreadGroup.all(), [])
    const unread = await upload(client, pageOf(...NEW_TEXT))
    assert.deepEqual([unread.status, unread.error_message], [2, `${MERGED} ${TWO}`])
    assert.deepEqual(Object.keys(unread), Object.keys(read))
    assert.equal(unread.docket, read.docket)
    const owner = await signedIn(account)
    assert.include((await owner.get('/uploads/')).text, '2 passages of the page weren&#x27;t read.')
    const staff = await signedIn(await makeAccount({ rights: [MANAGE_RIGHT] }))
    assert.include((await staff.get('/admin/uploads/')).text, '2 passages of the page')
  })

  test('are listed for staff with the page', async ({ client, assert }) => {
    const page = pageOf(...NEW_TEXT)
    await upload(client, page)
    const staff = await signedIn(await makeAccount({ rights: [REVIEW_RIGHT] }))
    const path = '/admin/unread-text/cand/district_docket/'
    const shown = (await staff.get(path)).text
    for (const text of ['Quokka marmalade ledger', 'Lodestar vouchers']) assert.include(shown, text)
    const [, file] = /href="([^"]+\/original\/)"/.exec(shown)!
    assert.equal((await staff.get(file!)).text, page)
  })

  test('of the same page count once', async ({ client, assert }) => {
    const page = pageOf(...NEW_TEXT)
    for (let again = 0; again < 3; again++) {
      const { error_message: message } = await upload(client, page)
      assert.equal(message, `${MERGED} ${TWO}`)
    }
    const [counts] = await UnreadGroup.all()
    assert.deepEqual([counts!.passages, counts!.pages], [2, 1])
    assert.lengthOf(await UnreadPage.all(), 1)
    assert.lengthOf(await keptFiles(), 1)
    await upload(client, pageOf(NEW_TEXT[0]!.replace('01/02/2031', '11/12/2030')))
    const [first] = await UnreadPassage.query().orderBy('pages', 'desc')
    assert.deepEqual([first!.pages, (await UnreadPassage.all()).length], [2, 2])
  })

  test('do not count dismissed passages', async ({ client, assert }) => {
    await upload(client, pageOf(...NEW_TEXT))
    const staff = await signedIn(await makeAccount({ rights: [REVIEW_RIGHT] }))
    const path = '/admin/unread-text/cand/district_docket/'
    const dismissFirst = async () => {
      const passage = await UnreadPassage.query().where('isDismissed', false).firstOrFail()
      await staff.submit(`${path}${passage.id}/dismiss/`, {}, { from: path })
    }
    await dismissFirst()
    const one = await upload(client, pageOf(...NEW_TEXT, '<!-- another -->'))
    assert.equal(one.error_message, `${MERGED} ${ONE}`)
    await dismissFirst()
    const none = await upload(client, pageOf(...NEW_TEXT, '<!-- a third -->'))
    assert.equal(none.error_message, MERGED)
  })

  test('that are only checked store nothing', async ({ client, assert }) => {
    const checked = await upload(client, pageOf(...NEW_TEXT), { debug: true })
    assert.deepEqual(
      [checked.status, checked.error_message],
      [2, `The page was checked; nothing was saved. ${TWO}`]
    )
    assert.deepEqual(await UnreadGroup.all(), [])
    assert.deepEqual(await keptFiles(), [])
  })

  test('that fail store nothing', async ({ client, assert }) => {
    const failed = await upload(client, pageOf(...NEW_TEXT), { upload_type: 4 })
    assert.equal(failed.status, 6)
    assert.notInclude(failed.error_message, 'passage')
    assert.deepEqual(await UnreadGroup.all(), [])
  })

  test('have an upload for each message', async ({ client, assert }) => {
    await upload(client, pageOf(...NEW_TEXT))
    const rows = await Upload.query().where({ uploaderId: account.id })
    assert.deepEqual(
      rows.map(({ filepathLocal }) => filepathLocal),
      ['']
    )
  })
})
