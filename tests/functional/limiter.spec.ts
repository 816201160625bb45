/** Limits on attempts, counted by the framework's limiter. */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { errors } from '@adonisjs/limiter'
import { test } from '@japa/runner'
import { AttemptLimit, attemptLimits } from '#app/throttle/attempt_limit'

test.group('limits on attempts', (group) => {
  group.each.setup(() => {
    attemptLimits.enabled = true
    return () => void (attemptLimits.enabled = false)
  })

  test('each window rejects attempts, and keys have separate windows')
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

  test('a check counts nothing and rejects an attempt over the limit', async ({ assert }) => {
    const limit = new AttemptLimit(randomUUID(), ['2/min'])
    for (let n = 0; n < 5; n++) await limit.check('ann')
    await limit.countFor('ann')
    await limit.check('ann')
    await limit.countFor('ann')
    await assert.rejects(() => limit.check('ann'), 'Too many requests')
  })

  test('counters in the database expire with their window and are deleted', async ({ assert }) => {
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
