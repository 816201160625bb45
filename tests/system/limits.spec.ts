/**
 * Accounts and limits of real servers: several processes on one database, restarts,
 * and the first start.
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { askTogether, insertAccount } from '#tests/helpers/limited_account'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { HAS_REDIS, NO_REDIS, startRedis } from '#tests/helpers/redis_server'
import { ace, ServerProcess } from '#tests/helpers/server_process'

const COURTS = '/api/rest/v4/courts/?fields=id'
const USAGE = '/api/rest/v4/api-usage/'

test.group('limits of several processes', (group) => {
  let folder: string
  const servers: ServerProcess[] = []
  const start = async (env: NodeJS.ProcessEnv) => {
    const server = await ServerProcess.start({ DATA_DIR: folder, RATE_LIMITS: 'on', ...env })
    servers.push(server)
    return server
  }

  group.each.setup(() => {
    folder = makeTemporaryFolder()
    return async () => {
      for (const server of servers.splice(0).toReversed()) await server.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  })

  for (const store of ['postgres', 'redis']) {
    test(`${store}: two servers share an exact limit and accept a new token immediately`, async ({
      assert,
      cleanup,
    }) => {
      let env: NodeJS.ProcessEnv = { THROTTLE_STORE: store }
      if (store === 'redis') {
        const redis = await startRedis()
        cleanup(() => redis.stop())
        env = { REDIS_URL: redis.url }
      }
      await copyMadeFolder(folder)
      const both = [await start(env), await start(env)]
      for (const limit of [5, 50, 300]) {
        const token = await insertAccount(folder, limit)
        const answers = await askTogether(
          both.map((server) => server.url(COURTS)),
          token,
          2 * limit
        )
        assert.equal(answers.filter((answer) => answer === 200).length, limit, `${limit}/hour`)
        assert.equal(answers.filter((answer) => answer === 429).length, limit)
        for (const server of both) {
          const report = await json(server, USAGE, token)
          assert.containsSubset(report.current_usage, [
            { scope: 'user', used: limit, remaining: 0, limit },
          ])
          assert.equal(report.historical_usage.total, limit)
        }
      }

      const old = tokenIn(await run(folder, 'accounts:create', 'changing'))
      for (const server of both) assert.equal(await status(server, COURTS, old), 200)
      const fresh = tokenIn(await run(folder, 'accounts:token', 'changing'))
      await sleep(100)
      for (const server of both) {
        assert.equal(await status(server, COURTS, old), 401)
        assert.equal(await status(server, COURTS, fresh), 200)
      }
    }).skip(store === 'redis' && !HAS_REDIS, NO_REDIS)
  }

  test('memory: a restart keeps usage, and a second server is rejected', async ({ assert }) => {
    await copyMadeFolder(folder)
    const first = await start({ DEMO: 'auto' })
    const token = /Authorization: Token (\w+)/.exec(first.output)![1]!
    const [, password] = /password (\S+)/.exec(first.output)!
    assert.equal(await status(first, COURTS, token), 200)
    const basic = `Basic ${Buffer.from(`demo:${password}`).toString('base64')}`
    assert.equal(
      (await fetch(first.url(COURTS), { headers: { authorization: basic } })).status,
      200
    )

    for (const [env, said] of [
      [{}, /another server on this database is running, and limits in memory/],
      [
        { THROTTLE_STORE: 'postgres' },
        /another server on this database keeps its limits in memory/,
      ],
    ] as const) {
      const refused = await ServerProcess.fail({ DATA_DIR: folder, ...env })
      assert.equal(refused.code, 1)
      assert.match(refused.output.trim(), said)
    }
    assert.equal(await status(first, COURTS, token), 200)
    await first.kill('SIGTERM')

    const second = await start({ DEMO: 'auto' })
    assert.notInclude(second.output, token)
    assert.notInclude(second.output, 'password')
    const report = await json(second, USAGE, token)
    assert.containsSubset(report.current_usage, [{ scope: 'user', used: 3, rate: '100000/hour' }])
    assert.equal(report.historical_usage.total, 3)

    await status(second, COURTS, token)
    await sleep(1500)
    await second.kill('SIGKILL')
    const third = await start({})
    assert.equal((await json(third, USAGE, token)).historical_usage.total, 4)
  })
})

async function run(folder: string, ...args: string[]): Promise<string> {
  const { process: child, ended } = ace(args, { DATA_DIR: folder })
  child.stdin?.end()
  const { code, output } = await ended
  if (code !== 0) throw new Error(output)
  return output
}

function tokenIn(output: string): string {
  return /Authorization: Token (\w{40})/.exec(output)![1]!
}

async function status(server: ServerProcess, path: string, token: string): Promise<number> {
  const { status: code } = await fetch(server.url(path), {
    headers: { authorization: `Token ${token}` },
  })
  return code
}

async function json(server: ServerProcess, path: string, token: string): Promise<any> {
  const response = await fetch(server.url(path), { headers: { authorization: `Token ${token}` } })
  return response.json()
}
