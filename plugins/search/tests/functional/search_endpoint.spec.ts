/**
 * `/search/`: orderings, paging, results, errors, cache, and log
 * (specification, Search; search.md 3, 6, 7, 9, and 10).
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { AccountCache } from '#app/accounts/account_cache'
import { invalidateAccount } from '#app/models/cached_row'
import { buildIndex, searchReady } from '#tests/helpers/search_indexes'
import { listSearchParameterNames, type SearchRequest } from '#app/search/request/search_request'
import { presentFlat } from '#app/search/results/present'
import { makeAccount } from '#tests/helpers/accounts'
import { makeDocket } from '#tests/helpers/own_docket'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'
import { QueryLog } from '../../query_log.js'
import { ResultCache } from '../../result_cache.js'
import { searchServices } from '../../services.js'
import { fetchAllPages, follow, JUDGES, listResultKeys, searched } from '../search_helpers.js'
import { PluginHost } from '#core/plugin_host'

const DOCS = readFileSync(new URL('../../docs/search-api.md', import.meta.url), 'utf8')

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
    ['r', 'dateFiled asc', 'dateFiled'],
    ['d', 'dateFiled desc', 'dateFiled'],
    ['r', 'entry_date_filed desc', 'recap_documents'],
    ['r', 'entry_date_filed asc', 'recap_documents'],
    ['oa', 'dateArgued desc', 'dateArgued'],
    ['oa', 'dateArgued asc', 'dateArgued'],
    ['oa', '', 'dateArgued'],
    ['p', 'dob desc,name_reverse asc', 'dob'],
    ['p', 'dob asc,name_reverse asc', 'dob'],
    ['p', 'dod desc,name_reverse asc', 'dod'],
  ]

  test('sorts {0} by {1}')
    .with(ORDERS)
    .run(async ({ client, assert }, [type, order, field]) => {
      const { results } = await fetchAllPages(client, { type, order_by: order })
      const values = results.map((result) => {
        // A docket is sorted by its first document.
        const of = field === 'recap_documents' ? (result[field] as Documents)[0] : result
        return (of?.[of === result ? field : 'entry_date_filed'] ?? null) as string | number | null
      })
      const known = values.filter((value) => value !== null)
      const sorted = known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      if (!/^\w+ asc/.test(order)) sorted.reverse()
      assert.deepEqual(values, [...sorted, ...values.filter((value) => value === null)])
    })

  test('sorts judges by last name', async ({ client, assert }) => {
    const { rows } = await (
      await app.container.make('lucid.db')
    ).rawQuery<{ rows: { name: string }[] }>(
      `SELECT lower(concat_ws(', ', nullif(p.name_last, ''), concat_ws(' ', nullif(p.name_first, ''), nullif(p.name_middle, '')))) AS name, p.id ${JUDGES} true`
    )
    const names = new Map(
      (rows as { name: string; id?: string }[]).map((row) => [Number(row.id), row.name])
    )
    for (const order of ['', 'name_reverse asc']) {
      const { found } = await fetchAllPages(client, { type: 'p', order_by: order })
      const shown = found.map((id) => names.get(id)!)
      assert.deepEqual(
        shown,
        shown.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      )
    }
  })

  test('sorts by score by default, and equal scores by descending ID ({$self})')
    .with(['o', 'r', 'rd', 'd', 'p', 'oa'])
    .run(async ({ client, assert }, type) => {
      for (const q of ['order', '']) {
        const { results, found } = await fetchAllPages(client, { type, q, order_by: 'score desc' })
        const scores = results.map(({ meta }) => (meta.score as { bm25: number }).bm25)
        const places = scores.map((score, at) => [score, found[at]!] as const)
        assert.deepEqual(
          places,
          places.toSorted((a, b) => b[0] - a[0] || b[1] - a[1])
        )
        const standard = await fetchAllPages(client, { type, q })
        if (!['p', 'oa'].includes(type)) assert.deepEqual(standard.found, found)
      }
    })

  test('a random ordering depends on the seed', async ({ client, assert }) => {
    const keys = async (order: string) => (await fetchAllPages(client, { order_by: order })).found
    const one = await keys('random_17 desc')
    assert.deepEqual(await keys('random_17 desc'), one)
    assert.notDeepEqual(await keys('random_18 desc'), one)
    assert.sameMembers(await keys('random_18 desc'), one)
  })

  test('pages forward and backward in the ordering {$self}')
    .with(['score desc', 'dateFiled asc', 'citeCount desc', 'random_3 asc'])
    .run(async ({ client, assert }, order) => {
      const pages: number[][] = []
      let page = await searched(client, { q: 'court', order_by: order })
      const first = page
      for (;;) {
        pages.push(listResultKeys(page, 'o'))
        if (!page.next) break
        page = await follow(client, page.next)
      }
      assert.isAbove(pages.length, 2)
      assert.lengthOf(new Set(pages.flat()), first.count)
      for (const expected of pages.slice(0, -1).toReversed()) {
        page = await follow(client, page.previous!)
        assert.deepEqual(listResultKeys(page, 'o'), expected)
      }
      assert.isNull(page.previous)
    })

  test('rejects a cursor from another search', async ({ client }) => {
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

  test('rejects an invalid cursor', async ({ client }) => {
    for (const cursor of ['x', 'W10', '%00', 'a'.repeat(9000), 'eyJhIjoxfQ', '[]']) {
      const response = await client.get('/api/rest/v4/search/').qs({ cursor })
      response.assertStatus(404)
    }
  })

  test('ignores an empty cursor', async ({ client, assert }) => {
    const first = await searched(client, { q: 'court' })
    for (const cursor of ['', ' ']) {
      const again = await searched(client, { q: 'court', cursor })
      assert.deepEqual(again.results, first.results)
      assert.isNull(again.previous)
      assert.match(new URL(again.next!).search, /^\?cursor=[\w-]+&q=court$/)
    }
  })

  test('rejects a modified cursor', async ({ client, assert }) => {
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

  test('cursors contain only URL-safe characters', async ({ client, assert }) => {
    const { next } = await searched(client, { q: 'court' })
    assert.match(new URL(next!).search, /[?&]cursor=[\w-]+(&|$)/)
  })
})

test.group('search: results', (group) => {
  group.setup(searchReady)

  const children = (result: Record<string, unknown>, list: string) => result[list] as Documents

  test('a case contains three documents and whether more match', async ({ client, assert }) => {
    const { results } = await fetchAllPages(client, { type: 'r', q: 'motion OR party:bureau' })
    for (const result of results) {
      const key = String(result.docket_id)
      const q = `docket_id:${key} (motion OR party:bureau)`
      const { count } = await searched(client, { type: 'rd', q })
      const shown = children(result, 'recap_documents').map(({ id }) => id)
      assert.lengthOf(shown, Math.min(3, count))
      assert.equal(result.meta.more_docs, count > 3)
      // For a query with the docket ID, up to 99 documents are shown.
      const wide = await searched(client, { type: 'r', q })
      const named = children(wide.results[0]!, 'recap_documents').map(({ id }) => id)
      assert.lengthOf(new Set(named), Math.min(99, count))
      if (count > 99) continue
      assert.sameMembers(named, (await fetchAllPages(client, { type: 'rd', q })).found)
      assert.includeMembers(named, shown)
    }
    const flags = new Set(results.map(({ meta }) => meta.more_docs))
    assert.isTrue(flags.has(true))
  })

  test('a case that matches by its own fields has no documents', async ({ client, assert }) => {
    const q = 'party:thornquist -docket_entry_id:[1 TO *]'
    const { results } = await searched(client, { type: 'r', q })
    assert.lengthOf(results, 1)
    assert.deepEqual(results[0]!.recap_documents, [])
    assert.isFalse(results[0]!.meta.more_docs)
  })

  test('a decision contains the matching opinions, or all if its own fields match', async ({
    client,
    assert,
  }) => {
    const all = await searched(client, { q: 'cluster_id:1053' })
    const [decision] = all.results
    assert.sameMembers(
      children(decision!, 'opinions').map(({ id }) => id as number),
      decision!.sibling_ids as number[]
    )
    const dissents = await searched(client, { q: 'cluster_id:1053 type:dissent' })
    const types = children(dissents.results[0]!, 'opinions').map(({ type }) => type)
    assert.isNotEmpty(types)
    assert.deepEqual([...new Set(types)], ['dissent'])
    assert.sameMembers(
      dissents.results[0]!.sibling_ids as number[],
      decision!.sibling_ids as number[]
    )
  })

  test('a decision is represented by its lead opinion if all opinions match equally', async ({
    client,
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery<{ rows: { id: string; opinions: string[] }[] }>(
      `SELECT c.id, array_agg(o.id ORDER BY o.type, o.ordering_key NULLS LAST, o.id) AS opinions FROM opinion_clusters c
       JOIN opinions o ON o.cluster_id = c.id WHERE c.precedential_status = 'Published'
       GROUP BY c.id HAVING count(DISTINCT o.type) > 1`
    )
    assert.isAbove(rows.length, 3)
    for (const order of ['score desc', 'dateFiled desc', 'random_1 desc']) {
      const { results } = await fetchAllPages(client, { order_by: order })
      for (const { id, opinions } of rows) {
        const decision = results.find(({ cluster_id }) => cluster_id === Number(id))!
        assert.deepEqual(
          children(decision, 'opinions').map((opinion) => opinion.id),
          opinions.map(Number)
        )
      }
      const q = `cluster_id:(${rows.map(({ id }) => id).join(' OR ')})`
      const flat = await searched(client, { order_by: order, q }, 'v3')
      const leads = new Map(rows.map(({ id, opinions }) => [Number(id), Number(opinions[0])]))
      assert.isNotEmpty(flat.results)
      for (const row of flat.results) assert.equal(row.id, leads.get(row.cluster_id as number))
    }
    // Here, only some opinions match.
    const worded = await searched(client, { q: 'dissenting' })
    const flat = await searched(client, { q: 'dissenting' }, 'v3')
    assert.deepEqual(
      flat.results.map(({ id }) => id),
      worded.results.map((result) => children(result, 'opinions')[0]!.id)
    )
    assert.include(
      flat.results.map(({ type }) => type),
      'dissent'
    )
  })

  test('highlights only on request; otherwise snippets are the first 500 characters', async ({
    client,
    assert,
  }) => {
    for (const [type, list] of [
      ['o', 'opinions'],
      ['r', 'recap_documents'],
      ['rd', ''],
      ['oa', ''],
    ] as const) {
      const q = type === 'oa' ? 'placeholder' : 'order'
      const plain = await searched(client, { type, q })
      assert.notInclude(JSON.stringify(plain), '<mark>')
      const snippets = (body: typeof plain) =>
        body.results
          .flatMap((result) => (list ? children(result, list) : [result]))
          .map(({ snippet }) => snippet as string)
      assert.isTrue(snippets(plain).every((snippet) => snippet.length <= 500))
      const marked = await searched(client, { type, q, highlight: 'on' })
      const found = snippets(marked).filter((snippet) => snippet.includes('<mark>'))
      assert.isNotEmpty(found)
      for (const snippet of found) {
        assert.isAtMost(snippet.match(/<mark>/g)!.length, 5)
        assert.isAtMost(snippet.split(' … ').length, 5)
      }
    }
  })

  const OF_DOCKETS =
    'assignedTo caseName cause court_citation_string docketNumber juryDemand referredTo suitNature'
  test('highlights {1} {2} in {0}')
    .with<[string, string, string]>([
      ['o', 'caseName citation court_citation_string docketNumber suitNature', ''],
      ['r', OF_DOCKETS, 'short_description description'],
      ['d', OF_DOCKETS, ''],
      ['rd', 'short_description description', ''],
      ['oa', 'caseName judge docketNumber court_citation_string', ''],
      ['p', 'name dob_city dob_state_id political_affiliation school', ''],
    ] as never)
    .run(async ({ client, assert }, row) => {
      const [type, names, ofChildren] = row as unknown as [string, string, string]
      const { searchTypes } = await app.container.make(PluginHost)
      const { highlighted } = searchTypes.find(({ code }) => code === type)!.results
      const wanted = `${names} ${ofChildren}`.trim().split(' ')
      assert.sameMembers(Object.keys(highlighted), wanted)
      const { results } = await fetchAllPages(client, { type })
      for (const name of wanted) {
        const valuesOf = (all: typeof results) =>
          all
            .flatMap((result) =>
              ofChildren.split(' ').includes(name) ? children(result, 'recap_documents') : [result]
            )
            .flatMap((result) => result[name] as string)
        const value = valuesOf(results).find((each) => each)
        // Some fields are always empty in the sample.
        if (!value) continue
        const q = `${name}:"${value.replaceAll('"', ' ')}"`
        const found = (await searched(client, { type, q, highlight: 'on' })).results
        assert.isTrue(
          valuesOf(found).some((each) => each.includes('<mark>')),
          q
        )
      }
    })
})

test.group('search: errors', () => {
  const WRONG: [parameters: Record<string, string>, status: number, body: RegExp][] = [
    [{ type: 'x' }, 400, /"type":\["Select a valid choice.*o, /],
    [{ order_by: 'nothing' }, 400, /"order_by":\["Select a valid choice.*score desc/],
    [{ type: 'oa', order_by: 'citeCount desc' }, 400, /"order_by"/],
    [{ filed_after: 'soon' }, 400, /The date entered has an invalid format/],
    [{ q: '(court' }, 400, /unbalanced parentheses/],
    [{ q: '"court' }, 400, /unbalanced quotes/],
    [{ q: '😀😀 "abc' }, 400, /quote at character 4 /],
    [{ judge: '😀 (x' }, 400, /In judge: .*character 3 /],
    [{ q: 'court /s' }, 400, /A word is missing at character 9, after a connector/],
    [{ q: '/s court' }, 400, /A word is missing before \/s at character 1/],
    [{ q: 'court /999999 law' }, 400, /unrecognized proximity token.*1 to 255/],
    [{ q: 'court w/seg law' }, 400, /unrecognized proximity token.*caseName/],
    [{ q: 'court /s caseName:law' }, 400, /can't join a field.*caseName:\(a \/s b\)/],
    [{ q: 'court_id:(ca9 /s scotus)' }, 400, /court_id matches whole values only/],
    [{ case_name: 'brown /s' }, 400, /In case_name: A word is missing/],
    [{ q: '*ourt' }, 400, /disallowed wildcard/],
    [{ q: 'caseNam:brown' }, 400, /caseName/],
    [{ case_name: '"brown' }, 400, /unbalanced quotes\. In case_name: The quote at character 1/],
    [{ citation: '"347' }, 400, /unbalanced quotes\. In citation: /],
    [{ citation: '(347' }, 400, /unbalanced parentheses\. In citation: /],
    [{ citation: '/s' }, 400, /unrecognized proximity token\. In citation: /],
    [{ citation: '347 U.S. 4*' }, 400, /disallowed wildcard pattern\. In citation: .*character 10/],
    [{ docket_number: '"22' }, 400, /unbalanced quotes\. In docket_number: /],
    [{ docket_number: '(22' }, 400, /In docket_number: /],
    [{ docket_number: '!22' }, 400, /disallowed wildcard pattern\. In docket_number: /],
    [{ judge: 'nosuch:x' }, 400, /In judge: There is no field/],
    [
      { filed_after: '2020', filed_before: '2020-02-30' },
      400,
      /The date entered has an invalid format\. In filed_before: \\"2020-02-30\\" is not a valid date/,
    ],
    [
      { q: 'dateFiled:[2020 TO 2020-02-30]' },
      400,
      /invalid format\. \\"2020-02-30\\" at character 11/,
    ],
    [{ type: 'p', born_before: '99999-01-01' }, 400, /In born_before: /],
    [{ type: 'oa', argued_after: '-999999y' }, 400, /In argued_after: /],
    [{ judg: 'x' }, 400, /"did_you_mean":\{"judg":"judge"\}/],
    [{ type: 'parentheticals' }, 404, /^{"detail":"Search type not found or not supported."}$/],
    [{ type: 'pa' }, 404, /^{"detail":"Search type not found or not supported."}$/],
    [{ cited_gt: 'many' }, 400, /"cited_gt":\["Enter a whole number/],
    [{ type: 'rd', document_number: 'x' }, 400, /"document_number"/],
    [{ type: 'p', political_affiliation: 'q' }, 400, /"political_affiliation":\["Select/],
    [{ court: 'nowhere' }, 400, /"court":\["Select a valid choice. nowhere is not one of the/],
    [{ court: '4th Cir.' }, 400, /4th Cir. is not one of .*Did you mean \\"ca4\\"\?/],
    [{ court: 'ca99,scotus' }, 400, /ca99 is not one .*Did you mean \\"ca9\\"/],
    [{ court_zz9: 'on' }, 400, /zz9 is not one of the available choices/],
    [{ type: 'p', court: 'scotsu' }, 400, /Did you mean \\"scotus\\"/],
    [{ q: 'court_id:zz9' }, 400, /zz9.* at character 10 is not a value of court_id/],
    [{ q: 'x AND court_id:(scotus OR ca99)' }, 400, /is not a value of .*Did you mean ca9\?/],
    [{ q: 'status:Publishd' }, 400, /is not a value of status. Did you mean published\?/],
    [{ q: 'opinion_kind:lead' }, 400, /Did you mean lead-opinion\?/],
    [{ opinion_kind: 'dissents' }, 400, /Did you mean \\"dissent\\"/],
    [{ stat_Publishd: 'on' }, 400, /"did_you_mean":\{"stat_Publishd":"stat_Published"\}/],
    [{ highlight: 'maybe' }, 400, /"highlight"/],
    [{ stat_Errata: 'maybe' }, 400, /"stat_Errata"/],
  ]

  test('{search} returns {status}')
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

  test('the lenient root and v3 find nothing in an unknown court', async ({ client }) => {
    for (const root of ['/courtlistener/api/rest/v4', '/api/rest/v3'])
      for (const query of [{ court: 'zz9' }, { q: 'court_id:zz9' }]) {
        const response = await client.get(`${root}/search/`).qs(query)
        response.assertStatus(200)
        response.assertBodyContains({ count: 0 })
      }
  })

  test('reports an unknown type together with an unknown ordering', async ({ client, assert }) => {
    const mistakes = async (parameters: object, version = 'v4') => {
      const response = await client.get(`/api/rest/${version}/search/`).qs(parameters)
      response.assertStatus(400)
      return response.body() as Record<string, [string]>
    }
    const told = await mistakes({ type: 'zz', order_by: 'foo' })
    assert.match(told.type![0], /zz is not one of the available choices: o, /)
    assert.match(told.order_by![0], /foo is not .*Type o .*citeCount desc.*Type p .*dob asc/)
    for (const order of ['citeCount desc', 'random_1 asc', ''])
      assert.notProperty(await mistakes({ type: 'zz', order_by: order }), 'order_by')
    assert.notProperty(await mistakes({ type: 'zz', order_by: 'foo' }, 'v3'), 'order_by')
  })

  test('reports several errors together', async ({ client, assert }) => {
    const response = await client.get('/api/rest/v4/search/').qs({ order_by: 'x', cited_gt: 'y' })
    response.assertStatus(400)
    assert.sameMembers(Object.keys(response.body() as object), ['order_by', 'cited_gt'])
  })
})

test.group('search: cache and log', (group) => {
  group.setup(searchReady)

  test('caches a response with its age until its index changes', async ({ client, assert }) => {
    const ask = () => client.get('/api/rest/v4/search/').qs({ q: 'kept marbury', type: 'o' })
    assert.isUndefined((await ask()).header('age'))
    assert.match((await ask()).header('age')!, /^\d+$/)
    const { cache } = await searchServices(app)
    cache.forget('dockets')
    assert.isDefined((await ask()).header('age'))
    cache.forget('opinions')
    assert.isUndefined((await ask()).header('age'))
    assert.isDefined((await ask()).header('age'))
    // The engine reports changed and replaced indexes.
    await buildIndex('opinions')
    assert.isUndefined((await ask()).header('age'))
  })

  test('caches responses for ten minutes unless their index changed during the search', ({
    assert,
  }) => {
    let now = 0
    const cache = new ResultCache(() => now)
    const answer = { json: '{}', next: null, previous: null, rankedNewest: 50_000 }
    cache.set('a', 'opinions', cache.getIndexState('opinions'), answer)
    now = 599_999
    assert.deepEqual(cache.get('a'), { answer, age: 599 })
    now = 600_000
    assert.isUndefined(cache.get('a'))
    const before = cache.getIndexState('opinions')
    cache.forget('opinions')
    cache.set('b', 'opinions', before, answer)
    assert.isUndefined(cache.get('b'))
    cache.set('b', 'dockets', cache.getIndexState('dockets'), answer)
    assert.isDefined(cache.get('b'))
  })

  test('logs searches except those of accounts that opted out', async ({ client, assert }) => {
    const account = await makeAccount()
    const database = await app.container.make('lucid.db')
    const { log } = await searchServices(app)
    const logged = async () => {
      await client
        .get('/api/rest/v4/search/')
        .qs({ q: 'logged' })
        .header('authorization', account.authorization)
      await log.write()
      return database.from('search_queries').where('account_id', account.id).orderBy('id')
    }
    const [row] = await logged()
    assert.include(row, { source: 2, query_mode: 1, failed: false, get_params: 'q=logged' })
    assert.isFalse(row.hit_cache)
    assert.isNumber(row.query_time_ms)
    const [, again] = await logged()
    assert.include(again, { hit_cache: true, query_time_ms: null, failed: false })
    const ask = (q: string) =>
      client.get('/api/rest/v4/search/').qs({ q }).header('authorization', account.authorization)
    ;(await ask('(')).assertStatus(400)
    const rows = await logged()
    assert.include(rows[2], { failed: true, get_params: 'q=(' })
    await database.transaction(async (trx) => {
      await trx.from('accounts').where('id', account.id).update({ log_searches: false })
      await invalidateAccount(trx, account.id)
    })
    const accountCache = await app.container.make(AccountCache)
    // The account cache is updated by a notification of the database.
    while ((await accountCache.account(account.id))?.logSearches) await sleep(10)
    assert.lengthOf(await logged(), rows.length)
  })

  test('caches results of pages', async ({ client, assert }) => {
    const { log } = await searchServices(app)
    const database = await app.container.make('lucid.db')
    const ask = () => client.get('/search/').qs({ q: 'kept on pages' })
    const shown = [await ask(), await ask()].map((answer) => answer.text())
    assert.equal(shown[1], shown[0])
    await buildIndex('opinions')
    await ask()
    await log.write()
    const rows = await database.from('search_queries').where('get_params', 'q=kept+on+pages')
    assert.sameMembers(
      rows.map(({ hit_cache: isKept }) => isKept),
      [false, true, false]
    )
  })

  test('deletes logged searches after twelve weeks', async ({ assert, cleanup }) => {
    const database = await app.container.make('lucid.db')
    const log = new QueryLog(database)
    cleanup(() => log.close())
    const old = (days: number) => ({
      ...{ source: 2, query_mode: 1, engine: 'embedded', get_params: 'q=old', hit_cache: false },
      ...{ failed: false, date_created: new Date(Date.now() - days * 86_400_000) },
    })
    await database.table('search_queries').multiInsert([old(83), old(85)])
    await log.write()
    assert.lengthOf(await database.from('search_queries').where('get_params', 'q=old'), 1)
  })

  test('reports default filters', async ({ client, assert }) => {
    const told = async (parameters: Record<string, string>, version = 'v4') =>
      (await client.get(`/api/rest/${version}/search/`).qs(parameters)).headers()
    for (const version of ['v4', 'v3']) {
      const headers = await told({}, version)
      assert.equal(headers['curia-defaults-applied'], 'stat_Published=on')
      assert.notProperty(headers, 'curia-ranked-newest')
      assert.include(headers['access-control-expose-headers'], 'curia-defaults-applied')
      assert.include(headers['access-control-expose-headers'], 'curia-ranked-newest')
    }
    // The same for a cached response.
    assert.equal((await told({}))['curia-defaults-applied'], 'stat_Published=on')
    for (const [name, value] of [
      ['stat_all', 'on'],
      ['stat_Published', 'on'],
      ['type', 'r'],
    ] as const)
      assert.notProperty(await told({ [name]: value }), 'curia-defaults-applied')
  })

  test('OPTIONS and the reference list all parameters of a type', async ({ client, assert }) => {
    const { searchTypes } = await app.container.make(PluginHost)
    const options = (await client.options('/api/rest/v4/search/')).body()
    const reference = (await client.get('/api/rest/v4/openapi.json')).body()
    const listed = reference.paths['/search/'].get.parameters.map(
      ({ name }: { name: string }) => name
    )
    for (const type of searchTypes) {
      assert.includeMembers(Object.keys(options.parameters), listSearchParameterNames(type))
      assert.includeMembers(listed, listSearchParameterNames(type))
    }
  })

  test('OPTIONS and Allow of v3 list the methods and parameters of v3', async ({
    client,
    assert,
  }) => {
    const path = '/api/rest/v3/search/'
    const options = await client.options(path)
    const { parameters } = options.body()
    const { parameters: those } = (await client.options('/api/rest/v4/search/')).body()
    const { partial, semantic, chunks, cursor, format, rows, ...common } = those
    assert.deepEqual({ ...parameters, page: undefined }, { ...common, page: undefined })
    assert.containsSubset(parameters.page.schema, { type: 'integer', maximum: 100 })
    for (const response of [options, await client.get(path), await client.post(path)])
      assert.equal(response.header('allow'), 'GET, HEAD, OPTIONS')
    const v4 = await client.get('/api/rest/v4/search/')
    assert.equal(v4.header('allow'), 'GET, HEAD, POST, OPTIONS')
  })

  test('the last v3 page has no next page', async ({ client, assert, cleanup }) => {
    const { service } = await searchServices(app)
    cleanup(() => void Reflect.deleteProperty(service, 'numberedPage'))
    service.numberedPage = async () => ({ results: [], count: 5_000, rankedNewest: null })
    const ask = async (page: string) =>
      (await client.get('/api/rest/v3/search/').qs({ q: 'many', page })).body()
    assert.match((await ask('99')).next, /page=100&/)
    const last = await ask('100')
    assert.isNull(last.next)
    assert.match(last.previous, /page=99&/)
  })

  test('v3 has a row for each document and for each case without documents (type {$self})')
    .with(['r', 'd'])
    .skip(!EVERYTHING, LEFT_OUT)
    .run(async ({ client, assert, cleanup }, type) => {
      const database = await app.container.make('lucid.db')
      const docket = await makeDocket()
      cleanup(async () => {
        await docket.remove()
        await buildIndex('dockets')
      })
      await buildIndex('dockets')
      const { rows } = await database.rawQuery<{ rows: { docket: string; document: string }[] }>(
        `SELECT d.id AS docket, r.id AS document FROM dockets d
         LEFT JOIN (docket_entries e JOIN archive_documents r ON r.docket_entry_id = e.id) ON e.docket_id = d.id
         WHERE (d.source & 1) = 1 OR EXISTS (SELECT 1 FROM docket_entries entry WHERE entry.docket_id = d.id)`
      )
      const expected = rows.map((row) => `${row.docket} ${row.document}`)
      assert.isTrue(expected.some((row) => row.endsWith(' null')))
      for (const order of [
        'score desc',
        'dateFiled asc',
        'entry_date_filed desc',
        'random_1 asc',
      ]) {
        const shown: string[] = []
        let count = 0
        for (let page = 1; !count || shown.length < count; page++) {
          const parameters = { type, order_by: order, page: String(page) }
          const { results, ...envelope } = await searched(client, parameters, 'v3')
          assert.isNotEmpty(results)
          count = envelope.count
          for (const row of results) {
            shown.push(`${row.docket_id} ${row.id}`)
            if (row.id === null) assert.include(row, { snippet: '', description: null })
            assert.isString(row.caseName)
          }
        }
        assert.sameMembers(shown, expected)
        assert.equal(count, expected.length)
      }
    })

  test('v3 returns flat rows of documented fields', async ({ client, assert }) => {
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

  test('v3 returns decisions without opinions, with all fields', async ({ assert }) => {
    const { searchTypes } = await app.container.make(PluginHost)
    const type = searchTypes.find(({ code }) => code === 'o')!
    const hit = { key: 7, parent: 7, score: 1, position: [1, 7], children: [], moreChildren: false }
    const rows = { hits: new Map([[7, { cluster_id: 7 }]]), children: new Map(), texts: new Map() }
    const row = presentFlat({ type, highlight: false } as SearchRequest, hit, rows, 'mark')!
    assert.include(row, { cluster_id: 7, id: null, type: null, snippet: '' })
    assert.notProperty(row, 'opinions')
  })

  const WITHOUT_EFFECT: [asked: Record<string, string>, ignored: Record<string, string>][] = [
    [{ type: 'oa' }, { stat_Published: 'on', filed_after: '1954', party_name: 'x' }],
    [{ type: 'r' }, { judge: 'x', semantic: 'true', chunks: '2', stat_all: 'on' }],
    [{ type: 'p' }, { available_only: 'perhaps', cited_gt: 'x' }],
    [{ q: 'court' }, { fields: 'id', omit: 'opinions', page_size: '5', page: '2' }],
    [{ q: 'court' }, { count: 'on', expand: 'docket' }],
  ]

  test('v4 ignores and reports parameters of other types and of lists ({$i})')
    .with(WITHOUT_EFFECT)
    .run(async ({ client, assert }, [asked, ignored]) => {
      const response = await client.get('/api/rest/v4/search/').qs({ ...asked, ...ignored })
      response.assertStatus(200)
      const [, listed] = /^299 - "[^:]*: ([^"]*)"$/.exec(response.header('warning')!)!
      assert.sameMembers(listed!.split(', '), Object.keys(ignored))
      const plain = await client.get('/api/rest/v4/search/').qs(asked)
      assert.isUndefined(plain.header('warning'))
      assert.deepEqual(response.body().results, plain.body().results)
      assert.equal(response.body().count, plain.body().count)
    })

  test('a cursor stays valid with additional parameters that have no effect', async ({
    client,
    assert,
  }) => {
    const { next } = await searched(client, { q: 'court', name: 'x' })
    const cursor = new URL(next!).searchParams.get('cursor')!
    const plain = await searched(client, { q: 'court', cursor })
    assert.deepEqual(plain.results, (await follow(client, next!)).results)
  })

  test('v3 reports ignored parameters of lists and of v4', async ({ client, assert }) => {
    const names = ['chunks', 'count', 'cursor', 'expand', 'fields', 'foo', 'page_size', 'semantic']
    const parameters = Object.fromEntries(names.map((name) => [name, 'on']))
    const response = await client.get('/api/rest/v3/search/').qs({ ...parameters, omit: '' })
    response.assertStatus(200)
    const [, listed] = /^299 - "[^:]*: ([^"]*)"$/.exec(response.header('warning')!)!
    assert.sameMembers(listed!.split(', '), names)
  })

  test('v3 ignores and reports the ordering {$self}')
    .with(['foo', 'citeCount desc', 'dateFiled'])
    .run(async ({ client, assert }, order) => {
      const ask = (parameters: object) => client.get('/api/rest/v3/search/').qs(parameters)
      const response = await ask({ type: 'oa', order_by: order })
      response.assertStatus(200)
      assert.equal(
        response.header('warning'),
        '299 - "Ignored unknown parameters or orderings of this search: order_by"'
      )
      const standard = await ask({ type: 'oa' })
      assert.isUndefined(standard.header('warning'))
      assert.deepEqual(response.body().results, standard.body().results)
    })

  test('v3 has numbered pages and reports ignored parameters', async ({ client, assert }) => {
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
    for (const page of ['0', '-1', '1.5', 'x', 'last']) {
      const bad = await client.get('/api/rest/v3/search/').qs({ type: 'r', page })
      bad.assertStatus(400)
      assert.deepEqual(Object.keys(bad.body()), ['page'])
    }
    ;(await client.get('/api/rest/v3/search/').qs({ type: 'r', page: '99' })).assertStatus(404)
    const deep = await client.get('/api/rest/v3/search/').qs({ page: '101' })
    deep.assertStatus(404)
    assert.match(deep.body().detail, /on v4/)
    // An unknown field matches nothing.
    assert.equal((await searched(client, { q: 'nosuch:brown' }, 'v3')).count, 0)
  })
})

type Documents = Record<string, unknown>[]
