/** Traces of deliveries. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { startTracing } from '#app/boot/tracing_provider'
import { makeAccount } from '#tests/helpers/accounts'
import { toAttributeMap, EVERY_SPAN, TraceCollector } from '#tests/helpers/trace_collector'
import { deliver, listDeliveries, makeDeliverer, makeEndpoint, send } from '../endpoints.js'
import { Receiver } from '../receiver.js'

const CLIENT = 3

test.group('traces of webhooks', (group) => {
  let receiver: Receiver
  let collector: TraceCollector
  let stop: () => Promise<void>

  group.each.setup(async () => {
    receiver = await Receiver.start()
    collector = await TraceCollector.start()
    stop = await startTracing(app, { ...EVERY_SPAN, url: collector.url })
    return async () => {
      await stop()
      collector.close()
      await receiver.stop()
    }
  })

  test('traces a request with its host and delivery, without secrets', async ({ assert }) => {
    const { id } = await makeAccount()
    const secretPath = `${receiver.url}/path-7f3a`
    const endpoint = await makeEndpoint(id, secretPath)
    await send(id, { note: 'payload-5b1c' })
    await deliver(await makeDeliverer([receiver.host]), endpoint)
    const [delivery] = await listDeliveries(endpoint)
    const span = await collector.span(
      ({ name, attributes }) =>
        name === 'POST webhook' && toAttributeMap(attributes)['curia.delivery'] === delivery!.id
    )
    assert.equal(span.kind, CLIENT)
    assert.equal(toAttributeMap(span.attributes)['server.address'], '127.0.0.1')
    assert.notEqual(span.status.code, 2)
    const sent = JSON.stringify(collector.spans)
    for (const value of [endpoint.secret, 'path-7f3a', 'payload-5b1c'])
      assert.notInclude(sent, value)
  })

  test('marks a request without a response as failed, without its message', async ({ assert }) => {
    const { id } = await makeAccount()
    receiver.behave = (response) => response.destroy()
    const endpoint = await makeEndpoint(id, receiver.url)
    await send(id, {})
    await deliver(await makeDeliverer([receiver.host]), endpoint)
    const span = await collector.span(({ name }) => name === 'POST webhook')
    assert.equal(span.status.code, 2)
    assert.isNotEmpty(toAttributeMap(span.attributes)['error.type'])
  })
})
