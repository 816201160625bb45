import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { SetPromotion } from '#app/accounts/actions/membership'
import { makeAccount, withLimits } from '#tests/helpers/accounts'

const USAGE = '/api/rest/v4/api-usage/'
const COURTS = '/api/rest/v4/courts/'
const today = () => new Date().toISOString().slice(0, 10)

test.group('usage report', () => {
  test('lists each rate of a new account in the declared order, and counts its own request', async ({
    client,
    assert,
  }) => {
    const { authorization } = await makeAccount()
    await withLimits(async () => {
      const response = await client.get(USAGE).header('authorization', authorization)
      response.assertStatus(200)
      const body = response.body()
      assert.deepEqual(Object.keys(body), ['current_usage', 'historical_usage', 'membership'])
      assert.deepEqual(
        body.current_usage.map(({ scope, rate }: any) => `${scope} ${rate}`),
        [
          'api_usage 10/min',
          'api_usage 120/hour',
          'user 5/min',
          'user 50/hour',
          'user 125/day',
          'citations 60/min',
          'fetch 30/min',
        ]
      )
      const [own, , user] = body.current_usage
      assert.deepEqual(Object.keys(own), [
        'scope',
        'rate',
        'used',
        'limit',
        'remaining',
        'window_seconds',
        'reset_at',
        'blocked',
      ])
      assert.match(own.reset_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)
      assert.containsSubset(own, { used: 1, limit: 10, remaining: 9, window_seconds: 60 })
      assert.containsSubset(user, { used: 0, remaining: 5, reset_at: null, blocked: false })
      assert.deepEqual(body.historical_usage, { total: 0 })
      assert.isNull(body.membership)
    })
  })

  test('matches the rate-limit headers and the 429 response', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const ask = (path: string) => client.get(path).header('authorization', authorization)
    await withLimits(async () => {
      for (let n = 0; n < 5; n++) await ask(n % 2 ? COURTS : '/api/rest/v3/courts/')
      const refused = await ask(COURTS)
      refused.assertStatus(429)
      const { current_usage: rows, historical_usage: days } = (await ask(USAGE)).body()
      const [fullest] = rows
      assert.containsSubset(fullest, { scope: 'user', rate: '5/min', used: 5, remaining: 0 })
      const wait = (Date.parse(fullest.reset_at) - Date.now()) / 1000
      assert.approximately(Number(refused.header('retry-after')), wait, 1.1)
      const state = refused.header('ratelimit')!
      for (const { rate, remaining } of rows.filter(({ scope }: any) => scope === 'user')) {
        assert.include(state, `"user-${rate.split('/')[1]}";r=${remaining};`)
      }
      // Both API versions count. Rejected requests and usage reports do not.
      assert.deepEqual(days, { [today()]: 5, total: 5 })
    })
  })

  test('shows raised rates, blocked rates, memberships, and a promotion', async ({
    client,
    assert,
    cleanup,
  }) => {
    const report = async (wishes: Parameters<typeof makeAccount>[0]) => {
      const { authorization } = await makeAccount(wishes)
      return (await client.get(USAGE).header('authorization', authorization)).body()
    }
    const user = (body: any) =>
      body.current_usage.filter(({ scope }: any) => scope === 'user').map(({ rate }: any) => rate)
    await withLimits(async () => {
      const raised = await report({ overrides: { user: ['400/hour'], api_usage: ['1/min'] } })
      assert.deepEqual(user(raised), ['400/hour'])
      assert.equal(raised.current_usage[0].rate, '10/min')

      const blocked = await report({ overrides: { fetch: ['0/min'] } })
      assert.deepEqual(blocked.current_usage[0], {
        scope: 'fetch',
        rate: '0/min',
        used: 0,
        limit: 0,
        remaining: 0,
        window_seconds: 60,
        reset_at: null,
        blocked: true,
      })
      const member = (level: string, termination_date: string | null) =>
        report({ membership: { level, payment_status: 'succeeded', termination_date } })
      const active = await member('tier_1', null)
      assert.deepEqual(active.membership, { level: 'Tier 1', is_active: true })
      assert.deepEqual(user(active), ['10/min', '75/hour', '300/day'])
      const lapsed = await member('tier_1', '2020-01-01')
      assert.deepEqual(lapsed.membership, { level: 'Tier 1', is_active: false })
      assert.deepEqual(user(lapsed), ['5/min', '50/hour', '125/day'])
      assert.equal((await member('platinum', null)).membership.level, 'Unknown')

      const database = await app.container.make('lucid.db')
      const promote = async (on: boolean) => {
        await database.transaction((trx) => new SetPromotion().handle(trx, on))
      }
      cleanup(() => promote(false))
      await promote(true)
      assert.deepEqual(user(await report({})), ['10/min', '100/hour', '250/day'])
    })
  })

  test('requires an account, ignores parameters, allows only GET, and has its own limit', async ({
    client,
    assert,
  }) => {
    const { authorization } = await makeAccount()
    ;(await client.get(USAGE)).assertStatus(401)
    const ask = (method: string, path = USAGE) =>
      client.request(path, method).header('authorization', authorization)
    await withLimits(async () => {
      ;(await ask('GET', `${USAGE}?nonsense=1&fields=x&page=7`)).assertStatus(200)
      ;(await ask('HEAD')).assertStatus(200)
      const options = await ask('OPTIONS')
      options.assertStatus(200)
      assert.equal(options.header('allow'), 'GET, HEAD, OPTIONS')
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await ask(method)
        response.assertStatus(405)
        assert.equal(response.header('allow'), 'GET, HEAD, OPTIONS')
      }
      for (let n = 0; n < 3; n++) await ask('GET')
      const refused = await ask('GET')
      refused.assertStatus(429)
      assert.include(refused.body().detail, 'Rate limit exceeded: 10/min.')
      assert.isDefined(refused.header('retry-after'))
    })
  })

  test('renders XML with dated elements, and a page', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const ask = (path: string) => client.get(path).header('authorization', authorization)
    await ask(COURTS)
    const xml = await ask(`${USAGE}?format=xml`)
    xml.assertStatus(200)
    assert.include(xml.text(), `<historical_usage><day date="${today()}">1</day><total>1</total>`)
    assert.include((await ask(`${USAGE}?format=api`)).text(), 'API Usage')
    ;(await ask('/api/rest/v3/api-usage.json')).assertStatus(200)
  })

  test('is listed in the API root and the OpenAPI document', async ({ client, assert }) => {
    for (const version of ['v3', 'v4']) {
      const root = (await client.get(`/api/rest/${version}/`)).body()
      assert.match(root['api-usage'], new RegExp(`/api/rest/${version}/api-usage/$`))
    }
    const { paths } = (await client.get('/api/rest/v4/openapi.json')).body()
    assert.properties(paths['/api-usage/'].get, ['security', 'responses'])
  })
})
