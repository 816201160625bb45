/**
 * Hostile messages and arguments never cause a server error, a missing
 * response, or the message of an exception.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Random } from '#app/support/random'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { FAILED } from '../../protocol/call_tool.js'
import { ToolServices } from '../../services.js'
import settings from '../../settings.js'
import { damaged, drawn, mutated, pick } from '../hostile.js'
import { EVERYTHING, takesMinutes } from '#tests/helpers/long_tests'

/** Fewer messages by default, to keep the run short. */
const MESSAGES = EVERYTHING ? 8_000 : 1_000
/** Calls per tool. */
const CALLS = 60
/** Concurrent calls. */
const WORKERS = 16
/** Milliseconds after which a response counts as missing. */
const MAX_WAIT = 30_000

/** Messages of exceptions. */
const EXCEPTION =
  /\bat \w.*\(|\.[jt]s:\d+|Error: |Cannot read|is not a function|Unexpected token|expected .*, received|"path":|node_modules|SELECT |invalid input syntax/

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
}

const CALL = { name: 'get_endpoint_item', arguments: { endpoint_id: 'courts', item_id: 'scotus' } }

const VALID = [
  [
    'initialize',
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  ],
  ['ping', {}],
  ['tools/list', {}],
  ['tools/call', CALL],
  ['notifications/initialized', {}],
  ['notifications/cancelled', { requestId: 1 }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'curia://opinion/1' }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'x', arguments: {} }],
  ['completion/complete', {}],
  ['logging/setLevel', { level: 'debug' }],
  ['subscriptions/listen', {}],
  ['tools/list', { _meta: ENVELOPE }],
  ['tools/call', { ...CALL, _meta: ENVELOPE }],
  ['server/discover', { _meta: ENVELOPE }],
  ['resources/read', { uri: 'curia://opinion/1', _meta: ENVELOPE }],
] as const

interface Sent {
  status: number
  text: string
}

async function post(body: string, headers: Record<string, string>): Promise<Sent> {
  const response = await fetch(`http://${process.env.HOST}:${process.env.PORT}${settings.path}`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(MAX_WAIT),
  })
  return { status: response.status, text: await response.text() }
}

/** Runs a task several times with limited concurrency. */
async function repeat(times: number, task: (place: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      while (next < times) await task(next++)
    })
  )
}

function messageOf(random: Random): { body: string; headers: Record<string, string> } {
  const [method, params] = pick(random, VALID)
  const isModern = '_meta' in params
  const message = { jsonrpc: '2.0', id: 1, method, params }
  const text = JSON.stringify(mutated(random, message)) ?? ''
  return {
    body: random.next() < 0.1 ? damaged(random, text) : text,
    headers: {
      ...(isModern && random.next() < 0.9
        ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': CALL.name }
        : {}),
      ...(random.next() < 0.05
        ? { 'mcp-protocol-version': pick(random, ['', 'x', '2025-06-18', '2099-01-01']) }
        : {}),
    },
  }
}

test.group('tool server: hostile input', (group) => {
  takesMinutes(group)
  test(`handles ${MESSAGES} damaged messages without a failure`, async ({ assert }) => {
    const { authorization } = await makeAccount()
    const statuses = new Map<number, number>()
    const wrong: string[] = []
    await repeat(MESSAGES, async (place) => {
      const { body, headers } = messageOf(Random.of(1, 1, place))
      const common = { authorization, 'content-type': 'application/json' }
      const { status, text } = await post(body, { ...common, ...headers })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const { error } = (text ? JSON.parse(text) : {}) as { error?: object }
      const isLeak = error && (EXCEPTION.test(JSON.stringify(error)) || text.includes('-32603'))
      if (status >= 500 || isLeak)
        wrong.push(`${status} ${body.slice(0, 300)} → ${text.slice(0, 400)}`)
    })
    assert.deepEqual(wrong.slice(0, 5), [])
    // Some damaged messages pass the parser and reach the protocol and the tools.
    for (const status of [200, 202, 400])
      assert.isAbove(statuses.get(status) ?? 0, MESSAGES / 50, `${status}`)
  }).timeout(300_000)

  test('handles random and damaged arguments of all tools without a failure', async ({
    assert,
  }) => {
    await searchReady()
    const { authorization } = await makeAccount()
    const { tools } = await app.container.make(ToolServices)
    const wrong: string[] = []
    let succeeded = 0
    const cases = [...tools.values()].flatMap((tool, index) =>
      Array.from({ length: CALLS }, (_, place) => ({ tool, index, place }))
    )
    await repeat(cases.length, async (at) => {
      const { tool, index, place } = cases[at]!
      const random = Random.of(2, index + 1, place)
      const args = drawn(random, tool.schema)
      const params = {
        name: tool.name,
        arguments: place % 2 ? mutated(random, args, 0.15) : args,
      }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const { status, text } = await post(body, {
        authorization,
        'content-type': 'application/json',
      })
      // A busy server states when to try again.
      const isBusy = text.includes('HTTP 503') && text.includes('"retry_after"')
      const isError = status >= 500 || (/HTTP 5\d\d/.test(text) && !isBusy)
      const isFailure = isError || text.includes(FAILED) || text.includes('-32603')
      if (isFailure) wrong.push(`${status} ${body.slice(0, 600)} → ${text.slice(0, 600)}`)
      else if (status === 200 && !text.includes('"isError":true') && text.includes('"result"'))
        succeeded++
    })
    assert.deepEqual(wrong.slice(0, 5), [])
    assert.isAbove(succeeded, cases.length / 10)
  }).timeout(300_000)
})
