/** Requests that try to crash the server, sent byte by byte. */
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ServerProcess } from '#tests/helpers/server_process'

test.group('hostile requests', () => {
  test('no request target ends the process', async ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    const server = await ServerProcess.start({ DATA_DIR: folder })
    cleanup(async () => {
      await server.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    })

    const answer = async (target: string): Promise<{ status: number; head: string }> => {
      const socket = connect(server.port, '127.0.0.1')
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`,
        'latin1'
      )
      const head = (await text(socket)).split('\r\n\r\n')[0]!
      return { status: Number(head.split(' ')[1]), head }
    }

    const odd = ['%E2%82%AC', '2001.%00', '%7f', '%0a', '%0d%0aset-cookie:%20a=b', '%F0%9F%92%A9']
    for (const key of odd) {
      const { status, head } = await answer(`/api/rest/v4/dockets/${key}?a=%E2%82%AC`)
      assert.equal(status, 301, key)
      assert.include(head, `location: /api/rest/v4/dockets/${key}/?a=%E2%82%AC`)
      assert.notInclude(head, '\nset-cookie')
      assert.equal((await answer(`/api/rest/v4/dockets/${key}/`)).status, 404, key)
      assert.equal((await answer(`/docket/999999999/${key}/`)).status, 404, key)
      assert.equal((await answer(`/storage/${key}`)).status, 404, key)
    }
    for (const target of [
      '//evil.example/api/rest/v4/dockets',
      '/\\evil.example/api/rest/v4/dockets',
      'http://evil.example/api/rest/v4/dockets',
      '//evil.example//',
    ]) {
      const { head } = await answer(target)
      assert.notMatch(head, /location: *(\/\/|\/\\|http:\/\/evil)/)
    }
    for (const target of ['/api/rest/v4/%', '/api/rest/v4/%C3', '/%', '/docket/%FF/']) {
      const { status, head } = await answer(target)
      assert.equal(status, 400, target)
      assert.include(head, 'content-type: application/json')
    }
    assert.equal((await server.json('/health')).status, 'ok')
  })
})
