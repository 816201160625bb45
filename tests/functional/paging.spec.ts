import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { BOOKS } from '#tests/fixtures/library'
import { Reader } from '#app/database/reader'
import { searchReady } from '#tests/helpers/search_indexes'

const URL = '/api/rest/v4/fixture-books/'
const local = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')

interface Page {
  count: string | number
  next: string | null
  previous: string | null
  results: { id: number; title: string; pages: number | null }[]
}

async function get(client: ApiClient, address: string): Promise<Page> {
  return (await client.get(local(address))).body()
}

test.group('cursor pagination', () => {
  test('rows with equal {$self} are paginated without gaps or repeats in both directions')
    .with(['date_created', '-date_created', 'date_modified', '-date_modified'])
    .run(async ({ client, assert }, order) => {
      const column = order.replace('-', '') as 'date_created' | 'date_modified'
      const sign = order.startsWith('-') ? -1 : 1
      const expected = [...BOOKS]
        .sort(
          (a, b) => sign * (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : a.id - b.id)
        )
        .map(({ id }) => id)

      const pages: number[][] = []
      let page = await get(client, `${URL}?order_by=${order}`)
      for (;;) {
        pages.push(page.results.map(({ id }) => id))
        if (!page.next) break
        page = await get(client, page.next)
      }
      assert.deepEqual(pages.flat(), expected)
      for (let at = pages.length - 2; at >= 0; at--) {
        page = await get(client, page.previous!)
        assert.deepEqual(
          page.results.map(({ id }) => id),
          pages[at]
        )
      }
      assert.isNull(page.previous)
    })

  test('rows added or deleted in between neither repeat nor hide others', async ({
    client,
    assert,
    cleanup,
  }) => {
    const database = await app.container.make('lucid.db')
    const added: number[] = []
    cleanup(async () => {
      await database.from('fixture_books').whereIn('id', added).delete()
    })
    const seen: number[] = []
    let next: string | null = `${URL}?order_by=-id&fields=id`
    while (next) {
      const page: Page = await get(client, next)
      seen.push(...page.results.map(({ id }) => id))
      next = page.next
      const [{ id }] = await database
        .table('fixture_books')
        .insert({ author_id: 1, title: 'new', genre: 1 })
        .returning('id')
      added.push(Number(id))
    }
    assert.deepEqual(seen, BOOKS.map(({ id }) => id).reverse())
  })

  test('cursors are URL-safe, unpadded, and bound to their ordering', async ({
    client,
    assert,
  }) => {
    const { next } = await get(client, `${URL}?order_by=-date_created`)
    const cursor = new globalThis.URL(next!).searchParams.get('cursor')!
    assert.match(cursor, /^[\w-]+$/)
    for (const order of ['date_created', '-date_modified', 'id', '-id']) {
      const response = await client.get(URL).qs({ order_by: order, cursor })
      response.assertStatus(404)
      response.assertBody({ detail: 'Invalid cursor' })
    }
  })

  test('an invalid cursor is rejected', async ({ client }) => {
    const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const wrong = [
      'x',
      '====',
      forged({}),
      forged(['-id', 'n', '5']),
      forged(['-id', 'x', '5', '5']),
      forged(['-id', 'n', 'a', 'b']),
    ]
    for (const cursor of wrong) {
      const response = await client.get(URL).qs({ cursor })
      response.assertStatus(404)
      response.assertBody({ detail: 'Invalid cursor' })
    }
  })

  test('a cursor without a value is the first page of {$self}')
    .with([
      '/api/rest/v4/fixture-books/?',
      '/api/rest/v4/fixture-books/?order_by=-date_created&',
      '/api/rest/v4/fixture-books/?order_by=title&',
      '/api/rest/v3/fixture-books/?',
      '/courtlistener/api/rest/v4/fixture-books/?order_by=id&',
      '/courtlistener/api/rest/v4/courts/?',
      '/courtlistener/api/rest/v4/dockets/?page_size=2&',
      '/api/rest/v4/search/?q=court&type=o&',
      '/courtlistener/api/rest/v4/search/?q=court&type=r&',
    ])
    .run(async ({ client, assert }, path) => {
      if (path.includes('search')) await searchReady()
      const first = (await get(client, path)) as Page & { meta?: unknown }
      assert.isNotEmpty(first.results)
      for (const value of ['cursor=', 'cursor', 'cursor=+', 'cursor=%20', 'cursor=x&cursor=']) {
        const page = await get(client, path + value)
        assert.deepEqual(page.results, first.results, value)
        assert.isNull(page.previous, value)
        if (first.next) assert.isString(page.next, value)
      }
    })

  test('page is ignored; all other parameters are kept in the links, sorted', async ({
    client,
    assert,
  }) => {
    const page = await get(client, `${URL}?page=7&lent=true&genre=1`)
    assert.equal(
      page.results[0]!.id,
      Math.max(...BOOKS.filter(({ lent, genre }) => lent && genre === 1).map(({ id }) => id))
    )
    assert.equal(
      new globalThis.URL(String(page.count)).search,
      '?count=on&genre=1&lent=true&page=7'
    )
  })

  test('count is a URL that returns only the number', async ({ client, assert }) => {
    const { count } = await get(client, `${URL}?lent=true&fields=id`)
    const response = await client.get(local(String(count)))
    assert.deepEqual(response.body(), { count: BOOKS.filter(({ lent }) => lent).length })
  })

  test('an empty list has no adjacent pages', async ({ client, assert }) => {
    const page = await get(client, `${URL}?id=0`)
    assert.isNull(page.next)
    assert.isNull(page.previous)
    assert.deepEqual(page.results, [])
  })

  test('the Link header contains the adjacent pages', async ({ client, assert }) => {
    const first = await client.get(URL)
    assert.equal(first.header('link'), `<${first.body().next}>; rel="next"`)
    const second = await client.get(local(first.body().next))
    assert.include(second.header('link'), `<${second.body().previous}>; rel="prev"`)
  })

  test('links that are too long for a header are in the body only', async ({ client, assert }) => {
    const order = Array.from({ length: 2_000 }, (_, at) => (at % 2 ? '-id' : 'id')).join(',')
    const answer = await client.get(`/api/rest/v4/courts/?page_size=2&order_by=${order}`)
    answer.assertStatus(200)
    assert.isString(answer.body().next)
    assert.isUndefined(answer.header('link'))
  })
})

test.group('page-number pagination', () => {
  test('links to the total, and ends at the end of the list', async ({ client, assert }) => {
    const first = await get(client, `${URL}?order_by=title`)
    assert.equal(new globalThis.URL(String(first.count)).search, '?count=on&order_by=title')
    assert.deepEqual(await get(client, String(first.count)), { count: BOOKS.length })
    assert.isNull(first.previous)
    const second = await get(client, first.next!)
    assert.equal(new globalThis.URL(second.previous!).search, '?order_by=title')
    const last = await get(client, `${URL}?order_by=title&page=last`)
    assert.isNull(last.next)
    assert.lengthOf(last.results, BOOKS.length % 20)
  })

  test('a full page is the last one if nothing follows', async ({ client, assert }) => {
    const twenty = await get(client, `${URL}?order_by=title&id__lte=20`)
    assert.lengthOf(twenty.results, 20)
    assert.isNull(twenty.next)
    const forty = await get(client, `${URL}?order_by=title&id__lte=40&page=2`)
    assert.lengthOf(forty.results, 20)
    assert.isNull(forty.next)
    ;(await client.get(`${URL}?order_by=title&id__lte=40&page=3`)).assertStatus(404)
    assert.deepEqual((await get(client, `${URL}?order_by=title&id=0`)).results, [])
  })

  test('rows are counted only on request', async ({ client, assert, cleanup }) => {
    const reader = await app.container.make(Reader)
    const { rows } = reader
    cleanup(() => {
      reader.rows = rows
    })
    let counted = 0
    reader.rows = (statement, values) => {
      const sql = typeof statement === 'string' ? statement : statement.text
      if (sql.includes('count(*)')) counted++
      return rows.call(reader, statement, values)
    }
    for (const [address, times] of [
      [`${URL}?order_by=title`, 0],
      [`${URL}?order_by=title&page=2`, 0],
      [`${URL}?order_by=title&page=99`, 0],
      [`${URL}?order_by=-id`, 0],
      [`${URL}?order_by=title&page=last`, 1],
      [`${URL}?count=on`, 1],
      ['/api/rest/v3/fixture-books/', 1],
    ] as const) {
      counted = 0
      await client.get(address)
      assert.equal(counted, times, address)
    }
  })

  test('text is ordered by bytes, equal values by key', async ({ client, assert }) => {
    const titles: { id: number; title: string }[] = []
    let next: string | null = `${URL}?order_by=title`
    while (next) {
      const page: Page = await get(client, next)
      titles.push(...page.results)
      next = page.next
    }
    const expected = [...BOOKS].sort(
      (a, b) => Buffer.compare(Buffer.from(a.title), Buffer.from(b.title)) || a.id - b.id
    )
    assert.deepEqual(
      titles.map(({ id }) => id),
      expected.map(({ id }) => id)
    )
  })

  test('several columns, nulls last ascending and first descending', async ({ client, assert }) => {
    const ascending = await get(client, `${URL}?order_by=pages,-id&page=last`)
    assert.isNull(ascending.results.at(-1)!.pages)
    const descending = await get(client, `${URL}?order_by=-pages,id`)
    assert.isNull(descending.results[0]!.pages)
    const ids = descending.results.filter(({ pages }) => pages === null).map(({ id }) => id)
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => a - b)
    )
  })

  test('page {0} is rejected with "{1}"')
    .with([
      ['0', 'Invalid page.'],
      ['-1', 'Invalid page.'],
      ['99', 'Invalid page.'],
      ['abc', 'Invalid page: "abc" is not a whole number.'],
      ['1.5', 'Invalid page: "1.5" is not a whole number.'],
    ])
    .run(async ({ client }, [page, detail]) => {
      const response = await client.get(URL).qs({ order_by: 'title', page })
      response.assertStatus(404)
      response.assertBody({ detail })
    })

  test('the error beyond page 100 of {0} suggests alternatives')
    .with([
      ['v4/fixture-books', /^Order by id or date_created or .* and follow "next", or add filters/],
      ['v3/fixture-books', /^Add filters to narrow the list, or use v4: order by .* follow "next"/],
      ['v4/courts', /^Order by id or date_modified and follow "next", or add filters/],
      ['v3/courts', /^Add filters to narrow the list, or use v4: order by id or date_modified/],
    ] as [string, RegExp][])
    .run(async ({ client, assert }, [path, way]) => {
      for (const page of ['101', '12345678901234567890123']) {
        const order = path.endsWith('books') ? { order_by: 'title' } : {}
        const answer = await client.get(`/api/rest/${path}/`).qs({ ...order, page })
        answer.assertStatus(404)
        const [, shown, told] = /^Page (\d+) is too deep: the last page number is 100\. (.*)$/.exec(
          answer.body().detail
        )!
        assert.equal(shown, page)
        assert.match(told!, way)
      }
    })

  test('v3 always counts and ignores cursors', async ({ client, assert }) => {
    const response = await client
      .get('/api/rest/v3/fixture-books/')
      .qs({ cursor: 'nonsense', count: 'on' })
    response.assertStatus(200)
    assert.equal(response.body().count, BOOKS.length)
    assert.match(response.body().next, /\/api\/rest\/v3\/.*page=2/)
  })

  test('v4 rejects unknown orderings, v3 ignores them', async ({ client, assert }) => {
    const told = await client.get(URL).qs({ order_by: '-titel' })
    told.assertStatus(400)
    assert.match(told.body().order_by[0], /Did you mean -title\? Choose from: /)
    ;(await client.get('/api/rest/v3/fixture-books/').qs({ order_by: '-titel' })).assertStatus(200)
  })
})
