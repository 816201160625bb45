/**
 * Delivery turns of endpoints: stalling endpoints don't delay others, and deliveries of
 * a crashed process are resumed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { Jobs } from '#app/jobs/jobs'
import { JobRegistry } from '#app/jobs/job_registry'
import { runnerName } from '#app/jobs/orphans'
import WEBHOOK_JOBS, { KEPT_DAYS, MAX_HELD, sendDue } from '#plugins/webhooks/delivery/jobs'
import { QUEUES } from '#plugins/webhooks/delivery/queues'
import { STATUS } from '#plugins/webhooks/rows'
import { makeAccount } from '#tests/helpers/accounts'
import { mailsTo } from '#tests/helpers/mails'
import { takesMinutes } from '#tests/helpers/long_tests'
import { Receiver, stall } from '#plugins/webhooks/tests/receiver'
import {
  allowHost,
  listDeliveries,
  makeEndpoint,
  runTurns,
  send,
  type TestEndpoint,
} from '#plugins/webhooks/tests/endpoints'
import { OpenDatabase } from '#app/database/connection'

const QUICK = { is_slow: false }

test.group('delivery turns of webhooks', (group) => {
  takesMinutes(group)
  let receiver: Receiver

  group.each.setup(async () => {
    receiver = await Receiver.start()
    const forbid = await allowHost('127.0.0.1')
    return async () => {
      forbid()
      await receiver.stop()
    }
  })

  const database = () => app.container.make('lucid.db')
  const set = async ({ id }: TestEndpoint, values: object) =>
    (await database()).from('webhooks').where('id', id).update(values)

  async function runJob(name: string): Promise<void> {
    const job = WEBHOOK_JOBS.find((each) => each.name === name)!
    await job.handler({}, { app, signal: new AbortController().signal, attempt: 1 })
  }

  test('does not delay other endpoints when many endpoints stall', async ({ assert }) => {
    const hostile = await Receiver.start()
    hostile.behave = stall
    const jobs = new Jobs({
      app,
      connection: (await app.container.make(OpenDatabase)).connection,
      database: await database(),
      registry: new JobRegistry(
        WEBHOOK_JOBS.filter(({ cron }) => !cron).map((declaration) => ({
          plugin: 'webhooks',
          declaration,
        }))
      ),
      timeZone: 'UTC',
      logger: await app.container.make('logger'),
    })
    try {
      const honest = await makeAccount()
      const endpoint = await makeEndpoint(honest.id, receiver.url, QUICK)
      // More endpoints than are served concurrently.
      for (let n = 0; n < 10; n++) {
        const { id } = await makeAccount()
        const stalling = await makeEndpoint(id, hostile.url)
        for (let event = 0; event < 3; event++) await send(id, { event })
        assert.lengthOf(await listDeliveries(stalling), 3)
      }
      await jobs.work()
      while (hostile.open < 6) await sleep(20)
      for (let event = 0; event < 20; event++) await send(honest.id, { event })
      const ended = hostile.received.length - hostile.open
      while (receiver.received.length < 20) await sleep(20)
      // All stalled requests are still running.
      assert.equal(hostile.received.length - hostile.open, ended)
      assert.isAtLeast(hostile.open, 6)
      assert.lengthOf(await listDeliveries(endpoint), 20)
    } finally {
      await jobs.stop()
      await hostile.stop()
    }
  })

  test('resumes deliveries of a crashed process when its lease expires', async ({ assert }) => {
    const { id } = await makeAccount()
    const endpoint = await makeEndpoint(id, receiver.url, QUICK)
    await send(id, {})
    await set(endpoint, { leased_until: new Date(Date.now() + 60_000) })
    await runTurns()
    assert.isEmpty(receiver.received)
    await sendDue(app)
    await runTurns()
    assert.isEmpty(receiver.received)
    await set(endpoint, { leased_until: new Date(Date.now() - 1000) })
    await sendDue(app)
    // Repeated checks queue only one job.
    const { queued_at: first } = await (
      await database()
    )
      .from('webhooks')
      .where('id', endpoint.id)
      .firstOrFail()
    await sendDue(app)
    const { queued_at: second } = await (
      await database()
    )
      .from('webhooks')
      .where('id', endpoint.id)
      .firstOrFail()
    assert.deepEqual(second, first)
    await runTurns()
    const [delivery] = await listDeliveries(endpoint)
    assert.equal(receiver.received[0]!.headers['webhook-id'], delivery!.event_id)
    assert.equal(delivery!.status, STATUS.delivered)
  })

  test('ends a lease with its process', async ({ assert }) => {
    const { id } = await makeAccount()
    const endpoint = await makeEndpoint(id, receiver.url, QUICK)
    const { connection } = await app.container.make(OpenDatabase)
    const runner = runnerName()
    const client = new pg.Client({ ...connection, application_name: runner } as pg.ClientConfig)
    await client.connect()
    try {
      await send(id, {})
      const until = new Date(Date.now() + 60_000)
      await set(endpoint, { leased_until: until, leased_by: runner })
      await runTurns()
      assert.isEmpty(receiver.received)
    } finally {
      await client.end()
    }
    await sendDue(app)
    await runTurns()
    assert.lengthOf(receiver.received, 1)
  })

  test('retries a job if a dead process holds the lease', async ({ assert }) => {
    const { id } = await makeAccount()
    const endpoint = await makeEndpoint(id, receiver.url, QUICK)
    await set(endpoint, { leased_until: new Date(Date.now() + 60_000) })
    const turn = WEBHOOK_JOBS.find(({ name }) => name === QUEUES.quick)!
    const signal = new AbortController().signal
    await turn.handler({ webhook: endpoint.id }, { app, signal, attempt: 1 })
    await assert.rejects(
      () => turn.handler({ webhook: endpoint.id }, { app, signal, attempt: 2 }),
      /holds the lease for the endpoint/
    )
  })

  test('reminds owners once a day for three days', async ({ assert }) => {
    const email = `${Math.random().toString(36).slice(2)}@example.org`
    const { id } = await makeAccount({ email })
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
    const endpoint = await makeEndpoint(id, receiver.url, { enabled: false })
    for (const [off, mails] of [
      [20, 0],
      [25, 1],
      [25, 1],
      [49, 2],
      [73, 3],
      [97, 3],
    ] as const) {
      await set(endpoint, { disabled_at: hours(off) })
      await runJob('webhooks.remind')
      assert.lengthOf(await mailsTo(email), mails, `${off} hours`)
    }
  })

  test('deletes pending events of a disabled endpoint that are too old or over the limit', async ({
    assert,
  }) => {
    const { id } = await makeAccount()
    const endpoint = await makeEndpoint(id, receiver.url)
    for (let n = 0; n < 3; n++) await send(id, { n })
    const [old, tried, young] = await listDeliveries(endpoint)
    const db = await database()
    const update = async (rows: Record<string, any>[], values: object) => {
      const ids = rows.map((row) => row.id)
      await db.from('webhook_deliveries').whereIn('id', ids).update(values)
    }
    await update([old!, tried!, young!], { status: STATUS.disabled })
    await update([old!, tried!], { date_created: new Date(Date.now() - 61 * 3_600_000) })
    await update([tried!], { attempts: 1 })
    const left = async () => {
      await runJob('webhooks.drop_held')
      return (await listDeliveries(endpoint)).map((delivery) => delivery.id)
    }
    // Disabled by its owner.
    await set(endpoint, { enabled: false })
    assert.deepEqual(await left(), [old!.id, tried!.id, young!.id])
    await set(endpoint, { disabled_at: new Date() })
    assert.deepEqual(await left(), [tried!.id, young!.id])
    await db.rawQuery(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, body, status)
       SELECT ?, gen_random_uuid(), '{}', ? FROM generate_series(1, ?)`,
      [endpoint.id, STATUS.disabled, MAX_HELD]
    )
    const newest = await left()
    assert.lengthOf(newest, MAX_HELD + 1)
    assert.equal(newest[0], tried!.id)
    assert.notInclude(newest, young!.id)
  })

  test('keeps deliveries for 90 days', async ({ assert }) => {
    const { id } = await makeAccount()
    const endpoint = await makeEndpoint(id, receiver.url)
    for (let n = 0; n < 3; n++) await send(id, { n })
    const [old, young] = await listDeliveries(endpoint)
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    const at = async (delivery: Record<string, any>, date: Date) =>
      (await database())
        .from('webhook_deliveries')
        .where('id', delivery.id)
        .update({ date_created: date })
    await at(old!, days(KEPT_DAYS + 1))
    await at(young!, days(KEPT_DAYS - 1))
    await runJob('webhooks.prune')
    const left = (await listDeliveries(endpoint)).map((delivery) => delivery.id)
    assert.notInclude(left, old!.id)
    assert.include(left, young!.id)
    assert.lengthOf(left, 2)
  })
})
