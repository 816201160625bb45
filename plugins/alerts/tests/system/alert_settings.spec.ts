import { test } from '@japa/runner'
import { ace, ServerProcess } from '#tests/helpers/server_process'

test.group('settings of alerts', () => {
  test('a wrong one stops a command before it runs, and is named', async ({ assert }) => {
    const { code, output } = await ace(['accounts:grant', 'alice'], { ALERTS_DAILY: 'often' }).ended
    assert.equal(code, 1, output)
    assert.include(output, 'ALERTS_DAILY must be minute, hour, day, month, and weekday')
  })

  test('a wrong one reads the same under a command as under the server', async ({ assert }) => {
    const env = { ALERTS_SWEEP: 'nonsense' }
    const server = await ServerProcess.fail(env)
    const line = server.output.split('\n').find((one) => one.startsWith('curia: invalid settings:'))
    for (const command of [['plugins:list'], ['search:embed']]) {
      const { code, output } = await ace(command, env).ended
      assert.equal(code, 1, output)
      assert.equal(output.trim(), line)
    }
  })
})
