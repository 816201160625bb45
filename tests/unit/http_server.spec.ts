import type { RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
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

/** Sends the head of a request unchanged. */
async function sendRaw(url: string, head: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`${head}\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

test.group('HTTP server', () => {
  test('a handler that {0} returns 500 and does not stop the server')
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
        'writes an invalid head',
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

  test('a request with two hosts or an invalid host returns 400', async ({ assert }) => {
    let handled = 0
    const handler: RequestListener = (_request, response) => {
      handled++
      response.end()
    }
    await withServer(handler, async (url) => {
      for (const head of [
        'GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example',
        'GET / HTTP/1.1\r\nHost: a.example\r\nhost: a.example',
        'GET / HTTP/1.1\r\nHost: a.example/path',
        'GET / HTTP/1.1\r\nHost: a b',
        'GET / HTTP/1.1\r\nHost: user@a.example',
        'GET http:///path HTTP/1.1\r\nHost: a.example',
        'GET http://user@a.example/path HTTP/1.1\r\nHost: a.example',
      ])
        assert.match(await sendRaw(url, head), /^HTTP\/1\.1 400 /, head)
      assert.equal(handled, 0)
    })
  })

  test('an absolute target is reduced to its path, and its host replaces the Host header', async ({
    assert,
  }) => {
    const handler: RequestListener = ({ url, headers }, response) =>
      void response.end(`${headers.host} ${url}`)
    await withServer(handler, async (url) => {
      for (const [target, seen] of [
        ['http://b.example/path?x=1', 'b.example /path?x=1'],
        ['HTTPS://b.example:8443', 'b.example:8443 /'],
        ['http://[::1]:80?x=1', '[::1]:80 /?x=1'],
        ['/path', 'a.example /path'],
        ['/http://b.example/', 'a.example /http://b.example/'],
      ] as const)
        assert.include(await sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: a.example`), seen)
    })
  })

  test('{0}: {1}')
    .with([
      ['GET /caf\u00e9/ HTTP/1.1', 400, /percent-encoded/],
      ['GET /a b HTTP/1.1', 400, /space in the URL/],
      ['FOO / HTTP/1.1', 501, /Unknown method/],
      ['get / HTTP/1.1', 501, /in uppercase/],
      ['\u0016\u0003\u0001', 400, /not an HTTP/],
    ] as [string, number, RegExp][])
    .run(async ({ assert }, [line, status, said]) => {
      await withServer(
        () => {},
        async (url) => {
          const answer = await sendRaw(url, `${line}\r\nHost: x`)
          assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
          assert.match(JSON.parse(answer.split('\r\n\r\n')[1]!).detail, said)
        }
      )
    })

  test('a response that fails halfway is aborted and does not look complete', async ({
    assert,
  }) => {
    const handler: RequestListener = async (_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half')
      throw new Error('failed halfway')
    }
    await withServer(handler, async (url) => {
      await assert.rejects(async () => {
        await (await fetch(url)).text()
      })
    })
  })

  test('an idle connection is kept open longer than proxies keep theirs', async ({ assert }) => {
    const handler: RequestListener = (_request, response) => response.end()
    await withServer(handler, async (url) => {
      const { headers } = await fetch(url)
      assert.equal(headers.get('keep-alive'), 'timeout=75')
    })
  })
})
