/** Account commands in separate processes. */
import { rmSync } from 'node:fs'
import { test } from '@japa/runner'
import pg from 'pg'
import { ClusterLease } from '#app/database/cluster_lease'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace } from '#tests/helpers/server_process'

test.group('accounts commands', (group) => {
  let folder: string
  let client: pg.Client

  group.setup(async () => {
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    const cluster = new EmbeddedCluster({ dataDir: folder })
    // While the server runs, commands leave its database running.
    const lease = await ClusterLease.take(cluster)
    client = new pg.Client(cluster.connection())
    client.on('error', () => {})
    await client.connect()
    return async () => {
      await client.end()
      await lease.release()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const run = (...words: string[]) => ace(words, { DATA_DIR: folder }).ended
  const row = async (username: string) =>
    (await client.query('SELECT * FROM accounts WHERE username = $1', [username])).rows[0]

  test('accounts:open reopens a closed account', async ({ assert }) => {
    assert.equal((await run('accounts:create', 'closed')).code, 0)
    await client.query("UPDATE accounts SET is_active = false WHERE username = 'closed'")
    const { code, output } = await run('accounts:open', 'closed')
    assert.equal(code, 0, output)
    assert.isTrue((await row('closed')).is_active)
    const unknown = await run('accounts:open', 'unknown')
    assert.equal(unknown.code, 1)
    assert.include(unknown.output, 'There is no account "unknown".')
  })

  test('accounts:create with an unknown role creates nothing', async ({ assert }) => {
    const { code, output } = await run('accounts:create', 'ruler', '--role=God')
    assert.equal(code, 1)
    assert.include(output, 'Unknown role "God".')
    assert.notInclude(output, 'Token')
    assert.isUndefined(await row('ruler'))
  })

  test('accounts:token accepts options of an additional token only with --name', async ({
    assert,
  }) => {
    assert.equal((await run('accounts:create', 'reader')).code, 0)
    const tokens = async () =>
      (
        await client.query(
          "SELECT t.* FROM api_tokens t JOIN accounts a ON a.id = account_id WHERE username = 'reader'"
        )
      ).rows
    const before = await tokens()
    for (const option of ['--read-only', '--days=3']) {
      const { code, output } = await run('accounts:token', 'reader', option)
      assert.equal(code, 1, option)
      assert.include(output, 'Use --name to add one')
    }
    assert.deepEqual(await tokens(), before)
  })

  test('accounts:grant without a right lists all rights as plain text', async ({ assert }) => {
    assert.equal((await run('accounts:create', 'asking')).code, 0)
    const { code, printed } = await ace(['accounts:grant', 'asking'], {
      DATA_DIR: folder,
      NO_COLOR: undefined,
    }).ended
    assert.equal(code, 0)
    assert.match(printed, /^accounts\.view +View accounts/m)
    // eslint-disable-next-line no-control-regex -- the start of a color
    assert.notMatch(printed, /\u001B/)
  })
})
