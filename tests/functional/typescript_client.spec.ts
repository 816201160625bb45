/**
 * The TypeScript client: built from this server's OpenAPI document, installed in an empty folder,
 * and used. Its README compiles.
 */
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { buildClient } from '../../bin/typescript_client.js'
import { makeAccount, withLimits, type TestAccount } from '#tests/helpers/accounts'
import { compileFiles } from '#tests/helpers/compiler'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { takesMinutes } from '#tests/helpers/long_tests'
import { searchReady } from '#tests/helpers/search_indexes'

const run = promisify(execFile)

/** Without types, because the package is built by the test. */
type Installed = Record<'Curia' | 'CuriaError' | 'verifyWebhook', any>

const address = () => `http://${process.env.HOST}:${process.env.PORT}`

/** Code that must not compile. */
const MISTAKES = [
  "curia.list('/dockets/', { nope: 1 })",
  "curia.list('/nothing/', {})",
  "curia.list('/dockets/', { court: 5 })",
  "curia.list('/dockets/', { cursor: 'x' })",
  "(await curia.get('/clusters/{id}/', 1)).nope",
  "await curia.get('/dockets/', 1)",
  "for await (const hit of curia.search('o', { q: 'x' })) hit.docket_nope",
  "for await (const hit of curia.search('zz', { q: 'x' })) hit",
  "await curia.create('/tags/', { nme: 'x' })",
  "await curia.create('/courts/', {})",
  "await curia.update('/courts/{id}/', 'x', {})",
  "await curia.delete('/dockets/{id}/', 1)",
]

test.group('TypeScript client', (group) => {
  takesMinutes(group)
  const folder = makeTemporaryFolder()
  const project = join(folder, 'project')
  let client: Installed
  let account: TestAccount

  group.setup(async () => {
    await searchReady()
    account = await makeAccount({ confirmed: true })
    const document = join(folder, 'openapi.json')
    const response = await fetch(`${address()}/api/rest/v4/openapi.json`)
    mkdirSync(project, { recursive: true })
    writeFileSync(document, await response.text())
    const tarball = buildClient(document, join(folder, 'client'))
    writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
    // From local copies of its dependencies, because tests have no registry.
    const words = ['install', '--offline', '--no-audit', '--no-fund', '--install-links', tarball]
    const packages = ['openapi-fetch', 'openapi-typescript-helpers']
    await run('npm', [...words, ...packages.map((name) => app.makePath('node_modules', name))], {
      cwd: project,
    })
    symlinkSync(app.makePath('node_modules/@types'), join(project, 'node_modules/@types'))
    const entry = join(project, 'node_modules/curia-client/dist/index.js')
    client = (await import(pathToFileURL(entry).href)) as Installed
    return () => rmSync(folder, { recursive: true, force: true })
  })

  const make = (options: object = {}) =>
    new client.Curia({ url: address(), token: account.authorization.slice(6), ...options })

  /** Compiles modules in the project. @returns the compiler's messages */
  async function compile(modules: Record<string, string>): Promise<string[]> {
    for (const [name, text] of Object.entries(modules)) writeFileSync(join(project, name), text)
    const files = Object.keys(modules)
    const messages = await compileFiles(join(project, 'tsconfig.json'), files, {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      types: ['node'],
      skipLibCheck: true,
    })
    return messages.split('\n').filter((line) => line.includes('error TS'))
  }

  test('the code of its README compiles', async ({ assert }) => {
    const text = readFileSync(join(project, 'node_modules/curia-client/README.md'), 'utf8')
    const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code], place) => [
      `block${place}.ts`,
      code!,
    ])
    assert.isAbove(blocks.length, 6)
    assert.deepEqual(await compile(Object.fromEntries(blocks)), [])
  }).timeout(120_000)

  test('mistakes do not compile', async ({ assert }) => {
    const head = "import { Curia } from 'curia-client'\nconst curia = new Curia({ url: 'x' })\n"
    const modules = MISTAKES.map((code, place) => [`mistake${place}.ts`, `${head}${code}\n`])
    const errors = await compile(Object.fromEntries(modules))
    assert.deepEqual(
      MISTAKES.filter((_, place) => !errors.some((line) => line.includes(`mistake${place}.ts(`))),
      []
    )
  }).timeout(120_000)

  test('iterates over all pages of a list', async ({ assert }) => {
    const curia = make()
    const ids: string[] = []
    for await (const { id } of curia.list('/courts/', { fields: 'id', order_by: 'id' }))
      ids.push(id)
    assert.isAbove(ids.length, 100)
    assert.lengthOf(new Set(ids), ids.length)
    assert.equal(ids.length, await curia.count('/courts/'))
    let pages = 0
    for await (const { results } of curia.pages('/courts/', { fields: 'id' })) {
      assert.isNotEmpty(results)
      if (++pages === 2) break
    }
    assert.equal(pages, 2)
    assert.lengthOf((await curia.page('/courts/', {})).results, 20)
  })

  test('filters, across relations, and excludes', async ({ assert }) => {
    const curia = make()
    const filters = {
      'court__jurisdiction': 'F',
      'date_filed__gte': '2020-01-01',
      'court!': 'ca2',
      'source__in': [1, 9],
    }
    const found: number[] = []
    for await (const { id } of curia.list('/dockets/', filters)) found.push(id)
    assert.include(found, 2009)
    assert.notInclude(found, 2010)
    const related = { cluster__docket__court: 'scotus' }
    assert.exists(await curia.first('/opinions/', { related, fields: 'id' }))
    const none = { related: { cluster__docket__court: 'alaska' } }
    assert.isUndefined(await curia.first('/opinions/', none))
    assert.equal((await curia.get('/courts/{id}/', 'scotus', { fields: 'id' })).id, 'scotus')
  })

  test('searches', async ({ assert }) => {
    const curia = make()
    const names: string[] = []
    for await (const hit of curia.search('o', { q: 'court', court: 'scotus' })) {
      names.push(hit.caseName)
      if (names.length === 25) break
    }
    assert.lengthOf(names, 25)
    for await (const { docketNumber } of curia.search('d', { q: 'Harbor Light' })) {
      assert.isString(docketNumber)
      break
    }
  })

  test('creates, changes, and deletes records', async ({ assert }) => {
    const curia = make()
    const tag = await curia.create('/tags/', { name: 'client' })
    assert.equal((await curia.update('/tags/{id}/', tag.id, { title: 'A' })).title, 'A')
    const again = { idempotencyKey: 'same' }
    const one = await curia.create('/tags/', { name: 'twice' }, again)
    assert.equal((await curia.create('/tags/', { name: 'twice' }, again)).id, one.id)
    assert.isUndefined(await curia.delete('/tags/{id}/', tag.id))
    const missing = await curia.get('/tags/{id}/', tag.id).catch((error: unknown) => error)
    assert.equal(missing.status, 404)
    const found = await curia.create('/citation-lookup/', { text: 'Brown, 347 U.S. 483 (1954)' })
    assert.equal(found[0].status, 200)
  })

  test('uploads files', async ({ assert }) => {
    const uploader = await makeAccount({ rights: ['*'] })
    const curia = make({ token: uploader.authorization.slice(6) })
    const file = new Blob(['%PDF-1.4\n'])
    const upload = await curia.upload('/archive/', {
      court: 'cand',
      upload_type: 3,
      registry_case_id: '99887766',
      registry_doc_id: '035012345678',
      document_number: 12,
      attachment_number: undefined,
      file,
    })
    assert.containSubset(upload, { court: 'cand', document_number: 12, status: 1 })
  })

  test('reports errors with code, hint, and fields', async ({ assert }) => {
    const curia = make()
    const caught = (work: Promise<any>) => work.catch((error: unknown) => error as any)
    const filter = await caught(curia.page('/dockets/', { date_filed__gte: 'yesterday' }))
    assert.instanceOf(filter, client.CuriaError)
    assert.containSubset(filter, { status: 400, code: 'invalid_values' })
    assert.deepEqual(filter.fields, { date_filed__gte: ['Enter a valid date.'] })
    const body = await caught(curia.create('/tags/', {}))
    assert.deepEqual(body.fields, { name: ['This field is required.'] })
    const refused = await caught(make({ token: 'wrong' }).page('/courts/'))
    assert.equal(refused.status, 401)
    assert.isString(refused.hint)
    const { error } = await curia.api.GET('/dockets/{id}/', { params: { path: { id: 0 } } })
    assert.exists(error)
  })

  test('waits for a rate limit up to the maximum', async ({ assert }) => {
    await withLimits(async () => {
      const curia = make({ maxWait: 0 })
      let error: any
      for (let count = 0; count < 30 && !error; count++)
        await curia.page('/courts/', { page_size: 1 }).catch((thrown: unknown) => (error = thrown))
      assert.equal(error.status, 429)
      assert.isAbove(error.retryAfter, 0)
    })
  })

  /** Runs work with a server that answers the requests with these functions in turn. */
  async function serving(
    answers: ((request: IncomingMessage, response: ServerResponse) => void)[],
    work: (url: string, received: IncomingMessage[]) => Promise<void>
  ): Promise<void> {
    const received: IncomingMessage[] = []
    const server = createServer((request, response) => {
      received.push(request)
      const answer = answers[Math.min(received.length, answers.length) - 1]!
      request.resume().once('end', () => answer(request, response))
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, received)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  const sends =
    (status: number, body: object, headers = {}) =>
    (_request: IncomingMessage, response: ServerResponse) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body))
  const cuts = (request: IncomingMessage) => void request.socket.destroy()
  const PAGE = sends(200, { results: [], next: null, previous: null })
  const soon = () => new Date(Date.now() + 200).toISOString()

  test('retries {name}')
    .with([
      { name: 'after the time in Retry-After', first: sends(429, {}, { 'retry-after': '0' }) },
      {
        name: 'at the date in Retry-After',
        first: sends(503, {}, { 'retry-after': new Date().toUTCString() }),
      },
      { name: 'at wait_until', first: sends(429, { wait_until: soon() }) },
      { name: 'without a time', first: sends(502, {}) },
      { name: 'a lost connection', first: cuts },
    ])
    .run(async ({ assert }, { first }) => {
      await serving([first, first, PAGE], async (url, received) => {
        const { results } = await new client.Curia({ url }).page('/courts/')
        assert.deepEqual(results, [])
        assert.lengthOf(received, 3)
      })
      await serving([first, first, PAGE], async (url) => {
        const once = new client.Curia({ url, maxRetries: 1 }).page('/courts/')
        await assert.rejects(() => once)
      })
    })

  test('repeats a POST under its key, and other writes only after a 429', async ({ assert }) => {
    await serving([sends(503, {}), cuts, sends(201, { id: 1 })], async (url, received) => {
      const curia = new client.Curia({ url })
      assert.deepEqual(await curia.create('/tags/', { name: 'x' }), { id: 1 })
      const keys = new Set(received.map(({ headers }) => headers['idempotency-key']))
      assert.lengthOf(keys, 1)
      assert.match(String([...keys][0]), /^[\w-]{36}$/)
    })
    for (const failure of [sends(503, {}), cuts])
      await serving([failure, sends(200, {})], async (url, received) => {
        const work = new client.Curia({ url }).update('/tags/{id}/', 1, {})
        await assert.rejects(() => work)
        assert.lengthOf(received, 1)
      })
    await serving([sends(429, {}), sends(200, { id: 1 })], async (url) => {
      assert.deepEqual(await new client.Curia({ url }).update('/tags/{id}/', 1, {}), { id: 1 })
    })
  })

  test('stops when it is aborted', async ({ assert }) => {
    await serving([sends(429, {}, { 'retry-after': '30' })], async (url) => {
      const signal = AbortSignal.timeout(200)
      const error = await new client.Curia({ url })
        .page('/courts/', {}, { signal })
        .catch((thrown: unknown) => thrown)
      assert.equal(error.name, 'TimeoutError')
    })
  })

  test('sends its token to its server only', async ({ assert }) => {
    const elsewhere = 'https://elsewhere.example.org/api/rest/v4/courts/?cursor=abc'
    const first = sends(200, { results: [{ id: 'a' }], next: elsewhere, previous: null })
    await serving([first, PAGE], async (url, received) => {
      const curia = new client.Curia({ url, token: 'secret' })
      for await (const court of curia.list('/courts/')) assert.equal(court.id, 'a')
      assert.deepEqual(
        received.map((request) => [request.url, request.headers.authorization]),
        [
          ['/api/rest/v4/courts/', 'Token secret'],
          ['/api/rest/v4/courts/?cursor=abc', 'Token secret'],
        ]
      )
    })
  })

  test('verifies webhooks', async ({ assert }) => {
    const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`
    const body = JSON.stringify({ payload: { name: 'é' }, webhook: { event_type: 7 } })
    const now = Math.floor(Date.now() / 1000)
    const sign = (key: string, timestamp: number, text = body) =>
      `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
        .update(`msg_1.${timestamp}.${text}`)
        .digest('base64')}`
    const headers = (signature: string, timestamp = now) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    })
    const good = sign(secret, now)
    const other = `whsec_${Buffer.from('another').toString('base64')}`
    const genuine: [object, string | Uint8Array][] = [
      [headers(good), body],
      [headers(good), Buffer.from(body)],
      [new Headers(headers(good)), body],
      [headers(`${sign(other, now)} ${good}`), body],
      [{ ...headers(good), 'Webhook-Signature': undefined }, body],
      [headers(sign(secret, now - 200), now - 200), body],
    ]
    for (const [given, text] of genuine)
      assert.deepEqual(await client.verifyWebhook(secret, given, text), JSON.parse(body))
    const forged: [object, string][] = [
      [{}, body],
      [headers(sign(other, now)), body],
      [headers(good), `${body} `],
      [headers(good, now + 1), body],
      [headers(sign(secret, now - 400), now - 400), body],
      [headers(sign(secret, now + 400), now + 400), body],
      [headers(good.replace('v1,', 'v2,')), body],
      [headers('v1,'), body],
      [headers('v1,%%%'), body],
      [headers(''), body],
      [{ ...headers(good), 'webhook-timestamp': 'now' }, body],
    ]
    for (const [given, text] of forged)
      await assert.rejects(() => client.verifyWebhook(secret, given, text), /signature|timestamp/)
  })
})
