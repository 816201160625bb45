/** Compressed responses, read as raw bytes because HTTP clients decode them. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'
import { test } from '@japa/runner'
import { acceptedCoding, selectContentCoding } from '#app/support/content_coding'
import { assetPath } from '#app/web/assets'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'
import { settings } from '#start/env'

interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

async function ask(
  path: string,
  accepted: string | undefined,
  { method = 'GET', ...headers }: Record<string, string> = {}
): Promise<Received> {
  const { HOST: host, PORT: port } = process.env
  const coding = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const sent = httpRequest({ host, port, path, method, headers: { ...headers, ...coding } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode!, headers: answer.headers, body }
}

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync }
const LIST = '/api/rest/v4/fixture-books/'

test.group('compression', () => {
  test('of {0} with {1}: the same content in fewer bytes')
    .with(
      [
        LIST,
        `${LIST}?format=xml`,
        `${LIST}?format=api`,
        '/courtlistener/api/rest/v4/courts/',
        '/api/rest/v4/openapi.json',
        '/docs/running/',
        '/assets/curia.css',
      ].flatMap((path) => (['br', 'gzip'] as const).map((coding) => [path, coding] as const))
    )
    .run(async ({ assert }, [path, coding]) => {
      const plain = await ask(path, undefined)
      const packed = await ask(path, coding)
      assert.isUndefined(plain.headers['content-encoding'])
      assert.equal(packed.headers['content-encoding'], coding)
      assert.isTrue(UNPACK[coding](packed.body).equals(plain.body))
      assert.isBelow(packed.body.length, plain.body.length / 2)
      for (const { headers, body } of [plain, packed]) {
        assert.equal(headers['content-length'], String(body.length))
        assert.match(headers.vary!, /\bAccept-Encoding\b/)
      }
      assert.equal(packed.headers['content-type'], plain.headers['content-type'])
    })

  test('HEAD has the headers of GET', async ({ assert }) => {
    for (const path of [LIST, '/docs/running/', assetPath('curia.css')])
      for (const coding of ['br', 'gzip', undefined]) {
        const [got, head] = [await ask(path, coding), await ask(path, coding, { method: 'HEAD' })]
        for (const name of ['content-length', 'content-encoding', 'etag', 'vary'])
          assert.equal(head.headers[name], got.headers[name], `${name} of ${path}`)
        assert.lengthOf(head.body, 0)
      }
  })

  test('the header {0} selects {1}')
    .with([
      [undefined, undefined],
      ['', undefined],
      ['identity', undefined],
      ['deflate', undefined],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['x-gzip', 'gzip'],
      ['GZIP;Q=0.5', 'gzip'],
      ['br;q=0.2, gzip;q=0.8', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0, *', 'gzip'],
      ['*', 'br'],
      ['*;q=0', undefined],
      ['gzip;q=0', undefined],
      ['gzip;q=0.5, identity', undefined],
      ['gzip;q=0.5, identity;q=0.5', 'gzip'],
      ['gzip;q=2', undefined],
      ['gzip;foo', undefined],
    ] as [string | undefined, string | undefined][])
    .run(({ assert }, [header, coding]) => {
      assert.equal(acceptedCoding(header), coding)
    })

  test('responses below one kilobyte and 204 responses are not compressed', async ({ assert }) => {
    for (const path of [`${LIST}?fields=id&count=on`, '/health', `${LIST}99999/`]) {
      const { headers } = await ask(path, 'br')
      assert.isUndefined(headers['content-encoding'], path)
    }
    const whole = `${LIST}?fields=id`
    assert.isBelow((await ask(whole, undefined)).body.length, 1024)
    assert.isUndefined((await ask(whole, 'br')).headers['content-encoding'])
  })

  test('{0} prevents compression')
    .with([
      ['no-transform', undefined],
      ['private, no-store', undefined],
      ['public, max-age=60', 'br'],
    ] as [string, string | undefined][])
    .run(({ assert }, [cacheControl, coding]) => {
      const ctx = { request: { header: () => 'br' }, auth: {} } as unknown as HttpContext
      assert.equal(selectContentCoding(ctx, 2000, cacheControl), coding)
    })

  test('a record keeps its weak ETag in every coding, and 304 has no body', async ({ assert }) => {
    const path = '/api/rest/v4/courts/scotus/'
    const [plain, packed] = [await ask(path, undefined), await ask(path, 'gzip')]
    assert.match(plain.headers.etag!, /^W\//)
    assert.equal(packed.headers.etag, plain.headers.etag)
    for (const coding of ['gzip', 'br', undefined]) {
      const again = await ask(path, coding, { 'if-none-match': plain.headers.etag! })
      assert.equal(again.status, 304)
      assert.lengthOf(again.body, 0)
      assert.isUndefined(again.headers['content-encoding'])
      assert.match(again.headers.vary!, /\bAccept-Encoding\b/)
    }
  })

  test('each coding of an asset has a separate strong ETag', async ({ assert }) => {
    const path = assetPath('curia.css')
    const answers = await Promise.all([undefined, 'br', 'gzip'].map((coding) => ask(path, coding)))
    const tags = answers.map(({ headers }) => headers.etag!)
    assert.equal(new Set(tags).size, 3)
    const kept = await ask(path, 'br', { 'if-none-match': tags[1]! })
    assert.equal(kept.status, 304)
    assert.equal(kept.headers.etag, tags[1])
    assert.match(kept.headers.vary!, /\bAccept-Encoding\b/)
    assert.equal((await ask(path, 'gzip', { 'if-none-match': tags[1]! })).status, 200)
  })

  test('pages with account secrets are not compressed, but token-authenticated responses are', async ({
    assert,
  }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const { authorization } = account
    assert.equal((await ask(LIST, 'br', { authorization })).headers['content-encoding'], 'br')
    const cookie = visitor.cookie
    for (const path of ['/profile/settings/', LIST]) {
      const { status, headers } = await ask(path, 'br', { cookie })
      assert.equal(status, 200)
      assert.isUndefined(headers['content-encoding'], path)
    }
  })

  test('a proxy may compress instead', async ({ assert, cleanup }) => {
    cleanup(() => void (settings.compression = true))
    settings.compression = false
    for (const path of [LIST, '/docs/running/', '/assets/curia.css'])
      assert.isUndefined((await ask(path, 'br')).headers['content-encoding'], path)
  })
})
