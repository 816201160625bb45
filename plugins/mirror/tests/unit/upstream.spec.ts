/** Requests to an upstream that redirects, limits, fails, or sends too much. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { PositionLost, ResponseTooLarge, Upstream } from '../../upstream/upstream.js'

const TOKEN = 'a1'.repeat(20)

test.group('requests to an upstream', (group) => {
  const servers: Server[] = []
  group.each.teardown(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  const listen = async (listener: RequestListener) => {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** Sends these responses, one per request, the last one again for further requests. */
  const connect = async (responses: RequestListener[], attempts?: number) => {
    const requests: { path: string; token: string | undefined }[] = []
    const reports: string[] = []
    const interruption = new AbortController()
    const url = await listen((request, response) => {
      requests.push({ path: request.url!, token: request.headers.authorization })
      const at = Math.min(requests.length, responses.length) - 1
      responses[at]!(request, response)
    })
    const { signal } = interruption
    const report = (message: string) => reports.push(message)
    const upstream = new Upstream({ url, token: TOKEN, signal, report, attempts })
    return { upstream, requests, reports, interruption }
  }

  const status =
    (code: number, headers: Record<string, string> = {}): RequestListener =>
    (_, response) => {
      response.writeHead(code, headers).end('{"detail":"no"}')
    }
  const empty: RequestListener = (_, response) => {
    response.end('{"next":null,"results":[]}')
  }
  const thrown = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => {
        throw new Error('it succeeded')
      },
      (error: Error) => error
    )

  test('the token is sent to the upstream, and not to the target of a redirect', async ({
    assert,
  }) => {
    const others: string[] = []
    const other = await listen((request, response) => {
      others.push(request.url!)
      response.end('{}')
    })
    for (const code of [301, 302, 303, 307, 308]) {
      const { upstream, requests } = await connect([status(code, { location: `${other}/x` })])
      const error = await thrown(upstream.list('courts', ''))
      assert.instanceOf(error, CommandRefusal)
      assert.include(error.message, `returned ${code}: ${other}/x`)
      assert.notInclude(error.message, TOKEN)
      assert.deepEqual(requests, [{ path: '/api/rest/v4/courts/', token: `Token ${TOKEN}` }])
    }
    assert.deepEqual(others, [])
  })

  test('waits for the delay that the upstream requests', async ({ assert }) => {
    const date = () => new Date(Date.now() + 1_000).toUTCString()
    for (const [code, value] of [
      [429, '1'],
      [429, date()],
      [429, 'soon'],
      [503, '1'],
    ] as const) {
      const { upstream, requests, reports } = await connect([
        status(code, { 'retry-after': value }),
        empty,
      ])
      assert.deepEqual((await upstream.list('courts', '?page=2')).results, [])
      // Without a valid delay, it reads the limits of the account first.
      assert.lengthOf(requests, value === 'soon' ? 3 : 2)
      assert.lengthOf(reports, code === 503 ? 1 : 0)
      if (code === 503) assert.match(reports[0]!, /it returned 503.*next attempt in 1 s/)
    }
  })

  test('a long wait ends with an interruption', async ({ assert }) => {
    const waits: [RequestListener, number][] = [
      [status(429, { 'retry-after': '86400' }), 1],
      [status(503, { 'retry-after': '99999999999' }), 1],
      [() => {}, 1],
      [
        (request, response) => {
          response.setHeader('ratelimit', '"user";r=0;t=86400')
          empty(request, response)
        },
        1,
      ],
    ]
    for (const [listener, count] of waits) {
      const { upstream, requests, interruption } = await connect([listener])
      const work = thrown(upstream.list('courts', '').then(() => upstream.list('courts', '')))
      while (!requests.length) await new Promise((resolve) => setTimeout(resolve, 5))
      await new Promise((resolve) => setTimeout(resolve, 100))
      interruption.abort()
      assert.instanceOf(await work, Interrupted)
      assert.lengthOf(requests, count)
    }
  })

  test('rejects endless responses while they are read', async ({ assert }) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const endless: RequestListener = (_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', write)
      write()
    }
    const { upstream } = await connect([endless])
    assert.instanceOf(await thrown(upstream.changes({})), ResponseTooLarge)
    const failing = await connect([
      (request, response) => {
        response.statusCode = 400
        endless(request, response)
      },
    ])
    assert.match((await thrown(failing.upstream.list('courts', ''))).message, /returned 400/)
  })

  test('missing records, lost positions, and failures', async ({ assert }) => {
    for (const code of [404, 410, 308]) {
      const { upstream } = await connect([status(code)])
      assert.isNull(await upstream.record('dockets', 'a/b'))
    }
    const lost = await connect([status(410)])
    assert.instanceOf(await thrown(lost.upstream.changes({ since: '1' })), PositionLost)
    const page = await connect([(_, response) => response.end(`<p>${TOKEN}`)], 2)
    const error = await thrown(page.upstream.root())
    assert.match(error.message, /failed: the response isn't JSON/)
    assert.lengthOf(page.requests, 2)
    assert.notInclude(error.message + page.reports.join(), TOKEN)
    const colored = await connect([
      (_, response) => {
        response.writeHead(403).end('\u001B[2Jno')
      },
    ])
    assert.notInclude((await thrown(colored.upstream.root())).message, '\u001B')
  })

  test('a failed request has a readable reason: {name}')
    .with<{ name: string; reason: string; listener: RequestListener }[]>([
      {
        name: 'blank',
        reason: "the response isn't JSON",
        listener: (_, response) => response.end(),
      },
      ...['null', '[]', '{}', '"a"', '{"results":{}}', '{"next":null,"results":[1]}'].map(
        (body) => ({
          name: body,
          reason: "the response isn't from a server with this API",
          listener: ((_, response) => response.end(body)) as RequestListener,
        })
      ),
      {
        name: 'closed',
        reason: 'the connection was closed',
        listener: (request) => request.socket.destroy(),
      },
      {
        name: 'incomplete',
        reason: 'the connection was closed',
        listener: (_, response) => {
          response.writeHead(200, { 'content-length': 100 }).write('{')
          setTimeout(() => response.destroy(), 50)
        },
      },
      {
        name: 'not compressed',
        reason: 'the response is compressed incorrectly',
        listener: (_, response) => {
          response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}')
        },
      },
      {
        name: 'another protocol',
        reason: "the response isn't valid HTTP",
        listener: ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
      },
      { name: 'status', reason: 'it returned 502', listener: status(502) },
    ])
    .run(async ({ assert }, { reason, listener }) => {
      const { upstream, reports } = await connect([listener], 2)
      const { message } = await thrown(upstream.list('courts', ''))
      assert.include(message, `failed: ${reason}`)
      assert.include(reports.join(), `failed (${reason});`)
    })

  test('a server that cannot be reached has a readable reason', async ({ assert }) => {
    const listening = await listen(empty)
    const stopped = await listen(empty)
    servers.pop()!.close()
    for (const [url, reason] of [
      [stopped, /failed: the connection was refused$/],
      [listening.replace('http:', 'https:'), /failed: the server has no TLS on this port$/],
      ['http://host.invalid', /failed: the host name/],
      // Ports of chargen and SMTP.
      ['http://127.0.0.1:19', /127\.0\.0\.1:19 has a port of another protocol$/],
      ['http://127.0.0.1:25', /127\.0\.0\.1:25 has a port of another protocol$/],
    ] as const) {
      const { signal } = new AbortController()
      const upstream = new Upstream({ url, token: TOKEN, signal, report: () => {}, attempts: 1 })
      const error = await thrown(upstream.changes({}))
      assert.instanceOf(error, CommandRefusal)
      assert.match(error.message, reason)
    }
  })
})
