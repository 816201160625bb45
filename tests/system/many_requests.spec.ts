/** Many pipelined requests, or parts of one, on a single connection. */
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace, ServerProcess } from '#tests/helpers/server_process'

const head = (lines: string[]) => `${lines.join('\r\n')}\r\n`

test.group('a connection with very many requests', (group) => {
  let folder: string
  let server: ServerProcess
  let authorization: string

  group.setup(async () => {
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    server = await ServerProcess.start({ DATA_DIR: folder })
    const { output } = await ace(['accounts:create', 'molly'], { DATA_DIR: folder }).ended
    authorization = /Authorization: (Token \w+)/.exec(output)![1]!
    return async () => {
      await server.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  })

  /** Sends a text, and counts responses until the connection ends or stays silent. */
  async function send(text: string, wait: number) {
    const socket = connect(server.port, '127.0.0.1')
    let answers = 0
    let isClosed = false
    socket.on('data', (data) => (answers += data.toString('latin1').split('HTTP/1.1 ').length - 1))
    socket.on('error', () => {})
    socket.on('close', () => (isClosed = true))
    socket.write(text)
    for (let before = -1; !isClosed && before !== answers;) {
      before = answers
      await sleep(wait)
    }
    socket.destroy()
    return { answers, isClosed }
  }

  test('responds to all of {0} requests')
    .with([[1], [10], [60]])
    .run(async ({ assert }, [count]) => {
      const request = head(['GET /health/live HTTP/1.1', 'Host: a', ''])
      const { answers, isClosed } = await send(request.repeat(count!), 1_000)
      assert.equal(answers, count)
      assert.isFalse(isClosed)
    })

  test('closes after {count} pipelined requests of {path}, while others get responses')
    .with([
      { path: '/', count: 2_500 },
      { path: '/', count: 150_000 },
      { path: '/nothing/there/', count: 20_000 },
      { path: '/health/live', count: 40_000 },
    ])
    .run(async ({ assert }, { path, count }) => {
      const request = head([`GET ${path} HTTP/1.1`, 'Host: a', ''])
      const { pid } = server
      const { answers, isClosed } = await send(request.repeat(count), 5_000)
      assert.isTrue(isClosed)
      assert.isBelow(answers, 1_000)
      assert.equal((await fetch(server.url('/health/live'))).status, 200)
      assert.equal(server.pid, pid)
      assert.notMatch(server.output, /event loop was blocked/)
    })

  test('closes when a body has one-byte chunks: {$self}')
    .with(['/api/rest/v4/tags/', '/mcp', '/sign-in/'])
    .run(async ({ assert }, path) => {
      const request = head([
        `POST ${path} HTTP/1.1`,
        'Host: a',
        `Authorization: ${authorization}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
      ])
      const { answers, isClosed } = await send(request + '1\r\na\r\n'.repeat(200_000), 5_000)
      assert.isTrue(isClosed)
      assert.equal(answers, 0)
      assert.equal((await fetch(server.url('/health/live'))).status, 200)
      assert.notMatch(server.output, /event loop was blocked/)
    })
})
