/**
 * Progress of tool calls as event streams.
 */
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import settings from '../../settings.js'

const CLIENT = { name: 'test', version: '1' }
const STREAMS = 'application/json, text/event-stream'
/** A call with five API requests. */
const LONG = {
  name: 'call_endpoint',
  arguments: { endpoint_id: 'docket-entries', query: { fields: ['id'] }, num_results: 100 },
}
const SHORT = { name: 'get_endpoint_item', arguments: { endpoint_id: 'courts', item_id: 'scotus' } }

const address = () => `http://${process.env.HOST}:${process.env.PORT}${settings.path}`

interface Sent {
  call?: object
  accept?: string
  meta?: object
  headers?: Record<string, string>
}

/** Sends a tool call; returns the media type and the messages of the response. */
async function send({ call = LONG, accept = STREAMS, meta, headers }: Sent) {
  const { authorization } = await makeAccount()
  const response = await fetch(address(), {
    method: 'POST',
    headers: { authorization, accept, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { ...call, ...(meta && { _meta: meta }) },
    }),
  })
  const text = await response.text()
  const type = response.headers.get('content-type')!.split(';')[0]!
  const messages: any[] =
    type === 'text/event-stream'
      ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!))
      : [JSON.parse(text)]
  return { type, status: response.status, messages, cache: response.headers.get('cache-control') }
}

const MODERN = {
  meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
  headers: {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'call_endpoint',
  },
}

test.group('tool server: progress', () => {
  for (const [era, token, { meta, headers }] of [
    ['with a handshake', 'abc', { meta: {}, headers: {} }],
    ['with a number as token', 0, { meta: {}, headers: {} }],
    ['without a handshake', 'abc', MODERN],
  ] as const)
    test(`is sent before the response to a client ${era}`, async ({ assert }) => {
      const sent = await send({ meta: { ...meta, progressToken: token }, headers })
      assert.equal(sent.type, 'text/event-stream')
      assert.include(sent.cache, 'no-store')
      const { result, id } = sent.messages.pop()
      assert.equal(id, 7)
      assert.lengthOf(result.structuredContent.results, 100)
      assert.deepEqual(
        sent.messages.map(({ method, params }) => [method, params.progress, params.total]),
        [20, 40, 60, 80].map((done) => ['notifications/progress', done, 100])
      )
      for (const { params } of sent.messages) {
        assert.strictEqual(params.progressToken, token)
        assert.equal(params.message, `${params.progress} of up to 100 results`)
      }
    })

  test('is sent while documents are searched and citations analyzed', async ({ assert }) => {
    const meta = { progressToken: 1 }
    const searched = await send({
      meta,
      call: {
        name: 'search_document',
        arguments: { opinion_id: [2067, 2068, 2069], query: 'the' },
      },
    })
    assert.deepEqual(
      searched.messages.slice(0, -1).map(({ params }) => params.progress),
      [1, 2, 3]
    )
    const text = 'Brown v. Board of Education, 347 U.S. 483'
    const analyzed = await send({ meta, call: { name: 'analyze_citations', arguments: { text } } })
    assert.deepEqual(
      analyzed.messages.slice(0, -1).map(({ params }) => params.message),
      ['Extracting citations', 'Looking up 1 citations']
    )
  })

  test('is not sent: {$self}')
    .with(['no token', 'only JSON accepted', 'a short call', 'an error'])
    .run(async ({ assert }, why) => {
      const meta = why === 'no token' ? undefined : { progressToken: 'abc' }
      const { type, messages } = await send({
        meta,
        ...(why === 'only JSON accepted' && { accept: 'application/json' }),
        ...(why === 'a short call' && { call: SHORT }),
        ...(why === 'an error' && { call: { name: 'call_endpoint', arguments: {} } }),
      })
      assert.equal(type, 'application/json')
      assert.lengthOf(messages, 1)
      assert.equal(messages[0].result.isError ?? false, why === 'an error')
    })

  test('rejects a token of another type', async ({ assert }) => {
    for (const progressToken of [1.5, true, {}, []]) {
      const { messages } = await send({ meta: { progressToken } })
      assert.equal(messages[0].error.code, -32602)
    }
  })

  test('reaches the callbacks of SDK clients', async ({ assert }) => {
    const { authorization } = await makeAccount()
    const options = { requestInit: { headers: { authorization } } }
    const url = new URL(address())
    const legacy = new Client(CLIENT)
    await legacy.connect(new StreamableHTTPClientTransport(url, options) as never)
    const modern = new ModernClient(CLIENT, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await modern.connect(new ModernTransport(url, options) as never)
    const received: number[][] = [[], []]
    const onprogress = (list: number[]) => ({
      onprogress: ({ progress }: { progress: number }) => void list.push(progress),
    })
    const results = [
      await legacy.callTool(LONG, undefined, onprogress(received[0]!)),
      await modern.callTool(LONG, onprogress(received[1]!)),
    ]
    for (const result of results)
      assert.lengthOf((result.structuredContent as { results: object[] }).results, 100)
    assert.deepEqual(received, [
      [20, 40, 60, 80],
      [20, 40, 60, 80],
    ])
    await legacy.close()
    await modern.close()
  })
})
