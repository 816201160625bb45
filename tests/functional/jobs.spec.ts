/**
 * Background jobs: sent with their transaction, run at least once, retried, kept after
 * failures, and returned to the queue when their process stops.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { definePlugin } from '#core/define_plugin'
import { defineListener } from '#app/events/contributions'
import { EventRegistry, Events } from '#app/events/events'
import { defineJob, type JobContext, type JobDefinition } from '#app/jobs/define_job'
import { JobRegistry } from '#app/jobs/job_registry'
import { Jobs } from '#app/jobs/jobs'
import { Maintenance } from '#app/maintenance/maintenance'
import { HEARTBEAT } from '#app/jobs/queues'
import { currentRequestId, inContext, jobFields } from '#app/support/work_context'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'

/** Handled jobs, and the handler of the current test. */
const ran: { name: string; data: any; attempt: number }[] = []
let doing: (data: any, context: JobContext) => Promise<void> = async () => {}

const job = (name: string, more: Partial<JobDefinition> = {}) =>
  defineJob<any>({
    name,
    handler: async (data, context) => {
      ran.push({ name, data, attempt: context.attempt })
      await doing(data, context)
    },
    ...more,
  })

const listening = definePlugin({
  name: 'listening',
  description: 'Listens.',
  register(host) {
    host.event('book.lent', 'A book was lent.')
    host.event('book.lost', 'A book is gone.')
    host.listen('book.lent', async () => ({
      default: defineListener<any>({
        retryLimit: 1,
        handler: async (data, { attempt }) =>
          void ran.push({ name: 'listening.on.book.lent', data, attempt }),
      }),
    }))
  },
})

test.group('jobs', (group) => {
  let scratch: ScratchDatabase
  let events: EventRegistry
  let opened: Jobs[]

  const open = (...jobs: JobDefinition[]) => {
    const made = new Jobs({
      app,
      connection: scratch.connection,
      database: { connection: () => scratch.lucid },
      registry: new JobRegistry([
        ...jobs.map((declaration) => ({ plugin: 'test', declaration })),
        ...events.jobs,
      ]),
      timeZone: 'Europe/Berlin',
      logger: { error: () => {}, warn: () => {} } as never,
      pollIntervals: { withNotify: 30, due: 1 },
    })
    opened.push(made)
    return made
  }
  const rows = async (name: string) =>
    (
      await scratch.client.query(
        `SELECT id, state::text, retry_count AS retries, output, extract(epoch FROM start_after - now())::float8 AS wait
         FROM jobs.job WHERE name = $1 ORDER BY created_on`,
        [name]
      )
    ).rows
  const states = async (name: string) => (await rows(name)).map(({ state }) => state)
  const until = async (done: () => boolean | Promise<boolean>, milliseconds = 20_000) => {
    const deadline = Date.now() + milliseconds
    while (!(await done())) {
      if (Date.now() > deadline) throw new Error('it does not come to that')
      await sleep(20)
    }
  }

  group.setup(async () => {
    scratch = await makeScratchDatabase(app)
    events = await EventRegistry.assemble([listening])
    return () => scratch.drop()
  })
  group.each.setup(() => {
    ran.length = 0
    doing = async () => {}
    opened = []
    return async () => {
      await Promise.all(opened.map((jobs) => jobs.stop()))
      await scratch.client.query('DELETE FROM jobs.job; DELETE FROM jobs.schedule')
    }
  })

  test('a job is sent only if its transaction commits', async ({ assert }) => {
    const jobs = open(job('test.plain'))
    await jobs.prepare()
    const trx = await scratch.lucid.transaction()
    assert.isString(await jobs.send(trx, 'test.plain', { n: 1 }))
    await trx.rollback()
    const other = await scratch.lucid.transaction()
    await jobs.send(other, 'test.plain', { n: 2 })
    await jobs.runWaiting('test.plain')
    assert.deepEqual(ran, [])
    await other.commit()
    await jobs.send(null, 'test.plain', { n: 3 })
    await jobs.runWaiting('test.plain')
    assert.deepEqual(
      ran.map(({ data }) => data),
      [{ n: 2 }, { n: 3 }]
    )
    await assert.rejects(() => jobs.send(null, 'test.unknown', {}), /unknown job "test.unknown"/)
  })

  test('a job has the ID of the request that sent it, and passes it on', async ({ assert }) => {
    const jobs = open(job('test.first'), job('test.second'))
    await jobs.prepare()
    const logged: object[] = []
    doing = async (data) => {
      logged.push({ ...jobFields(), request: currentRequestId() })
      if (data.n === 1) await jobs.send(null, 'test.second', { n: 2 })
    }
    const id = await inContext({ requestId: 'the-request' }, () =>
      jobs.send(null, 'test.first', { n: 1 })
    )
    await jobs.runWaiting('test.first')
    await jobs.runWaiting('test.second')
    assert.deepEqual(
      ran.map(({ data }) => data),
      [{ n: 1 }, { n: 2 }]
    )
    const requestId = 'the-request'
    assert.deepInclude(logged[0], {
      job: 'test.first',
      job_id: id,
      request_id: requestId,
      request: requestId,
    })
    assert.deepInclude(logged[1], { job: 'test.second', request_id: requestId })
    assert.isUndefined(currentRequestId())
    assert.deepEqual(jobFields(), {})
  })

  test('jobs stay queued during maintenance', async ({ assert }) => {
    const maintenance = new Maintenance(null, async () => ({}) as never)
    const turn = async (isOn: boolean) => {
      const switches = [{ name: 'maintenance', is_on: isOn }]
      Object.assign(maintenance, {
        services: async () => ({ database: { from: () => ({ whereIn: async () => switches }) } }),
        follow: async () => {},
      })
      await maintenance.read()
    }
    await turn(false)
    const jobs = open(job('test.paused'))
    Object.assign(jobs.services, { maintenance })
    await jobs.prepare()
    await jobs.work()
    await jobs.send(null, 'test.paused', { n: 1 })
    await until(() => ran.length === 1)
    await turn(true)
    // Wait until the loops of the worker have ended.
    await sleep(100)
    await jobs.send(null, 'test.paused', { n: 2 })
    // Longer than the polling interval for due jobs.
    await sleep(1500)
    assert.deepEqual(
      await states('test.paused').then((all) => all.filter((s) => s === 'created')),
      ['created']
    )
    assert.lengthOf(ran, 1)
    await turn(false)
    await until(() => ran.length === 2)
    assert.equal(ran[1]!.data.n, 2)
  })

  test('a failing job is retried with increasing delay, then kept until staff run it again', async ({
    assert,
  }) => {
    const jobs = open(job('test.flaky', { retryLimit: 2, backoff: { first: 10, most: 25 } }))
    await jobs.prepare()
    doing = async () => {
      throw new Error('the printer is on fire')
    }
    await jobs.send(null, 'test.flaky', {})
    const waits: number[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      await scratch.client.query('UPDATE jobs.job SET start_after = now()')
      await jobs.runWaiting('test.flaky')
      const [{ state, wait }] = await rows('test.flaky')
      if (state === 'retry') waits.push(wait)
    }
    assert.deepEqual(
      ran.map(({ attempt }) => attempt),
      [1, 2, 3]
    )
    // Doubled with jitter, up to the maximum.
    assert.isTrue(waits[0]! > 4 && waits[0]! <= 20, String(waits))
    assert.isTrue(waits[1]! > 9 && waits[1]! <= 25, String(waits))
    const [failed] = await rows('test.flaky')
    assert.equal(failed.state, 'failed')
    assert.include(JSON.stringify(failed.output), 'the printer is on fire')

    doing = async () => {}
    const retry = () => scratch.lucid.transaction((trx) => jobs.retry(trx, 'test.flaky', failed.id))
    assert.isTrue(await retry())
    assert.isFalse(await retry())
    await jobs.runWaiting('test.flaky')
    assert.deepEqual(await states('test.flaky'), ['completed'])
    assert.equal(ran.at(-1)!.attempt, 4)
  })

  test('a deadlock repeats the same attempt', async ({ assert }) => {
    const jobs = open(job('test.deadlock', { retryLimit: 0 }))
    await jobs.prepare()
    doing = async () => {
      if (ran.length === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' })
    }
    await jobs.send(null, 'test.deadlock', {})
    await jobs.runWaiting('test.deadlock')
    assert.deepEqual(
      ran.map(({ attempt }) => attempt),
      [1, 1]
    )
    assert.deepEqual(await states('test.deadlock'), ['completed'])
  })

  test('several workers share a queue, and each job runs once', async ({ assert }) => {
    const declared = () => [job('test.many', { concurrency: 2 }), job('test.alone')]
    const first = open(...declared())
    const second = open(...declared())
    await first.prepare()
    await Promise.all([first.work(), second.work()])
    doing = async () => void (await sleep(5))
    await scratch.lucid.transaction(async (trx) => {
      for (let n = 0; n < 40; n++) await first.send(trx, 'test.many', { n })
    })
    await until(() => ran.length >= 40)
    await until(async () => (await states('test.many')).every((state) => state === 'completed'))
    assert.deepEqual(
      ran.map(({ data }) => data.n).sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, n) => n)
    )
  })

  test('jobs sent together run one after another without a pause', async ({ assert }) => {
    const jobs = open(job('test.alone'))
    await jobs.prepare()
    await jobs.work()
    await scratch.lucid.transaction(async (trx) => {
      for (let n = 0; n < 12; n++) await jobs.send(trx, 'test.alone', { n })
    })
    // Polling for each job would take two minutes.
    await until(() => ran.length === 12)
    assert.deepEqual(
      ran.map(({ data }) => data.n),
      Array.from({ length: 12 }, (_, n) => n)
    )
  })

  test('a stopping process claims no more jobs, finishes short ones, and requeues the others', async ({
    assert,
  }) => {
    const jobs = open(job('test.short'), job('test.long'), job('test.deaf'))
    await jobs.prepare()
    await jobs.work()
    let told = false
    doing = async ({ kind }, { signal }) => {
      if (kind === 'short') return sleep(300)
      if (kind === 'deaf') return sleep(60_000, undefined, { ref: false })
      await sleep(60_000, undefined, { signal }).catch(() => (told = true))
      throw new Error('ended early')
    }
    for (const kind of ['short', 'long', 'deaf']) await jobs.send(null, `test.${kind}`, { kind })
    await until(() => ran.length === 3)
    const stopping = jobs.stop()
    const late = open(job('test.short'), job('test.long'), job('test.deaf'))
    await late.send(null, 'test.short', { kind: 'late' })
    await stopping
    assert.isTrue(told)
    assert.deepEqual(await states('test.short'), ['completed', 'created'])
    for (const name of ['test.long', 'test.deaf']) {
      const [row] = await rows(name)
      assert.deepInclude(row, { state: 'created', retries: 0 }, name)
    }
    doing = async () => {}
    for (const kind of ['short', 'long', 'deaf']) await late.runWaiting(`test.${kind}`)
    assert.deepEqual(
      ran.slice(3).map(({ name, attempt }) => `${name} ${attempt}`),
      ['test.short 1', 'test.long 1', 'test.deaf 1']
    )
  }).skip(!EVERYTHING, LEFT_OUT)

  test('a single process resumes the jobs of a process that died', async ({ assert }) => {
    const jobs = open(job('test.orphan'), job('test.hopeless', { retryLimit: 0 }))
    await jobs.prepare()
    for (const name of ['test.orphan', 'test.hopeless']) await jobs.send(null, name, {})
    const begun = `UPDATE jobs.job SET state = 'active', started_on = now(), heartbeat_on = now() WHERE name = `
    await scratch.client.query(`${begun} 'test.orphan'; ${begun} 'test.hopeless'`)
    const start = Date.now()
    await jobs.work()
    await until(() => ran.length === 1)
    assert.isBelow(Date.now() - start, HEARTBEAT * 1000)
    assert.deepEqual([ran[0]!.name, ran[0]!.attempt], ['test.orphan', 2])
    // It has no attempt left, and fails when its heartbeat expires.
    assert.deepEqual(await states('test.hopeless'), ['active'])
  })

  test('a new process leaves running jobs to the other processes', async ({ assert }) => {
    const first = open(job('test.held'))
    await first.prepare()
    let release = () => {}
    doing = () => new Promise((resolve) => (release = resolve))
    await first.work()
    await first.send(null, 'test.held', {})
    await until(() => ran.length === 1)
    const second = open(job('test.held'))
    await second.work()
    assert.deepEqual(await states('test.held'), ['active'])
    release()
    await until(async () => (await states('test.held'))[0] === 'completed')
    assert.lengthOf(ran, 1)
  })

  test('a stopped singleton job does not block the queued one', async ({ assert }) => {
    const single = job('test.single', { singleton: true, backoff: { first: 1, most: 1 } })
    const jobs = open(single)
    await jobs.prepare()
    doing = (_, { signal }) => sleep(60_000, undefined, { signal })
    await jobs.work()
    await jobs.send(null, 'test.single', {})
    await until(() => ran.length === 1)
    await jobs.send(null, 'test.single', {})
    await jobs.stop()
    assert.sameMembers(await states('test.single'), ['retry', 'created'])
    doing = async () => {}
    const next = open(single)
    next.services.pollIntervals = { withNotify: 1, withoutNotify: 1 }
    await next.work()
    await until(async () => (await states('test.single')).every((state) => state === 'completed'))
    assert.lengthOf(ran, 3)
  }).skip(!EVERYTHING, LEFT_OUT)

  test('a job of a process that died runs in another process', async ({ assert }) => {
    const jobs = open(job('test.orphan', { backoff: { first: 60, most: 60 } }))
    jobs.services.pollIntervals = { withNotify: 1, withoutNotify: 1, due: 1 }
    const beside = open(job('test.other'))
    await jobs.prepare()
    await beside.work()
    await jobs.send(null, 'test.orphan', {})
    // Claimed by no running process, with an expired heartbeat.
    await scratch.client.query(
      `UPDATE jobs.job SET state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'`
    )
    await jobs.work()
    await until(() => ran.length === 1)
    assert.equal(ran[0]!.attempt, 2)
  })

  test('a delayed job runs when it is due, without a notification', async ({ assert }) => {
    const jobs = open(job('test.later'))
    await jobs.prepare()
    await jobs.work()
    await jobs.send(null, 'test.later', {}, { startAfter: new Date(Date.now() + 1_000) })
    await sleep(100)
    assert.lengthOf(ran, 0)
    await until(() => ran.length === 1)
  })

  test('schedules use the time zone, and are changed and deleted with the declaration', async ({
    assert,
  }) => {
    const times = async () =>
      (await scratch.client.query('SELECT name, cron, timezone FROM jobs.schedule')).rows
    await open(
      job('test.nightly', { cron: '0 4 * * *' }),
      job('test.often', { cron: '* * * * *' })
    ).prepare()
    assert.sameDeepMembers(await times(), [
      { name: 'test.nightly', cron: '0 4 * * *', timezone: 'Europe/Berlin' },
      { name: 'test.often', cron: '* * * * *', timezone: 'Europe/Berlin' },
    ])
    const jobs = open(job('test.nightly'), job('test.often', { cron: '*/1 * * * *' }))
    await jobs.prepare()
    assert.deepEqual(await times(), [
      { name: 'test.often', cron: '*/1 * * * *', timezone: 'Europe/Berlin' },
    ])
    await scratch.client.query('UPDATE jobs.version SET cron_on = NULL')
    await jobs.work()
    await until(() => ran.some(({ name }) => name === 'test.often'))
    assert.isFalse(ran.some(({ name }) => name === 'test.nightly'))
  })

  test('at most one job of a singleton is queued', async ({ assert }) => {
    const jobs = open(job('test.single', { singleton: true }))
    await jobs.prepare()
    assert.isString(await jobs.send(null, 'test.single', {}))
    assert.isNull(await jobs.send(null, 'test.single', {}))
    await jobs.runWaiting('test.single')
    assert.lengthOf(ran, 1)
  })

  test('changes to a declaration update the queue settings', async ({ assert }) => {
    const limit = async () =>
      (await scratch.client.query(`SELECT retry_limit FROM jobs.queue WHERE name = 'test.tuned'`))
        .rows[0].retry_limit
    await open(job('test.tuned', { retryLimit: 3 })).prepare()
    assert.equal(await limit(), 3)
    await open(job('test.tuned', { retryLimit: 5 })).prepare()
    assert.equal(await limit(), 5)
  })

  test('an event sends a job to each listener, with its transaction', async ({ assert }) => {
    const jobs = open()
    await jobs.prepare()
    const publisher = new Events(events, jobs)
    const trx = await scratch.lucid.transaction()
    await publisher.publish(trx, 'book.lent', { book: 1 })
    await trx.rollback()
    await scratch.lucid.transaction(async (client) => {
      await publisher.publish(client, 'book.lent', { book: 2 })
      await publisher.publish(client, 'book.lost', { book: 3 })
      await assert.rejects(() => publisher.publish(client, 'book.eaten', {}), /declares the event/)
    })
    await jobs.runWaiting('listening.on.book.lent')
    assert.deepEqual(ran, [{ name: 'listening.on.book.lent', data: { book: 2 }, attempt: 1 }])
  })
})
