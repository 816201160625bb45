/**
 * First steps of a new user, in every test run: start the server, paste the printed
 * commands, and stop it.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { clusterFolder, isAlive, postmaster, ServerProcess } from '#tests/helpers/server_process'

test.group('first start', () => {
  test('its printed commands work, and both signals stop server and database', async ({
    assert,
    cleanup,
  }) => {
    const folder = makeTemporaryFolder()
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const server = await ServerProcess.start({ DATA_DIR: folder })
      cleanup(async () => void (await server.kill('SIGTERM')))
      assert.include(server.output, folder)
      const lines = server.output.split('\n').filter((line) => line.trim().startsWith('curl '))
      assert.lengthOf(lines, 3)
      for (const line of lines) {
        const body = JSON.parse(
          execFileSync('bash', ['-c', `${line.trim()} -s`], { encoding: 'utf8' })
        )
        assert.isNotEmpty(body.results, line)
      }
      const database = postmaster(clusterFolder(server))!
      assert.isTrue(isAlive(database))
      const { code } = await server.kill(signal)
      assert.equal(code, 0)
      assert.isFalse(isAlive(database))
      assert.isUndefined(postmaster(clusterFolder(server)))
    }
  })
})
