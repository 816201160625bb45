/** `POST /archive-email/`: signatures, bodies, and recipients (fetch-and-upload, 2.6). */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import settings from '../../settings.js'
import {
  filesOfEmails,
  KEY,
  makeRecipient,
  queryNotices,
  post,
  signed,
  useEmails,
  URL,
  type SentEmail,
} from '../emails.js'
import { noticeMail } from '../notice_mail.js'

let cases = Date.now() % 10_000_000

const now = () => Math.floor(Date.now() / 1000)
const mailTo = (to: string, changes: object = {}) =>
  noticeMail({ caseId: String(++cases), to, ...changes })

test.group('signatures of court emails', (group) => {
  useEmails(group)

  const SIGNATURES: [what: string, status: number, changes: () => SentEmail][] = [
    ['one of the keys', 202, () => ({})],
    ['another key', 401, () => ({ key: randomBytes(32) })],
    ['an empty signature', 401, () => ({ headers: { 'webhook-signature': '' } })],
    ['another scheme', 401, () => ({ headers: { 'webhook-signature': 'v2,AAAA' } })],
    ['invalid Base64', 401, () => ({ headers: { 'webhook-signature': 'v1,%%%' } })],
    ['an ID that was not signed', 401, () => ({ headers: { 'webhook-id': 'other' } })],
    ['an ID with a dot', 401, () => ({ id: 'a.b' })],
    ['no ID', 401, () => ({ headers: { 'webhook-id': '' } })],
    [
      'a timestamp that was not signed',
      401,
      () => ({ headers: { 'webhook-timestamp': String(now() + 1) }, timestamp: now() }),
    ],
    ['an invalid timestamp', 401, () => ({ headers: { 'webhook-timestamp': 'today' } })],
    ['a timestamp six minutes ago', 401, () => ({ timestamp: now() - 360 })],
    ['a timestamp in six minutes', 401, () => ({ timestamp: now() + 360 })],
    ['a timestamp four minutes ago', 202, () => ({ timestamp: now() - 240 })],
  ]
  for (const [what, status, changes] of SIGNATURES) {
    test(`with ${what}: ${status}`, async ({ assert }) => {
      const account = await makeRecipient()
      const answer = await post(mailTo(account.address), changes())
      assert.equal(answer.status, status, JSON.stringify(answer.body))
      if (status === 401) {
        assert.sameMembers(Object.keys(answer.body), ['detail'])
        assert.exists(answer.headers.get('www-authenticate'))
      }
      assert.lengthOf(await queryNotices(account), status === 202 ? 1 : 0)
    })
  }

  test('one valid signature among others is enough', async ({ assert }) => {
    const account = await makeRecipient()
    const mail = mailTo(account.address)
    const headers = signed(mail)
    headers['webhook-signature'] = `v1,AAAA v1a,BBBB ${headers['webhook-signature']}`
    assert.equal((await post(mail, { headers })).status, 202)
  })

  test('are valid with each of several keys', async ({ assert }) => {
    const next = randomBytes(24)
    settings.emailKeys = [next, KEY]
    for (const key of [next, KEY]) {
      const account = await makeRecipient()
      assert.equal((await post(mailTo(account.address), { key })).status, 202)
    }
    settings.emailKeys = [KEY]
  })

  test('require a secret and a domain', async ({ assert, cleanup }) => {
    const before = { ...settings }
    cleanup(() => void Object.assign(settings, before))
    Object.assign(settings, { emailKeys: [], emailDomain: null })
    const answer = await post('x')
    assert.deepEqual(
      [answer.status, answer.body],
      [501, { detail: 'Court emails require COURT_EMAIL_SECRET and COURT_EMAIL_DOMAIN.' }]
    )
  })

  test('are required instead of account credentials', async ({ client, assert }) => {
    assert.equal((await client.get(URL)).status(), 405)
    assert.equal((await client.post(URL.replace('v4', 'v3'))).status(), 404)
    const { authorization } = await makeRecipient({ rights: ['*'] })
    const answer = await client.post(URL).header('authorization', authorization).json({})
    assert.equal(answer.status(), 401)
  })
})

test.group('bodies of court emails', (group) => {
  useEmails(group)

  const ENVELOPES: [what: string, wrap: (mail: Buffer, to: string) => unknown][] = [
    ['JSON', (mail, to) => ({ content: String(mail), recipients: [to] })],
    [
      'JSON with Base64 content',
      (mail, to) => ({ content: mail.toString('base64'), encoding: 'base64', recipients: [to] }),
    ],
    ['SES', (mail, to) => ({ receipt: { recipients: [to] }, content: String(mail) })],
    [
      'SES over SNS with Base64 content',
      (mail, to) => ({
        Type: 'Notification',
        Message: JSON.stringify({
          notificationType: 'Received',
          mail: { destination: [to] },
          receipt: { recipients: [to], action: { type: 'SNS', encoding: 'BASE64' } },
          content: mail.toString('base64'),
        }),
      }),
    ],
  ]
  for (const [what, wrap] of ENVELOPES) {
    test(`${what} is delivered to the envelope recipients`, async ({ assert }) => {
      const account = await makeRecipient()
      const other = await makeRecipient()
      const body = JSON.stringify(wrap(mailTo(other.address), account.address))
      const answer = await post(body, { type: 'application/json; charset=utf-8' })
      assert.deepEqual(answer.body, { accepted: 1, repeated: 0, dropped: 0 })
      assert.lengthOf(await queryNotices(account), 1)
      assert.lengthOf(await queryNotices(other), 0)
    })
  }

  const BODIES: [what: string, status: number, body: string, type: string][] = [
    ['incomplete JSON', 400, '{', 'application/json'],
    ['a list', 400, '[]', 'application/json'],
    ['no content', 400, '{"recipients":[]}', 'application/json'],
    ['content other than text', 400, '{"content":{}}', 'application/json'],
    [
      'an SNS message other than a notification',
      400,
      '{"Type":"SubscriptionConfirmation"}',
      'application/json',
    ],
    ['a message without headers', 400, 'Good morning', 'message/rfc822'],
    ['unterminated headers', 400, `X: ${'y'.repeat(300_000)}`, 'message/rfc822'],
    ['an empty body', 400, '', 'message/rfc822'],
    ['a form', 415, 'a=b', 'application/x-www-form-urlencoded'],
  ]
  for (const [what, status, body, type] of BODIES) {
    test(`${what}: ${status}`, async ({ assert }) => {
      const files = filesOfEmails()
      const answer = await post(body, { type })
      assert.equal(answer.status, status, JSON.stringify(answer.body))
      assert.sameMembers(Object.keys(answer.body), ['detail'])
      assert.deepEqual(filesOfEmails(), files)
    })
  }

  test('that are too large return 413, whether declared or streamed', async ({ assert }) => {
    const files = filesOfEmails()
    const long = Buffer.alloc(35_000_001, 'x')
    assert.match(await sendRaw(long, { 'content-length': String(long.length) }), /^HTTP\/1\.1 413 /)
    assert.match(await sendRaw(long, { 'transfer-encoding': 'chunked' }), /^HTTP\/1\.1 413 /)
    assert.deepEqual(filesOfEmails(), files)
  })

  test('that end early leave no file', async ({ assert }) => {
    const files = filesOfEmails()
    const headers = { ...signed('x'), 'content-type': 'message/rfc822', 'content-length': '1000' }
    const socket = connect(Number(process.env.PORT), process.env.HOST)
    socket.write(`${headOf(headers)}Received: x`)
    for (let look = 0; look < 100 && filesOfEmails().length === files.length; look++)
      await sleep(50)
    assert.lengthOf(filesOfEmails(), files.length + 1)
    socket.destroy()
    for (let look = 0; look < 100 && filesOfEmails().length > files.length; look++) await sleep(50)
    assert.deepEqual(filesOfEmails(), files)
  })
})

test.group('recipients of court emails', (group) => {
  useEmails(group)

  test('are read from the headers without duplicates', async ({ assert }) => {
    const [one, other] = [await makeRecipient(), await makeRecipient()]
    const files = filesOfEmails().length
    const mail = mailTo(`efiling@cand.uscourts.gov, "O" <${other.address.toUpperCase()}>`, {
      headers: `Delivered-To: ${one.address}\r\nX-Original-To: ${one.address}\r\n`,
    })
    assert.deepEqual((await post(mail)).body, { accepted: 2, repeated: 0, dropped: 0 })
    const again = Buffer.concat([Buffer.from('Received: from elsewhere\r\n'), mail])
    assert.deepEqual((await post(again)).body, { accepted: 0, repeated: 2, dropped: 0 })
    assert.lengthOf(await queryNotices(one), 1)
    assert.lengthOf(await queryNotices(other), 1)
    assert.lengthOf(filesOfEmails(), files + 2)
  })

  test('get one of several concurrent duplicates', async ({ assert }) => {
    const account = await makeRecipient()
    const mail = mailTo(account.address)
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(mail)))
    assert.deepEqual(answers.map(({ body }) => body.accepted).sort(), [0, 0, 0, 1])
    assert.lengthOf(await queryNotices(account), 1)
  })

  test('that are unknown are counted, like other senders and forgeries', async ({ assert }) => {
    const account = await makeRecipient()
    const locked = await makeRecipient()
    const database = await app.container.make('lucid.db')
    await database.from('accounts').where({ id: locked.id }).update({ is_active: false })
    const before = await dropped()
    for (const mail of [
      mailTo('unknown@notices.example.org'),
      mailTo('bea@pen.example'),
      mailTo(locked.address),
      mailTo(account.address, { from: 'bea@pen.example' }),
      mailTo(account.address, { from: 'bea@uscourts.gov.example' }),
      mailTo(account.address, {
        headers: 'Authentication-Results: mx; spf=pass; dmarc=fail header.from=uscourts.gov\r\n',
      }),
    ])
      assert.deepEqual((await post(mail)).body, { accepted: 0, repeated: 0, dropped: 1 })
    const receipt = { recipients: [account.address], dmarcVerdict: { status: 'FAIL' } }
    const body = JSON.stringify({ receipt, content: String(mailTo('x@y.example')) })
    assert.equal((await post(body, { type: 'application/json' })).body.dropped, 1)
    const after = await dropped()
    const rise = (reason: string) => (after[reason] ?? 0) - (before[reason] ?? 0)
    assert.deepEqual(['unknown_recipient', 'not_from_a_court', 'forged'].map(rise), [3, 2, 2])
    assert.lengthOf(await queryNotices(account), 0)
  })

  test('can forward from their own email address', async ({ assert }) => {
    const account = await makeRecipient()
    const mail = mailTo(account.address, { from: `"B" <${account.email}>` })
    assert.deepEqual((await post(mail)).body, { accepted: 1, repeated: 0, dropped: 0 })
  })

  async function dropped(): Promise<Record<string, number>> {
    const database = await app.container.make('lucid.db')
    const rows = await database
      .from('dropped_emails')
      .select('reason')
      .sum('count as count')
      .groupBy('reason')
    return Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)]))
  }
})

function headOf(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${URL} HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`
}

/** Sends a body and returns the response. */
async function sendRaw(body: Buffer, length: Record<string, string>): Promise<string> {
  const socket = connect(Number(process.env.PORT), process.env.HOST)
  let answer = ''
  const ended = new Promise((resolve) => socket.once('close', resolve).on('error', () => {}))
  socket.on('data', (data) => {
    answer += String(data)
    socket.end()
  })
  socket.write(headOf({ ...signed(body), 'content-type': 'message/rfc822', ...length }))
  if (length['transfer-encoding']) socket.write(`${body.length.toString(16)}\r\n`)
  socket.write(body)
  if (length['transfer-encoding']) socket.write('\r\n0\r\n\r\n')
  await ended
  return answer
}
