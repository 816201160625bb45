import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { SetOverride, SetPromotion } from '#app/accounts/actions/membership'
import { countedAddress } from '#app/throttle/caller_keys'
import { parseRate } from '#app/throttle/rate'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { PluginHost } from '#core/plugin_host'

const COURTS = '/api/rest/v4/courts/'
const heard = () => new Promise((resolve) => setTimeout(resolve, 100))

test.group('limits', () => {
  test('5 per minute: headers count down, the sixth request is rejected', async ({
    client,
    assert,
  }) => {
    const { authorization } = await makeAccount()
    const ask = () => client.get(COURTS).header('authorization', authorization)
    await withLimits(async () => {
      for (let left = 4; left >= 0; left--) {
        const response = await ask()
        response.assertStatus(200)
        assert.equal(
          response.header('ratelimit-policy'),
          '"user-min";q=5;w=60, "user-hour";q=50;w=3600, "user-day";q=125;w=86400'
        )
        assert.match(response.header('ratelimit')!, new RegExp(`^"user-min";r=${left};t=\\d+, `))
      }
      const refused = await ask()
      refused.assertStatus(429)
      const wait = refused.header('retry-after')!
      assert.isAtLeast(Number(wait), 50)
      assert.isAtMost(Number(wait), 60)
      assert.deepEqual(refused.body(), {
        detail: `Request was throttled. Rate limit exceeded: 5/min. Expected available in ${wait} seconds.`,
      })
      assert.include(refused.header('ratelimit')!, `"user-min";r=0;t=${wait}`)
      // Rejected requests aren't recorded.
      assert.include((await ask()).header('ratelimit')!, '"user-hour";r=45;')
    })
  })

  test('every list works with limits on', async ({ client, assert }) => {
    const rates = ['10000/hour']
    const { authorization } = await makeAccount({ rights: ['*'], overrides: { user: rates } })
    const { resources } = await app.container.make(PluginHost)
    await withLimits(async () => {
      for (const { path } of resources.all()) {
        const response = await client
          .get(`/api/rest/v4/${path}/`)
          .header('authorization', authorization)
        assert.isBelow(response.status(), 500, path)
        assert.isString(response.header('ratelimit'), path)
      }
    })
  })

  test('every method and version counts, invalid credentials and redirects do not', async ({
    client,
    assert,
  }) => {
    const { authorization } = await makeAccount()
    const ask = (method: string, path: string, value = authorization) =>
      client.request(path, method).header('authorization', value).redirects(0)
    await withLimits(async () => {
      ;(await ask('GET', COURTS)).assertStatus(200)
      ;(await ask('GET', '/api/rest/v3/courts/')).assertStatus(200)
      ;(await ask('OPTIONS', COURTS)).assertStatus(200)
      ;(await ask('POST', COURTS)).assertStatus(405)
      ;(await ask('GET', `${COURTS}nowhere/`)).assertStatus(404)
      ;(await ask('GET', COURTS.slice(0, -1))).assertStatus(301)
      ;(await ask('GET', COURTS, 'Token x')).assertStatus(401)
      ;(await ask('GET', '/api/rest/v4/')).assertStatus(200)
      ;(await ask('GET', '/api/rest/v4/archive-query/')).assertStatus(403)
      const refused = await ask('GET', COURTS)
      refused.assertStatus(429)
      assert.include(refused.header('ratelimit')!, '"user-hour";r=45;')
      // A forbidden request costs nothing, but counts in the daily usage.
      const usage = await ask('GET', '/api/rest/v4/api-usage/')
      assert.equal(usage.body().historical_usage.total, 6)
    })
  })

  test('overrides replace the list, 0 blocks, and changes apply immediately', async ({
    client,
    assert,
  }) => {
    const { id, authorization } = await makeAccount({ overrides: { user: ['7/hour'] } })
    const ask = () => client.get(COURTS).header('authorization', authorization)
    const database = await app.container.make('lucid.db')
    await withLimits(async () => {
      for (let n = 0; n < 6; n++) (await ask()).assertStatus(200)
      assert.equal((await ask()).header('ratelimit-policy'), '"user-hour";q=7;w=3600')
      assert.include((await ask()).body().detail, '7/hour')

      const set = (...rates: string[]) =>
        database.transaction((trx) =>
          new SetOverride().handle(trx, id, { scope: 'user', rates: rates.map(parseRate) })
        )
      await set('0/min')
      await heard()
      const blocked = await ask()
      blocked.assertStatus(429)
      assert.match(blocked.body().detail, /blocked/)
      assert.isUndefined(blocked.header('retry-after'))
      assert.equal(blocked.header('ratelimit'), '"user-min";r=0')

      await set()
      await heard()
      // The requests under the previous limits are kept.
      const back = await ask()
      back.assertStatus(429)
      assert.include(back.body().detail, '5/min')
    })
  })

  test('memberships raise limits, unless lapsed or unpaid; the promotion doubles them', async ({
    client,
    assert,
    cleanup,
  }) => {
    const policy = async (
      level: string,
      payment_status = 'succeeded',
      termination_date: string | null = null
    ) => {
      const { authorization } = await makeAccount({
        membership: { level, payment_status, termination_date },
        email: `${randomUUID()}@law.example.EDU`,
      })
      const response = await client.get(COURTS).header('authorization', authorization)
      return response.header('ratelimit-policy')?.replaceAll(/"user-(\w+)";q=(\d+);w=\d+/g, '$2/$1')
    }
    const today = new Date().toISOString().slice(0, 10)
    const database = await app.container.make('lucid.db')
    const promote = async (on: boolean) => {
      await database.transaction((trx) => new SetPromotion().handle(trx, on))
      await heard()
    }
    cleanup(() => promote(false))
    await withLimits(async () => {
      assert.equal(await policy('tier_2'), '15/min, 150/hour, 600/day')
      assert.equal(await policy('tier_2', 'pending', today), '15/min, 150/hour, 600/day')
      assert.equal(await policy('edu'), '20/min, 1000/hour')
      assert.equal(await policy('tier_2', 'failed'), '5/min, 50/hour, 125/day')
      assert.equal(await policy('tier_2', 'succeeded', '2020-01-01'), '5/min, 50/hour, 125/day')
      assert.equal(await policy('of old'), '5/min, 50/hour, 125/day')

      await promote(true)
      assert.equal(await policy('tier_2'), '30/min, 300/hour, 1200/day')
      assert.equal(await policy('of old'), '10/min, 100/hour, 250/day')
      assert.equal(await policy('edu'), '20/min, 1000/hour')
      const { authorization } = await makeAccount({ overrides: { user: ['9/min'] } })
      const response = await client.get(COURTS).header('authorization', authorization)
      assert.equal(response.header('ratelimit-policy'), '"user-min";q=9;w=60')
      const anonymous = await client.get(COURTS)
      assert.notInclude(anonymous.header('ratelimit-policy')!, '"user-min";q=10;')
    })
  })

  test('anonymous callers count in two scopes, by IP address', async ({ client, assert }) => {
    await withLimits(async () => {
      let response = await client.get(COURTS)
      assert.equal(
        response.header('ratelimit-policy'),
        '"anon-day";q=100;w=86400, "user-min";q=5;w=60, "user-hour";q=50;w=3600, "user-day";q=125;w=86400'
      )
      for (let n = 0; n < 6; n++) response = await client.get(COURTS)
      response.assertStatus(429)
      assert.match(
        response.body().detail,
        /^Request was throttled\. Expected available in \d+ seconds\. .*To use your own limits, send an API token/
      )
    })
  })

  test('IP addresses: /64 for IPv6, mapped addresses as IPv4', ({ assert }) => {
    for (const [address, counted] of [
      ['192.0.2.7', '192.0.2.7'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ]) {
      assert.equal(countedAddress(address!), counted)
    }
  })
})
