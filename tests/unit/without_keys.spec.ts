import { test } from '@japa/runner'
import { makeToken } from '#app/accounts/tokens'
import { withoutKeys } from '#app/web/without_keys'

test.group('addresses in logs', () => {
  test('have no keys of links, of accounts or of alerts', ({ assert }) => {
    const letters = 'W7CYX8Gmunvh43oPVIpUOUewW2d87T5RMn2zTmmZ'
    for (const key of [makeToken(), letters]) {
      assert.equal(withoutKeys(`/alert/disable/${key}/`), '/alert/disable/…/')
      assert.equal(withoutKeys(`/alert/disable/?keys=${key}&x=1`), '/alert/disable/?keys=…&x=1')
    }
    assert.equal(withoutKeys('/docket/1/'), '/docket/1/')
  })
})
