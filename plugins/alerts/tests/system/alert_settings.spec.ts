import { test } from '@japa/runner'
import { ace } from '#tests/helpers/server_process'

test.group('settings of alerts', () => {
  test('a wrong one stops a command before it runs, and is named', async ({ assert }) => {
    const { code, output } = await ace(['accounts:grant', 'alice'], { ALERTS_DAILY: 'often' }).ended
    assert.equal(code, 1, output)
    assert.include(output, 'ALERTS_DAILY must be minute, hour, day, month and weekday')
  })
})
