/**
 * A server under mixed traffic for as long as one likes, with writes, alerts
 * and changes of the archive beside it: errors, latency and memory over time.
 */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { makeToken, residentMegabytes, startCuria, type Running } from './processes.js'
import { milliseconds, printTable, quantile, whole } from './table.js'

const API = '/api/rest/v4'
/** Out of ten requests; searches are those of the query log, where it has any. */
const READS = [
  `${API}/dockets/`,
  `${API}/opinions/?page_size=5`,
  `${API}/clusters/?order_by=-date_filed`,
  `${API}/courts/?fields=id,full_name`,
  `${API}/opinions-cited/?page_size=20`,
  '/',
]
const SEARCHES = ['q=court', 'q=%22due+process%22', 'type=r&q=motion', 'type=p&q=john']
/** Rows that change with each touch of the archive. */
const TOUCHED = 20

export interface SoakOptions {
  /** Data folder of the sample archive. */
  dataDir: string
  connections: number
  seconds: number
  /** Requests a second, of all connections. */
  rate: number
}

interface Interval {
  times: number[]
  errors: Map<string, number>
}

const fresh = (): Interval => ({ times: [], errors: new Map() })

/** Prints a row for each tenth of the time. */
export async function benchSoak(options: SoakOptions): Promise<void> {
  const { dataDir, connections, seconds, rate } = options
  const server = await startCuria(dataDir, { SAMPLE_ARCHIVE: 'auto', RATE_LIMITS: 'off' })
  const authorization = makeToken(dataDir)
  const client = new pg.Client(new EmbeddedCluster({ dataDir }).connection())
  await client.connect()
  const paths = await pathsFrom(client)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = Date.now() + seconds * 1000
  let interval = fresh()
  let next = 0

  const ask = (path: string, body?: object) =>
    timed(interval, () => send(server, agent, path, { authorization, body }))
  await ask(`${API}/alerts/`, { name: 'soak', query: 'q=court', rate: 'dly' })
  const drive = async (turn: number) => {
    // Spread over the first pause, so that the rate is even.
    const pause = (connections / rate) * 1000
    await sleep((turn / connections) * pause)
    while (Date.now() < end) {
      const started = Date.now()
      const place = next++
      if (place % 100 === 99)
        await ask(`${API}/alerts/`, { name: `soak ${place}`, query: 'q=law', rate: 'off' })
      else await ask(paths[place % paths.length]!)
      await sleep(Math.max(0, pause - (Date.now() - started)))
    }
  }
  const rows: string[][] = []
  const report = async () => {
    for (let tenth = 1; tenth <= 10; tenth++) {
      await touchArchive(client)
      await sleep((seconds * 1000) / 10)
      rows.push(described(interval, (tenth * seconds) / 10, server))
      interval = fresh()
    }
  }
  await Promise.all([report(), ...Array.from({ length: connections }, (_, turn) => drive(turn))])
  printTable(['after s', 'requests', 'errors', 'p50', 'p99', 'MB resident'], rows)
  agent.destroy()
  await client.end()
  await server.stop()
}

/** Four of ten are searches, as people asked them. */
async function pathsFrom(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ get_params: string }>(
    `SELECT get_params FROM search_queries WHERE NOT failed ORDER BY id DESC LIMIT 200`
  )
  const asked = rows.length ? rows.map(({ get_params: text }) => text) : SEARCHES
  return asked.flatMap((text, n) => [
    `${API}/search/?${text.replace(/^\?/, '')}`,
    ...[0, 1].map((more) => READS[(2 * n + more) % READS.length]!),
  ])
}

/** As an import does: indexes and alerts follow. */
async function touchArchive(client: pg.Client): Promise<void> {
  await client.query(
    `UPDATE opinion_clusters SET date_modified = now()
     WHERE id IN (SELECT id FROM opinion_clusters ORDER BY random() LIMIT ${TOUCHED})`
  )
}

async function timed({ times, errors }: Interval, ask: () => Promise<number>): Promise<void> {
  const started = performance.now()
  const problem = await ask().then(
    (status) => (status < 400 ? undefined : String(status)),
    (error: NodeJS.ErrnoException) => error.code ?? error.message
  )
  times.push(performance.now() - started)
  if (problem) errors.set(problem, (errors.get(problem) ?? 0) + 1)
}

function send(
  { port }: Running,
  agent: Agent,
  path: string,
  { authorization, body }: { authorization: string; body?: object }
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const method = body ? 'POST' : 'GET'
    request({ host: '127.0.0.1', port, agent, path, method, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!))
    })
      .once('error', reject)
      .end(body && JSON.stringify(body))
  })
}

function described({ times, errors }: Interval, after: number, { pid }: Running): string[] {
  times.sort((a, b) => a - b)
  const problems = [...errors].map(([name, count]) => `${count} × ${name}`).join(', ')
  return [
    whole(after),
    whole(times.length),
    problems || '0',
    milliseconds(quantile(times, 0.5)),
    milliseconds(quantile(times, 0.99)),
    whole(residentMegabytes(pid)),
  ]
}
