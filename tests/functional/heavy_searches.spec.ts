import { test } from '@japa/runner'
import { openCommonCases, slowdowns } from '#tests/search/heavy_load'
import { takesMinutes } from '#tests/helpers/long_tests'

test.group('heavy searches', (group) => {
  takesMinutes(group)
  test('lists stay fast while twenty of them run', async ({ client, assert, cleanup }) => {
    const searchFor = await openCommonCases(cleanup)
    const list = async (at: number) => {
      const response = await client.get('/api/rest/v4/opinions/').qs({ id__gt: at, fields: 'id' })
      response.assertStatus(200)
    }
    const ratios = await slowdowns(list, searchFor, 3)
    assert.isBelow(Math.min(...ratios), 3, `p99 rose by ${ratios.join(', ')}`)
  }).timeout(180_000)
})
