/**
 * HTTP and JSON-RPC of the tool server (tool server, protocol).
 */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { postEndless } from '#tests/helpers/endless_body'
import settings from '../../settings.js'
import { call, post, send, type Headers } from '../rpc.js'

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}
const MODERN = { 'mcp-protocol-version': '2026-07-28' }
const ENVELOPE = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

/** Sends a text without encoding it. */
function sendText(body: string, headers: Headers, type = 'application/json'): Promise<Response> {
  return fetch(`http://${process.env.HOST}:${process.env.PORT}${settings.path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body,
  })
}

async function headersOfNewAccount(): Promise<Headers> {
  const { authorization } = await makeAccount()
  return { authorization }
}

test.group('tool server: handshake', () => {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    test(`supports ${version}`, async ({ client, assert }) => {
      const headers = await headersOfNewAccount()
      const params = { ...INITIALIZE, protocolVersion: version }
      const { result } = await send(client, 'initialize', params, headers)
      assert.equal(result.protocolVersion, version)
      assert.deepEqual(result.capabilities.tools, {})
      assert.equal(result.serverInfo.name, 'curia')
      assert.include(result.instructions, 'A cluster ID is not an opinion ID')
    })
  }

  test('offers its newest revision to a client with an unknown one', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const params = { ...INITIALIZE, protocolVersion: '2019-01-01' }
    const { result } = await send(client, 'initialize', params, headers)
    assert.equal(result.protocolVersion, '2025-11-25')
  })

  test('is optional: other requests work without it', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { result } = await send(client, 'tools/list', undefined, headers)
    assert.isNotEmpty(result.tools)
    assert.deepEqual((await send(client, 'ping', undefined, headers)).result, {})
  })

  test('rejects missing params', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const params of [
      {},
      { ...INITIALIZE, clientInfo: {} },
      { ...INITIALIZE, capabilities: 1 },
    ]) {
      const { error } = await send(client, 'initialize', params, headers)
      assert.equal(error.code, -32602)
      assert.match(error.message, /^Invalid params: "\w+" must be /)
    }
  })
})

test.group('tool server: the revision without a handshake', () => {
  test('lists the tools with a cache lifetime', async ({ client, assert }) => {
    const headers = { ...(await headersOfNewAccount()), ...MODERN, 'mcp-method': 'tools/list' }
    const { result } = await send(client, 'tools/list', ENVELOPE, headers)
    assert.equal(result.resultType, 'complete')
    assert.equal(result.cacheScope, 'public')
    assert.isAbove(result.ttlMs, 0)
  })

  test('describes the server', async ({ client, assert }) => {
    const headers = { ...(await headersOfNewAccount()), ...MODERN, 'mcp-method': 'server/discover' }
    const { result } = await send(client, 'server/discover', ENVELOPE, headers)
    assert.include(result.supportedVersions, '2026-07-28')
  })

  test('rejects headers that differ from the body', async ({ client, assert }) => {
    const headers = { ...(await headersOfNewAccount()), ...MODERN, 'mcp-method': 'tools/call' }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: ENVELOPE }
    const response = await post(client, body, headers)
    response.assertStatus(400)
    assert.equal(response.body().error.code, -32020)
  })

  test('does not support the handshake or streams', async ({ client, assert }) => {
    for (const method of ['ping', 'subscriptions/listen', 'no/such']) {
      const headers = { ...(await headersOfNewAccount()), ...MODERN, 'mcp-method': method }
      const body = { jsonrpc: '2.0', id: 1, method, params: ENVELOPE }
      const response = await post(client, body, headers)
      response.assertStatus(404)
      assert.equal(response.body().error.code, -32601, method)
    }
  })
})

test.group('tool server: messages', () => {
  test('accepts notifications and responses without a body', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/unknown' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]) {
      const response = await post(client, body, headers)
      response.assertStatus(202)
      assert.equal(response.text(), '')
    }
  })

  test('rejects invalid messages', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const body of [
      [],
      [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
      {},
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: null, method: 'ping' },
      { jsonrpc: '2.0', id: 1.5, method: 'ping' },
      { jsonrpc: '2.0', id: 1 },
      { jsonrpc: '2.0', id: 1, method: 'ping', params: [] },
    ]) {
      const response = await post(client, body, headers)
      response.assertStatus(400)
      assert.equal(response.body().error.code, -32600, JSON.stringify(body))
      assert.isNull(response.body().id)
    }
  })

  test('reports unknown methods, tools, and cursors', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const unknown = await send(client, 'no/such', {}, headers)
    assert.equal(unknown.error.code, -32601)
    const tool = await send(client, 'tools/call', { name: 'no_such' }, headers)
    assert.deepEqual(tool.error, { code: -32602, message: 'Unknown tool: no_such' })
    const page = await send(client, 'tools/list', { cursor: 'x' }, headers)
    assert.equal(page.error.code, -32602)
    const args = await send(client, 'tools/call', { name: 'search', arguments: [] }, headers)
    assert.equal(args.error.code, -32602)
  })

  test('echoes IDs with their type', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const id of [0, 7, '7', 'a']) {
      const response = await post(client, { jsonrpc: '2.0', id, method: 'ping' }, headers)
      assert.deepEqual(response.body(), { jsonrpc: '2.0', id, result: {} })
    }
  })
})

test.group('tool server: HTTP', () => {
  test('requires a credential before it reads the body', async ({ client, assert }) => {
    const response = await client
      .post(settings.path)
      .header('content-type', 'application/json')
      .json({})
    response.assertStatus(401)
    const challenge = response.header('www-authenticate')!
    assert.match(challenge, /^Bearer realm="api", resource_metadata="http[^"]+"/)
    assert.include(challenge, `/.well-known/oauth-protected-resource${settings.path}"`)
    assert.notInclude(challenge, 'error')
  })

  test('rejects invalid credentials and the wrong scheme', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const token = authorization.slice('Token '.length)
    for (const header of [
      `Bearer ${token}`,
      `Token ${'0'.repeat(40)}`,
      'Token',
      'Bearer ',
      token,
      `Basic ${Buffer.from('a:b').toString('base64')}`,
    ]) {
      const response = await post(client, {}, { authorization: header })
      response.assertStatus(401)
      assert.include(response.header('www-authenticate')!, 'error="invalid_token"', header)
      assert.equal(response.body().error, 'invalid_token')
      assert.notInclude(response.text(), token)
    }
    const response = await post(
      client,
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { authorization: `tOKEN ${token}` }
    )
    response.assertStatus(200)
  })

  test('accepts and sends only JSON', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const type = await sendText(JSON.stringify(ping), headers, 'text/plain')
    assert.equal(type.status, 415)
    const accept = await post(client, ping, { ...headers, accept: 'text/html' })
    accept.assertStatus(406)
    for (const value of ['application/json', '*/*', 'text/event-stream, application/json;q=0.5'])
      (await post(client, ping, { ...headers, accept: value })).assertStatus(200)
    const version = await post(client, ping, { ...headers, 'mcp-protocol-version': '1.0' })
    version.assertStatus(400)
    assert.include(version.body().error.message, '2025-06-18')
  })

  test('rejects a body that is invalid JSON or too large', async ({ assert }) => {
    const headers = await headersOfNewAccount()
    const broken = await sendText('{"jsonrpc":', headers)
    assert.equal(broken.status, 400)
    assert.equal(((await broken.json()) as any).error.code, -32700)
    const large = await sendText(`"${'x'.repeat(1024 * 1024)}"`, headers)
    assert.equal(large.status, 413)
  })

  test('responds before the end of a body that exceeds a limit', async ({ assert }) => {
    const { authorization } = await headersOfNewAccount()
    const begin =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":'
    for (const [unit, head, status, said] of [
      ['[', begin, 400, /nested too deeply/],
      ['{"a":', begin, 400, /nested too deeply/],
      ['"k":1,', `${begin}{`, 400, /more than 1,000 keys in one object/],
      ['"k":{"a":1,"b":2},', `${begin}{`, 400, /more than 1,000 keys in one object/],
      ['{"a":1,"b":2},', `${begin}{"fields":[`, 400, /more than 10,000 keys/],
      ['1,', `${begin}{"fields":[`, 400, /more than 10,000 items/],
      ['x', `${begin}{"q":"`, 413, /maximum message size is 1024 KiB/],
    ] as const) {
      const headers = { authorization, 'content-type': 'application/json' }
      const answered = await postEndless(settings.path, headers, unit, head)
      assert.equal(answered.status, status, unit)
      assert.match(JSON.parse(answered.text).error.message, said)
    }
  })

  test('lists at most 20 problems with arguments', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const many = (count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]))
    const items = (value: unknown) => Array.from({ length: 9000 }, () => value)
    for (const [name, args, lines] of [
      ['search', { type: 'o', ...many(900, 1) }, 22],
      ['search', { type: 'o', ...many(900, { a: ['x'.repeat(1000)] }) }, 22],
      ['search', { type: 'o', court: items({}) }, undefined],
      ['search', { type: 'o', court: items('nowhere') }, undefined],
      ['search', { type: 'o', order_by: many(900, items(1)[0]) }, undefined],
      ['call_endpoint', { endpoint_id: 'courts', query: { jurisdiction: items('x') } }, 21],
      ['call_endpoint', { endpoint_id: 'dockets', query: many(150, 1) }, undefined],
      ['call_endpoint', { endpoint_id: 'dockets', fields: items('x') }, undefined],
    ] as const) {
      const { text, isError } = await call(client, name, args, headers)
      assert.isTrue(isError, text)
      assert.isBelow(text.length, 8000)
      if (lines) assert.lengthOf(text.split('\n'), lines, text)
      else assert.isAtMost(text.split('\n').length, 22, text)
    }
  })

  test('supports neither streams nor sessions', async ({ client, assert }) => {
    const get = await client.get(settings.path).header('accept', 'text/event-stream')
    get.assertStatus(405)
    get.assertHeader('allow', 'POST, OPTIONS')
    const end = await client.delete(settings.path)
    end.assertStatus(405)
    // Start of the JSON-RPC range for implementation errors.
    assert.equal(end.body().error.code, -32000)
  })

  test('answers preflights, health checks, and metadata requests without a credential', async ({
    client,
    assert,
  }) => {
    const preflight = await client.options(settings.path).header('origin', 'https://app.example')
    preflight.assertStatus(204)
    preflight.assertHeader('access-control-allow-origin', '*')
    assert.include(preflight.header('access-control-allow-methods')!, 'POST')
    assert.include(preflight.header('access-control-allow-headers')!, 'Authorization')
    const other = await client.get(settings.path).header('origin', 'https://app.example')
    assert.isUndefined(other.header('access-control-allow-headers'))
    assert.include(preflight.header('access-control-expose-headers')!, 'WWW-Authenticate')
    const health = await client.get(`${settings.path}/health`)
    health.assertStatus(200)
    assert.equal(health.body().status, 'healthy')
    assert.isTrue(health.body().services.mcp)
    for (const end of ['', settings.path]) {
      const metadata = await client.get(`/.well-known/oauth-protected-resource${end}`)
      metadata.assertStatus(200)
      assert.match(metadata.body().resource, new RegExp(`${settings.path}$`))
      assert.deepEqual(metadata.body().bearer_methods_supported, ['header'])
    }
  })

  test('accepts a trailing slash', async ({ client }) => {
    const { authorization } = await makeAccount()
    const response = await client
      .post(`${settings.path}/`)
      .header('authorization', authorization)
      .json({ jsonrpc: '2.0', id: 1, method: 'ping' })
    response.assertStatus(200)
  })
})
