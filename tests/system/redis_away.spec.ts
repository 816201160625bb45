/**
 * A Redis server that is stopped, started, and flushed while Curia runs: the
 * behavior described in "Redis outages" in the docs.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisConnection } from '@adonisjs/redis'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { insertAccount } from '#tests/helpers/limited_account'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import {
  connectionTo,
  HAS_REDIS,
  NO_REDIS,
  startRedis,
  type RedisServer,
} from '#tests/helpers/redis_server'
import { ServerProcess } from '#tests/helpers/server_process'
import { Visitor } from '#tests/helpers/visitor'

const COURTS = '/api/rest/v4/courts/?fields=id'
const USAGE = '/api/rest/v4/api-usage/'
const SEARCH = '/search/?q=court'
const LIMIT = 40
const KEY = randomUUID()

/**
 * Part of a removable plugin, imported by a computed name so that the tree type-checks without
 * it.
 */
const pluginModule = (module: string) => import(`#plugins/${module}`)

interface Texts {
  get(key: string): Promise<string | null>
  set(key: string, text: string, seconds: number): Promise<void>
  add(key: string, text: string, seconds: number): Promise<boolean>
}

test.group('Redis', (group) => {
  let folder: string
  let redis: RedisServer
  let server: ServerProcess
  let connection: RedisConnection
  let token: string
  let tools: Texts
  let sessions: Texts
  const failures: unknown[] = []

  group.tap((one) => void one.skip(!HAS_REDIS, NO_REDIS))
  group.setup(async () => {
    if (!HAS_REDIS) return () => {}
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    redis = await startRedis()
    server = await ServerProcess.start({
      DATA_DIR: folder,
      RATE_LIMITS: 'on',
      REDIS_URL: redis.url,
    })
    token = await insertAccount(folder, LIMIT)
    connection = connectionTo(redis)
    connection.on('error', () => {})
    await once(connection.ioConnection, 'ready')
    const { ToolStore } = await pluginModule('tool_server/state/tool_store')
    const { RedisTexts: ToolTexts } = await pluginModule('tool_server/state/redis_texts')
    const { RedisTexts: CourtSessions } = await pluginModule('fetch/registry_sessions')
    tools = new ToolStore(new ToolTexts(connection), (error: unknown) => failures.push(error))
    sessions = new CourtSessions(connection)
    return async () => {
      await server.kill('SIGTERM')
      connection.ioConnection.disconnect()
      await redis.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const ask = (path: string) =>
    fetch(server.url(path), { headers: { authorization: `Token ${token}` } })
  const status = async (path: string) => (await ask(path)).status
  const used = async () => {
    const { current_usage: usage } = (await (await ask(USAGE)).json()) as {
      current_usage: { scope: string; used: number }[]
    }
    return usage.find(({ scope }) => scope === 'user')!.used
  }
  const signIn = async () => {
    const visitor = new Visitor(server.url(''))
    return visitor.submit('/sign-in/', { username: 'unknown', password: randomUUID() })
  }

  test('counts requests and attempts, and stores texts and sessions', async ({ assert }) => {
    for (let n = 0; n < 3; n++) assert.equal(await status(COURTS), 200)
    assert.equal(await used(), 3)
    assert.equal((await signIn()).status, 422)
    await tools.set(KEY, 'text', 60)
    await sessions.set(KEY, 'session', 60)
    assert.equal(await tools.get(KEY), 'text')
    assert.equal(await sessions.get(KEY), 'session')
  })

  test('limited requests fail while it is down, and everything else continues', async ({
    assert,
  }) => {
    await redis.stop()
    const refused = await ask(COURTS)
    assert.equal(refused.status, 503)
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.match(await refused.text(), /Rate limits can't be checked/)
    assert.equal((await signIn()).status, 503)
    for (const page of [SEARCH, '/', '/docs/', '/health'])
      assert.equal((await fetch(server.url(page))).status, 200, page)
    const health = await fetch(server.url('/monitoring/health-check/'))
    assert.deepEqual(await health.json(), { is_postgresql_up: true, is_redis_up: false })

    failures.length = 0
    assert.isNull(await tools.get(KEY))
    assert.isFalse(await tools.add(KEY, 'text', 60))
    assert.lengthOf(failures, 2)
    await assert.rejects(() => sessions.get(KEY), /detail/)
  })

  test('everything works without a restart once it is up, and counters start from zero', async ({
    assert,
  }) => {
    redis = await startRedis(Number(new URL(redis.url).port))
    while ((await status(COURTS)) === 503) await sleep(100)
    const counted = await used()
    assert.equal(counted, 1)
    assert.equal((await signIn()).status, 422)
    assert.isNull(await sessions.get(KEY))
    assert.isTrue(await tools.add(KEY, 'text', 60))
    const others = await Promise.all(Array.from({ length: LIMIT }, () => status(COURTS)))
    assert.equal(others.filter((code) => code === 200).length, LIMIT - counted)
    assert.equal(others.filter((code) => code === 429).length, counted)
  })

  test('counters start from zero after a flush of data and scripts', async ({ assert }) => {
    token = await insertAccount(folder, 2 * LIMIT)
    for (let n = 0; n < 3; n++) assert.equal(await status(COURTS), 200)
    assert.equal(await used(), 3)
    await connection.flushall()
    await connection.script('FLUSH')
    assert.equal(await status(COURTS), 200)
    assert.equal(await used(), 1)
    assert.isNull(await tools.get(KEY))
  })
})
