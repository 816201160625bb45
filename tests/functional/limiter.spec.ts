/**
 * Limits on attempts, and the ledgers of the API's limits as a store of the
 * framework's limiter.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { errors } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'
import { test } from '@japa/runner'
import { AttemptLimit, attemptLimits } from '#app/throttle/attempt_limit'
import { accountKey } from '#app/throttle/caller_keys'
import { scopedKey } from '#app/throttle/rolling_store'
import { ScopeRegistry, USER } from '#app/throttle/scope_registry'
import { Throttle } from '#app/throttle/throttle'
import { AccountCache } from '#app/accounts/account_cache'
import { makeAccount, withLimits } from '#tests/helpers/accounts'

test.group('limits on attempts', (group) => {
  group.each.setup(() => {
    attemptLimits.enabled = true
    return () => void (attemptLimits.enabled = false)
  })

  test('each window refuses, and a key has its own')
    .with(['attempts', 'pages'] as const)
    .run(async ({ assert }, store) => {
      const limit = new AttemptLimit(randomUUID(), ['3/min', '5/hour'], store)
      for (let n = 0; n < 3; n++) await limit.countFor('ann')
      const error = await limit.countFor('ann').then(
        () => undefined,
        (refusal: unknown) => refusal
      )
      assert.instanceOf(error, errors.E_TOO_MANY_REQUESTS)
      assert.isAtMost(
        (error as InstanceType<typeof errors.E_TOO_MANY_REQUESTS>).response.availableIn,
        60
      )
      await limit.countFor('ben')
    })

  test('a check counts nothing and refuses what would be one too many', async ({ assert }) => {
    const limit = new AttemptLimit(randomUUID(), ['2/min'])
    for (let n = 0; n < 5; n++) await limit.check('ann')
    await limit.countFor('ann')
    await limit.check('ann')
    await limit.countFor('ann')
    await assert.rejects(() => limit.check('ann'), 'Too many requests')
  })

  test('counters in the database end with their window and are deleted', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const name = randomUUID()
    const limit = new AttemptLimit(name, ['1/min'])
    await limit.countFor('ann')
    const rows = () => database.from('rate_limits').whereLike('key', `%${name}%`)
    assert.lengthOf(await rows(), 1)
    await rows().update({ expire: Date.now() - 1 })
    await limit.check('ann')
    const { JobRegistry } = await import('#app/jobs/job_registry')
    const { handler } = (await app.container.make(JobRegistry)).get('curia.prune_attempts')
    await handler({}, { app, signal: new AbortController().signal, attempt: 1 })
    assert.isEmpty(await rows())
  })
})

test.group('limiter store rolling', () => {
  test('refuses what the ledger refuses, and records nothing then', async ({ assert }) => {
    const key = `test:${randomUUID()}`
    const limit = limiter.use('rolling', { requests: 2, duration: '1 minute' })
    assert.isNull(await limit.get(key))
    assert.equal((await limit.consume(key)).remaining, 1)
    assert.equal((await limit.consume(key)).remaining, 0)
    await assert.rejects(() => limit.consume(key), 'Too many requests')
    assert.containsSubset(await limit.get(key), { consumed: 2, limit: 2, remaining: 0 })
    assert.isTrue(await limit.isBlocked(key))
    assert.isAtMost(await limit.availableIn(key), 60)
    assert.equal((await limit.increment(key)).consumed, 3)
  })

  test('sees what a request to the API was charged in its scope', async ({ client, assert }) => {
    const { id, authorization } = await makeAccount()
    await withLimits(async () => {
      ;(
        await client.get('/api/rest/v4/courts/').header('authorization', authorization)
      ).assertStatus(200)
    })
    const [rate] = (await app.container.make(ScopeRegistry)).get(USER).rates
    const limit = limiter.use('rolling', { requests: rate!.limit, duration: rate!.seconds })
    assert.containsSubset(await limit.get(scopedKey('user', accountKey(id))), {
      consumed: 1,
      limit: rate!.limit,
    })
    await limit.consume(scopedKey('user', accountKey(id)))
    const throttle = await app.container.make(Throttle)
    const account = await (await app.container.make(AccountCache)).account(id)
    const { windows } = await throttle.inspect(accountKey(id), account!.policy.charges(['user']))
    assert.equal(windows[0]!.used, 2)
  })

  test('what would rewrite a ledger is refused', async ({ assert }) => {
    const limit = limiter.use('rolling', { requests: 2, duration: 60 })
    await assert.rejects(async () => limit.delete('test:x'), /cannot delete/)
  })
})
