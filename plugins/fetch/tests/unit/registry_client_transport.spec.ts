/** Connections of the client: targets, hosts, rate limits, and size limits. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { readPage } from '#app/court_pages/read_page'
import { createRegistryClient } from '#plugins/fetch/registry_client/client'
import { allCourts, findCourt, isOfCourtSystem } from '#plugins/fetch/registry_client/courts'
import { Gate } from '#plugins/fetch/registry_client/transport/gate'
import { readPageOrPdf, readPage as readBody } from '#plugins/fetch/registry_client/transport/body'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { serveCourts, TOKEN } from '../court_server.js'
import { courtPage, PDF } from '../court_answers.js'

const signal = () => new AbortController().signal

test.group('registry client: courts and hosts', () => {
  test('archive courts have the hosts and prefixes of the court system', ({ assert }) => {
    const place = (id: string) => {
      const { host, prefix, kind } = findCourt(id)
      return [host, prefix, kind]
    }
    assert.deepEqual(place('arb'), ['ecf.azb.uscourts.gov', '024', 'bankruptcy'])
    assert.deepEqual(place('nebraskab'), ['ecf.neb.uscourts.gov', '112', 'bankruptcy'])
    assert.deepEqual(place('uscfc'), ['ecf.cofc.uscourts.gov', '015', 'district'])
    assert.deepEqual(place('nysb'), ['ecf.nysb.uscourts.gov', '126', 'bankruptcy'])
    assert.deepEqual(place('cavc'), ['ecf.cavc.uscourts.gov', '012', 'appellate'])
    assert.deepEqual(place('psc'), ['dcecf.psc.uscourts.gov', null, 'district'])
    assert.lengthOf(allCourts(), 206)
    assert.isEmpty(allCourts().filter(({ host }) => host.includes('mega')))
    for (const unknown of ['azb', 'scotus', '__proto__'])
      assert.throws(() => findCourt(unknown), 'invalid_parameters: unknown court')
  })

  test('{url} belongs to the court system: {expected}')
    .with([
      { url: 'https://ecf.cand.uscourts.gov/doc1/1', expected: true },
      { url: 'https://pacer.login.uscourts.gov/', expected: true },
      { url: 'https://ca9-showdocservices.azurewebsites.us/api/', expected: true },
      { url: 'https://ncrs.uscourts.gov/', expected: true },
      { url: 'https://ca1-showdoc.azurewebsites.us/', expected: false },
      { url: 'https://ecf.evil.uscourts.gov/', expected: false },
      { url: 'https://ecf.cand.uscourts.gov.evil.example/', expected: false },
      { url: 'http://ecf.cand.uscourts.gov/', expected: false },
      { url: 'https://ecf.cand.uscourts.gov:8443/', expected: false },
      { url: 'https://user:word@ecf.cand.uscourts.gov/', expected: false },
      { url: 'https://127.0.0.1/', expected: false },
    ])
    .run(({ assert }, { url, expected }) => {
      assert.equal(isOfCourtSystem(new URL(url)), expected)
    })
})

test.group('registry client: requests', () => {
  test('contain the real host and the required headers', async ({ assert, cleanup }) => {
    const { requests, context, ...courts } = await serveCourts(cleanup, () => courtPage(''))
    const session = await courts.session()
    await session.caseQuery('cand', '77', context).catch(() => undefined)
    const { headers, path, host } = requests[0]!
    assert.equal(host, 'ecf.cand.uscourts.gov')
    assert.equal(path, '/cgi-bin/iquery.pl?1-L_1_0-1')
    assert.equal(headers.referer, 'https://external')
    assert.equal(headers['user-agent'], 'Mozilla/5.0 (compatible; Curia)')
    assert.equal(headers.cookie, `NextGenCSO=${TOKEN}`)
  })

  test('follow redirects within the court system with GET and cookies', async ({
    assert,
    cleanup,
  }) => {
    const { requests, context, ...courts } = await serveCourts(cleanup, ({ path }) =>
      path.startsWith('/cgi-bin/iquery')
        ? {
            status: 302,
            headers: {
              'location': 'https://ecf.cand.uscourts.gov/cgi-bin/moved.pl',
              'set-cookie': ['KEY=abc; Path=/', '=; Domain=example.com'],
            },
          }
        : courtPage('<center>')
    )
    const session = await courts.session()
    const error = await failure(session.caseQuery('cand', '77', context))
    assert.equal(error, 'unexpected_page')
    assert.deepEqual(
      requests.map(({ method, path, headers }) => [method, path, headers.cookie]),
      [
        ['POST', '/cgi-bin/iquery.pl?1-L_1_0-1', `NextGenCSO=${TOKEN}`],
        ['GET', '/cgi-bin/moved.pl', `NextGenCSO=${TOKEN}; KEY=abc`],
      ]
    )
  })

  test('reject a redirect to {$self}')
    .with([
      'https://evil.example/',
      'http://ecf.cand.uscourts.gov/',
      'https://ecf.cand.uscourts.gov:444/',
      '//127.0.0.1/',
    ])
    .run(async ({ assert, cleanup }, location) => {
      const { requests, context, ...courts } = await serveCourts(cleanup, () => ({
        status: 302,
        headers: { location },
      }))
      const session = await courts.session()
      assert.equal(await failure(session.caseQuery('cand', '77', context)), 'host_refused')
      assert.lengthOf(requests, 1)
    })

  test('do not resend a body and detect redirect loops', async ({ assert, cleanup }) => {
    let status = 307
    const { requests, context, ...courts } = await serveCourts(cleanup, () => ({
      status,
      headers: { location: '/cgi-bin/iquery.pl' },
    }))
    const session = await courts.session()
    await failure(session.caseQuery('cand', '77', context))
    assert.lengthOf(requests, 1)
    status = 302
    assert.equal(await failure(session.caseQuery('cand', '77', context)), 'unexpected_page')
    assert.lengthOf(requests, 7)
  })

  test('status {status} causes {code}')
    .with([
      { status: 403, code: 'court_blocked' },
      { status: 429, code: 'court_blocked' },
      { status: 408, code: 'http_error' },
      { status: 500, code: 'http_error' },
      { status: 504, code: 'http_error' },
      { status: 401, code: 'session_expired' },
    ])
    .run(async ({ assert, cleanup }, { status, code }) => {
      const { context, requests, ...courts } = await serveCourts(cleanup, () => ({ status }))
      const session = await courts.session()
      assert.equal(await failure(session.findCase('cand', '3:31-cv-21', {}, context)), code)
      assert.lengthOf(requests, 1)
    })

  test('finds {found} for {asked} among {numbers}')
    .with([
      { asked: '3:31-cv-21', numbers: ['1:31-cv-21', '3:31-cv-21'], found: '3:31-cv-21' },
      { asked: '31-cv-21', numbers: ['3:31-cr-21', '3:31-cv-21'], found: '3:31-cv-21' },
      { asked: '3:31-cv-31', numbers: ['3:31-cv-21', '3:31-cv-31'], found: '3:31-cv-31' },
      { asked: '3:31-cv-00031', numbers: ['3:31-cv-21'], found: null },
      { asked: '3:31-cv-21', numbers: ['1:31-cv-21'], found: null },
    ])
    .run(async ({ assert, cleanup }, { asked, numbers, found }) => {
      const cases = numbers.map(
        (number, id) => `<case number="${number}" id="${id + 1}" title=""/>`
      )
      const body = `<request number="${asked}">${cases.join('')}</request>`
      const { context, ...courts } = await serveCourts(cleanup, () => ({ body }))
      const session = await courts.session()
      const one = await session.findCase('cand', asked, {}, context)
      assert.equal(one?.docketNumber ?? null, found)
    })

  test('time out when no data arrives', async ({ assert, cleanup }) => {
    const { context, ...courts } = await serveCourts(
      cleanup,
      ({ path }) => (path.includes('iquery') ? { stops: true } : new Promise(() => {})),
      { haste: 3600 }
    )
    const session = await courts.session()
    assert.equal(await failure(session.caseQuery('cand', '77', context)), 'network_error')
    assert.equal(
      await failure(session.findCase('cand', '3:31-cv-21', {}, context)),
      'network_error'
    )
  })

  test('end when their signal is aborted', async ({ assert, cleanup }) => {
    const controller = new AbortController()
    const { requests, ...courts } = await serveCourts(cleanup, () => {
      controller.abort(new Error('enough'))
      return new Promise(() => {})
    })
    const session = await courts.session()
    const context = { signal: controller.signal }
    await assert.rejects(() => session.caseQuery('cand', '77', context), 'enough')
    await assert.rejects(() => session.caseQuery('cand', '77', context), 'enough')
    assert.lengthOf(requests, 1)
  })

  test('open sockets only to the target, even through a proxy', async ({ assert, cleanup }) => {
    const other = await listen((request, response) => {
      seen.push(`${request.method} ${request.url}`)
      response.writeHead(502).end()
    })
    const seen: string[] = []
    other.on('connect', (request, socket) => {
      seen.push(`${request.method} ${request.url}`)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    cleanup(() => void other.close())
    const proxy = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const { client, requests, context } = await serveCourts(cleanup, () => courtPage(''), { proxy })
    for (const court of ['cand', 'ca9', 'nysb', 'psc']) await client.probe(court, context.signal)
    assert.lengthOf(requests, 4)
    assert.isEmpty(seen)

    const through = createRegistryClient({
      parse: readPage,
      connect: null,
      proxy,
      maxPerCourt: 1,
      maxRequests: 1,
      interval: 0,
      folder: makeTemporaryFolder(),
    })
    cleanup(() => through.close())
    assert.equal(await failure(through.probe('cand', context.signal)), 'court_unreachable')
    assert.deepEqual(seen, ['CONNECT ecf.cand.uscourts.gov:443'])
  })

  test('a probe is cached for a while, even if it failed', async ({ assert, cleanup }) => {
    let status = 200
    const { client, requests } = await serveCourts(cleanup, () => ({ status }))
    await client.probe('cand', signal())
    await client.probe('cand', signal())
    assert.lengthOf(requests, 1)
    status = 403
    assert.equal(await failure(client.probe('nysd', signal())), 'court_blocked')
    assert.equal(await failure(client.probe('nysd', signal())), 'court_blocked')
    status = 500
    assert.equal(await failure(client.probe('ca1', signal())), 'court_unreachable')
    assert.deepEqual(
      requests.map(({ method, host, path }) => [method, host, path]),
      ['cand', 'nysd', 'ca1'].map((court) => ['GET', `ecf.${court}.uscourts.gov`, '/'])
    )
  })

  test('feeds are requested from the program of each court', async ({ assert, cleanup }) => {
    const { client, requests } = await serveCourts(cleanup, () => '<rss/>')
    for (const court of ['cand', 'nyed', 'ared', 'ca1', 'ca5'])
      assert.equal(new TextDecoder().decode(await client.feed(court, signal())), '<rss/>')
    assert.deepEqual(
      requests.map(({ path }) => path),
      [
        '/cgi-bin/rss_outside.pl',
        '/cgi-bin/readyDockets.pl',
        '/cgi-bin/rss_outside4.pl',
        '/n/beam/servlet/TransportRoom?servlet=RSSGenerator',
        '/cmecf/servlet/TransportRoom?servlet=RSSGenerator',
      ]
    )
  })
})

test.group('registry client: rate limits', () => {
  test('concurrent requests are limited per court and in total', async ({ assert, cleanup }) => {
    const active = new Map<string, number>()
    let all = 0
    let mostAtOne = 0
    let mostAtAll = 0
    const { context, requests, ...courts } = await serveCourts(
      cleanup,
      async ({ host }) => {
        all++
        active.set(host, (active.get(host) ?? 0) + 1)
        mostAtOne = Math.max(mostAtOne, active.get(host)!)
        mostAtAll = Math.max(mostAtAll, all)
        await sleep(5)
        all--
        active.set(host, active.get(host)! - 1)
        return courtPage('')
      },
      { maxPerCourt: 2, maxRequests: 3 }
    )
    const session = await courts.session()
    const asked = ['cand', 'nysd', 'nysb'].flatMap((court) =>
      Array.from({ length: 12 }, () => session.caseQuery(court, '77', context))
    )
    await Promise.allSettled(asked)
    assert.lengthOf(requests, 36)
    assert.deepEqual([mostAtOne, mostAtAll], [2, 3])
  })

  test('an aborted request leaves the queue', async ({ assert }) => {
    const gate = new Gate({ maxPerCourt: 1, maxRequests: 1, interval: 0 })
    let end = () => {}
    const first = gate.pass('a', signal(), () => new Promise<void>((resolve) => (end = resolve)))
    const controller = new AbortController()
    const second = gate.pass('a', controller.signal, async () => 'second')
    const third = gate.pass('a', signal(), async () => 'third')
    controller.abort(new Error('aborted'))
    await assert.rejects(() => second, 'aborted')
    end()
    await first
    assert.equal(await third, 'third')
  })

  test('requests to a busy court do not delay others', async ({ assert }) => {
    const gate = new Gate({ maxPerCourt: 1, maxRequests: 2, interval: 0 })
    let end = () => {}
    const first = gate.pass('a', signal(), () => new Promise<void>((resolve) => (end = resolve)))
    const order: string[] = []
    const second = gate.pass('a', signal(), async () => void order.push('a'))
    await gate.pass('b', signal(), async () => void order.push('b'))
    end()
    await Promise.all([first, second])
    assert.deepEqual(order, ['b', 'a'])
  })

  test('the interval delays only requests to the same court', async ({ assert }) => {
    const gate = new Gate({ maxPerCourt: 5, maxRequests: 5, interval: 3_600_000 })
    const started: string[] = []
    const start = async (name: string) => void started.push(name)
    const controller = new AbortController()
    await gate.pass('a', signal(), () => start('a'))
    const second = gate.pass('a', controller.signal, () => start('a again'))
    await gate.pass('b', signal(), () => start('b'))
    assert.deepEqual(started, ['a', 'b'])
    controller.abort(new Error('aborted'))
    await assert.rejects(() => second, 'aborted')
    const short = new Gate({ maxPerCourt: 5, maxRequests: 5, interval: 1 })
    for (const name of ['c', 'd']) await short.pass('a', signal(), () => start(name))
    assert.deepEqual(started, ['a', 'b', 'c', 'd'])
  })
})

test.group('registry client: bodies', () => {
  const parts = async function* (...chunks: (string | Buffer)[]) {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }

  test('a page has a maximum size', async ({ assert }) => {
    assert.lengthOf(await readBody(parts('ab', 'cd'), 4), 4)
    await assert.rejects(() => readBody(parts('ab', 'cde'), 4), /too_large/)
  })

  test('a PDF is stored in a file even if its signature is split', async ({ assert }) => {
    const folder = makeTemporaryFolder()
    const limits = { folder, page: 100, file: 5000 }
    for (const head of [1, 3, 2000]) {
      const received = await readPageOrPdf(parts(PDF.subarray(0, head), PDF.subarray(head)), limits)
      assert.isTrue(received.isFile)
      assert.equal(received.isFile && received.size, PDF.byteLength)
    }
    const page = await readPageOrPdf(parts('<html>', '</html>'), limits)
    assert.deepEqual(page, { isFile: false, bytes: Buffer.from('<html></html>') })
  })

  test('a file has a maximum size; larger files are deleted', async ({ assert }) => {
    const { readdir } = await import('node:fs/promises')
    const folder = makeTemporaryFolder()
    const limits = { folder, page: 100, file: 2000 }
    await assert.rejects(() => readPageOrPdf(parts(PDF), limits), /too_large/)
    await assert.rejects(
      () =>
        readPageOrPdf(
          (async function* () {
            yield PDF.subarray(0, 1500)
            throw new Error('cut off')
          })(),
          limits
        ),
      'cut off'
    )
    assert.isEmpty(await readdir(folder))
  })
})

async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return (error as { code?: unknown }).code ?? error
  }
  return 'it did not fail'
}

async function listen(handler: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(handler as never)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
