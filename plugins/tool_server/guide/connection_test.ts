/**
 * Connects to the tool server as a client would, step by step.
 */
import inject, { type DispatchFunc } from 'light-my-request'
import type { Tool } from '#app/tools/tool_registry'

/** What the server is asked, and whether it answered. */
export interface TestStep {
  name: string
  ok: boolean
  /** What came back, in words. */
  detail: string
}

export interface Connection {
  dispatch: DispatchFunc
  /** Of the tool server. */
  address: string
  token: string
  tools: ReadonlyMap<string, Tool>
}

/** The newest revision that begins with a handshake. */
const REVISION = '2025-11-25'

/** The reading tool of which a call costs least. */
const CALLED = 'get_endpoint_item'

/** @returns the steps until the first that failed */
export async function testConnection(connection: Connection): Promise<TestStep[]> {
  const steps: TestStep[] = []
  for (const step of STEPS) {
    const started = performance.now()
    const { ok, detail } = await step.run(connection).catch(() => ({
      ok: false,
      detail: 'The server failed. Its log has the reason.',
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
    name: 'Reach the server',
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
    name: 'List the tools',
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
