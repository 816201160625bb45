/**
 * Connection test: connects to the tool server like a client.
 */
import inject, { type DispatchFunc } from 'light-my-request'
import type { Tool } from '#app/tools/tool_registry'

/** A step of the test with its result. */
export interface TestStep {
  name: string
  ok: boolean
  /** Description of the response. */
  detail: string
}

export interface Connection {
  dispatch: DispatchFunc
  /** URL of the tool server. */
  address: string
  token: string
  tools: ReadonlyMap<string, Tool>
}

/** The newest revision with a handshake. */
const REVISION = '2025-11-25'

/** The tool with the cheapest call. */
const CALLED = 'get_endpoint_item'

/** @returns the steps up to the first failure */
export async function testConnection(connection: Connection): Promise<TestStep[]> {
  const steps: TestStep[] = []
  for (const step of STEPS) {
    const started = performance.now()
    const { ok, detail } = await step.run(connection).catch(() => ({
      ok: false,
      detail: 'Server error. See the server log.',
    }))
    const milliseconds = Math.max(1, Math.round(performance.now() - started))
    steps.push({ name: step.name, ok, detail: ok ? `${detail} (${milliseconds} ms)` : detail })
    if (!ok) break
  }
  return steps
}

interface Outcome {
  ok: boolean
  detail: string
}

const STEPS: { name: string; run: (connection: Connection) => Promise<Outcome> }[] = [
  {
    name: 'Connect to the server',
    async run({ dispatch, address }) {
      const { pathname, host } = new URL(address)
      const url = `${pathname.replace(/\/$/, '')}/health`
      const { statusCode, payload } = await inject(dispatch, { url, headers: { host } })
      if (statusCode !== 200)
        return { ok: false, detail: `The server is not healthy: HTTP ${statusCode}.` }
      return { ok: true, detail: `Healthy, version ${JSON.parse(payload).version}` }
    },
  },
  {
    name: 'Sign in',
    async run(connection) {
      const { result, problem } = await ask(connection, 'initialize', {
        protocolVersion: REVISION,
        capabilities: {},
        clientInfo: { name: 'connection test', version: '1' },
      })
      if (problem) return { ok: false, detail: problem }
      return { ok: true, detail: `Token accepted, revision ${result.protocolVersion}` }
    },
  },
  {
    name: 'List tools',
    async run(connection) {
      const { result, problem } = await ask(connection, 'tools/list', {})
      return problem
        ? { ok: false, detail: problem }
        : { ok: true, detail: `${result.tools.length} tools` }
    },
  },
  {
    name: 'Call a tool',
    async run(connection) {
      const { name, example } = connection.tools.get(CALLED)!
      const { result, problem } = await ask(connection, 'tools/call', { name, arguments: example })
      if (problem) return { ok: false, detail: problem }
      const [{ text }] = result.content
      return result.isError
        ? { ok: false, detail: text }
        : { ok: true, detail: `${name} returned ${text.length} characters` }
    },
  },
]

/** Sends one JSON-RPC request. */
async function ask(
  { dispatch, address, token }: Connection,
  method: string,
  params: object
): Promise<{ result?: any; problem?: string }> {
  const { pathname, host } = new URL(address)
  const { statusCode, payload } = await inject(dispatch, {
    method: 'POST',
    url: pathname,
    headers: {
      host,
      'authorization': `Token ${token}`,
      'content-type': 'application/json',
      'accept': 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error, error_description: reason } = JSON.parse(payload || '{}')
  if (result) return { result }
  return { problem: reason ?? error?.message ?? `HTTP ${statusCode}` }
}
