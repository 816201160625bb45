/** Rates of accounts with an override of the `alerts` scope. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { AccountCache } from '#app/accounts/account_cache'
import { makeAccount, withLimits, type TestAccountWishes } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { canUseRealTime, UNLIMITED } from '../../search_alerts/quota.js'
import { ALERTS, ask, findingCount } from '../alert_helpers.js'

const USAGE = '/api/rest/v4/api-usage/'
const alert = (name: string) => ({ name, query: 'q=peanut&type=o', rate: 'off' })

test.group('the alerts scope', (group) => {
  group.setup(() => searchReady())
  group.each.setup(async () => {
    const counted = await findingCount(() => 0)
    return () => counted.stop()
  })

  test('replaces the scope user for POST, PUT, and PATCH only', async ({ assert }) => {
    const account = await makeAccount({ overrides: { alerts: ['3/min'] } })
    const used = async () => {
      const { current_usage: rows } = (await ask(account, 'GET', USAGE)).body()
      return rows.find(({ scope, rate }: any) => scope === 'user' && rate === '5/min').used
    }
    await withLimits(async () => {
      const made = await ask(account, 'POST', ALERTS, alert('First'))
      made.assertStatus(201)
      assert.equal(made.header('ratelimit-policy'), '"alerts-min";q=3;w=60')
      const path = `${ALERTS}${made.body().id}/`
      ;(await ask(account, 'PUT', path, alert('Second'))).assertStatus(200)
      ;(await ask(account, 'PATCH', path, { name: 'Third' })).assertStatus(200)
      assert.equal(await used(), 0)
      const refused = await ask(account, 'POST', ALERTS, alert('Fourth'))
      refused.assertStatus(429)
      assert.include(refused.body().detail, '3/min')

      for (const [method, status] of [
        ['GET', 200],
        ['OPTIONS', 200],
        ['HEAD', 200],
        ['DELETE', 204],
      ] as const)
        (await ask(account, method, method === 'OPTIONS' ? ALERTS : path)).assertStatus(status)
      assert.equal(await used(), 4)
    })
  })

  test('counts requests in the scope user without an override', async ({ assert }) => {
    const account = await makeAccount()
    await withLimits(async () => {
      const made = await ask(account, 'POST', ALERTS, alert('First'))
      made.assertStatus(201)
      assert.include(made.header('ratelimit-policy'), '"user-min";q=5')
    })
  })

  test('allows reading when blocked', async () => {
    const account = await makeAccount({ overrides: { alerts: ['0/min'] } })
    await withLimits(async () => {
      ;(await ask(account, 'POST', ALERTS, alert('First'))).assertStatus(429)
      ;(await ask(account, 'GET', ALERTS)).assertStatus(200)
    })
  })

  test('allows real-time alerts for members and unlimited accounts only', async ({ assert }) => {
    const cache = await app.container.make(AccountCache)
    const allowed = async (wishes: TestAccountWishes) =>
      canUseRealTime((await cache.account((await makeAccount(wishes)).id))!)
    assert.isFalse(await allowed({}))
    assert.isTrue(await allowed({ rights: [UNLIMITED] }))
    assert.isTrue(await allowed({ overrides: { alerts: ['3/min'] } }))
  })
})
