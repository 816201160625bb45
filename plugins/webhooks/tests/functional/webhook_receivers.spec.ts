/** Faulty receivers, and host names that resolve to internal IP addresses. */
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { test } from '@japa/runner'
import type { Deliverer } from '#plugins/webhooks/delivery/deliverer'
import { TIMEOUTS, httpPost, ANSWER_KEPT } from '#plugins/webhooks/delivery/http_post'
import { STATUS } from '#plugins/webhooks/rows'
import { Targets } from '#plugins/webhooks/delivery/target'
import app from '@adonisjs/core/services/app'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { NameServer } from '#tests/helpers/name_server'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'
import { accept, Receiver, refuse, stall, type Behaviour } from '#plugins/webhooks/tests/receiver'
import {
  deliver,
  listDeliveries,
  makeDeliverer,
  makeEndpoint,
  send,
  type TestEndpoint,
} from '#plugins/webhooks/tests/endpoints'

async function lastAttempt(endpoint: TestEndpoint): Promise<Record<string, any>> {
  const database = await app.container.make('lucid.db')
  return database
    .from('webhook_attempts as a')
    .join('webhook_deliveries as d', 'd.id', 'a.delivery_id')
    .where('d.webhook_id', endpoint.id)
    .orderBy('a.id', 'desc')
    .select('a.*')
    .firstOrFail()
}

test.group('receivers of webhooks', (group) => {
  let receiver: Receiver
  let deliverer: Deliverer
  let account: TestAccount
  let endpoint: TestEndpoint

  group.each.setup(async () => {
    receiver = await Receiver.start()
    deliverer = await makeDeliverer([receiver.host])
    account = await makeAccount()
    endpoint = await makeEndpoint(account.id, receiver.url)
    return () => receiver.stop()
  })

  async function deliveryTo(behave: Behaviour): Promise<Record<string, any>> {
    receiver.behave = behave
    await send(account.id, {})
    await deliver(deliverer, endpoint)
    return (await listDeliveries(endpoint)).at(-1)!
  }

  test('treats a redirect as a failure and does not follow it', async ({ assert }) => {
    const other = await Receiver.start()
    try {
      for (const status of [301, 302, 307, 308]) {
        const delivery = await deliveryTo((response) =>
          response.writeHead(status, { location: other.url }).end()
        )
        assert.containsSubset(delivery, { status: STATUS.retry, status_code: status })
      }
      assert.isEmpty(other.received)
    } finally {
      await other.stop()
    }
  })

  test('treats any 2xx status as success', async ({ assert }) => {
    for (const status of [200, 201, 202, 204, 299]) {
      const delivery = await deliveryTo((response) => response.writeHead(status).end())
      assert.containsSubset(delivery, { status: STATUS.delivered, status_code: status })
    }
  })

  test('reads and stores only the start of a large response', async ({ assert }) => {
    let written = 0
    const delivery = await deliveryTo((response) => {
      response.writeHead(200)
      const flood = () => {
        while (!response.destroyed) {
          written += 65_536
          if (written > 1_000_000_000 || !response.write(Buffer.alloc(65_536, 'x'))) break
        }
      }
      response.on('drain', flood)
      flood()
    })
    assert.equal(delivery.status, STATUS.delivered)
    assert.equal((await lastAttempt(endpoint)).response_body, 'x'.repeat(ANSWER_KEPT))
    assert.isBelow(written, 50_000_000)
  })

  test('accepts a response once its status is received', async ({ assert }) => {
    const lie = await deliveryTo((response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('ten bytes!')
      setTimeout(() => response.destroy(), 20)
    })
    assert.equal(lie.status, STATUS.delivered)
    assert.equal((await lastAttempt(endpoint)).response_body, 'ten bytes!')
    const broken = await deliveryTo((response) => {
      response.writeHead(503, { 'content-length': '1000' })
      response.write('no')
      setTimeout(() => response.destroy(), 20)
    })
    assert.containsSubset(broken, { status: STATUS.retry, status_code: 503 })
  })

  test('replaces characters that PostgreSQL rejects', async ({ assert }) => {
    await deliveryTo((response) => response.writeHead(400).end(Buffer.from([0, 255, 65, 0])))
    assert.equal((await lastAttempt(endpoint)).response_body, '\uFFFD\uFFFDA\uFFFD')
  })

  test('retries after a disconnect, stall, or refused connection, with a message', async ({
    assert,
  }) => {
    const gone = await deliveryTo((response) => response.destroy())
    assert.containsSubset(gone, { status: STATUS.retry, status_code: null })
    assert.match((await lastAttempt(endpoint)).error, /reset|closed/)
    const stalled = await deliveryTo(stall)
    assert.containsSubset(stalled, { status: STATUS.retry, status_code: null })
    const { error, milliseconds } = await lastAttempt(endpoint)
    assert.match(error, /No response within 6 seconds/)
    assert.isBelow(milliseconds, 2 * TIMEOUTS.whole)
    await receiver.stop()
    await send(account.id, {})
    await deliver(deliverer, endpoint)
    assert.match((await lastAttempt(endpoint)).error, /refused/)
    receiver = await Receiver.start()
  }).skip(!EVERYTHING, LEFT_OUT)

  test('cuts off a slow response', async ({ assert }) => {
    const delivery = await deliveryTo((response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 100)
      response.once('close', () => clearInterval(timer))
    })
    assert.equal(delivery.status, STATUS.delivered)
    assert.isBelow((await lastAttempt(endpoint)).milliseconds, 2 * TIMEOUTS.whole)
  }).skip(!EVERYTHING, LEFT_OUT)

  test('reports receivers that use another protocol', async ({ assert }) => {
    const sockets = new Set<Socket>()
    const server: Server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('data', () => socket.write('220 mail.example.org ESMTP\r\n'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const url = `http://127.0.0.1:${port}/`
    const target = await new Targets({ allowedHosts: [`127.0.0.1:${port}`] }).resolve(url)
    await assert.rejects(
      () => httpPost(target, { headers: {}, body: Buffer.from('{}') }),
      /valid HTTP/
    )
    const secure = { ...target, url: new URL(`https://127.0.0.1:${port}/`) }
    await assert.rejects(() => httpPost(secure, { headers: {}, body: Buffer.from('{}') }))
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  test('sends up to four concurrent requests to an endpoint, one while it fails', async ({
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const slowly: Behaviour = (response) => setTimeout(() => accept(response, {} as never), 50)
    receiver.behave = slowly
    await database.from('webhooks').where('id', endpoint.id).update({ is_slow: false })
    for (let n = 0; n < 12; n++) await send(account.id, { n })
    await Promise.all([deliver(deliverer, endpoint), deliver(deliverer, endpoint)])
    assert.equal(receiver.mostOpen, 4)
    assert.lengthOf(receiver.received, 12)
    receiver.behave = refuse
    receiver.mostOpen = 0
    await database.from('webhooks').where('id', endpoint.id).update({ is_slow: true })
    for (let n = 0; n < 3; n++) await send(account.id, { n })
    await deliver(deliverer, endpoint)
    assert.equal(receiver.mostOpen, 1)
  })
})

test.group('host names with internal IP addresses', () => {
  test('rejects a host name if any of its IP addresses is not public', async ({ assert }) => {
    for (const addresses of [
      ['127.0.0.1'],
      ['93.184.215.14', '10.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['64:ff9b::7f00:1'],
      ['fd00::1', '2606:4700::1'],
    ]) {
      const names = await NameServer.start((_, type) =>
        addresses.filter((address) => address.includes(':') === (type === 'AAAA'))
      )
      const targets = new Targets({ allowedHosts: [], resolver: names.resolver() })
      await assert.rejects(() => targets.resolve('https://inside.example.org/'), /isn't public/)
      names.stop()
    }
  })

  test('reports a host name that cannot be resolved', async ({ assert }) => {
    for (const silent of [true, false]) {
      const names = await NameServer.start(() => (silent ? undefined : []))
      const targets = new Targets({ allowedHosts: [], resolver: names.resolver() })
      await assert.rejects(() => targets.resolve('https://nowhere.example.org/'), /be resolved/)
      names.stop()
    }
  })

  test('ignores changes to DNS records after the check', async ({ assert }) => {
    // In this test, 127.0.0.1 is a public address, and 127.0.0.2 is an internal one.
    const outside = await Receiver.start()
    const inside = await Receiver.start({ host: '127.0.0.2', port: outside.port })
    const names = await NameServer.start((_, type) => {
      if (type === 'AAAA') return []
      return [names.asked > 1 ? '127.0.0.2' : '127.0.0.1']
    })
    try {
      const resolver = names.resolver()
      const judge = (address: string) => address === '127.0.0.1'
      const targets = new Targets({ allowedHosts: [], resolver, judge })
      const { url, addresses } = await targets.resolve('https://rebinding.example.org/')
      assert.deepEqual(await resolver.resolve4('rebinding.example.org'), ['127.0.0.2'])
      await assert.rejects(() => targets.resolve(url.href), /isn't public/)
      const asked = names.asked
      // The same host name, with the port of the test's receivers and without TLS.
      const plain = new URL(`http://${url.host}:${outside.port}/`)
      await httpPost({ url: plain, addresses }, { headers: {}, body: Buffer.from('{}') })
      assert.equal(names.asked, asked)
      assert.lengthOf(outside.received, 1)
      assert.equal(outside.received[0]!.headers.host, plain.host)
      assert.isEmpty(inside.received)
    } finally {
      names.stop()
      await outside.stop()
      await inside.stop()
    }
  })

  test('records a failure with a message and sends no request to an internal host', async ({
    assert,
  }) => {
    const names = await NameServer.start((_, type) => (type === 'A' ? ['10.0.0.1'] : []))
    const account = await makeAccount()
    const endpoint = await makeEndpoint(account.id, 'https://inside.example.org/hooks')
    await send(account.id, {})
    await deliver(await makeDeliverer([], names.resolver()), endpoint)
    names.stop()
    const attempt = await lastAttempt(endpoint)
    assert.equal(attempt.error, "The host's IP address isn't public.")
    assert.notInclude(JSON.stringify(attempt), '10.0.0.1')
  })
})
