import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { serveMonitoring } from '#app/boot/worker_monitoring'
import { freePort } from '#tests/helpers/environment'

const host = '127.0.0.1'

async function startMonitoring(token: string | null) {
  const server = await serveMonitoring({ host, port: await freePort(), token })
  const { port } = server.address() as AddressInfo
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://${host}:${port}${path}`, init)
  return { server, port, ask }
}

test.group('worker monitoring', () => {
  test('serves liveness and metrics, and nothing else', async ({ assert, cleanup }) => {
    const { server, ask } = await startMonitoring(null)
    cleanup(() => void server.close())
    const live = await ask('/health/live')
    assert.equal(live.status, 200)
    assert.deepEqual(await live.json(), { status: 'ok' })
    const metrics = await ask('/metrics')
    assert.equal(metrics.status, 200)
    assert.match(metrics.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
    assert.match(await metrics.text(), /^process_cpu_seconds_total(?:\{.*\})? [\d.]+$/m)
    const answers = [
      await ask('/'),
      await ask('/api/rest/v4/courts/'),
      await ask('/metrics', { method: 'POST' }),
    ]
    for (const { status } of answers) assert.equal(status, 404)
  })

  test('metrics require a local connection or the token', async ({ assert, cleanup }) => {
    const open = await startMonitoring(null)
    cleanup(() => void open.server.close())
    const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } }
    assert.equal((await open.ask('/metrics', forwarded)).status, 403)
    assert.equal((await open.ask('/health/live', forwarded)).status, 200)

    const closed = await startMonitoring('t'.repeat(16))
    cleanup(() => void closed.server.close())
    const refused = await closed.ask('/metrics')
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
    const headers = { authorization: `Bearer ${'t'.repeat(16)}` }
    assert.equal((await closed.ask('/metrics', { headers })).status, 200)
  })

  test('a port in use prevents startup, and the error names the setting to change', async ({
    assert,
    cleanup,
  }) => {
    const { server, port } = await startMonitoring(null)
    cleanup(() => void server.close())
    await assert.rejects(
      () => serveMonitoring({ host, port, token: null }),
      `port ${port} on ${host} is in use. Set WORKER_PORT to a free port.`
    )
  })
})
