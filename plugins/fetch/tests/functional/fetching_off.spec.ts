/** Requests to a server that does not fetch. */
import { Writable } from 'node:stream'
import app from '@adonisjs/core/services/app'
import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { apiWrite } from '#tests/helpers/write_paths'
import { someCredentials } from '../scripted_registry.js'
import { LIST } from '../simulated_queue.js'

test.group('fetching that is disabled', () => {
  test('is answered with 501, and logged once without a stack', async ({ assert, cleanup }) => {
    const lines: Record<string, any>[] = []
    const destination = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    })
    const loud = new Logger({ enabled: true, level: 'warn', destination })
    const logger = await app.container.make('logger')
    const { child } = logger
    logger.child = loud.child.bind(loud) as typeof child
    cleanup(() => void (logger.child = child))
    const account = await makeAccount()
    const body = { ...someCredentials(), request_type: 1, docket: 1 }
    for (let n = 0; n < 3; n++) {
      const { status, text } = await apiWrite(account, 'POST', LIST, body)()
      assert.equal(status, 501)
      assert.deepEqual(JSON.parse(text), { detail: 'Fetching is disabled on this server.' })
    }
    assert.isAtMost(lines.length, 1)
    for (const line of lines) assert.notProperty(line, 'err')
  })
})
