import { test } from '@japa/runner'
import { ace, ServerProcess } from '#tests/helpers/server_process'

test.group('settings of alerts', () => {
  test('stops a command with an invalid setting, and names it', async ({ assert }) => {
    const { code, output } = await ace(['accounts:grant', 'alice'], { ALERTS_DAILY: 'often' }).ended
    assert.equal(code, 1, output)
    assert.include(output, 'ALERTS_DAILY must be minute, hour, day, month, and weekday')
  })

  test('reports an invalid setting the same way in commands and the server', async ({ assert }) => {
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
