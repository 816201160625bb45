/** Pages of uploads for staff. */
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import Upload from '../../models/upload.js'
import { MANAGE_RIGHT, UPLOAD_RIGHT } from '../../rights.js'
import { send, work } from '../uploads.js'

test.group('pages of uploads', (group) => {
  let account: TestAccount
  let staff: Visitor
  let upload: Upload

  group.setup(async () => {
    account = await makeAccount({ rights: [UPLOAD_RIGHT] })
    staff = await signedIn(await makeAccount({ rights: [MANAGE_RIGHT] }))
  })

  const CONTENT = '<p>Good <script>morning</script></p>'
  const sendBad = async (client: ApiClient) => {
    const fields = { court: 'cand', upload_type: 1, registry_case_id: '4711' }
    const sent = await send(client, account, fields, { file: Buffer.from(CONTENT) })
    await work()
    upload = await Upload.findOrFail(sent.body().id)
  }
  const path = (action: string) => `/admin/uploads/${upload.id}/${action}/`

  test('an upload that failed is listed with its original', async ({ client, assert }) => {
    await sendBad(client)
    const list = await staff.get(`/admin/uploads/?status=6&account=${account.username}`)
    assert.equal(list.status, 200)
    assert.include(list.text, path('original'))
    assert.include(list.text, 'The page is not valid for its type')
    const original = await staff.get(path('original'))
    assert.equal(original.text, CONTENT)
    assert.include(original.headers.get('content-disposition'), 'attachment')
    assert.include(original.headers.get('content-security-policy'), 'sandbox')
  })

  test('retrying works on it again', async ({ client, assert }) => {
    await sendBad(client)
    const from = '/admin/uploads/'
    await staff.submit(path('retry'), {}, { from })
    assert.equal((await upload.refresh()).status, 1)
    await work()
    assert.equal((await upload.refresh()).status, 6)
  })

  test('counts are shown by type and outcome', async ({ client, assert }) => {
    await sendBad(client)
    const { text, status } = await staff.get('/admin/upload-counts/?type=1')
    assert.equal(status, 200)
    assert.match(text, /Docket page, last 30 days/)
    assert.match(text, /\d+ failed/i)
  })

  test('accounts without the right see none of it', async ({ client, assert }) => {
    await sendBad(client)
    const other = await signedIn(account)
    for (const page of ['/admin/uploads/', path('original'), '/admin/upload-counts/'])
      assert.include([403, 404], (await other.get(page)).status)
  })
})
