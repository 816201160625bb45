import { createHash } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'

test.group('recordings', () => {
  test('serve whole files, ranges, and 304 for unchanged files', async ({ client, assert }) => {
    const { results } = (await client.get('/api/rest/v4/audio/')).body()
    assert.lengthOf(results, 3)
    for (const { local_path_mp3: path, sha1 } of results) {
      const whole = await client.get(`/storage/${path}`)
      whole.assertStatus(200)
      const bytes = whole.body() as Buffer
      assert.equal(createHash('sha1').update(bytes).digest('hex'), sha1)
      assert.equal(whole.header('content-type'), 'audio/mpeg')
      assert.equal(whole.header('accept-ranges'), 'bytes')

      const part = await client.get(`/storage/${path}`).header('range', 'bytes=10-19')
      part.assertStatus(206)
      assert.equal(part.header('content-range'), `bytes 10-19/${bytes.length}`)
      assert.deepEqual(part.body(), bytes.subarray(10, 20))
      const beyond = await client.get(`/storage/${path}`).header('range', 'bytes=99999999-')
      beyond.assertStatus(416)

      for (const [name, value] of [
        ['if-none-match', whole.header('etag')],
        ['if-modified-since', whole.header('last-modified')],
      ]) {
        const same = await client.get(`/storage/${path}`).header(name!, value!)
        same.assertStatus(304)
      }
    }
  })

  test('support ranges and conditional requests (RFC 9110)', async ({ client, assert }) => {
    const url = '/storage/mp3/2026/10/01/riley-v-california.mp3'
    const whole = await client.get(url)
    const { length } = whole.body() as Buffer
    const [tag, date] = [whole.header('etag')!, whole.header('last-modified')!]
    assert.match(tag, /^"[^"]+"$/)
    const [part, all] = [{ range: 'bytes=0-9' }, `bytes 0-${length - 1}/${length}`]
    const cases: [headers: Record<string, string>, status: number, range?: string][] = [
      // A suffix range longer than the file selects the whole file (14.1.2).
      [{ range: `bytes=-${length * 2}` }, 206, all],
      [{ range: 'bytes=-99999999999999999999' }, 206, all],
      [{ range: `bytes=-${length}` }, 206, all],
      [{ range: 'bytes=-10' }, 206, `bytes ${length - 10}-${length - 1}/${length}`],
      [{ range: 'bytes=-0' }, 416, `bytes */${length}`],
      [{ range: `bytes=${length}-` }, 416, `bytes */${length}`],
      [{ range: 'bytes=5-2' }, 416, `bytes */${length}`],
      [{ range: 'lines=1-2' }, 200],
      // If-Range compares strongly (13.1.5).
      [{ ...part, 'if-range': tag }, 206, `bytes 0-9/${length}`],
      [{ ...part, 'if-range': date }, 206, `bytes 0-9/${length}`],
      [{ ...part, 'if-range': `W/${tag}` }, 200],
      [{ ...part, 'if-range': `"x${tag}"` }, 200],
      [{ ...part, 'if-range': '"other"' }, 200],
      [{ ...part, 'if-range': new Date(Date.parse(date) + 60_000).toUTCString() }, 200],
      // So does If-Match (13.1.1).
      [{ 'if-match': tag }, 200],
      [{ 'if-match': `"other", ${tag}` }, 200],
      [{ 'if-match': '*' }, 200],
      [{ 'if-match': tag, 'if-unmodified-since': new Date(0).toUTCString() }, 200],
      [{ 'if-match': `W/${tag}` }, 412],
      [{ 'if-match': '"other"' }, 412],
      [{ 'if-match': '"other"', 'if-none-match': tag }, 412],
      [{ 'if-unmodified-since': new Date(0).toUTCString() }, 412],
      // If-None-Match compares weakly (13.1.2).
      [{ 'if-none-match': `W/${tag}` }, 304],
      [{ 'if-none-match': '"other"' }, 200],
    ]
    for (const [headers, status, range] of cases) {
      const response = await client.get(url).headers(headers)
      assert.equal(response.status(), status, JSON.stringify(headers))
      assert.equal(response.header('content-range'), range, JSON.stringify(headers))
      if (status < 400) continue
      assert.notInclude(response.text(), 'no such file')
      assert.isUndefined(response.header('etag'))
      assert.equal(response.header('cache-control'), 'no-store')
    }

    const head = await client.head(url).header('range', 'bytes=0-9')
    head.assertStatus(200)
    assert.equal(head.header('content-length'), String(length))
    assert.isUndefined(head.header('content-range'))
  })

  test('return 404 for unreferenced files and paths outside the storage', async ({
    client,
    assert,
  }) => {
    for (const path of [
      'nothing.mp3',
      'mp3',
      'mp3/2026/10/01',
      'mp3/2026/10/01/',
      '%2e%2e/dockets.csv',
      'mp3/..%2f..%2fdockets.csv',
      'mp3%2F2026%2F10%2F01%2F..%2F01%2Friley-v-california.mp3',
      'mp3/2026/10/01/riley-v-california.mp3%00',
      'a'.repeat(2000),
    ]) {
      const response = await client.get(`/storage/${path}`)
      assert.equal(response.status(), 404, path)
    }
  })

  test('return 404 for a file that its record no longer references', async ({ client, assert }) => {
    const { connection } = await app.container.make(OpenDatabase)
    const database = new pg.Client(connection)
    await database.connect()
    const path = 'mp3/2026/10/01/riley-v-california.mp3'
    const rename = (from: string, to: string) =>
      database.query('UPDATE audio SET local_path_mp3 = $2 WHERE local_path_mp3 = $1', [from, to])
    try {
      await rename(path, 'elsewhere.mp3')
      assert.equal((await client.get(`/storage/${path}`)).status(), 404)
      assert.equal((await client.get('/storage/elsewhere.mp3')).status(), 404)
    } finally {
      await rename('elsewhere.mp3', path)
      await database.end()
    }
    assert.equal((await client.get(`/storage/${path}`)).status(), 200)
  })
})
