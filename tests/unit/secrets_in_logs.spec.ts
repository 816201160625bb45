import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import logger from '@adonisjs/core/services/logger'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { describeLeak, LOGS, REGISTER, searchLogs } from '#tests/helpers/secret_search'
import { logFile } from '#tests/helpers/secrets'

test.group('secrets in logs', (group) => {
  let folder: string
  group.each.setup(() => {
    folder = makeTemporaryFolder()
    mkdirSync(join(folder, LOGS))
    return () => rmSync(folder, { recursive: true, force: true })
  })
  const register = (...entries: [kind: string, value: string][]) =>
    writeFileSync(join(folder, REGISTER), entries.map((entry) => JSON.stringify(entry)).join('\n'))

  const PASSWORD = 'pw "quoted" & spaced'
  for (const [form, written] of Object.entries({
    'verbatim': `tried ${PASSWORD} again`,
    'in JSON': JSON.stringify({ body: { password: PASSWORD } }),
    'in a URL': `GET /?password=${encodeURIComponent(PASSWORD)}`,
    'in a form': `body password=pw+%22quoted%22+%26+spaced`,
  })) {
    test(`finds a secret ${form} and does not print it`, ({ assert }) => {
      register(['token', 'f'.repeat(40)], ['password', PASSWORD])
      writeFileSync(join(folder, LOGS, 'server.log'), `harmless\n${written}\nharmless\n`)
      const { leaks, secrets, logs } = searchLogs(folder)
      assert.deepEqual({ secrets, logs }, { secrets: 2, logs: 1 })
      assert.lengthOf(leaks, 1)
      assert.containsSubset(leaks, [{ kind: 'password', log: 'server.log', line: 2 }])
      assert.include(describeLeak(leaks[0]!), '[secret]')
      assert.notInclude(describeLeak(leaks[0]!), written)
    })
  }

  test('reports nothing for logs without secrets, and for a run without secrets or logs', ({
    assert,
  }) => {
    assert.deepEqual(searchLogs(folder), { secrets: 0, logs: 0, leaks: [] })
    register(['token', 'f'.repeat(40)])
    writeFileSync(join(folder, LOGS, 'server.log'), 'f'.repeat(39))
    assert.deepEqual(searchLogs(folder).leaks, [])
  })

  test('the logs of a run include those of the test server', ({ assert }) => {
    const mark = randomUUID()
    logger.debug({ mark }, 'a line of a test')
    assert.include(readFileSync(logFile(`inside-${process.pid}`), 'utf8'), mark)
  })
})
