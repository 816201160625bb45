/** Bodies that are missing or in other encodings than UTF-8, under both roots. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { OWN_ROOT, PUBLIC_ROOT } from '#api/roots'
import { makeAccount } from '#tests/helpers/accounts'

const ROOTS = [OWN_ROOT, PUBLIC_ROOT]
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'

/** Media types that clients send with requests that have no body. */
const TYPES = [
  undefined,
  JSON_TYPE,
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  FORM,
  MULTIPART,
  'multipart/form-data',
  'text/plain',
  'application/octet-stream',
  'application/vnd.api+json',
  'application/xml',
  'json',
]

interface Sent {
  status: number
  body: any
}

/** Sends a request with exactly these headers and bytes. */
async function send(
  method: string,
  path: string,
  headers: Record<string, string | undefined>,
  body?: Buffer | string
): Promise<Sent> {
  const { HOST: host, PORT: port } = process.env
  const given = Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  )
  const sent = httpRequest({ host, port, path, method, headers: given }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const received = await text(response)
  const isJson = response.headers['content-type']?.startsWith(JSON_TYPE)
  return { status: response.statusCode!, body: isJson ? JSON.parse(received) : received }
}

/** UTF-16 in a byte order. */
function utf16(value: string, bigEndian = false): Buffer {
  const bytes = Buffer.from(value, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

const TITLE = 'Čapek, “é” 🙂 ≡笢'
const WINDOWS_1252: Record<string, number> = { '“': 0x93, '”': 0x94, '–': 0x96 }
const WESTERN = 'Café “été” – naïve'

test.group('missing bodies', (group) => {
  let authorization: string

  group.setup(async () => {
    authorization = (await makeAccount()).authorization
  })
  group.each.teardown(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('fixture_books').where('id', '>', 1000).delete()
  })

  test('are empty, whatever their media type, under {$self}')
    .with(ROOTS)
    .run(async ({ assert }, root) => {
      const create = { author: 3, title: 'Kept' }
      const made = await send(
        'POST',
        `${root}v4/fixture-books/`,
        { authorization, 'content-type': JSON_TYPE },
        JSON.stringify(create)
      )
      assert.equal(made.status, 201)
      const record = `${root}v4/fixture-books/${made.body.id}/`
      for (const type of TYPES)
        for (const framing of [
          {},
          { 'content-length': '0' },
          ...(type?.startsWith(JSON_TYPE) || type === FORM
            ? [{ 'transfer-encoding': 'chunked' }]
            : []),
        ]) {
          const headers = { authorization, 'content-type': type, ...framing }
          const what = `${type} ${Object.values(framing)}`
          const posted = await send('POST', `${root}v4/fixture-books/`, headers)
          assert.equal(posted.status, 400, what)
          assert.deepEqual(
            posted.body,
            { author: ['This field is required.'], title: ['This field is required.'] },
            what
          )
          const changed = await send('PATCH', record, headers)
          assert.equal(changed.status, 200, what)
          assert.equal(changed.body.title, 'Kept', what)
          assert.equal((await send('PUT', record, headers)).status, 400, what)
          const looked = await send('POST', `${root}v4/citation-lookup/`, headers)
          assert.equal(looked.status, 400, what)
          assert.deepEqual(
            looked.body,
            { non_field_errors: ["Either 'text' or 'reporter' is required."] },
            what
          )
          const event = await send('POST', `${root}v4/increment-event/`, headers)
          assert.equal(event.status, 400, what)
          assert.property(event.body, 'label', what)
          assert.equal((await send('GET', record, headers)).status, 200, what)
        }
      const headers = { authorization, 'content-type': 'text/plain' }
      assert.equal((await send('DELETE', record, headers)).status, 204)
    })

  test('of HTTP/1.0 requests', async ({ assert }) => {
    const socket = connect(Number(process.env.PORT), process.env.HOST)
    socket.write(
      `POST ${PUBLIC_ROOT}v4/fixture-books/ HTTP/1.0\r\nContent-Type: application/json\r\n` +
        `Authorization: ${authorization}\r\n\r\n`
    )
    const answer = await text(socket)
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.include(answer, 'This field is required.')
  })

  test('bodies of unsupported media types are refused', async ({ assert }) => {
    for (const root of ROOTS)
      for (const type of ['text/plain', 'application/vnd.api+json', 'json', undefined]) {
        const headers = { authorization, 'content-type': type }
        for (const path of ['fixture-books/', 'citation-lookup/'])
          assert.equal((await send('POST', `${root}v4/${path}`, headers, '{}')).status, 415, type)
      }
  })
})

test.group('encodings of bodies', (group) => {
  let authorization: string

  group.setup(async () => {
    authorization = (await makeAccount()).authorization
  })
  group.each.teardown(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('fixture_books').where('id', '>', 1000).delete()
  })

  const json = (title: string) => JSON.stringify({ author: 3, title })
  const latin = (value: string) =>
    Buffer.from([...value].map((one) => WINDOWS_1252[one] ?? one.charCodeAt(0)))

  test('JSON in {0}')
    .with([
      ['utf-8', Buffer.from(json(TITLE)), TITLE],
      ['UTF8', Buffer.from(json(TITLE)), TITLE],
      ['"utf-8"', Buffer.from(json(TITLE)), TITLE],
      ['utf-8', Buffer.from(`\ufeff${json(TITLE)}`), TITLE],
      ['utf-16', utf16(json(TITLE)), TITLE],
      ['utf-16', utf16(json(TITLE), true), TITLE],
      ['utf-16', utf16(`\ufeff${json(TITLE)}`), TITLE],
      ['utf-16', utf16(`\ufeff${json(TITLE)}`, true), TITLE],
      ['UTF-16LE', utf16(json(TITLE)), TITLE],
      ['utf-16be', utf16(json(TITLE), true), TITLE],
      ['utf_16', utf16(json(TITLE)), TITLE],
      ['iso-8859-1', latin(json('Café déjà vu')), 'Café déjà vu'],
      ['latin-1', latin(json('Café déjà vu')), 'Café déjà vu'],
      ['windows-1252', latin(json(WESTERN)), WESTERN],
      ['us-ascii', Buffer.from(json('plain')), 'plain'],
      [
        'shift_jis',
        Buffer.from([...Buffer.from('{"author":3,"title":"'), 0x93, 0xfa, 0x22, 0x7d]),
        '日',
      ],
    ] as [string, Buffer, string][])
    .run(async ({ assert }, [charset, body, title]) => {
      const headers = { authorization, 'content-type': `application/json; charset=${charset}` }
      for (const root of ROOTS) {
        const made = await send('POST', `${root}v4/fixture-books/`, headers, body)
        assert.equal(made.status, 201, JSON.stringify(made.body))
        assert.equal(made.body.title, title)
      }
    })

  test('a declared charset is never guessed: {0}')
    .with([
      ['utf-32', 415],
      ['utf-7', 415],
      ['ibm437', 415],
      ['nonsense', 415],
      ['x'.repeat(5000), 415],
      ['utf-8', 400],
      ['utf-16', 400],
      ['', 400],
    ] as [string, number][])
    .run(async ({ assert }, [charset, status]) => {
      const bytes = Buffer.concat([
        Buffer.from('{"author":3,"title":"'),
        Buffer.from([0xe9, 0x22, 0x7d]),
      ])
      for (const root of ROOTS)
        for (const path of ['fixture-books/', 'citation-lookup/', 'search/']) {
          const type = `application/json; charset=${charset}`
          const refused = await send(
            'POST',
            `${root}v4/${path}`,
            { authorization, 'content-type': type },
            bytes
          )
          assert.equal(refused.status, status, path)
          assert.isString(refused.body.detail)
          assert.isBelow(refused.body.detail.length, 300)
        }
    })

  test('JSON without a declared charset must be UTF-8', async ({ assert }) => {
    const headers = { authorization, 'content-type': JSON_TYPE }
    for (const root of ROOTS)
      for (const body of [latin(json('Café')), utf16(json('x')), utf16(`\ufeff${json('x')}`)]) {
        const refused = await send('POST', `${root}v4/fixture-books/`, headers, body)
        assert.equal(refused.status, 400)
        assert.match(refused.body.detail, /^JSON parse error - /)
      }
  })

  test('forms and parts in other encodings', async ({ assert }) => {
    const part = (name: string, value: Buffer, type = '') =>
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n`),
        value,
        Buffer.from('\r\n'),
      ])
    const parts = (title: Buffer, type: string) =>
      Buffer.concat([
        part('author', Buffer.from('3')),
        part('title', title, type),
        Buffer.from('--b--\r\n'),
      ])
    const western = 'Content-Type: text/plain; charset=ISO-8859-1\r\n'
    const cases: [type: string, body: Buffer, status: number][] = [
      [`${FORM}; charset=iso-8859-1`, Buffer.from('author=3&title=Caf%E9+%2B'), 201],
      [`${FORM}; charset=windows-1252`, latin('author=3&title=Café+%2B'), 201],
      [`${FORM}; charset=utf-8`, Buffer.from('author=3&title=Caf%C3%A9+%2B'), 201],
      [FORM, Buffer.from('author=3&title=Café+%2B'), 201],
      [`${FORM}; charset=utf-8`, Buffer.from('author=3&title=Caf%E9+%2B'), 400],
      [`${FORM}; charset=utf-16`, Buffer.from('author=3&title=Caf%E9+%2B'), 415],
      [`${FORM}; charset=nonsense`, Buffer.from('author=3&title=Caf%E9+%2B'), 415],
      [MULTIPART, parts(latin('Café +'), western), 201],
      [MULTIPART, parts(Buffer.from('Café +'), ''), 201],
      [MULTIPART, parts(utf16('Café +'), western.replace('ISO-8859-1', 'utf-16')), 201],
      [`${MULTIPART}; charset=iso-8859-1`, parts(latin('Café +'), ''), 201],
      [MULTIPART, parts(latin('Café +'), western.replace('ISO-8859-1', 'utf-8')), 400],
      [MULTIPART, parts(latin('Café +'), western.replace('ISO-8859-1', 'utf-32')), 415],
    ]
    for (const root of ROOTS)
      for (const [type, body, status] of cases) {
        const headers = { authorization, 'content-type': type }
        const sent = await send('POST', `${root}v4/fixture-books/`, headers, body)
        assert.equal(sent.status, status, `${type} ${JSON.stringify(sent.body)}`)
        if (status === 201) assert.equal(sent.body.title, 'Café +', type)
      }
  })

  test('limits apply in other encodings', async ({ assert }) => {
    const bodies: [body: string, said: RegExp][] = [
      [`{"title":${'['.repeat(100)}`, /nested too deeply/],
      [`{${'"k":1,'.repeat(1_001)}`, /more than 1,000 keys/],
    ]
    for (const [body, said] of bodies)
      for (const bigEndian of [true, false]) {
        const headers = { authorization, 'content-type': 'application/json; charset=utf-16' }
        const refused = await send(
          'POST',
          `${OWN_ROOT}v4/fixture-books/`,
          headers,
          utf16(body, bigEndian)
        )
        assert.equal(refused.status, 400)
        assert.match(refused.body.detail, said)
      }
    // Letters with the bytes of quotes and brackets.
    const headers = { authorization, 'content-type': 'application/json; charset=utf-16' }
    const made = await send(
      'POST',
      `${OWN_ROOT}v4/fixture-books/`,
      headers,
      utf16(json('≢筛孛'.repeat(10)))
    )
    assert.equal(made.status, 201)
  })
})
