import { test } from '@japa/runner'
import { ace } from '#tests/helpers/server_process'

test.group('settings of alerts', () => {
  test('a wrong one stops the start with a line that names it', async ({ assert }) => {
    const { code, output } = await ace(['accounts:grant', 'alice'], { ALERTS_DAILY: 'often' }).ended
    assert.equal(code, 1, output)
    assert.match(output, /curia: .*ALERTS_DAILY/)
    assert.notInclude(output, '    at ')
  })
})
