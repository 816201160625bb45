/** Exports of lists: `format=csv` and `format=jsonl`. */
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiRequest } from '#api/api_request'
import { sendExport } from '#api/export/send_export'
import { MAX_ROWS } from '#api/export/format'
import { Gate } from '#api/gate'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { sendWithEveryRight } from '#tests/helpers/default_caller'
import { PluginHost } from '#core/plugin_host'

const BOOKS = '/api/rest/v4/fixture-books/'
const COURTS = '/api/rest/v4/courts/'

/** The cells of a file (RFC 4180). */
function parseCsv(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n)/gy
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) throw new Error('no CSV')
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2]!)
    if (found[3] === ',') continue
    lines.push(cells)
    cells = []
  }
  return lines
}

test.group('exports', (group) => {
  sendWithEveryRight(group)

  test('jsonl has one record of the list per line', async ({ client, assert }) => {
    const response = await client.get(COURTS).qs({ format: 'jsonl', jurisdiction: 'F' })
    response.assertStatus(200)
    assert.equal(response.header('content-type'), 'application/x-ndjson')
    assert.equal(response.header('content-disposition'), 'attachment; filename="courts.jsonl"')
    const lines = response.text().trimEnd().split('\n')
    const list: unknown[] = []
    for (let next: string | null = `${COURTS}?jurisdiction=F`; next;) {
      const page: { results: unknown[]; next: string | null } = (await client.get(next)).body()
      list.push(...page.results)
      next = page.next && page.next.slice(page.next.indexOf('/api/'))
    }
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      list
    )
    assert.isAbove(lines.length, 10)
  })

  test('csv has the fields of the list, and labels next to codes', async ({ client, assert }) => {
    const query = { fields: 'id,genre,shelf,title,chapters', order_by: 'id' }
    const response = await client.get(BOOKS).qs({ ...query, format: 'csv' })
    response.assertStatus(200)
    assert.equal(response.header('content-type'), 'text/csv; charset=utf-8; header=present')
    const [header, ...rows] = parseCsv(response.text())
    assert.deepEqual(header, [
      'id',
      'title',
      'genre',
      'genre_label',
      'shelf',
      'shelf_label',
      'chapters',
    ])
    const { results } = (await client.get(BOOKS).qs(query)).body()
    assert.isNotEmpty(results)
    for (const [place, record] of results.entries()) {
      assert.equal(rows[place]![0], String(record.id))
      assert.include([record.title, `'${record.title}`], rows[place]![1])
      assert.equal(
        rows[place]![3],
        { 1: 'Treatise', 2: 'Reporter', 3: 'Digest' }[record.genre as 1]
      )
      assert.deepEqual(JSON.parse(rows[place]![6]!), record.chapters)
    }
  })

  test('filters, order, and rows apply; lists with page numbers can also be exported', async ({
    client,
    assert,
  }) => {
    const ids = async (query: Record<string, string>) => {
      const response = await client.get(BOOKS).qs({ fields: 'id', format: 'jsonl', ...query })
      response.assertStatus(200)
      return response
        .text()
        .trimEnd()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).id as number)
    }
    const { count } = (await client.get(BOOKS).qs({ count: 'on' })).body()
    const all = await ids({ order_by: 'id' })
    assert.lengthOf(all, count)
    assert.deepEqual(await ids({ order_by: '-id' }), all.toReversed())
    assert.sameMembers(await ids({ order_by: 'title' }), all)
    assert.deepEqual(await ids({ order_by: 'id', rows: '3' }), all.slice(0, 3))
    assert.deepEqual(
      await ids({ order_by: 'id', rows: '3', page: '2', cursor: 'x' }),
      all.slice(0, 3)
    )
    assert.deepEqual(await ids({ id: '999999999' }), [])
  })

  test('a long list is complete: {$self}')
    .with(['order_by=id', 'order_by=-date_modified', '', 'order_by=start_date,id'])
    .run(async ({ client, assert }, order) => {
      const path = COURTS
      const { count } = (await client.get(`${path}?count=on`)).body()
      const response = await client.get(`${path}?${order}&format=csv&fields=id`)
      const [, ...rows] = parseCsv(response.text())
      assert.isAbove(count, 250)
      assert.equal(new Set(rows.flat()).size, count)
      assert.lengthOf(rows, count)
      assert.equal(response.header('curia-export-rows'), String(count))
      assert.equal(response.header('curia-export-cost'), String(Math.ceil(count / 20)))
      assert.isUndefined(response.header('curia-export-cut'))
    })

  test('every list exports all fields', async ({ client, assert }) => {
    const { resources } = await app.container.make(PluginHost)
    for (const { path, versions, guard } of resources.all()) {
      if (!versions.includes('v4') || guard) continue
      const response = await client.get(`/api/rest/v4/${path}/`).qs({ format: 'csv', rows: '50' })
      assert.equal(response.status(), 200, `${path}: ${response.text().slice(0, 200)}`)
      const [header, ...rows] = parseCsv(response.text())
      for (const row of rows) assert.lengthOf(row, header!.length, path)
    }
  })

  test('lists under a record are exported under both roots', async ({ client, assert }) => {
    for (const path of [
      '/api/rest/v4/dockets/2001/parties/',
      '/courtlistener/api/rest/v4/dockets/',
    ]) {
      const response = await client.get(path).qs({ format: 'csv', rows: '5' })
      response.assertStatus(200)
      assert.include(response.text(), 'date_modified')
    }
    const renamed = await client.get('/courtlistener/api/rest/v4/dockets/?format=csv&rows=1')
    assert.include(renamed.text(), 'pacer_case_id')
  })

  test('rows={$self} is rejected')
    .with(['0', '-1', 'abc', String(MAX_ROWS + 1), '9'.repeat(400)])
    .run(async ({ client, assert }, rows) => {
      const response = await client.get(COURTS).qs({ format: 'csv', rows })
      response.assertStatus(400)
      assert.match(response.body().rows[0], /^Enter a whole number from 1 to 10000/)
    })

  test('{0} is {1}')
    .with([
      ['/api/rest/v3/courts/?format=csv', 404],
      ['/api/rest/v4/courts/scotus/?format=csv', 404],
      ['/api/rest/v4/courts.csv', 404],
      ['/api/rest/v4/api-usage/?format=csv', 404],
      ['/api/rest/v4/courts/?rows=5', 400],
      ['/api/rest/v4/courts/?format=csv&nothing=1', 400],
      ['/api/rest/v4/courts/?format=csv&order_by=nothing', 400],
      ['/api/rest/v4/fixture-slow/?format=csv', 503],
    ] as [string, number][])
    .run(async ({ client }, [path, status]) => {
      ;(await client.get(path)).assertStatus(status)
    })

  test('the error for an unknown format lists the formats', async ({ client, assert }) => {
    const response = await client.get(`${COURTS}?format=xls`)
    assert.include(response.body().detail, 'csv, jsonl')
  })

  test('is compressed if the client accepts it', async ({ assert }) => {
    const { HOST, PORT } = process.env
    const url = `http://${HOST}:${PORT}${COURTS}?format=jsonl`
    for (const coding of ['gzip', 'br', 'identity']) {
      const response = await fetch(url, { headers: { 'accept-encoding': coding } })
      assert.equal(response.headers.get('content-encoding') ?? 'identity', coding)
      const lines = (await response.text()).trimEnd().split('\n')
      assert.equal(JSON.parse(lines.at(-1)!).resource_uri.includes('/courts/'), true)
    }
  })
})

test.group('exports: cost', () => {
  test('a file costs the pages it replaces, charged together', async ({ client, assert }) => {
    const { authorization } = await makeAccount({ overrides: { user: ['40/hour'] } })
    const ask = (query: object) =>
      client.get(COURTS).qs(query).header('authorization', authorization)
    await withLimits(async () => {
      const head = await client
        .head(COURTS)
        .qs({ format: 'csv', rows: '100' })
        .header('authorization', authorization)
      head.assertStatus(200)
      assert.equal(head.header('curia-export-cost'), '5')
      assert.include(head.header('ratelimit')!, 'r=39')
      const file = await ask({ format: 'csv', rows: '100' })
      file.assertStatus(200)
      assert.equal(file.header('curia-export-cost'), '5')
      assert.equal(file.header('curia-export-rows'), '100')
      assert.equal(file.header('curia-export-cut'), '100')
      assert.include(file.header('ratelimit')!, 'r=34')
      assert.equal(parseCsv(file.text()).length, 101)
      // An empty result and a single page cost only the request.
      await ask({ format: 'csv', rows: '3' })
      assert.include((await ask({ format: 'csv', id: 'nothing' })).header('ratelimit')!, 'r=32')
    })
  })

  test('returns 429 before the first byte if it exceeds the limits, and costs one request', async ({
    client,
    assert,
  }) => {
    const { authorization } = await makeAccount({ overrides: { user: ['10/hour'] } })
    const ask = (query: object) =>
      client.get(COURTS).qs(query).header('authorization', authorization)
    await withLimits(async () => {
      const never = await ask({ format: 'csv' })
      never.assertStatus(429)
      assert.isUndefined(never.header('retry-after'))
      assert.match(
        never.body().detail,
        /^This export costs \d+ requests\. The rate limit 10\/hour doesn't allow that many\. You can request rows=180 now\.$/
      )
      ;(await ask({ format: 'csv', rows: '100' })).assertStatus(200)
      const later = await ask({ format: 'jsonl', rows: '140' })
      later.assertStatus(429)
      assert.isAbove(Number(later.header('retry-after')), 3500)
      assert.match(
        later.body().detail,
        /costs 7 requests\. Rate limit exceeded: 10\/hour\..*You can request rows=60 now\.$/
      )
      ;(await ask({ format: 'jsonl', rows: '60' })).assertStatus(200)
      ;(await ask({})).assertStatus(429)
    })
  })

  test('anonymous callers have their usual limits', async ({ client, assert }) => {
    await withLimits(async () => {
      const file = await client
        .get(COURTS)
        .qs({ format: 'csv' })
        .header('x-forwarded-for', '192.0.2.77')
      file.assertStatus(429)
      assert.deepEqual(Object.keys(file.body()), ['detail'])
    })
  })
})

test.group('exports: slow clients', (group) => {
  let server: Server
  let made = 0
  let ended = false

  group.each.setup(async () => {
    made = 0
    ended = false
    const gate = await app.container.make(Gate)
    server = createServer((request, response) => {
      const ctx = {
        auth: {},
        response: { response },
        request: {
          header: (name: string) => request.headers[name],
          url: () => request.url,
          id: () => 'slow-client',
        },
      }
      const asked = { ctx, method: 'GET', exported: { format: 'jsonl', rows: 1e6 } }
      void sendExport(asked as unknown as ApiRequest, endless(), { gate, access: {} })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return () => {
      server.close()
      server.closeAllConnections()
    }
  })

  /** A megabyte per batch. */
  function endless() {
    const row = JSON.stringify({ text: 'x'.repeat(1_000_000) })
    async function* batches() {
      try {
        for (;;) {
          made++
          yield [row]
        }
      } finally {
        ended = true
      }
    }
    return {
      name: 'endless',
      columns: [],
      total: 1e6,
      rows: 1e6,
      pageSize: 20,
      allow: 'GET',
      batches: batches(),
    }
  }

  test('rows are read as fast as the client reads, and not after it disconnects', async ({
    assert,
  }) => {
    const { port } = server.address() as AddressInfo
    const response = await new Promise<IncomingMessage>((resolve) =>
      get({ port, host: '127.0.0.1' }, resolve)
    )
    response.on('error', () => {})
    response.pause()
    let before = -1
    for (let waits = 0; made !== before && waits < 100; waits++) {
      before = made
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    assert.isBelow(made, 40)
    for (let taken = 0; taken < 20_000_000;) {
      const chunk = response.read() as Buffer | null
      if (chunk) taken += chunk.length
      else await new Promise((resolve) => response.once('readable', resolve))
    }
    assert.isAbove(made, before)
    response.destroy()
    for (let waits = 0; !ended && waits < 500; waits++)
      await new Promise((resolve) => setTimeout(resolve, 20))
  })
})
