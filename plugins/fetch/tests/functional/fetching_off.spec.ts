/** Fetch requests while fetching is off. */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { linesLogged } from '#tests/helpers/lines_logged'
import { apiWrite } from '#tests/helpers/write_paths'
import { someCredentials } from '../scripted_registry.js'
import { LIST } from '../simulated_queue.js'

test.group('fetch requests while fetching is off', () => {
  test('returns 501 and is logged once without a stack', async ({ assert }) => {
    const account = await makeAccount()
    const body = { ...someCredentials(), request_type: 1, docket: 1 }
    const lines = await linesLogged(async () => {
      for (let n = 0; n < 3; n++) {
        const { status, text } = await apiWrite(account, 'POST', LIST, body)()
        assert.equal(status, 501)
        assert.deepEqual(JSON.parse(text), { detail: 'Fetching is off on this server.' })
      }
    })
    assert.isAtMost(lines.length, 1)
    for (const line of lines) assert.notProperty(line, 'err')
  })
})
