import { test } from '@japa/runner'
import { loopbackAddress, proxyUrl, requireSharedSessions } from '#plugins/fetch/setting_rules'

test.group('fetch settings', () => {
  test('{text} is a loopback address')
    .with([
      { text: '127.0.0.1:4433', host: '127.0.0.1', port: 4433 },
      { text: '127.8.9.10:1', host: '127.8.9.10', port: 1 },
      { text: 'localhost:65535', host: '127.0.0.1', port: 65_535 },
      { text: '[::1]:4433', host: '::1', port: 4433 },
    ])
    .run(({ assert }, { text, host, port }) => {
      assert.deepEqual(loopbackAddress()('REGISTRY_CONNECT', text), { host, port })
    })

  test('{$self} is not a loopback address')
    .with([
      '127.0.0.1',
      '127.0.0.1:0',
      '127.0.0.1:70000',
      '10.0.0.1:4433',
      'example.com:443',
      'localhost.example.com:443',
      'http://127.0.0.1:4433',
      '[::2]:4433',
    ])
    .run(({ assert }, text) => {
      assert.throws(
        () => loopbackAddress()('REGISTRY_CONNECT', text),
        'REGISTRY_CONNECT must be a loopback address with a port, such as 127.0.0.1:4433'
      )
    })

  test('empty settings are undefined', ({ assert }) => {
    assert.isUndefined(loopbackAddress()('REGISTRY_CONNECT', ''))
    assert.isUndefined(proxyUrl()('REGISTRY_PROXY'))
  })

  test('errors do not contain the proxy URL', ({ assert }) => {
    const rule = proxyUrl()
    assert.equal(
      rule('REGISTRY_PROXY', 'http://user:word@proxy.internal:3128'),
      'http://user:word@proxy.internal:3128'
    )
    for (const text of ['proxy.internal:3128', 'socks5://user:word@proxy', 'http://proxy/path']) {
      assert.throws(
        () => rule('REGISTRY_PROXY', text),
        'REGISTRY_PROXY must be the http:// or https:// URL of a proxy, with host and port'
      )
    }
  })
})

test.group('sessions in several processes', () => {
  const off = { registry: 'off', connect: null } as const
  const on = { registry: 'on', connect: null } as const
  const connected = { registry: 'off', connect: {} } as const

  test('require Redis', ({ assert }) => {
    const two = { workers: 2, redisUrl: null }
    assert.throws(() => requireSharedSessions(two, on), /^REGISTRY=on .* set REDIS_URL/)
    assert.throws(() => requireSharedSessions(two, connected), /^REGISTRY_CONNECT /)
  })

  test('are accepted in one process, with Redis, or while fetching is off', ({ assert }) => {
    assert.doesNotThrow(() => requireSharedSessions({ workers: 1, redisUrl: null }, on))
    assert.doesNotThrow(() => requireSharedSessions({ workers: 2, redisUrl: 'redis://a' }, on))
    assert.doesNotThrow(() => requireSharedSessions({ workers: 2, redisUrl: null }, off))
  })
})
