/** `/alerts/`. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { SetMembership } from '#app/accounts/actions/membership'
import { parseQuery } from '#app/search_engine/query/parse_query'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { buildIndex, searchReady } from '#tests/helpers/search_indexes'
import { searchServices } from '#plugins/search/services'
import { ALERTS, ask, findingCount, member } from '../alert_helpers.js'
import { addCluster, removeRows, uniqueWord } from '../archive_rows.js'

const ALERT = { name: 'Peanut cases', query: 'q=peanut&type=o', rate: 'dly' }
const FILINGS = { ...ALERT, query: 'q=peanut&type=r', alert_type: 'r' }

test.group('search alerts', (group) => {
  let account: TestAccount
  let counted: Awaited<ReturnType<typeof findingCount>>
  let hits = 0

  group.setup(() => searchReady())
  group.each.setup(async () => {
    account = await makeAccount()
    hits = 0
    counted = await findingCount(() => hits)
    return () => counted.stop()
  })
  const post = (body: object, as = account) => ask(as, 'POST', ALERTS, body)
  const make = async (body: object = ALERT, as = account) => {
    const made = await post(body, as)
    if (made.status() !== 201) throw new Error(JSON.stringify(made.body()))
    return made.body() as { id: number; [field: string]: unknown }
  }
  const patch = (id: number, body: object) => ask(account, 'PATCH', `${ALERTS}${id}/`, body)

  test('returns the fields of a new alert in the documented order', async ({ assert }) => {
    hits = 212
    const made = await post({ ...ALERT, secret_key: 'x', user: 1, estimated_hits: 1 })
    made.assertStatus(400)
    const { id, ...record } = await make()
    assert.deepEqual(Object.keys(record), [
      'resource_uri',
      'alert_type',
      'date_created',
      'date_modified',
      'date_last_hit',
      'name',
      'query',
      'rate',
      'secret_key',
      'estimated_hits',
    ])
    assert.containsSubset(record, {
      ...ALERT,
      alert_type: 'o',
      date_last_hit: null,
      estimated_hits: 212,
    })
    assert.match(String(record.secret_key), /^[A-Za-z0-9]{40}$/)
    assert.match(String(record.resource_uri), new RegExp(`/api/rest/v4/alerts/${id}/$`))
    const read = (await ask(account, 'GET', `${ALERTS}${id}/`)).body()
    assert.notProperty(read, 'estimated_hits')
    assert.equal(read.secret_key, record.secret_key)
  })

  test('estimates hits without listing them, and counts repeated words once', async ({
    assert,
  }) => {
    await make({ ...ALERT, query: `type=o&q=${'the+'.repeat(500)}end` })
    assert.deepEqual(counted.sizes, [0])
    const { tree } = counted.searches[0]!.query
    assert.deepEqual(tree, parseQuery('the end', counted.searches[0]!.index).tree)
  })

  test('hides alerts from other accounts', async ({ assert }) => {
    const { id } = await make()
    const other = await makeAccount()
    for (const method of ['GET', 'PATCH', 'DELETE'])
      assert.equal(
        (await ask(other, method, `${ALERTS}${id}/`, method === 'PATCH' ? {} : undefined)).status(),
        404
      )
    assert.deepEqual((await ask(other, 'GET', ALERTS)).body().results, [])
  })

  test('rejects: {what}')
    .with([
      {
        what: 'an empty body',
        body: {},
        said: {
          name: ['This field is required.'],
          query: ['This field is required.'],
          rate: ['This field is required.'],
        },
      },
      { what: 'a long name', body: { ...ALERT, name: 'x'.repeat(76) }, said: { name: [/75/] } },
      {
        what: 'a long query',
        body: { ...ALERT, query: `q=${'x'.repeat(2499)}` },
        said: { query: [/2500/] },
      },
      { what: 'an unknown rate', body: { ...ALERT, rate: 'hourly' }, said: { rate: [/hourly/] } },
      {
        what: 'a query that matches everything',
        body: { ...ALERT, query: 'q=&type=p&order_by=score+desc&semantic=true&highlight=on' },
        said: { query: /everything/ },
      },
      {
        what: 'judges',
        body: { ...ALERT, query: 'q=x&type=p' },
        said: { alert_type: ['Unsupported alert type: p'] },
      },
      {
        what: 'documents alone',
        body: { ...ALERT, query: 'q=x&type=rd' },
        said: { alert_type: [/rd/] },
      },
      {
        what: 'filings without a type',
        body: { ...ALERT, query: 'q=x&type=r' },
        said: { alert_type: [/r .* or d/] },
      },
      {
        what: 'filings with another type',
        body: { ...ALERT, query: 'q=x&type=d', alert_type: 'o' },
        said: { alert_type: [/r .* or d/] },
      },
      {
        what: 'an unknown parameter',
        body: { ...ALERT, query: 'q=x&courts=ca9' },
        said: { query: /courts/ },
      },
      {
        what: 'an unknown court, which no record can have',
        body: { ...ALERT, query: 'q=x&court=ca99' },
        said: { query: /ca99 is not one of the available choices\. Did you mean "ca9"\?/ },
      },
      {
        what: 'a court by its citation',
        body: { ...FILINGS, query: 'q=x&type=r&court=4th+Cir.' },
        said: { query: /Did you mean "ca4"\?/ },
      },
      {
        what: 'an unknown court in q',
        body: { ...ALERT, query: 'q=x+AND+court_id:zz9' },
        said: { detail: /is not a value of court_id/ },
      },
      {
        what: 'an invalid number',
        body: { ...ALERT, query: 'q=x&cited_gt=many' },
        said: { query: /cited_gt/ },
      },
      {
        what: 'an invalid filing date',
        body: { ...ALERT, query: 'q=x&filed_after=notadate' },
        said: { query: /In filed_after: "notadate" is not a valid date/ },
      },
      {
        what: 'a nonexistent date',
        body: { ...ALERT, query: 'q=x&filed_before=2024-13-45' },
        said: { query: /In filed_before: "2024-13-45" is not a valid date/ },
      },
      {
        what: 'an invalid argument date',
        body: { ...ALERT, query: 'type=oa&argued_after=xx&q=x' },
        said: { query: /In argued_after: "xx" is not a valid date/ },
      },
      {
        what: 'an invalid entry date',
        body: { ...FILINGS, query: 'type=r&entry_date_filed_before=xx&q=x' },
        said: { query: /In entry_date_filed_before: "xx" is not a valid date/ },
      },
      {
        what: 'an unclosed parenthesis',
        body: { ...ALERT, query: 'q=(x' },
        said: { detail: /has no matching/ },
      },
      { what: 'an unclosed quote', body: { ...ALERT, query: 'q="x' }, said: { detail: /quote/ } },
      {
        what: 'a leading wildcard',
        body: { ...ALERT, query: 'q=*ing' },
        said: { detail: /begins with/ },
      },
      {
        what: 'related:',
        body: { ...ALERT, query: 'q=related:1' },
        said: { detail: /^Alerts don't support related: because .* cites:ID\.$/ },
      },
      {
        what: 'related: in a text parameter',
        body: { ...ALERT, query: 'q=a&judge=related:1' },
        said: { detail: /no field "related"/ },
      },
    ])
    .run(async ({ assert }, { body, said }) => {
      const answer = await post(body)
      assert.equal(answer.status(), 400)
      for (const [name, expected] of Object.entries(said)) {
        const [is] = [answer.body()[name]].flat()
        const [wanted] = [expected].flat()
        if (wanted instanceof RegExp) assert.match(String(is), wanted)
        else assert.equal(is, wanted)
      }
      assert.equal((await ask(account, 'GET', ALERTS)).body().results.length, 0)
    })

  test('accepts 3,000 hits in 100 days, and rejects 3,001', async ({ assert }) => {
    hits = 3000
    assert.equal((await make()).estimated_hits, 3000)
    hits = 5120
    const refused = await post(ALERT)
    refused.assertStatus(400)
    assert.equal(refused.body().estimated_hits, 5120)
    assert.match(refused.body().detail, /\b51\b/)
    hits = 3001
    ;(await post(ALERT)).assertStatus(400)
  })

  test('counts the hits of {query}')
    .with([
      { query: 'q=x&filed_after=1990&filed_before=2000', type: undefined, fields: ['dateFiled'] },
      { query: 'q=x&type=oa', type: undefined, fields: ['dateArgued'] },
      { query: 'q=x&type=d', type: 'd', fields: ['dateFiled'] },
      { query: 'q=x&type=r', type: 'r', fields: ['dateFiled', 'entry_date_filed'] },
    ])
    .run(async ({ assert }, { query, type, fields }) => {
      hits = 7
      const { estimated_hits: estimated } = await make({ ...ALERT, query, alert_type: type })
      assert.equal(estimated, 7 * fields.length)
      const first = Math.floor(Date.now() / 86_400_000) - 100
      assert.deepEqual(
        counted.searches.map(({ filter }) => rangesOf(filter)),
        fields.map((field) => [{ op: 'range', field, from: first, to: null }])
      )
    })

  test('holds no locks during the estimate', async ({ assert, cleanup }) => {
    const { id } = await make()
    const { service } = await searchServices(app)
    const quick = service.find
    cleanup(() => void (service.find = quick))
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    service.find = async (...search) => {
      asked.resolve()
      await held.promise
      return quick.apply(service, search)
    }
    const database = await app.container.make('lucid.db')
    const lock = (table: string, key: string | number) =>
      database.rawQuery(`SELECT 1 FROM ${table} WHERE id = ? FOR UPDATE NOWAIT`, [key])
    const writes = [post(ALERT), patch(id, { query: 'q=almond&type=o' })]
    await asked.promise
    await lock('accounts', account.id)
    await lock('search_alerts', id)
    held.resolve()
    const [made, changed] = await Promise.all(writes)
    assert.deepEqual([made!.status(), changed!.status()], [201, 200])
  })

  test('does not use cached search results for the estimate', async ({ assert, cleanup }) => {
    counted.stop()
    const word = uniqueWord()
    const { cache } = await searchServices(app)
    const search = () => ask(account, 'GET', `/api/rest/v4/search/?q=${word}`)
    assert.equal((await search()).body().count, 0)
    cleanup(async () => {
      delete (cache as { forget?: unknown }).forget
      await removeRows()
      await buildIndex('opinions')
    })
    cache.forget = () => {}
    await addCluster(`A ${word}.`)
    await buildIndex('opinions')

    const kept = await search()
    assert.isDefined(kept.header('age'))
    assert.equal(kept.body().count, 0)
    assert.equal((await make({ ...ALERT, query: `q=${word}` })).estimated_hits, 1)
  })

  test('ignores semantic search', async ({ assert }) => {
    await make({ ...ALERT, query: 'q=peanut&semantic=true&highlight=on&order_by=score+desc' })
    const [search] = counted.searches
    assert.equal(search!.q, 'peanut')
    assert.isFalse(search!.highlight)
  })

  test('estimates again on PATCH only if the query changed', async ({ assert }) => {
    const { id } = await make()
    counted.searches.length = 0
    for (const body of [{ name: 'Other' }, { rate: 'wly' }, { query: ALERT.query }]) {
      const changed = await patch(id, body)
      changed.assertStatus(200)
      assert.notProperty(changed.body(), 'estimated_hits')
    }
    assert.lengthOf(counted.searches, 0)
    hits = 5
    const changed = await patch(id, { query: 'q=walnut' })
    assert.equal(changed.body().estimated_hits, 5)
    hits = 5000
    ;(await patch(id, { query: 'q=nut' })).assertStatus(400)
    assert.equal((await ask(account, 'GET', `${ALERTS}${id}/`)).body().query, 'q=walnut')
  })

  test('changes the type of federal alerts only', async ({ assert }) => {
    const { id } = await make(FILINGS)
    assert.equal((await patch(id, { alert_type: 'd' })).body().alert_type, 'd')
    assert.equal((await patch(id, { alert_type: 'r' })).body().alert_type, 'r')
    ;(await patch(id, { alert_type: 'o' })).assertStatus(400)
    const opinions = await make()
    ;(await patch(opinions.id, { alert_type: 'r' })).assertStatus(400)
    assert.equal((await patch(id, { query: 'q=peanut&type=o' })).body().alert_type, 'o')
    ;(await patch(id, { query: 'q=peanut&type=r' })).assertStatus(400)
  })

  test('supports PUT and DELETE', async ({ assert }) => {
    const { id } = await make()
    const put = await ask(account, 'PUT', `${ALERTS}${id}/`, { ...ALERT, name: 'New' })
    assert.equal(put.body().name, 'New')
    ;(await ask(account, 'DELETE', `${ALERTS}${id}/`)).assertStatus(204)
    ;(await ask(account, 'GET', `${ALERTS}${id}/`)).assertStatus(404)
  })

  test('filters, sorts, and paginates', async ({ assert }) => {
    await make({ ...ALERT, name: 'B' })
    await make({ ...ALERT, name: 'a', rate: 'off' })
    const names = async (query: string) =>
      (await ask(account, 'GET', `${ALERTS}?${query}`))
        .body()
        .results.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(''), ['a', 'B'])
    assert.deepEqual(await names('name__istartswith=A'), ['a'])
    assert.deepEqual(await names('query__startswith=q%3Dpea&order_by=name'), ['B', 'a'])
    assert.deepEqual(await names('rate=off'), ['a'])
    assert.deepEqual(await names('name__iexact=b'), ['B'])
    const page = (await ask(account, 'GET', `${ALERTS}?order_by=date_created`)).body()
    assert.isNull(page.next)
  })

  test('allows five federal alerts and no real-time alerts without a membership', async ({
    assert,
  }) => {
    const refused = await post({ ...ALERT, rate: 'rt' })
    refused.assertStatus(403)
    assert.match(refused.body().detail, /membership/)
    for (let made = 0; made < 5; made++) await make(FILINGS)
    const sixth = await post(FILINGS)
    sixth.assertStatus(403)
    assert.match(sixth.body().detail, /\/profile\/membership\//)
    // Alerts on case law and disabled alerts don't count.
    for (let made = 0; made < 6; made++) await make()
    const off = await make({ ...FILINGS, rate: 'off' })
    ;(await patch(off.id, { rate: 'mly' })).assertStatus(403)
    const first = (await ask(account, 'GET', `${ALERTS}?order_by=date_created`)).body().results[0]
    ;(await patch(first.id, { rate: 'wly' })).assertStatus(200)
    ;(await patch(first.id, { rate: 'off' })).assertStatus(200)
    ;(await patch(off.id, { rate: 'mly' })).assertStatus(200)
  })

  test('applies the limit of each level, with helpful messages', async ({ assert }) => {
    account = await makeAccount({ membership: member('tier_1') })
    for (let made = 0; made < 5; made++) await make({ ...FILINGS, rate: 'rt' })
    assert.match((await post({ ...FILINGS, rate: 'rt' })).body().detail, /Upgrade/)
    await make({ ...FILINGS, rate: 'dly' })
    await make({ ...ALERT, rate: 'rt' })
    const database = await app.container.make('lucid.db')
    await database.transaction((trx) =>
      new SetMembership().handle(trx, account.id, member('tier_4'))
    )
    await make({ ...FILINGS, rate: 'rt' })
    account = await makeAccount({
      membership: { ...member('tier_4'), termination_date: '2020-01-01' },
    })
    ;(await post({ ...ALERT, rate: 'rt' })).assertStatus(403)
  })

  test('applies the limit to concurrent requests', async ({ assert }) => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(FILINGS)))
    assert.equal(answers.filter((answer) => answer.status() === 201).length, 5)
    const made = answers
      .filter((answer) => answer.status() === 201)
      .map((answer) => answer.body().id)
    await Promise.all(made.map((id) => patch(id, { rate: 'off' })))
    for (let extra = 0; extra < 5; extra++) await make(FILINGS)
    const back = await Promise.all(made.map((id) => patch(id, { rate: 'dly' })))
    assert.equal(back.filter((answer) => answer.status() === 200).length, 0)
  })

  test('has no limit: {what}')
    .with([
      { what: 'a permission', wishes: { rights: ['unlimited_search_alerts'] } },
      { what: 'a custom rate', wishes: { overrides: { alerts: ['100/min'] } } },
    ])
    .run(async ({ assert }, { wishes }) => {
      account = await makeAccount(wishes)
      for (let made = 0; made < 7; made++) await make({ ...FILINGS, rate: 'rt' })
      assert.equal((await ask(account, 'GET', ALERTS)).body().results.length, 7)
    })
})

function rangesOf(tree: { op: string; of?: unknown }): unknown[] {
  if (tree.op === 'range') return [tree]
  return Array.isArray(tree.of) ? tree.of.flatMap(rangesOf) : []
}
