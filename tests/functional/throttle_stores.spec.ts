/** The same tests for every store of the throttle. */
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { AdvisoryLock } from '#app/database/advisory_lock'
import { Random } from '#app/support/random'
import { decideAdmission, type Admission } from '#app/throttle/admission'
import { Ledger } from '#app/throttle/ledger'
import { MemoryThrottle } from '#app/throttle/memory_throttle'
import { parseRate } from '#app/throttle/rate'
import { isRedisAway } from '#app/throttle/attempt_limit'
import { SharedThrottle } from '#app/throttle/shared_throttle'
import { PostgresStore } from '#app/throttle/stores/postgres_store'
import { RecordedStore } from '#app/throttle/stores/recorded_store'
import { RedisStore } from '#app/throttle/stores/redis_store'
import type { Clock, Throttle } from '#app/throttle/throttle'
import { makeAccount } from '#tests/helpers/accounts'
import { makeEmptyDatabase } from '#tests/helpers/scratch_database'
import {
  connectionTo,
  HAS_REDIS,
  NO_REDIS,
  startRedis,
  type RedisServer,
} from '#tests/helpers/redis_server'
import { OpenDatabase } from '#app/database/connection'

const START = Date.UTC(2026, 0, 1)
let redis: RedisServer | undefined

const connection = async () => (await app.container.make(OpenDatabase)).connection

interface StoreUnderTest {
  name: string
  shared: boolean
  skip?: string
  open: (clock?: Clock) => Promise<Throttle>
}

const STORES: StoreUnderTest[] = [
  {
    name: 'memory',
    shared: false,
    open: async (clock) =>
      new MemoryThrottle(new PostgresStore(await connection()), {
        clock,
        failed: (error) => {
          throw error
        },
      }),
  },
  {
    name: 'postgres',
    shared: true,
    open: async (clock) =>
      new SharedThrottle(new PostgresStore(await connection()), 'postgres', { clock }),
  },
  {
    name: 'redis',
    shared: true,
    skip: HAS_REDIS ? undefined : NO_REDIS,
    open: async (clock) =>
      new SharedThrottle(
        new RecordedStore(
          await RedisStore.open(connectionTo(redis!)),
          new PostgresStore(await connection()),
          {
            clock,
            failed: (error) => {
              throw error
            },
          }
        ),
        'redis',
        { clock }
      ),
  },
]

const request = (caller: string, ...rates: string[]): Admission => ({
  caller,
  charges: [{ scope: 'user', rates: rates.map(parseRate), cost: 1 }],
  counted: true,
})

test.group('ledgers in PostgreSQL', () => {
  test('of idle IP addresses and deleted accounts are removed', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const { id } = await makeAccount()
    const mark = randomUUID()
    const rows: [caller: string, hours: number][] = [
      [`address:${mark}-old`, 26],
      [`address:${mark}-new`, 24],
      [`account:${id}`, 2600],
      ['account:999999999999', 26],
    ]
    for (const [caller, hours] of rows) {
      await database.rawQuery(
        `INSERT INTO throttle_ledgers (caller, version, state, saved_at) VALUES (?, 1, '', now() - ? * interval '1 hour')`,
        [caller, hours]
      )
    }
    const store = new PostgresStore(await connection())
    await store.forget()
    await store.close()
    const kept = await database.from('throttle_ledgers').whereIn(
      'caller',
      rows.map(([caller]) => caller)
    )
    assert.sameMembers(
      kept.map(({ caller }) => caller),
      [`address:${mark}-new`, `account:${id}`]
    )
  })
})

test.group('ledger ownership', () => {
  const others = ['shared', 'alone'] as const

  test('allows either one process alone or several that share a store', async ({
    assert,
    cleanup,
  }) => {
    const database = await makeEmptyDatabase(app)
    cleanup(() => database.drop())
    const settings = { ...(await connection()), database: database.name }
    const lock = (how: (typeof others)[number]) => {
      const made = new AdvisoryLock(settings, 1, 'ledgers', () => {}, how === 'shared')
      cleanup(() => made.release())
      return made
    }
    const [one, two, alone] = [lock('shared'), lock('shared'), lock('alone')]
    assert.deepEqual([await one.attempt(), await two.attempt()], [true, true])
    assert.isFalse(await alone.attempt())
    await Promise.all([one.release(), two.release()])
    while (!(await alone.attempt())) await nextTurn()
    for (const how of others) assert.isFalse(await lock(how).attempt(), how)
  })
})

test.group('ledgers in Redis', () => {
  test('a shared connection stays open', async ({ assert, cleanup }) => {
    const server = await startRedis()
    cleanup(() => server.stop())
    const used = connectionTo(server)
    cleanup(() => used.quit())
    const store = await RedisStore.open(used, { isShared: true })
    await store.close()
    assert.equal(await used.ping(), 'PONG')
  }).skip(!HAS_REDIS, NO_REDIS)

  test('a server that does not respond causes an error when the store is opened', async ({
    assert,
  }) => {
    const { url, stop } = await startRedis()
    await stop()
    await assert.rejects(() => RedisStore.open(connectionTo({ url })), /ECONNREFUSED/)
  }).skip(!HAS_REDIS, NO_REDIS)

  test('a server that hangs is unavailable and works when it continues', async ({
    assert,
    cleanup,
  }) => {
    const server = await startRedis()
    const store = await RedisStore.open(connectionTo(server))
    cleanup(async () => {
      server.signal('SIGCONT')
      await store.close()
      await server.stop()
    })
    server.signal('SIGSTOP')
    const error = await store.load(['account:1']).catch((thrown: unknown) => thrown)
    assert.instanceOf(error, Error)
    assert.isTrue(isRedisAway(error))
    server.signal('SIGCONT')
    assert.deepEqual(await store.load(['account:1']), [{ version: 0, bytes: null }])
  }).skip(!HAS_REDIS, NO_REDIS)

  test('a server that rejects commands is unavailable: {0}')
    .with([
      ['full', ['CONFIG', 'SET', 'maxmemory', '1']],
      ['a replica', ['REPLICAOF', '127.0.0.1', '1']],
      ['keys of another type', ['RPUSH', 'KEY', 'x']],
    ] as [string, string[]][])
    .run(async ({ assert, cleanup }, [, command]) => {
      const server = await startRedis()
      cleanup(() => server.stop())
      const { ioConnection: client } = connectionTo(server)
      cleanup(() => client.disconnect())
      await new Promise((resolve) => client.once('ready', resolve))
      const [name, ...values] = command
      await client.call(name!, ...values)
      const error = await client.set('KEY', 'x', 'GET').catch((thrown: unknown) => thrown)
      assert.isTrue(isRedisAway(error), String(error))
    })
    .skip(!HAS_REDIS, NO_REDIS)

  test('a request fails immediately while the server is down, and works when it is back', async ({
    assert,
    cleanup,
  }) => {
    const server = await startRedis()
    const { port } = new URL(server.url)
    const store = await RedisStore.open(connectionTo(server))
    cleanup(() => store.close())
    await server.stop()
    await assert.rejects(() => store.load(['account:1']))
    const again = await startRedis(Number(port))
    cleanup(() => again.stop())
    const { ioConnection } = store.connection
    if (ioConnection.status !== 'ready')
      await new Promise((resolve) => ioConnection.once('ready', resolve))
    assert.deepEqual(await store.load(['account:1']), [{ version: 0, bytes: null }])
  }).skip(!HAS_REDIS, NO_REDIS)
})

test.group('usage history', (group) => {
  group.setup(async () => {
    if (HAS_REDIS) redis = await startRedis()
    return () => redis?.stop()
  })

  const opened = (store: string, clock?: Clock) =>
    STORES.find(({ name }) => name === store)!.open(clock)
  const RATE = '1000/hour'

  for (const stores of [
    ['redis', 'memory'],
    ['memory', 'redis'],
    ['redis', 'postgres', 'redis'],
    ['memory', 'redis', 'memory', 'redis'],
    ['postgres', 'redis', 'redis', 'memory'],
  ]) {
    test(`is the same with any store: ${stores.join(', ')}`, async ({ assert }) => {
      const caller = `account:${randomUUID()}`
      let made = 0
      let now = START
      const clock = () => now
      for (const store of stores) {
        const throttle = await opened(store, clock)
        for (let n = 0; n < 5; n++) {
          await throttle.admit(request(caller, RATE))
          const { days, lifetime } = await throttle.inspect(caller, [])
          assert.deepEqual([days, lifetime], [[['2026-01-01', ++made]], made])
        }
        await throttle.close()
        now += 60_000
      }
    }).skip(!HAS_REDIS, NO_REDIS)
  }

  test('excludes rejected requests, and counts each on its day', async ({ assert }) => {
    const caller = `account:${randomUUID()}`
    let now = START
    const throttle = await opened('redis', () => now)
    for (let day = 0; day < 17; day++) {
      for (let n = 0; n < 4; n++) await throttle.admit(request(caller, '3/hour'))
      await throttle.admit({ ...request(caller, RATE), counted: false })
      now += 86_400_000
    }
    now -= 86_400_000
    const { days, lifetime } = await throttle.inspect(caller, [])
    assert.deepEqual(
      days.map(([, count]) => count),
      Array.from({ length: 15 }, () => 3)
    )
    assert.equal(lifetime, 17 * 3)
    await throttle.close()
  }).skip(!HAS_REDIS, NO_REDIS)

  test('of two processes is added up, including requests just before a shutdown', async ({
    assert,
  }) => {
    const caller = `account:${randomUUID()}`
    const throttles = await Promise.all([opened('redis'), opened('redis')])
    for (const throttle of throttles)
      for (let n = 0; n < 50; n++) await throttle.admit(request(caller, RATE))
    await Promise.all(throttles.map((each) => each.close()))
    const after = await opened('memory')
    assert.equal((await after.inspect(caller, [])).lifetime, 100)
    await after.close()
  }).skip(!HAS_REDIS, NO_REDIS)

  test('survives when Redis loses its data', async ({ assert }) => {
    const caller = `account:${randomUUID()}`
    for (let run = 1; run <= 2; run++) {
      const throttle = await opened('redis')
      for (let n = 0; n < 5; n++) await throttle.admit(request(caller, RATE))
      assert.equal((await throttle.inspect(caller, [])).lifetime, run * 5)
      await throttle.close()
      const { ioConnection } = connectionTo(redis!)
      await new Promise((resolve) => ioConnection.once('ready', resolve))
      await ioConnection.flushall()
      ioConnection.disconnect()
    }
  }).skip(!HAS_REDIS, NO_REDIS)

  test('is written later if PostgreSQL was down', async ({ assert }) => {
    const caller = `account:${randomUUID()}`
    const history = new PostgresStore(await connection())
    let isAway = true
    const saveAlone = history.saveAlone.bind(history)
    history.saveAlone = async (...given) => {
      if (isAway) throw new Error('away')
      return saveAlone(...given)
    }
    const store = new RecordedStore(await RedisStore.open(connectionTo(redis!)), history)
    const throttle = new SharedThrottle(store, 'redis')
    await throttle.admit(request(caller, RATE))
    await assert.rejects(() => store.write(), 'away')
    await throttle.admit(request(caller, RATE))
    isAway = false
    await throttle.close()
    const after = await opened('memory')
    assert.equal((await after.inspect(caller, [])).lifetime, 2)
    await after.close()
  }).skip(!HAS_REDIS, NO_REDIS)
})

for (const { name, shared, skip, open } of STORES) {
  test.group(`throttle store ${name}`, (group) => {
    group.setup(async () => {
      if (name === 'redis' && HAS_REDIS) redis = await startRedis()
    })

    group.teardown(async () => {
      if (name === 'redis') await redis?.stop()
    })

    test('decides according to the rules, for any caller and number of requests', async ({
      assert,
      cleanup,
    }) => {
      let now = START
      const throttle = await open(() => now)
      cleanup(() => throttle.close())
      const random = new Random(11)
      const callers = Array.from({ length: 5 }, () => `account:${randomUUID()}`)
      const model = new Map(callers.map((caller) => [caller, new Ledger()]))
      for (let step = 0; step < 300; step++) {
        now += random.between(0, 4_000)
        const together = Array.from({ length: random.between(1, 6) }, () =>
          request(callers[random.between(0, 4)]!, '5/min', '50/hour', '5000/day')
        )
        const decisions = await Promise.all(together.map((each) => throttle.admit(each)))
        const expected = together.map((each) => decideAdmission(model.get(each.caller)!, each, now))
        // A shared throttle decides in batches, so the windows of a caller are those after the last
        // request.
        assert.deepEqual(
          decisions.map(({ refusedBy }) => refusedBy?.rate),
          expected.map(({ refusedBy }) => refusedBy?.rate)
        )
      }
      for (const caller of callers) {
        const { windows, days, lifetime } = await throttle.inspect(
          caller,
          request(caller, '5/min', '50/hour').charges
        )
        const [minute, hour] = windows
        const ledger = model.get(caller)!
        assert.equal(lifetime, ledger.days.lifetime)
        assert.deepEqual(days, ledger.days.recent(now))
        assert.equal(hour!.used, ledger.window('user', parseRate('50/hour'), now).used(now))
        assert.equal(minute!.used, ledger.window('user', parseRate('5/min'), now).used(now))
      }
    }).skip(!!skip, skip)

    test('keeps its state across a restart', async ({ assert }) => {
      let now = START
      const caller = `account:${randomUUID()}`
      for (let run = 1; run <= 3; run++) {
        const throttle = await open(() => now)
        for (let n = 0; n < 2; n++) await throttle.admit(request(caller, '6/min', '5000/hour'))
        now += 1000
        await throttle.close()
      }
      const throttle = await open(() => now)
      const { refusedBy } = await throttle.admit(request(caller, '6/min', '5000/hour'))
      assert.equal(refusedBy!.used, 6)
      assert.equal(refusedBy!.freesAt, START + 60_000)
      assert.deepEqual((await throttle.inspect(caller, [])).days, [['2026-01-01', 6]])
      await throttle.close()
    }).skip(!!skip, skip)

    test('allows exactly as many requests as the limit')
      .with([5, 50, 125, 1000])
      .skip(!!skip, skip)
      .run(async ({ assert }, limit) => {
        const throttles = await Promise.all(shared ? [open(), open()] : [open()])
        const caller = `account:${randomUUID()}`
        const decisions = await Promise.all(
          Array.from({ length: 2000 }, async (_, n) => {
            // Spread over time, so that both run concurrently.
            await new Promise((resolve) => setTimeout(resolve, n / 10))
            return throttles[n % throttles.length]!.admit(request(caller, `${limit}/hour`))
          })
        )
        assert.equal(decisions.filter(({ refusedBy }) => !refusedBy).length, limit)
        const { windows, lifetime } = await throttles
          .at(-1)!
          .inspect(caller, request(caller, `${limit}/hour`).charges)
        assert.equal(windows[0]!.used, limit)
        assert.equal(lifetime, limit)
        await Promise.all(throttles.map((each) => each.close()))
      })

    if (!shared) return
    test('two processes both make progress on one caller', async ({ assert }) => {
      const throttles = await Promise.all([open(), open()])
      const caller = `account:${randomUUID()}`
      const counts = [0, 0]
      // If one were starved, the other would run forever.
      await Promise.all(
        throttles.map(async (throttle, own) => {
          while (Math.min(...counts) < 50) {
            await throttle.admit(request(caller, '1000000/hour'))
            counts[own]!++
          }
        })
      )
      const { lifetime } = await throttles[0]!.inspect(caller, [])
      assert.equal(lifetime, counts[0]! + counts[1]!)
      await Promise.all(throttles.map((each) => each.close()))
    }).skip(!!skip, skip)
  })
}
