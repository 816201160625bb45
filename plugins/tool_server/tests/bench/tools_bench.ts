/**
 * Compares tool calls with the same requests over REST and with an SDK server
 * whose tool returns its argument.
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { measure, type Measurement } from '#tests/bench/load'
import {
  cpuMicroseconds,
  makeToken,
  runAce,
  startCuria,
  type Running,
} from '#tests/bench/processes'
import { median, milliseconds, printTable, ratio, whole } from '#tests/bench/table'

export interface ToolsBench {
  /** Cache for later runs. */
  dataDir: string
  rounds: number
  /** Requests per round. */
  seconds: number
}

interface Case {
  tool: string
  args: object
  /** The same request over REST. */
  path: string
}

const CASES: Case[] = [
  {
    tool: 'get_endpoint_item',
    args: { endpoint_id: 'clusters', item_id: 1038 },
    path: '/api/rest/v4/clusters/1038/',
  },
  {
    tool: 'search',
    args: { type: 'o', q: 'equal protection' },
    path: '/api/rest/v4/search/?type=o&q=equal+protection',
  },
  {
    tool: 'read_document',
    args: { opinion_id: 2067, chunk_index: 0 },
    path: '/api/rest/v4/opinions/2067/?fields=html_with_citations',
  },
]

const CONNECTIONS = 8
/** Latency in milliseconds. */
const WARM_UP = 4000
const SETTINGS = { JOBS: 'off', RATE_LIMITS: 'off', SAMPLE_ARCHIVE: 'auto' }

interface Costs extends Measurement {
  /** CPU time per request in microseconds. */
  cpu: number
}

/** Prints the results. */
export async function benchTools({ dataDir, rounds, seconds }: ToolsBench): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const curia = await startCuria(dataDir, SETTINGS)
  runAce(dataDir, 'search:rebuild', 'opinions')
  const echo = await startEcho()
  const authorization = makeToken(dataDir)
  const side = (running: Running, load: { path: string; body?: string }) => ({
    running,
    load: {
      port: running.port,
      paths: [load.path],
      bodies: load.body === undefined ? undefined : [load.body],
      connections: CONNECTIONS,
      authorization,
    },
  })
  const rows: string[][] = []
  for (const { tool, args, path } of CASES) {
    const sides = {
      rest: side(curia, { path }),
      tool: side(curia, { path: '/mcp', body: callOf(tool, args) }),
      echo: side(echo, { path: '/', body: callOf('echo', { text: 'x'.repeat(1000) }) }),
    }
    const results: Record<keyof typeof sides, Costs[]> = { rest: [], tool: [], echo: [] }
    for (const { load } of Object.values(sides)) await measure({ ...load, duration: WARM_UP })
    for (let round = 0; round < rounds; round++)
      for (const [name, { running, load }] of Object.entries(sides)) {
        const before = cpuMicroseconds(running.pid)
        const measured = await measure({ ...load, duration: seconds * 1000 })
        const cpu = (cpuMicroseconds(running.pid) - before) / measured.requests
        results[name as keyof typeof sides].push({ ...measured, cpu })
      }
    const of = (name: keyof typeof sides, figure: keyof Costs) =>
      median(results[name].map((result) => result[figure]))
    rows.push([
      tool,
      whole(of('rest', 'requestsPerSecond')),
      whole(of('tool', 'requestsPerSecond')),
      whole(of('echo', 'requestsPerSecond')),
      ratio(of('tool', 'requestsPerSecond') / of('echo', 'requestsPerSecond')),
      milliseconds(of('tool', 'p50')),
      milliseconds(of('tool', 'p99')),
      whole(of('rest', 'cpu')),
      whole(of('tool', 'cpu')),
      whole(of('tool', 'cpu') - of('rest', 'cpu')),
      whole(of('echo', 'cpu')),
    ])
  }
  await echo.stop()
  await curia.stop()
  console.log('tool calls\n')
  printTable(
    [
      'calls/s',
      'REST',
      'tool',
      'echo of the SDK',
      'tool/echo',
      'p50',
      'p99',
      'CPU µs REST',
      'tool',
      'over REST',
      'echo',
    ],
    rows
  )
}

function callOf(name: string, args: object): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  })
}

async function startEcho(): Promise<Running> {
  const child = spawn(
    process.execPath,
    ['--import=./bin/read_types.js', 'plugins/tool_server/tests/bench/echo_server.ts'],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } }
  )
  const port = await new Promise<number>((resolve) =>
    child.stdout.once('data', (text) => resolve(Number(text)))
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    port,
    pid: child.pid!,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}
