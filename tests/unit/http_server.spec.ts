import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { createHttpServer } from '#app/web/http_server'

async function withServer(handler: RequestListener, ask: (url: string) => Promise<void>) {
  const server = createHttpServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test.group('HTTP server', () => {
  test('a handler that {0} earns its request a 500 and ends nothing')
    .with<[string, RequestListener][]>([
      [
        'throws',
        (_request, response) => {
          response.setHeader('content-type', 'text/csv')
          throw new Error('secret')
        },
      ],
      ['rejects', () => Promise.reject(new Error('secret'))],
      [
        'writes a head that cannot be sent',
        async (_request, response) => {
          response.writeHead(301, { location: '/€' })
        },
      ],
    ])
    .run(async ({ assert }, [, handler]) => {
      await withServer(handler, async (url) => {
        for (let time = 0; time < 2; time++) {
          const response = await fetch(url)
          assert.equal(response.status, 500)
          assert.equal(response.headers.get('content-type'), 'application/json')
          assert.notInclude(await response.text(), 'secret')
        }
      })
    })

  test('an answer that fails half-way is cut off, not ended as if it were whole', async ({
    assert,
  }) => {
    const handler: RequestListener = async (_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half')
      throw new Error('no more')
    }
    await withServer(handler, async (url) => {
      await assert.rejects(async () => {
        await (await fetch(url)).text()
      })
    })
  })
})
