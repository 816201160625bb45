/** Settings of court emails and feeds. */
import { test } from '@japa/runner'
import { domain, feeds, signingKeys } from '../../setting_rules.js'

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`

test.group('settings of court emails', () => {
  test('secrets have a prefix and 24 to 64 bytes', ({ assert }) => {
    const read = signingKeys()
    assert.isUndefined(read('S', undefined))
    assert.isUndefined(read('S', ''))
    assert.deepEqual(read('S', secretOf(24)), [Buffer.alloc(24, 1)])
    assert.lengthOf(read('S', `${secretOf(32)}, ${secretOf(64)}`)!, 2)
    for (const wrong of ['x', secretOf(23), secretOf(65), 'whsec_%%', `${secretOf(32)},x`])
      assert.throws(() => read('S', wrong), /^S must be whsec_ followed by 24 to 64 bytes/)
  })

  test('errors do not contain secrets', ({ assert }) => {
    const wrong = secretOf(23)
    try {
      signingKeys()('S', wrong)
      assert.fail('no error')
    } catch (error) {
      assert.notInclude((error as Error).message, wrong.slice(6))
    }
  })

  test('domains must be valid names', ({ assert }) => {
    const read = domain()
    assert.equal(read('D', 'Filings.Example.ORG'), 'filings.example.org')
    assert.isUndefined(read('D', ''))
    for (const wrong of ['example', 'a@example.org', '-a.org', 'a..org', 'http://a.org'])
      assert.throws(() => read('D', wrong), /^D must be a domain/)
  })

  test('feeds require fetching', ({ assert, cleanup }) => {
    const { REGISTRY, REGISTRY_CONNECT } = process.env
    cleanup(() => {
      for (const [name, value] of Object.entries({ REGISTRY, REGISTRY_CONNECT }))
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
    })
    delete process.env.REGISTRY
    delete process.env.REGISTRY_CONNECT
    const read = feeds()
    assert.isUndefined(read('FEEDS', ''))
    assert.equal(read('FEEDS', 'off'), 'off')
    assert.throws(() => read('FEEDS', 'on'), 'FEEDS=on requires REGISTRY=on')
    assert.throws(() => read('FEEDS', 'yes'), /^FEEDS must be on or off/)
    process.env.REGISTRY_CONNECT = '127.0.0.1:1'
    assert.equal(read('FEEDS', 'on'), 'on')
  })
})
