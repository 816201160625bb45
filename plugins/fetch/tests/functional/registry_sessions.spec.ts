/** Court system sessions in Redis: shared by processes, encrypted, and limited to an hour. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { configProvider } from '@adonisjs/core'
import { drivers, type Encryption } from '@adonisjs/core/encryption'
import app from '@adonisjs/core/services/app'
import type { RedisConnection } from '@adonisjs/redis'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import { makeAccount } from '#tests/helpers/accounts'
import {
  connectionTo,
  HAS_REDIS,
  NO_REDIS,
  startRedis,
  type RedisServer,
} from '#tests/helpers/redis_server'
import { settings } from '#start/env'
import { makeSessions } from '../use_court_system.js'
import { SessionStoreUnavailable } from '../../errors.js'
import { LANE_JOB } from '../../codes.js'
import FetchRequest from '../../models/fetch_request.js'
import type { SessionState } from '../../registry_client/types.js'
import { RegistrySessions, RedisTexts } from '../../registry_sessions.js'
import { scriptRegistry, someCredentials } from '../scripted_registry.js'

/** An encryption driver, created as in the configuration. */
interface Driven {
  driver: (key: string) => Pick<Encryption, 'encrypt' | 'decrypt'>
}

const LIST = '/api/rest/v4/archive-fetch/'
const ACCOUNT = 7
const MINUTE = 60_000

test.group('sessions in Redis', (group) => {
  let server: RedisServer | undefined
  const connections: RedisConnection[] = []

  group.setup(async () => {
    if (HAS_REDIS) server = await startRedis()
    return async () => {
      for (const { ioConnection } of connections) ioConnection.disconnect()
      await server?.stop()
    }
  })

  /** A separate connection, as in a separate process. */
  const connect = () => {
    const connection = connectionTo(server!)
    connections.push(connection)
    return connection
  }
  const processOf = () => makeSessions(new RedisTexts(connect()))
  const stateFrom = (loggedInAt: number): SessionState => ({
    cookies: { cookies: [{ key: 'NextGenCSO', value: `cookie-${randomUUID()}` }] } as never,
    proxy: null,
    notice: '',
    loggedInAt,
  })
  const credentials = () => {
    const { registry_username: username, registry_password: password } = someCredentials()
    return { username, password, clientCode: `code-${randomUUID()}` }
  }
  const never = async (): Promise<SessionState> => {
    throw new Error('a new login')
  }

  test('a session of one process is used by another', async ({ assert }) => {
    const [one, other] = [await processOf(), await processOf()]
    const state = stateFrom(Date.now())
    const given = credentials()
    const key = await one.open(ACCOUNT, given, async () => state)
    assert.deepEqual(await other.find(key), state)
    assert.equal(await other.open(ACCOUNT, given, never), key)
    await assert.rejects(
      () => other.open(ACCOUNT, { ...given, password: 'another' }, never),
      'a new login'
    )
    assert.notEqual(await other.open(ACCOUNT + 1, given, async () => state), key)
    await other.forget(key, state)
    assert.isUndefined(await one.find(key))
  }).skip(!HAS_REDIS, NO_REDIS)

  test('Redis stores encrypted sessions for an hour', async ({ assert }) => {
    const sessions = await processOf()
    const state = stateFrom(Date.now() - 10 * MINUTE)
    const given = credentials()
    const key = await sessions.open(ACCOUNT, given, async () => state)
    const redis = connect().ioConnection
    await once(redis, 'ready')
    const [name] = await redis.keys(`*${key}`)
    const seconds = await redis.ttl(name!)
    assert.isTrue(seconds > 2940 && seconds <= 3000, `${seconds}`)
    const text = (await redis.get(name!))!
    for (const secret of [...Object.values(given), JSON.stringify(state.cookies).slice(30, 70)])
      assert.notInclude(name! + text, secret)
    // AES-256-GCM detects changes.
    assert.match(text, /^gcm\./)
    const at = Math.floor(text.length / 2)
    await redis.set(name!, text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1))
    assert.isUndefined(await sessions.find(key))
  }).skip(!HAS_REDIS, NO_REDIS)

  test('the hour starts with the login; new requests do not use its last minutes', async ({
    assert,
  }) => {
    const sessions = await processOf()
    const given = credentials()
    const late = await sessions.open(ACCOUNT, given, async () =>
      stateFrom(Date.now() - 56 * MINUTE)
    )
    assert.isDefined(await sessions.find(late))
    await assert.rejects(() => sessions.open(ACCOUNT, given, never), 'a new login')
    const over = await sessions.open(ACCOUNT, credentials(), async () =>
      stateFrom(Date.now() - 60 * MINUTE)
    )
    assert.isUndefined(await sessions.find(over))
  }).skip(!HAS_REDIS, NO_REDIS)

  test('sessions cannot be decrypted with another APP_KEY', async ({ assert }) => {
    const sessions = await processOf()
    const given = credentials()
    const key = await sessions.open(ACCOUNT, given, async () => stateFrom(Date.now()))
    const withKey = async (appKey: string) => {
      const provider = drivers.aes256gcm({ id: 'gcm', keys: [appKey] })
      const made = (await configProvider.resolve(app, provider)) as unknown as Driven
      const driver = made.driver(appKey)
      return new RegistrySessions(new RedisTexts(connect()), {
        encrypt: (value, purpose) => driver.encrypt(value, { purpose }),
        decrypt: (text, purpose) => driver.decrypt(text, purpose),
        key: settings.appKey,
      })
    }
    assert.isUndefined(await (await withKey('k'.repeat(32))).find(key))
    assert.isDefined(await (await withKey(settings.appKey)).find(key))
  }).skip(!HAS_REDIS, NO_REDIS)

  test('a request with a lost session fails and can be sent again', async ({
    assert,
    client,
    cleanup,
  }) => {
    const redis = await startRedis()
    const connection = connectionTo(redis)
    const script = await scriptRegistry(new RedisTexts(connection))
    const account = await makeAccount()
    cleanup(async () => {
      script.restore()
      connection.ioConnection.disconnect()
      await FetchRequest.query().where('userId', account.id).delete()
    })
    const send = async () =>
      client
        .post(LIST)
        .header('authorization', account.authorization)
        .json({ request_type: 1, court: 'cand', docket_number: '3:31-cv-21', ...someCredentials() })
    const outcomeOf = async (id: number) => {
      await (await app.container.make(Jobs)).runWaiting(LANE_JOB)
      const { status, errorCode, errorRetryable } = await FetchRequest.findOrFail(id)
      return [status, errorCode, errorRetryable]
    }

    const flushed = await send()
    flushed.assertStatus(201)
    await connection.ioConnection.flushall()
    assert.deepEqual(await outcomeOf(flushed.body().id), [3, 'session_expired', true])

    const stopped = await send()
    stopped.assertStatus(201)
    await redis.stop()
    assert.deepEqual(await outcomeOf(stopped.body().id), [3, 'session_expired', true])
    const refused = await send()
    refused.assertStatus(503)
    refused.assertHeader('retry-after', '5')
    assert.equal(refused.body().detail, new SessionStoreUnavailable().details.detail)
    assert.deepEqual(script.calls, [])
  }).skip(!HAS_REDIS, NO_REDIS)
})
