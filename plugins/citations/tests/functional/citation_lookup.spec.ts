/**
 * `/citation-lookup/` (specification, Citation lookup 1–3; Limits 3) with the
 * sample archive.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { IssueToken } from '#app/accounts/actions/tokens'
import { AccountCache } from '#app/accounts/account_cache'
import { Throttle } from '#app/throttle/throttle'
import { accountKey } from '#app/throttle/caller_keys'
import { makeAccount, withLimits, type TestAccount } from '#tests/helpers/accounts'

const V4 = '/api/rest/v4/citation-lookup/'
const V3 = '/api/rest/v3/citation-lookup/'
const BROWN = 1038
const MARBURY = 1001

const KEYS = [
  'citation',
  'normalized_citations',
  'start_index',
  'end_index',
  'status',
  'error_message',
  'clusters',
]

test.group('citation lookup', (group) => {
  let account: TestAccount
  group.each.setup(async () => {
    account = await makeAccount()
  })

  async function ask(body: object, { path = V4, authorization = account.authorization } = {}) {
    const { ApiClient } = await import('@japa/api-client')
    const client = new ApiClient(`http://${process.env.HOST}:${process.env.PORT}`)
    return client.post(path).header('authorization', authorization).json(body)
  }

  const usage = async () => {
    const throttle = await app.container.make(Throttle)
    const directory = await app.container.make(AccountCache)
    const { policy } = (await directory.account(account.id))!
    const { windows } = await throttle.inspect(
      accountKey(account.id),
      policy.charges(['citations', 'user'])
    )
    return { citations: windows[0]!.used, user: windows[1]!.used }
  }

  test('include=checks compares name, year, and pages', async ({ assert }) => {
    const text =
      'A 😀. Roe v. Smith, 347 U.S. 483 (1955); Marbury v. Madison, 5 U.S. 137 (1803); 999 U.S. 1.'
    const response = await ask({ text }, { path: `${V4}?include=checks` })
    assert.equal(response.status(), 200)
    const body = response.body() as {
      check: { state: string; cluster_id: number | null; checks: object[] }
    }[]
    assert.deepEqual(
      body.map(({ check: { state, cluster_id: cluster } }) => [state, cluster]),
      [
        ['name_differs', BROWN],
        ['all_match', MARBURY],
        ['not_in_archive', null],
      ]
    )
    assert.deepInclude(body[0]!.check.checks, {
      check: 'year',
      matches: false,
      cited: '1955',
      archived: '1954',
    })
    const single = await ask(
      { volume: '347', reporter: 'U.S.', page: '483' },
      { path: `${V4}?include=checks` }
    )
    assert.isNull(single.body()[0].check)
  })

  test('returns the citations of a text in order with exactly the specified keys', async ({
    assert,
    client,
  }) => {
    const text =
      'In Brown, 347 U. S. 483, 495, as in 999 U.S. 1 … and 5 U.S. (1 Cranch) 137 (1803).'
    const response = await ask({ text })
    assert.equal(response.status(), 200)
    const body = response.body()
    assert.deepEqual(body.map(Object.keys), [KEYS, KEYS, KEYS])
    assert.deepEqual(
      body.map(({ clusters, ...item }: any) => ({
        ...item,
        clusters: clusters.map(({ id }: any) => id),
      })),
      [
        {
          citation: '347 U. S. 483',
          normalized_citations: ['347 U.S. 483'],
          start_index: 10,
          end_index: 23,
          status: 200,
          error_message: '',
          clusters: [BROWN],
        },
        {
          citation: '999 U.S. 1',
          normalized_citations: ['999 U.S. 1'],
          start_index: 36,
          end_index: 46,
          status: 404,
          error_message: "Citation not found: '999 U.S. 1'",
          clusters: [],
        },
        {
          citation: '5 U.S. (1 Cranch) 137',
          normalized_citations: ['5 U.S. 137'],
          start_index: 53,
          end_index: 74,
          status: 200,
          error_message: '',
          clusters: [MARBURY],
        },
      ]
    )
    const own = await client.get(`/api/rest/v4/clusters/${BROWN}/`)
    assert.deepEqual(body[0].clusters, [own.body()])
  })

  test('v3 returns v3 clusters', async ({ assert, client }) => {
    const body = (await ask({ text: '347 U.S. 483' }, { path: V3 })).body()
    const own = await client.get(`/api/rest/v3/clusters/${BROWN}/`)
    assert.deepEqual(body[0].clusters, [own.body()])
    assert.include(body[0].clusters[0].resource_uri, '/api/rest/v3/')
  })

  test('accepts volume, reporter, and page', async ({ assert }) => {
    const [item, ...rest] = (await ask({ volume: 347, reporter: 'us', page: '483' })).body()
    assert.isEmpty(rest)
    assert.containsSubset(item, {
      citation: '347 us 483',
      normalized_citations: ['347 U.S. 483'],
      start_index: 0,
      end_index: 10,
      status: 200,
    })
    const [unknown] = (await ask({ volume: '1', reporter: 'Foo', page: '2' })).body()
    assert.deepEqual(
      { ...unknown },
      {
        citation: '1 Foo 2',
        normalized_citations: [],
        start_index: 0,
        end_index: 7,
        status: 400,
        error_message: "Unable to find reporter with abbreviation of 'Foo'",
        clusters: [],
      }
    )
  })

  test('accepts JSON, form, and multipart bodies', async ({ client, assert }) => {
    const text = '347 U.S. 483'
    const post = () => client.post(V4).header('authorization', account.authorization)
    for (const response of [await post().form({ text }), await post().fields({ text })]) {
      assert.equal(response.status(), 200)
      assert.equal(response.body()[0].status, 200)
    }
  })

  test('ignores empty values of a form: {0}')
    .with([
      [{ text: '', reporter: 'U.S.', volume: '347', page: '483' }, 200],
      [{ text: '347 U.S. 483', reporter: '', volume: '', page: '' }, 200],
      [{ text: '347 U.S. 483', csrf: '' }, 400, 'csrf'],
      [{ text: '347 U.S. 483', txet: 'x' }, 400, 'txet'],
      [{ text: '' }, 400, 'non_field_errors'],
      [{ text: '', reporter: '' }, 400, 'non_field_errors'],
      [{ reporter: '', volume: '347', page: '483' }, 400, 'non_field_errors'],
      [{ reporter: 'U.S.', volume: '', page: '483' }, 400, 'volume'],
      [{ reporter: 'U.S.', volume: '347', page: '' }, 400, 'page'],
      [{ reporter: 'U.S.', volume: '', page: '' }, 400, 'volume,page'],
      [{ text: ' ', reporter: 'U.S.' }, 400, 'text'],
      [{}, 400, 'non_field_errors'],
    ] as [Record<string, string>, number, string?][])
    .run(async ({ client, assert }, [fields, status, names = '']) => {
      const isUnknown = names === 'csrf' || names === 'txet'
      for (const path of [V4, V3, `/courtlistener${V4}`, `/courtlistener${V3}`])
        for (const kind of ['form', 'fields'] as const) {
          const post = client.post(path).header('authorization', account.authorization)
          const response = await post[kind](fields)
          const isIgnored = isUnknown && path.startsWith('/courtlistener/')
          assert.equal(response.status(), isIgnored ? 200 : status, `${path} ${kind}`)
          if (response.status() === 200) assert.lengthOf(response.body(), 1)
          else assert.deepEqual(Object.keys(response.body()).join(), names)
          if (isIgnored) assert.include(response.header('warning')!, names)
        }
    })

  test('empty and null values of JSON are errors under both roots', async ({ assert }) => {
    for (const path of [V4, V3, `/courtlistener${V4}`])
      for (const value of ['', '  ', null])
        for (const name of ['text', 'reporter', 'volume', 'page']) {
          const one = { reporter: 'U.S.', volume: '347', page: '483' }
          const response = await ask({ ...(name === 'text' ? {} : one), [name]: value }, { path })
          assert.equal(response.status(), 400)
          assert.match(response.body()[name][0], /may not be (blank|null)/)
        }
  })

  test('unknown names in JSON are errors with a suggestion, or ignored', async ({ assert }) => {
    const text = '347 U.S. 483'
    const strict = await ask({ text, reportr: 'U.S.' })
    assert.equal(strict.status(), 400)
    assert.include(strict.body().reportr[0], 'Did you mean "reporter"?')
    const lenient = await ask({ text, reportr: 'U.S.' }, { path: `/courtlistener${V4}` })
    assert.equal(lenient.status(), 200)
    assert.include(lenient.header('warning')!, 'reportr')
  })

  test('offsets count code points', async ({ assert }) => {
    const [item] = (await ask({ text: '𝒜𝒜 \n347 U.S. 483' })).body()
    assert.deepEqual([item.start_index, item.end_index], [4, 16])
  })

  test('treats line breaks within a citation as spaces and counts them in offsets', async ({
    assert,
  }) => {
    const text = 'See Brown,  347\r\n  U.S.\n483, 495'
    const [item] = (await ask({ text })).body()
    assert.containsSubset(item, { citation: '347 U.S. 483', status: 200 })
    assert.equal(text.slice(item.start_index, item.end_index), '347\r\n  U.S.\n483')
  })

  test('include adds the kind of match, both names, and the texts', async ({ assert }) => {
    const text =
      'Smith v. Jones, 347 U.S. 483 (1954); Marbury v. Madison, 5 U.S. 137; 999 U.S. 1; 347 U.S. 483'
    const path = `${V4}?include=match,candidates,text`
    const [brown, marbury, missing, again] = (await ask({ text }, { path })).body()
    assert.deepEqual(Object.keys(brown), [...KEYS, 'matched_on', 'candidates', 'texts'])
    assert.equal(brown.matched_on, 'citation')
    assert.deepEqual(brown.candidates, [
      {
        cluster_id: BROWN,
        absolute_url: brown.clusters[0].absolute_url,
        cited_name: 'Smith v. Jones',
        case_name: brown.clusters[0].case_name,
      },
    ])
    assert.equal(marbury.candidates[0].cited_name, 'Marbury v. Madison')
    const [opinion] = brown.texts
    assert.equal(opinion.cluster_id, BROWN)
    assert.include(opinion.text, 'public education')
    assert.notMatch(opinion.text, /<\/?p>/)
    assert.isEmpty(again.texts)
    assert.containsSubset(missing, { matched_on: null, candidates: [], texts: [] })
  })

  test('enables each addition separately and rejects unknown ones', async ({ assert }) => {
    const keysWith = async (include: string) => {
      const response = await ask({ text: '347 U.S. 483' }, { path: `${V4}?include=${include}` })
      return Object.keys(response.body()[0]).slice(KEYS.length)
    }
    assert.deepEqual(await keysWith('match'), ['matched_on'])
    assert.deepEqual(await keysWith('candidates'), ['candidates'])
    assert.deepEqual(await keysWith(''), [])
    const wrong = await ask({ text: '347 U.S. 483' }, { path: `${V4}?include=match,verdict` })
    assert.deepEqual(
      [wrong.status(), wrong.body()],
      [400, { include: ['Include any of: match, candidates, text, checks.'] }]
    )
  })

  test('excludes laws, journals, id., supra, and citations without a page', async ({ assert }) => {
    const text = '42 U.S.C. § 1983; 1 Harv. L. Rev. 2; Id. at 5; Foo, supra, at 3; 600 U.S. ___.'
    assert.deepEqual((await ask({ text })).body(), [])
    assert.deepEqual((await ask({ text: 'Nothing cited.' })).body(), [])
  })

  test('reports errors in a body in the order of the checks')
    .with([
      [{}, { non_field_errors: ["Either 'text' or 'reporter' is required."] }],
      [
        { volume: '1', page: '2' },
        { non_field_errors: ["Either 'text' or 'reporter' is required."] },
      ],
      [
        { text: '1 U.S. 1', reporter: 'U.S.' },
        {
          non_field_errors: ["Invalid request. Provide either a 'text' or 'reporter', not both."],
        },
      ],
      [
        { reporter: 'U.S.' },
        { volume: ['This field is required.'], page: ['This field is required.'] },
      ],
      [{ reporter: 'U.S.', volume: '1' }, { page: ['This field is required.'] }],
      [{ text: ' \n' }, { text: ['This field may not be blank.'] }],
      [{ text: null }, { text: ['This field may not be null.'] }],
      [{ text: ['1 U.S. 1'] }, { text: ['Not a valid string.'] }],
      [{ text: '1 U.S. 1\0' }, { text: ['Null characters are not allowed.'] }],
      [{ text: '1 U.S. 1 \ud800' }, { text: ['Not a valid string.'] }],
      [
        { text: 'a'.repeat(64_001), reporter: 'U.S.' },
        { text: ['Ensure this field has no more than 64000 characters.'] },
      ],
      [
        { reporter: 'r'.repeat(101), volume: '1', page: '1' },
        { reporter: ['Ensure this field has no more than 100 characters.'] },
      ],
    ] as [object, object][])
    .run(async ({ assert }, [body, error]) => {
      const response = await ask(body)
      assert.deepEqual([response.status(), response.body()], [400, error])
    })

  test('accepts 64,000 code points regardless of their size in UTF-16', async ({ assert }) => {
    const response = await ask({ text: '𝒜'.repeat(63_987) + ' 347 U.S. 483' })
    assert.equal(response.status(), 200)
    assert.equal(response.body()[0].end_index, 64_000)
  })

  test('only locates and normalizes citations beyond the 250th', async ({ assert }) => {
    const text = `${'999 U.S. 1; '.repeat(250)}347 U. S. 483; 1 U.S.C. § 1`
    const body = (await ask({ text })).body()
    assert.lengthOf(body, 251)
    assert.equal(body[249].status, 404)
    const { start_index: start, end_index: end, ...last } = body[250]
    assert.equal(text.slice(start, end), '347 U. S. 483')
    assert.deepEqual(last, {
      citation: '347 U. S. 483',
      normalized_citations: ['347 U.S. 483'],
      status: 429,
      error_message: 'Too many citations requested.',
      clusters: [],
    })
  })

  test('rejects anonymous callers and GET; OPTIONS describes the endpoint', async ({
    client,
    assert,
  }) => {
    for (const path of [V4, V3]) {
      const anonymous = await client.post(path).json({ text: '1 U.S. 1' })
      anonymous.assertStatus(401)
      const get = await client.get(path).header('authorization', account.authorization)
      get.assertStatus(405)
      assert.equal(get.header('allow'), 'POST, OPTIONS')
      assert.deepEqual(get.body(), { detail: 'Method "GET" not allowed.' })
      const options = await client.options(path).header('authorization', account.authorization)
      options.assertStatus(200)
      assert.equal(options.body().name, 'Citation Lookup')
    }
    const root = await client.get('/api/rest/v4/')
    assert.property(root.body(), 'citation-lookup')
    const reference = await client.get('/api/rest/v4/openapi.json')
    assert.property(reference.body().paths['/citation-lookup/'], 'post')
  })

  test('allows users, staff, and read-only tokens; rejects invalid and disabled credentials', async ({
    assert,
  }) => {
    const staff = await makeAccount({ rights: ['*'] })
    const closed = await makeAccount()
    const database = await app.container.make('lucid.db')
    await database.from('accounts').where('id', closed.id).update({ is_active: false })
    const readOnly = await database.transaction((trx) =>
      new IssueToken().handle(trx, account.id, { name: 'reads', readOnly: true, expiresAt: null })
    )
    const status = async (authorization: string) =>
      (await ask({ text: '347 U.S. 483' }, { authorization })).status()
    assert.equal(await status(account.authorization), 200)
    assert.equal(await status(account.basic), 200)
    assert.equal(await status(staff.authorization), 200)
    assert.equal(await status(`Token ${readOnly}`), 200)
    assert.equal(await status(`Token ${'0'.repeat(40)}`), 401)
    assert.equal(await status(closed.authorization), 401)
  })

  test('a lookup counts as one request plus its citations in the usage report', async ({
    assert,
    client,
  }) => {
    await withLimits(async () => {
      await ask({ text: '347 U.S. 483, 999 U.S. 1 and 1 Foo Rep. 2 or 42 U.S.C. § 1' })
      assert.deepEqual(await usage(), { citations: 2, user: 1 })
      await ask({ volume: '1', reporter: 'Foo', page: '2' })
      assert.deepEqual(await usage(), { citations: 3, user: 2 })
      await ask({ text: 'Nothing cited.' })
      assert.deepEqual(await usage(), { citations: 3, user: 3 })
      const report = await client
        .get('/api/rest/v4/api-usage/')
        .header('authorization', account.authorization)
      const row = report.body().current_usage.find(({ scope }: any) => scope === 'citations')
      assert.containsSubset(row, { rate: '60/min', used: 3, limit: 60, remaining: 57 })
      assert.deepInclude(report.body().historical_usage, { total: 3 })
    })
  })

  test('charges citations beyond the maximum of one request', async ({ assert }) => {
    await withLimits(async () => {
      await ask({ text: '999 U.S. 1; '.repeat(260) })
      assert.deepEqual(await usage(), { citations: 260, user: 1 })
    })
  })

  test('an invalid body costs nothing', async ({ assert }) => {
    await withLimits(async () => {
      for (const body of [{}, { text: '' }, { reporter: 'U.S.' }])
        assert.equal((await ask(body)).status(), 400)
      assert.deepEqual(await usage(), { citations: 0, user: 0 })
    })
  })

  test('allows any number of citations below the limit, and rejects before the body is read above it', async ({
    assert,
  }) => {
    await withLimits(async () => {
      assert.equal((await ask({ text: '999 U.S. 1; '.repeat(59) })).status(), 200)
      assert.equal((await ask({ text: '999 U.S. 1; '.repeat(200) })).status(), 200)
      for (const body of [{ text: '347 U.S. 483' }, {}]) {
        const before = Date.now()
        const refused = await ask(body)
        assert.equal(refused.status(), 429)
        const { wait_until: until, ...rest } = refused.body()
        assert.deepEqual(rest, { error_message: 'Too many requests (allowed rate: 60/min).' })
        assert.match(until, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)
        assert.isAbove(Date.parse(until), before)
        assert.isAtMost(Date.parse(until), before + 60_000)
        assert.isUndefined(refused.header('retry-after'))
        assert.include(refused.header('ratelimit')!, '"citations-min";r=0')
      }
      assert.deepEqual(await usage(), { citations: 259, user: 2 })
    })
  })

  test('charges no citations if the request limit is exceeded', async ({ assert }) => {
    await withLimits(async () => {
      for (let n = 0; n < 5; n++) await ask({ text: '347 U.S. 483' })
      const refused = await ask({ text: '347 U.S. 483' })
      assert.equal(refused.status(), 429)
      assert.match(refused.body().detail, /^Request was throttled\. Rate limit exceeded: 5\/min/)
      assert.isString(refused.header('retry-after'))
      assert.deepEqual(await usage(), { citations: 5, user: 5 })
      assert.equal((await ask({})).status(), 400)
    })
  })

  test('reports that an account is blocked in the scope', async ({ assert }) => {
    const blocked = await makeAccount({ overrides: { citations: ['0/min'] } })
    await withLimits(async () => {
      const { authorization } = blocked
      const refused = await ask({ text: '347 U.S. 483' }, { authorization })
      assert.equal(refused.status(), 429)
      assert.include(refused.body().detail, 'blocked')
      assert.isUndefined(refused.header('retry-after'))
    })
  })
})
