/** Body limits at every URL that reads a body, and the responses when they are exceeded. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import bodies from '#config/bodies'
import { makeAccount } from '#tests/helpers/accounts'
import { postEndless } from '#tests/helpers/endless_body'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { signedIn, Visitor } from '#tests/helpers/visitor'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'

/** Endpoints under both roots. */
const API = [
  '/api/rest/v4/fixture-books/',
  '/api/rest/v3/tag/',
  '/api/rest/v4/tags/',
  '/api/rest/v4/citation-lookup/',
  '/api/rest/v4/search/',
  '/courtlistener/api/rest/v4/tags/',
  '/courtlistener/api/rest/v4/citation-lookup/',
]

const part = (name: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`

/** Endless bodies: type, repeated unit, start. */
const ENDLESS: [type: string, unit: string, head: string, said: RegExp][] = [
  [JSON_TYPE, '[', '', /nested too deeply/],
  [JSON_TYPE, '{"a":', '', /nested too deeply/],
  [JSON_TYPE, '{"a":[{"b":[', '{"title":', /nested too deeply/],
  [JSON_TYPE, '"k":1,', '{', /more than 1,000 keys in one object/],
  [JSON_TYPE, '"key":{"a":1},', '{', /more than 1,000 keys in one object/],
  [JSON_TYPE, '{"a":1,"b":2},', '[', /more than 10,000 keys/],
  [JSON_TYPE, '1,', '{"a":[', /more than 10,000 items in its lists/],
  [JSON_TYPE, '[],', '[', /more than 10,000 items in its lists/],
  [JSON_TYPE, '1', '', /too large/],
  [JSON_TYPE, '\\"', '{"a":"', /too large/],
  [FORM, 'k=1&', '', /more than 1,000 fields/],
  [FORM, '&', '', /more than 1,000 fields/],
  [FORM, '[a]', 'k', /too large/],
  [MULTIPART, part('a'), '', /more than 100 parts/],
  [MULTIPART, part('a', '; filename=""'), '', /more than 100 parts/],
  [MULTIPART, '--b\r\n\r\n\r\n', '', /more than 100 parts/],
  [MULTIPART, 'filename="', '--b\r\nContent-Disposition: form-data; ', /headers of a part/],
  [MULTIPART, 'x', 'preamble', /does not start with its boundary/],
  [MULTIPART, 'x', part('a').slice(0, -2), /too large/],
]

test.group('body limits', () => {
  for (const path of API)
    test(`${path} responds before the body has ended`, async ({ assert }) => {
      const { authorization } = await makeAccount()
      for (const [type, unit, head, said] of ENDLESS) {
        const headers = { authorization, 'content-type': type }
        const { status, text: body } = await postEndless(path, headers, unit, head)
        const what = `${type} ${head}${unit.slice(0, 20)}: ${status} ${body}`
        // Searches by POST exist only in v4, and tags are read-only in v3.
        if (status === 405) continue
        assert.equal(status, /large/.test(String(said)) ? 413 : 400, what)
        assert.match(JSON.parse(body).detail, said, what)
      }
    }).timeout(60_000)

  test('apply to uncompressed bodies, and to compressed bodies that expand to nothing', async ({
    assert,
  }) => {
    const { authorization } = await makeAccount()
    const headers = { authorization, 'content-type': JSON_TYPE, 'content-encoding': 'gzip' }
    const bombs: [bomb: Buffer, status: number, said: RegExp][] = [
      [gzipSync('1'.repeat(50_000_000)), 413, /too large/],
      [gzipSync('['.repeat(10_000_000)), 400, /nested too deeply/],
      [gzipSync('{"k":1,'.repeat(1_000_000)), 400, /nested too deeply/],
      [gzipSync(`{${'"k":1,'.repeat(1_000_000)}`), 400, /more than 1,000 keys/],
    ]
    for (const [bomb, status, said] of bombs) {
      const { HOST, PORT } = process.env
      const response = await fetch(`http://${HOST}:${PORT}${API[0]}`, {
        method: 'POST',
        headers,
        body: bomb,
      })
      assert.equal(response.status, status)
      assert.match(((await response.json()) as { detail: string }).detail, said)
    }
    const empty = await postEndless(API[0]!, headers, gzipSync(''))
    assert.equal(empty.status, 413)
  }).timeout(60_000)

  test('accept typical bodies of clients', async ({ assert, client }) => {
    const { authorization } = await makeAccount()
    const send = (body: object) =>
      client.post('/api/rest/v4/search/').header('authorization', authorization).json(body)
    const { maxDepth, maxObjectKeys, maxKeys } = bodies
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
    let deep: unknown = 1
    for (let depth = 2; depth < maxDepth; depth++) deep = [deep]
    const limit = /nested too deeply|more than/
    for (const body of [
      { a: deep },
      keys(maxObjectKeys),
      { a: Array.from({ length: maxKeys }, () => 1) },
    ])
      assert.notMatch((await send(body)).text(), limit)
    for (const body of [
      { a: [[deep]] },
      keys(maxObjectKeys + 1),
      { a: Array.from({ length: maxKeys + 1 }, () => 1) },
    ])
      assert.match((await send(body)).text(), limit)
  })

  test('keep the connection open and leave no file', async ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    const { TMPDIR } = process.env
    process.env.TMPDIR = folder
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    cleanup(() => {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
      agent.destroy()
      rmSync(folder, { recursive: true, force: true })
    })
    const { authorization } = await makeAccount()
    const send = async (type: string, body: string) => {
      const { HOST: host, PORT: port } = process.env
      const headers = { authorization, 'content-type': type, 'content-length': body.length }
      const options = { host, port, path: API[0], headers, method: 'POST', agent }
      const sent = httpRequest(options).end(body)
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      return { status: answer.statusCode, text: await text(answer), reused: sent.reusedSocket }
    }
    const many = part('a', '; filename="f"').repeat(100_000)
    const results = [
      await send(MULTIPART, `${many}--b--`),
      await send(MULTIPART, `${part('a').repeat(100_000)}--b--`),
      await send(JSON_TYPE, '['.repeat(900_000)),
      await send(FORM, 'k=1&'.repeat(200_000)),
      await send(JSON_TYPE, '{}'),
    ]
    assert.deepEqual(
      results.map(({ status }) => status),
      [415, 400, 400, 400, 400]
    )
    assert.isTrue(results.at(-1)!.reused)
    assert.include(results.at(-1)!.text, 'This field is required.')
    assert.deepEqual(readdirSync(folder), [])
  }).timeout(60_000)

  test('apply to forms on pages', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const token = await visitor.csrfToken('/profile/')
    const pages = ['/profile/api-token/', '/api-forms/tags/']
    for (const path of [...pages, '/sign-in/', '/register/', '/reset-password/'])
      for (const [type, unit, head, said] of ENDLESS) {
        if (type === MULTIPART) continue
        const who = pages.includes(path) ? visitor : new Visitor()
        const headers = { 'cookie': who.cookie, 'content-type': type, 'x-csrf-token': token }
        const { status, text: page } = await postEndless(path, headers, unit, head)
        const what = `${path} ${type} ${head}${unit}: ${status}`
        assert.equal(status, /large/.test(String(said)) ? 413 : 400, what)
        assert.match(page, /<html lang="en">[^]*<h1>/, what)
        assert.match(page, said, what)
      }
  }).timeout(60_000)
})
