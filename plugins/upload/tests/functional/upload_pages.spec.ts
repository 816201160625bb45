/** Pages of uploads. */
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import Upload from '../../models/upload.js'
import { MANAGE_RIGHT, UPLOAD_RIGHT } from '../../rights.js'
import { send, work } from '../uploads.js'

test.group('upload pages', (group) => {
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

  test('list a failed upload with its file', async ({ client, assert }) => {
    await sendBad(client)
    const list = await staff.get(`/admin/uploads/?status=6&account=${account.username}`)
    assert.equal(list.status, 200)
    assert.include(list.text, path('original'))
    assert.include(list.text, 'The page isn&#x27;t valid for its type')
    const original = await staff.get(path('original'))
    assert.equal(original.text, CONTENT)
    assert.include(original.headers.get('content-disposition'), 'attachment')
    assert.include(original.headers.get('content-security-policy'), 'sandbox')
  })

  test('retry a failed upload', async ({ client, assert }) => {
    await sendBad(client)
    const from = '/admin/uploads/'
    await staff.submit(path('retry'), {}, { from })
    assert.equal((await upload.refresh()).status, 1)
    await work()
    assert.equal((await upload.refresh()).status, 6)
  })

  test('count uploads by type and outcome', async ({ client, assert }) => {
    await sendBad(client)
    const { text, status } = await staff.get('/admin/upload-counts/?type=1')
    assert.equal(status, 200)
    assert.match(text, /Docket page, last 30 days/)
    assert.match(text, /\d+ failed/i)
  })

  test('return 403 to accounts without the permission', async ({ client, assert }) => {
    await sendBad(client)
    const other = await signedIn(account)
    for (const page of ['/admin/uploads/', path('original'), '/admin/upload-counts/'])
      assert.include([403, 404], (await other.get(page)).status)
  })

  test('accept a file from accounts with the permission', async ({ assert }) => {
    const visitor = await signedIn(account)
    const form = (content: string) => {
      const body = new FormData()
      for (const [name, value] of [
        ['upload_type', '1'],
        ['court', 'cand'],
        ['registry_case_id', '4712'],
        ['document_number', ''],
      ] as const)
        body.set(name, value)
      body.set('filepath_local', new Blob([content]), 'page.html')
      return body
    }
    const page = await visitor.get('/uploads/')
    assert.equal(page.status, 200)
    const address = /action="(\/uploads\/\?_csrf=[^"]+)"/.exec(page.text)![1]!
    const sent = await visitor.ask('POST', address, { body: form(CONTENT) })
    assert.deepEqual([sent.status, sent.location], [302, '/uploads/'])
    const { id } = await Upload.query().where('registryCaseId', '4712').firstOrFail()
    assert.include((await visitor.get('/uploads/')).text, `>${id}<`)
    const refused = await visitor.ask('POST', address, { body: form('') })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'The submitted file is empty.')
    const forged = await visitor.ask('POST', '/uploads/', { body: form(CONTENT) })
    assert.notEqual(forged.location, '/uploads/')
    assert.lengthOf(await Upload.query().where('registryCaseId', '4712'), 1)
    assert.include([403, 404], (await staff.get('/uploads/')).status)
  })
})
