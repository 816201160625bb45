/** `POST /archive/` and `GET /archive/` (specification, Upload; fetch-and-upload, 2.1 and 2.2). */
import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '../../rights.js'
import { MAX_BYTES } from '../../upload_file.js'
import { filesOfUploads, send } from '../uploads.js'

const ARCHIVE = '/api/rest/v4/archive/'

test.group('uploads', (group) => {
  let account: TestAccount
  group.setup(async () => {
    account = await makeAccount({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
  })

  const pdf = (changes: object = {}) => ({
    court: 'cand',
    upload_type: 3,
    registry_doc_id: '03511234',
    document_number: 12,
    ...changes,
  })

  test('are returned as queued, and listed for accounts with the permission', async ({
    client,
    assert,
  }) => {
    const made = await send(client, account, pdf({ registry_case_id: '9' }))
    made.assertStatus(201)
    const { id, date_created: created, date_modified: modified, ...rest } = made.body()
    assert.deepEqual(rest, {
      court: 'cand',
      docket: null,
      docket_entry: null,
      recap_document: null,
      registry_case_id: '9',
      registry_doc_id: '03501234',
      acms_document_guid: '',
      document_number: 12,
      attachment_number: null,
      status: 1,
      upload_type: 3,
      error_message: '',
      debug: false,
    })
    assert.isString(created + modified)
    const viewer = await makeAccount({ rights: [VIEW_RIGHT] })
    const shown = await client
      .get(`${ARCHIVE}?registry_case_id__in=9,8&upload_type__in=3&court=cand`)
      .header('authorization', viewer.authorization)
    shown.assertStatus(200)
    assert.include(
      (shown.body().results as { id: number }[]).map((one) => one.id),
      id
    )
  })

  for (const [method, right, others] of [
    ['GET', VIEW_RIGHT, UPLOAD_RIGHT],
    ['POST', UPLOAD_RIGHT, VIEW_RIGHT],
    ['OPTIONS', UPLOAD_RIGHT, VIEW_RIGHT],
    ['HEAD', UPLOAD_RIGHT, VIEW_RIGHT],
  ] as const) {
    test(`${method} requires the permission "${right}"`, async ({ client, assert }) => {
      const ask = async (rights?: string[]) => {
        const sent = client.request(ARCHIVE, method)
        if (rights) sent.header('authorization', (await makeAccount({ rights })).authorization)
        return (await sent).status()
      }
      assert.equal(await ask(), 401)
      assert.equal(await ask([others]), 403)
      assert.notInclude([401, 403], await ask([right]))
    })
  }

  for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
    test(`${method} is not allowed`, async ({ client, assert }) => {
      const answer = await client
        .request(ARCHIVE, method)
        .header('authorization', account.authorization)
      assert.equal(answer.status(), 405)
    })
  }

  for (const [what, fields, field] of [
    ['the text "undefined"', pdf({ registry_case_id: 'undefined' }), 'registry_case_id'],
    ['the number "undefined"', pdf({ document_number: 'undefined' }), 'document_number'],
    ['an unknown type', pdf({ upload_type: 19 }), 'upload_type'],
    ['an unknown court', pdf({ court: 'nowhere' }), 'court'],
    ['a PDF without a number', pdf({ document_number: '' }), 'non_field_errors'],
    ['a PDF without an ID', pdf({ registry_doc_id: '' }), 'non_field_errors'],
    [
      'a docket with a document',
      { court: 'cand', upload_type: 1, registry_case_id: '1', document_number: 1 },
      'non_field_errors',
    ],
    ['a docket without a case', { court: 'cand', upload_type: 1 }, 'non_field_errors'],
    [
      'a docket number as the case ID',
      { court: 'cand', upload_type: 1, registry_case_id: '24-1' },
      'registry_case_id',
    ],
    [
      'a district court type for an appellate court',
      { court: 'ca9', upload_type: 4, registry_case_id: '1' },
      'court',
    ],
    [
      'a claims register for a district court',
      { court: 'cand', upload_type: 9, registry_case_id: '1' },
      'court',
    ],
    [
      'a docket report of a bankruptcy court for an appellate panel',
      { court: 'bap9', upload_type: 1, registry_case_id: '1' },
      'court',
    ],
    [
      'an appellate court type for a district court',
      { court: 'cand', upload_type: 16, registry_case_id: '1' },
      'court',
    ],
  ] as const) {
    test(`reject ${what}`, async ({ client, assert }) => {
      const answer = await send(client, account, fields)
      answer.assertStatus(400)
      assert.deepEqual(Object.keys(answer.body()), [field])
    })
  }

  for (const [court, type] of [
    ['ca1', 5],
    ['cafc', 5],
    ['cavc', 5],
    ['bap1', 5],
    ['bap2', 6],
    ['bap6', 5],
    ['bap8', 5],
    ['bap9', 5],
    ['bap9', 6],
    ['bap10', 5],
  ] as const) {
    test(`accept type ${type} for ${court}`, async ({ client }) => {
      const fields = { court, upload_type: type, registry_case_id: '77' }
      const answer = await send(client, account, fields, { file: Buffer.from('<p>docket</p>') })
      answer.assertStatus(201)
    })
  }

  for (const [what, file] of [
    ['no file', null],
    ['an empty file', Buffer.alloc(0)],
    ["a file that isn't a PDF", Buffer.from('<html>')],
    ['a late "%PDF-" marker', Buffer.from(`${' '.repeat(1020)}%PDF-1.4`)],
  ] as const) {
    test(`reject ${what} and leave no files`, async ({ client, assert }) => {
      const before = filesOfUploads()
      const answer = await send(client, account, pdf(), { file })
      answer.assertStatus(400)
      assert.deepEqual(Object.keys(answer.body()), ['filepath_local'])
      assert.deepEqual(filesOfUploads(), before)
    })
  }

  test('reject a path instead of a file', async ({ client, assert }) => {
    const answer = await client
      .post(ARCHIVE)
      .header('authorization', account.authorization)
      .json(pdf({ filepath_local: '/etc/passwd' }))
    answer.assertStatus(400)
    assert.include(answer.body().filepath_local[0], 'was not a file')
  })

  test('reject a Content-Length that is too large before the body', async ({ assert }) => {
    const { status } = await raw(account, MAX_BYTES + 2_000_000)
    assert.equal(status, 400)
  })

  test('leave no files if the client disconnects', async ({ assert }) => {
    const before = filesOfUploads()
    const sent = rawRequest(account, 10_000_000)
    sent.on('error', () => {})
    sent.write(`--b\r\ncontent-disposition: form-data; name="filepath_local"; filename="x"\r\n\r\n`)
    sent.write(Buffer.alloc(1_000_000, 'x'))
    while (filesOfUploads().length === before.length) await new Promise(setImmediate)
    sent.destroy()
    while (filesOfUploads().length > before.length) await new Promise(setImmediate)
    assert.deepEqual(filesOfUploads(), before)
  })

  test('map court IDs of the court system', async ({ client, assert }) => {
    const fields = { court: 'azb', upload_type: 1, registry_case_id: '77' }
    const answer = await send(client, account, fields, { file: Buffer.from('<p>docket</p>') })
    answer.assertStatus(201)
    assert.equal(answer.body().court, 'arb')
  })

  test('create one upload per key, and reject the key with another file', async ({
    client,
    assert,
  }) => {
    const key = randomUUID()
    const first = await send(client, account, pdf(), { key })
    const files = filesOfUploads()
    const again = await send(client, account, pdf(), { key })
    assert.deepEqual(again.body(), first.body())
    assert.equal(again.header('idempotent-replayed'), 'true')
    assert.deepEqual(filesOfUploads(), files)
    const other = await send(client, account, pdf(), { key, file: Buffer.from('%PDF-1.7 other') })
    other.assertStatus(422)
    assert.deepEqual(filesOfUploads(), files)
  })
})

function rawRequest({ authorization }: TestAccount, length: number) {
  return httpRequest(`http://${process.env.HOST}:${process.env.PORT}${ARCHIVE}`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': length,
    },
  })
}

async function raw(account: TestAccount, length: number) {
  const sent = rawRequest(account, length)
  sent.on('error', () => {})
  sent.flushHeaders()
  const [answer] = await once(sent, 'response')
  sent.destroy()
  return { status: answer.statusCode as number }
}
