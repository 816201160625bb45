/** Long API responses are encoded, rendered, and sent without blocking other requests. */
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import { encodeParts, renderLong, sendBytes } from '#api/long_answers'
import { parseExactly } from '#api/renderers/exact_json'
import { jsonTree } from '#api/renderers/json_tree'
import { toXml } from '#api/renderers/xml'
import { ApiError } from '#app/support/api_error'

const asIs = (part: string) => part
const never = new AbortController().signal

test.group('long responses', () => {
  for (const [title, part] of [
    ['ASCII', 'a'.repeat(300_000)],
    ['characters of two units at every border', `x${'😀'.repeat(300_000)}`],
    ['the same, one unit later', '😀'.repeat(300_000)],
    ['characters of three bytes', '€'.repeat(300_000)],
    ['nothing', ''],
  ] as const) {
    test(`keep their bytes: ${title}`, async ({ assert }) => {
      const bytes = await encodeParts([part, ',', part], asIs)
      assert.isTrue(Buffer.concat(bytes).equals(Buffer.from(`${part},${part}`)))
    })
  }

  test('finish, and encode repeated parts once', async ({ assert }) => {
    const finished: string[] = []
    const document = `{"id":${'1'.repeat(1000)}}`
    const parts = Array.from({ length: 500 }, () => [document, ',']).flat()
    const bytes = await encodeParts(parts, (part) => {
      finished.push(part)
      return part
    })
    assert.deepEqual(finished, [document, ','])
    assert.equal(new Set(bytes).size, 2)
    assert.equal(Buffer.concat(bytes).toString(), parts.join(''))
  })

  test('yield to the event loop while they are encoded', async ({ assert }) => {
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    const isLast = { value: false }
    const other = new Promise<void>((resolve) => {
      setImmediate(() => {
        assert.isFalse(isLast.value)
        resolve()
      })
    })
    await encodeParts([`${'a'.repeat(5_000_000)}`], asIs)
    isLast.value = true
    await other
    clearInterval(timer)
  })

  test('are the same when rendered in a worker thread', async ({ assert }) => {
    const json = JSON.stringify({
      results: Array.from({ length: 200 }, (_, id) => ({ id, case_name: '<b>' })),
    })
    const parts = [json.slice(0, 50), json.slice(50)]
    const value = parseExactly(json)
    assert.equal(await renderLong(parts, { as: 'tree', indent: 0 }, never), jsonTree(value))
    assert.equal(await renderLong(parts, { as: 'xml', indent: 0 }, never), toXml(value))
    assert.equal(
      await renderLong(parts, { as: 'json', indent: 2 }, never),
      JSON.stringify(value, null, 2)
    )
  })

  test('are rejected if they are too long for a format', async ({ assert }) => {
    const part = 'x'.repeat(17 * 1024 * 1024)
    const error = await renderLong([part, part], { as: 'xml', indent: 0 }, never).catch((e) => e)
    assert.instanceOf(error, ApiError)
    assert.equal(error.status, 422)
  })

  test('show 20,000 members on the browsable page, and how many more there are', ({ assert }) => {
    const html = jsonTree(Array.from({ length: 25_000 }, (_, id) => id))
    assert.include(html, 'and 5,000 more')
    assert.lengthOf(html.match(/<li>/g)!, 20_001)
    const nested = jsonTree(Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => 1)))
    assert.isAtMost(nested.match(/<li>/g)!.length, 20_000 + 202)
    assert.notInclude(jsonTree(Array.from({ length: 20_000 }, () => 1)), ' more')
  })

  for (const coding of [undefined, 'gzip'] as const) {
    test(`arrive completely (${coding ?? 'identity'})`, async ({ assert }) => {
      const parts = Array.from({ length: 50 }, (_, at) => `${at} ${'é'.repeat(40_000)}`)
      const bytes = await encodeParts(parts, asIs)
      const { received } = await exchange((out) => sendBytes(out, bytes, coding))
      const body = coding ? gunzipSync(received) : received
      assert.equal(body.toString(), parts.join(''))
    })
  }

  test('end when the client disconnects', async ({ assert }) => {
    const bytes = Array.from({ length: 400 }, () => Buffer.alloc(256 * 1024, 'a'))
    let sent = 0
    await exchange(
      async (out) => {
        const counted = new Proxy(bytes, {
          get(target, name) {
            if (typeof name === 'string' && /^\d+$/.test(name)) sent = Number(name)
            return Reflect.get(target, name) as unknown
          },
        })
        await sendBytes(out, counted, undefined)
      },
      (response) => response.once('data', () => response.destroy())
    )
    assert.isBelow(sent, bytes.length - 1)
  })
})

/**
 * Handles one request with a handler, and returns the received bytes once the handler has
 * ended.
 */
async function exchange(
  handler: (out: ServerResponse) => Promise<void>,
  read?: (response: IncomingMessage) => void
): Promise<{ received: Buffer }> {
  let handled: Promise<void> | undefined
  const server = createServer((_, out) => {
    handled = handler(out)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  response.on('error', () => {})
  if (read) read(response)
  else response.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(response, 'close')
  await handled
  server.close()
  return { received: Buffer.concat(chunks) }
}
