/**
 * `/search/`: parameters, orders, paging and errors (specification, Search;
 * search.md 1, 3, 7 and 9).
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { searchReady } from '#tests/helpers/search_indexes'
import { announce } from '#app/accounts/directory'
import { namesOf, type SearchRequest } from '#app/search/request/search_request'
import { presentFlat } from '#app/search/results/present'
import { makeAccount } from '#tests/helpers/accounts'
import { searchServices } from '../../services.js'
import { searched, type SearchBody } from '../search_helpers.js'

const DOCS = readFileSync(
  new URL('../../../../resources/docs/search-api.md', import.meta.url),
  'utf8'
)

const PUBLISHED = `c.precedential_status = 'Published'`
const CASES = `FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id WHERE`
const DOCKETS = `FROM dockets d WHERE EXISTS (SELECT 1 FROM docket_entries e WHERE e.docket_id = d.id) AND`
const DOCUMENTS = `FROM archive_documents r JOIN docket_entries e ON e.id = r.docket_entry_id JOIN dockets d ON d.id = e.docket_id WHERE`
const AUDIO = `FROM audio a JOIN dockets d ON d.id = a.docket_id WHERE`

/** Parameters, and the keys that must be found. */
const NARROWED: [parameters: Record<string, string>, keys: string][] = [
  [{}, `SELECT c.id ${CASES} ${PUBLISHED}`],
  [{ stat_all: 'on' }, `SELECT c.id ${CASES} true`],
  [{ stat_all: 'true' }, `SELECT c.id ${CASES} true`],
  [{ stat_Unpublished: 'off', stat_all: 'off' }, `SELECT c.id ${CASES} ${PUBLISHED}`],
  [{ stat_Unpublished: 'on' }, `SELECT c.id ${CASES} c.precedential_status = 'Unpublished'`],
  [{ court: 'scotus' }, `SELECT c.id ${CASES} ${PUBLISHED} AND d.court_id = 'scotus'`],
  [{ court: 'ca9, ca2' }, `SELECT c.id ${CASES} ${PUBLISHED} AND d.court_id IN ('ca9', 'ca2')`],
  [{ court_scotus: 'on' }, `SELECT c.id ${CASES} ${PUBLISHED} AND d.court_id = 'scotus'`],
  [{ court: 'nowhere' }, `SELECT c.id ${CASES} false`],
  [
    { filed_after: '1954-05-17' },
    `SELECT c.id ${CASES} ${PUBLISHED} AND c.date_filed >= '1954-05-17'`,
  ],
  [{ filed_before: '1954' }, `SELECT c.id ${CASES} ${PUBLISHED} AND c.date_filed <= '1954-12-31'`],
  [
    { filed_after: '1960', filed_before: '1950' },
    `SELECT c.id ${CASES} ${PUBLISHED} AND c.date_filed BETWEEN '1950-01-01' AND '1960-12-31'`,
  ],
  [{ case_name: 'brown' }, `SELECT c.id ${CASES} ${PUBLISHED} AND c.case_name ~* '\\mbrown\\M'`],
  [{ docket_number: '73-1766' }, `SELECT c.id ${CASES} d.docket_number = '73-1766'`],
  [
    { citation: '347 U.S. 483' },
    `SELECT cluster_id FROM citations WHERE volume = '347' AND reporter = 'U.S.' AND page = '483'`,
  ],
  [
    { cited_gt: '1', cited_lt: '5' },
    `SELECT c.id ${CASES} ${PUBLISHED} AND c.citation_count BETWEEN 1 AND 5`,
  ],
  [{ cited_gt: '0' }, `SELECT c.id ${CASES} ${PUBLISHED}`],
  [{ type: 'd' }, `SELECT d.id ${DOCKETS} true`],
  [{ type: 'r', court: 'nysd' }, `SELECT d.id ${DOCKETS} d.court_id = 'nysd'`],
  [{ type: 'd', available_only: 'on' }, `SELECT DISTINCT d.id ${DOCUMENTS} r.is_available`],
  [{ type: 'rd' }, `SELECT r.id ${DOCUMENTS} true`],
  [{ type: 'rd', available_only: 'on' }, `SELECT r.id ${DOCUMENTS} r.is_available`],
  [{ type: 'rd', document_number: '1' }, `SELECT r.id ${DOCUMENTS} r.document_number = '1'`],
  [{ type: 'rd', attachment_number: '1' }, `SELECT r.id ${DOCUMENTS} r.attachment_number = 1`],
  [
    { type: 'rd', entry_date_filed_after: '2020-01-01' },
    `SELECT r.id ${DOCUMENTS} e.date_filed >= '2020-01-01'`,
  ],
  [{ type: 'oa' }, `SELECT a.id ${AUDIO} true`],
  [{ type: 'oa', argued_after: '2000' }, `SELECT a.id ${AUDIO} d.date_argued >= '2000-01-01'`],
]

const KEY: Record<string, string> = { o: 'cluster_id', r: 'docket_id', d: 'docket_id' }

test.group('search: parameters', (group) => {
  group.setup(searchReady)

  test('{search} finds what the database says')
    .with(
      NARROWED.map(([parameters, keys]) => ({
        search: `?${new URLSearchParams(parameters).toString()}`,
        parameters,
        keys,
      }))
    )
    .run(async ({ client, assert }, { parameters, keys }) => {
      const { rows } = await (await app.container.make('lucid.db')).rawQuery(keys)
      const expected = rows.map((row: Record<string, string>) => Number(Object.values(row)[0]))
      const { found, count } = await allOf(client, parameters)
      assert.sameMembers(found, expected)
      assert.equal(count, expected.length)
      assert.lengthOf(new Set(found), found.length)
    })

  test('a word of a party finds its docket, and the documents of it', async ({
    client,
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      `SELECT p.name, t.docket_id::int AS docket FROM parties p JOIN party_types t ON t.party_id = p.id ORDER BY p.id LIMIT 1`
    )
    const [{ name, docket }] = rows as [{ name: string; docket: number }]
    const dockets = await searched(client, { type: 'd', party_name: `"${name}"` })
    assert.include(
      dockets.results.map(({ docket_id }) => docket_id),
      docket
    )
    const documents = await searched(client, { type: 'rd', party_name: `"${name}"` })
    assert.isAbove(documents.count, 0)
    assert.include(
      documents.results.map(({ docket_id }) => docket_id),
      docket
    )
  })
})

test.group('search: orders and pages', (group) => {
  group.setup(searchReady)

  const ORDERS: [type: string, order: string, field: string][] = [
    ['o', 'dateFiled desc', 'dateFiled'],
    ['o', 'dateFiled asc', 'dateFiled'],
    ['o', 'citeCount desc', 'citeCount'],
    ['o', 'citeCount asc', 'citeCount'],
    ['r', 'dateFiled desc', 'dateFiled'],
    ['d', 'dateFiled asc', 'dateFiled'],
    ['rd', 'entry_date_filed desc', 'entry_date_filed'],
    ['rd', 'entry_date_filed asc', 'entry_date_filed'],
    ['oa', 'dateArgued desc', 'dateArgued'],
    ['p', 'dob desc,name_reverse asc', 'dob'],
    ['p', 'dob asc,name_reverse asc', 'dob'],
    ['p', 'dod desc,name_reverse asc', 'dod'],
  ]

  test('{0} in the order {1}')
    .with(ORDERS)
    .run(async ({ client, assert }, [type, order, field]) => {
      const { results } = await allOf(client, { type, order_by: order })
      const values = results.map((result) => result[field] as string | number | null)
      const known = values.filter((value) => value !== null)
      const sorted = known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      if (/^\w+ desc/.test(order)) sorted.reverse()
      assert.deepEqual(values, [...sorted, ...values.filter((value) => value === null)])
    })

  test('a random order is the same for the same seed, and another for another', async ({
    client,
    assert,
  }) => {
    const keys = async (order: string) => (await allOf(client, { order_by: order })).found
    const one = await keys('random_17 desc')
    assert.deepEqual(await keys('random_17 desc'), one)
    assert.notDeepEqual(await keys('random_18 desc'), one)
    assert.sameMembers(await keys('random_18 desc'), one)
  })

  test('pages lead forwards and back again in the order {$self}')
    .with(['score desc', 'dateFiled asc', 'citeCount desc', 'random_3 asc'])
    .run(async ({ client, assert }, order) => {
      const pages: number[][] = []
      let page = await searched(client, { q: 'court', order_by: order })
      const first = page
      for (;;) {
        pages.push(keysOf(page, 'o'))
        if (!page.next) break
        page = await follow(client, page.next)
      }
      assert.isAbove(pages.length, 2)
      assert.lengthOf(new Set(pages.flat()), first.count)
      for (const expected of pages.slice(0, -1).toReversed()) {
        page = await follow(client, page.previous!)
        assert.deepEqual(keysOf(page, 'o'), expected)
      }
      assert.isNull(page.previous)
    })

  test('a cursor is no good for another search', async ({ client }) => {
    const { next } = await searched(client, { q: 'court' })
    const cursor = new URL(next!).searchParams.get('cursor')!
    for (const parameters of [
      { q: 'law' },
      { q: 'court', type: 'r' },
      { q: 'court', order_by: 'citeCount asc' },
    ]) {
      const response = await client.get('/api/rest/v4/search/').qs({ ...parameters, cursor })
      response.assertStatus(404)
      response.assertBody({ detail: 'Invalid cursor' })
    }
  })

  test('a cursor that is none is refused', async ({ client }) => {
    for (const cursor of ['x', 'W10', '%00', 'a'.repeat(9000), 'eyJhIjoxfQ', '[]']) {
      const response = await client.get('/api/rest/v4/search/').qs({ cursor })
      response.assertStatus(404)
    }
  })

  test('a cursor that was changed is refused, whatever it says', async ({ client, assert }) => {
    const changes: ((text: string) => string)[] = [
      (text) => text.replace(/\[1,2/, '[-1,2'),
      (text) => text.replace(/"\d{4}-\d\d-\d\d"/, '"9999-99-99"'),
      (text) => text.replace(/,[^,]+\]$/, ']'),
      (text) => text.replace(/,[^,]+\]$/, ',"x"]'),
      (text) => text.replace(/,[^,]+,[^,]+\]$/, ',-9e15,1]'),
    ]
    for (const order of ['score desc', 'dateFiled asc', 'citeCount desc', 'random_3 desc']) {
      const parameters = { q: 'court', order_by: order }
      const { next } = await searched(client, parameters)
      const cursor = new URL(next!).searchParams.get('cursor')!
      const text = Buffer.from(cursor, 'base64url').toString()
      for (const change of changes) {
        assert.notEqual(change(text), text)
        const changed = Buffer.from(change(text)).toString('base64url')
        const response = await client
          .get('/api/rest/v4/search/')
          .qs({ ...parameters, cursor: changed })
        response.assertStatus(404)
        response.assertBody({ detail: 'Invalid cursor' })
      }
    }
  })

  test('cursors hold characters of addresses only', async ({ client, assert }) => {
    const { next } = await searched(client, { q: 'court' })
    assert.match(new URL(next!).search, /[?&]cursor=[\w-]+(&|$)/)
  })
})

test.group('search: what is wrong', () => {
  const WRONG: [parameters: Record<string, string>, status: number, body: RegExp][] = [
    [{ type: 'x' }, 400, /"type":\["Select a valid choice.*o, /],
    [{ order_by: 'nothing' }, 400, /"order_by":\["Select a valid choice.*score desc/],
    [{ type: 'oa', order_by: 'citeCount desc' }, 400, /"order_by"/],
    [{ filed_after: 'soon' }, 400, /The date entered has an invalid format/],
    [{ q: '(court' }, 400, /unbalanced parentheses/],
    [{ q: '"court' }, 400, /unbalanced quotes/],
    [{ q: 'court /s law' }, 400, /unrecognized proximity token/],
    [{ q: '*ourt' }, 400, /disallowed wildcard/],
    [{ q: 'caseNam:brown' }, 400, /caseName/],
    [
      { case_name: '"brown' },
      400,
      /unbalanced quotes\. In case_name: The quote at character 1.*"parameter":"case_name"/,
    ],
    [{ judge: 'nosuch:x' }, 400, /In judge: There is no field/],
    [
      { filed_after: '2020', filed_before: '2020-02-30' },
      400,
      /The date entered has an invalid format\. In filed_before: \\"2020-02-30\\" is no date/,
    ],
    [
      { q: 'dateFiled:[2020 TO 2020-02-30]' },
      400,
      /invalid format\. \\"2020-02-30\\" at character 11/,
    ],
    [{ type: 'p', born_before: '99999-01-01' }, 400, /In born_before: /],
    [{ type: 'oa', argued_after: '-999999y' }, 400, /In argued_after: /],
    [{ judg: 'x' }, 400, /"did_you_mean":\{"judg":"judge"\}/],
    [{ type: 'r', judge: 'x' }, 400, /only with type/],
    [{ fields: 'id' }, 400, /unknown_params/],
    [{ cited_gt: 'many' }, 400, /"cited_gt":\["Enter a whole number/],
    [{ type: 'rd', document_number: 'x' }, 400, /"document_number"/],
    [{ type: 'p', political_affiliation: 'q' }, 400, /"political_affiliation":\["Select/],
    [{ highlight: 'maybe' }, 400, /"highlight"/],
    [{ stat_Errata: 'maybe' }, 400, /"stat_Errata"/],
  ]

  test('{search} is answered with {status}')
    .with(
      WRONG.map(([parameters, status, body]) => ({
        search: `?${new URLSearchParams(parameters).toString()}`,
        parameters,
        status,
        body,
      }))
    )
    .run(async ({ client, assert }, { parameters, status, body }) => {
      const response = await client.get('/api/rest/v4/search/').qs(parameters)
      response.assertStatus(status)
      assert.match(response.text(), body)
    })

  test('several mistakes are told at once', async ({ client, assert }) => {
    const response = await client.get('/api/rest/v4/search/').qs({ order_by: 'x', cited_gt: 'y' })
    response.assertStatus(400)
    assert.sameMembers(Object.keys(response.body() as object), ['order_by', 'cited_gt'])
  })
})

test.group('search: what is kept and told', (group) => {
  group.setup(searchReady)

  test('an answer is kept, with its age, until its index changes', async ({ client, assert }) => {
    const ask = () => client.get('/api/rest/v4/search/').qs({ q: 'kept marbury', type: 'o' })
    assert.isUndefined((await ask()).header('age'))
    assert.match((await ask()).header('age')!, /^\d+$/)
    const { cache } = await searchServices(app)
    cache.forget('dockets')
    assert.isDefined((await ask()).header('age'))
    cache.forget('opinions')
    assert.isUndefined((await ask()).header('age'))
  })

  test('searches are logged, but not those of accounts that do not want it', async ({
    client,
    assert,
  }) => {
    const account = await makeAccount()
    const database = await app.container.make('lucid.db')
    const { log } = await searchServices(app)
    const logged = async () => {
      await client
        .get('/api/rest/v4/search/')
        .qs({ q: 'logged' })
        .header('authorization', account.authorization)
      await log.write()
      return database.from('search_queries').where('account_id', account.id)
    }
    const [row] = await logged()
    assert.include(row, { source: 2, query_mode: 1, failed: false, get_params: 'q=logged' })
    await database.transaction(async (trx) => {
      await trx.from('accounts').where('id', account.id).update({ log_searches: false })
      await announce(trx, account.id)
    })
    const directory = await app.container.make('curia.directory')
    // Heard from the database, which takes a moment.
    while ((await directory.account(account.id))?.logSearches) await sleep(10)
    assert.lengthOf(await logged(), 1)
  })

  test('OPTIONS and the reference name every parameter a type takes', async ({
    client,
    assert,
  }) => {
    const { searchTypes } = await app.container.make('curia.plugins')
    const options = (await client.options('/api/rest/v4/search/')).body()
    const reference = (await client.get('/api/rest/v4/openapi.json')).body()
    const listed = reference.paths['/search/'].get.parameters.map(
      ({ name }: { name: string }) => name
    )
    for (const type of searchTypes) {
      assert.includeMembers(Object.keys(options.parameters), namesOf(type))
      assert.includeMembers(listed, namesOf(type))
    }
  })

  test('v3 answers with flat rows of documented fields', async ({ client, assert }) => {
    const documented = new Map(
      Array.from(DOCS.matchAll(/^\| `(o|r)`[^|]*\| ([^|]+) \|$/gm), ([, type, names]) => [
        type!,
        names!.trim().split(', '),
      ])
    )
    documented.set('d', documented.get('r')!)
    for (const type of ['o', 'r', 'd', 'rd', 'p', 'oa']) {
      const v4 = await searched(client, { type })
      const { count, results } = await searched(client, { type }, 'v3')
      const names = documented.get(type) ?? Object.keys(v4.results[0]!)
      assert.isAbove(count, 0)
      for (const row of results) assert.deepEqual(Object.keys(row), names)
    }
  })

  test('v3 shows decisions without opinions, with all fields', async ({ assert }) => {
    const { searchTypes } = await app.container.make('curia.plugins')
    const type = searchTypes.find(({ code }) => code === 'o')!
    const hit = { key: 7, parent: 7, score: 1, position: [1, 7], children: [], moreChildren: false }
    const rows = { hits: new Map([[7, { cluster_id: 7 }]]), children: new Map(), texts: new Map() }
    const row = presentFlat({ type, highlight: false } as SearchRequest, hit, rows, 'mark')!
    assert.include(row, { cluster_id: 7, id: null, type: null, snippet: '' })
    assert.notProperty(row, 'opinions')
  })

  test('v3 pages by number, and names what it ignores', async ({ client, assert }) => {
    const response = await client.get('/api/rest/v3/search/').qs({ type: 'r', judg: 'x' })
    response.assertStatus(200)
    assert.include(response.header('warning'), 'judg')
    const first = response.body()
    assert.equal(first.results.length, 20)
    assert.match(first.next, /[?&]page=2&/)
    const { pathname, search } = new URL(first.next)
    const second = (await client.get(pathname + search)).body()
    assert.match(second.previous, /\/search\/\?judg=x&type=r$/)
    assert.notDeepEqual(second.results, first.results)
    for (const page of ['0', 'x', 'last', '99'])
      (await client.get('/api/rest/v3/search/').qs({ type: 'r', page })).assertStatus(404)
    const deep = await client.get('/api/rest/v3/search/').qs({ page: '101' })
    deep.assertStatus(404)
    assert.match(deep.body().detail, /on v4/)
    // A field there is not matches nothing.
    assert.equal((await searched(client, { q: 'nosuch:brown' }, 'v3')).count, 0)
  })
})

interface Everything {
  found: number[]
  results: SearchBody['results']
  count: number
}

/** All pages of a search. */
async function allOf(client: ApiClient, parameters: Record<string, string>): Promise<Everything> {
  const type = parameters.type ?? 'o'
  let page = await searched(client, parameters)
  const { count } = page
  const results = [...page.results]
  while (page.next) {
    page = await follow(client, page.next)
    results.push(...page.results)
  }
  return { found: results.map((result) => result[KEY[type] ?? 'id'] as number), results, count }
}

async function follow(client: ApiClient, url: string): Promise<SearchBody> {
  const { pathname, search } = new URL(url)
  const response = await client.get(pathname + search)
  response.assertStatus(200)
  return response.body() as SearchBody
}

function keysOf({ results }: SearchBody, type: string): number[] {
  return results.map((result) => result[KEY[type] ?? 'id'] as number)
}
