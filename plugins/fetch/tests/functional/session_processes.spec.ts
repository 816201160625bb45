/**
 * A login in one process and its job in another, with the session in Redis, which contains no
 * credentials.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test } from '@japa/runner'
import { noteSecrets } from '#tests/helpers/secrets'
import {
  connectionTo,
  HAS_REDIS,
  NO_REDIS,
  startRedis,
  type RedisServer,
} from '#tests/helpers/redis_server'
import { ServerProcess } from '#tests/helpers/server_process'
import { takesMinutes } from '#tests/helpers/long_tests'
import { makeCourtAccount, FetchingServer } from '../own_server.js'
import { KeptSearch } from '../kept_search.js'

const CODE = `code-${randomUUID()}`
const WRONG = `Pw-${randomUUID()}`
/** Six characters that don't occur by chance. */
const ONE_TIME = '%5}Qz~'
const CASE = { request_type: 1, court: 'akd', docket_number: '3:24-cv-00102' }

test.group('sessions shared by processes', (group) => {
  takesMinutes(group)
  const factor = makeCourtAccount({ isMultiFactor: true })
  let redis: RedisServer
  let server: FetchingServer
  let worker: ServerProcess

  group.setup(async () => {
    if (HAS_REDIS) {
      redis = await startRedis()
      server = await FetchingServer.start({ REDIS_URL: redis.url, JOBS: 'off' })
      server.simulator.issueCode(ONE_TIME)
      worker = await startWorker()
    }
    return async () => {
      await worker?.kill('SIGKILL')
      await server?.stop()
      await redis?.stop()
    }
  })

  const startWorker = () => ServerProcess.startWorker({ ...server.environment, JOBS: undefined })
  const rowOf = async (id: unknown) =>
    (
      await server.rows(
        `SELECT status, error_code, error_retryable FROM fetch_requests WHERE id = ${Number(id)}`
      )
    )[0]

  test('the worker uses the session of the web process', async ({ assert }) => {
    const made = await server.send({ ...CASE, client_code: CODE })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await server.settled()
    assert.deepInclude(await rowOf(made.body.id), { status: 2, error_code: '' })
    assert.equal(server.simulator.ledger.totals(server.username).logins, 1)
  }).skip(!HAS_REDIS, NO_REDIS)

  test('Redis stores no credentials in any key', async ({ assert }) => {
    const withFactor = { registry_username: factor.name, registry_password: factor.password }
    const statuses = [
      await server.send({ ...CASE, registry_password: WRONG }),
      await server.send({ ...CASE, ...withFactor, registry_otp: ONE_TIME }),
    ].map(({ status }) => status)
    assert.deepEqual(statuses, [400, 201])
    await server.settled()
    const tokens = server.simulator.tokens()
    noteSecrets('session of the court system', tokens)
    const planted = `planted-${randomUUID()}`
    const search = new KeptSearch({
      'the user name': server.username,
      'the password': server.password,
      'the wrong password': WRONG,
      'the client code': CODE,
      'the one-time code': ONE_TIME,
      'the user name with several factors': factor.name,
      'the password with several factors': factor.password,
      ...Object.fromEntries(tokens.map((token, at) => [`session ${at}`, token])),
      planted,
    })
    const client = connectionTo(redis).ioConnection
    await once(client, 'ready')
    await client.hset('planted', 'field', Buffer.from(planted).toString('base64'))
    const keys = await client.keys('*')
    for (const key of keys) search.in(key, `${key} ${await valueOf(key)}`)
    client.disconnect()
    assert.deepEqual([...search.found], ['planted in planted'])
    assert.lengthOf(
      keys.filter((key) => key.startsWith('curia:fetch:session:')),
      2
    )

    async function valueOf(key: string): Promise<string> {
      switch (await client.type(key)) {
        case 'string':
          return (await client.getBuffer(key))!.toString('latin1')
        case 'hash':
          return JSON.stringify(await client.hgetall(key))
        case 'list':
          return JSON.stringify(await client.lrange(key, 0, -1))
        case 'set':
          return JSON.stringify(await client.smembers(key))
        case 'zset':
          return JSON.stringify(await client.zrange(key, 0, -1))
        default:
          throw new Error(`the search does not know what ${key} is`)
      }
    }
  }).skip(!HAS_REDIS, NO_REDIS)

  test('after Redis is cleared, requests end with session_expired', async ({ assert }) => {
    await worker.kill('SIGTERM')
    const made = await server.send({ ...CASE, client_code: CODE })
    assert.equal(made.status, 201)
    const client = connectionTo(redis).ioConnection
    await once(client, 'ready')
    await client.flushall()
    client.disconnect()
    worker = await startWorker()
    await server.settled()
    assert.deepEqual(await rowOf(made.body.id), {
      status: 3,
      error_code: 'session_expired',
      error_retryable: true,
    })
    const again = await server.send({ ...CASE, client_code: CODE })
    await server.settled()
    assert.deepInclude(await rowOf(again.body.id), { status: 2 })
  }).skip(!HAS_REDIS, NO_REDIS)
})
