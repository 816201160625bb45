import { test } from '@japa/runner'
import { makeToken } from '#app/accounts/tokens'
import { redactKeys } from '#app/web/http_server'

test.group('URLs in logs', () => {
  test('contain no keys of links, accounts, or alerts', ({ assert }) => {
    const letters = 'W7CYX8Gmunvh43oPVIpUOUewW2d87T5RMn2zTmmZ'
    for (const key of [makeToken(), letters]) {
      assert.equal(redactKeys(`/alert/disable/${key}/`), '/alert/disable/…/')
      assert.equal(redactKeys(`/alert/disable/?keys=${key}&x=1`), '/alert/disable/?keys=…&x=1')
    }
    assert.equal(redactKeys('/docket/1/'), '/docket/1/')
  })
})
