/** `DATABASE_READ_URLS`: two web processes with a primary and its streaming replica. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { insertAccount } from '#tests/helpers/limited_account'
import { PostgresServer } from '#tests/helpers/postgres_replica'
import { ServerProcess } from '#tests/helpers/server_process'

const TAGS = '/api/rest/v4/tags/'

test.group('replicas', (group) => {
  let folder: string
  let primary: PostgresServer
  let replica: PostgresServer
  let server: ServerProcess
  let token: string

  group.setup(async () => {
    folder = makeTemporaryFolder()
    primary = await PostgresServer.primary()
    replica = await primary.replica()
    server = await ServerProcess.startCluster({
      WORKERS: '2',
      DATA_DIR: folder,
      DATABASE_URL: primary.url,
      DATABASE_READ_URLS: replica.url,
      SAMPLE_ARCHIVE: 'off',
      DEMO: 'off',
    })
    token = await insertAccount(primary.url, 1000)
    return async () => {
      await server.kill('SIGTERM')
      await replica.remove()
      await primary.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  /** On separate connections, so that either process responds. */
  const headers = () => ({
    'authorization': `Token ${token}`,
    'content-type': 'application/json',
    'connection': 'close',
  })
  const create = async () => {
    const name = `tag-${randomUUID()}`
    const body = JSON.stringify({ name })
    const sent = await fetch(server.url(TAGS), { method: 'POST', headers: headers(), body })
    if (sent.status !== 201) throw new Error(await sent.text())
    return { name, ...((await sent.json()) as { id: number }) }
  }
  const names = async () => {
    const response = await fetch(server.url(`${TAGS}?order_by=-id`), { headers: headers() })
    const { results } = (await response.json()) as { results: { name: string }[] }
    return results.map(({ name }) => name)
  }
  /** Number of statements run on the replica, each in a separate transaction. */
  const answeredByReplica = async () => {
    const [row] = await replica.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE application_name = 'curia replica reader' AND query LIKE '%user_tags%'`
    )
    return row!.count as number
  }
  const said = async (text: string, from: number) => {
    while (!server.output.slice(from).includes(text)) await sleep(50)
  }

  test('serve lists and records', async ({ assert }) => {
    await said('using replica', 0)
    const { id, name } = await create()
    // The replica catches up within moments. Until then, the primary is used.
    while (!(await answeredByReplica())) {
      assert.include(await names(), name)
      await sleep(50)
    }
    const record = await fetch(server.url(`${TAGS}${id}/`), { headers: headers() })
    assert.equal(record.status, 200)
  })

  test('an account reads its own latest writes', async ({ assert }) => {
    for (let round = 0; round < 20; round++) {
      const { id, name } = await create()
      assert.include(await names(), name)
      const url = server.url(`${TAGS}${id}/`)
      const removed = await fetch(url, { method: 'DELETE', headers: headers() })
      assert.equal(removed.status, 204)
      assert.equal((await fetch(url, { headers: headers() })).status, 404)
    }
  })

  test('skips a lagging replica until it catches up', async ({ assert }) => {
    const from = server.output.length
    await replica.query('SELECT pg_wal_replay_pause()')
    const { name } = await create()
    assert.include(await names(), name)
    await said('is not used: it lags.', from)
    assert.include(await names(), name)
    await replica.query('SELECT pg_wal_replay_resume()')
    await said('using replica', from)
    assert.include(await names(), name)
  })

  test('skips a stopped replica without a failed request until it restarts', async ({ assert }) => {
    const from = server.output.length
    await replica.stop('SIGQUIT')
    for (let round = 0; round < 10; round++) assert.isNotEmpty(await names())
    await said('is not used: it is unavailable.', from)
    const { name } = await create()
    await replica.start()
    await said('using replica', from)
    while (!(await answeredByReplica())) {
      assert.include(await names(), name)
      await sleep(50)
    }
  })
})
