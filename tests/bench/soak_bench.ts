/**
 * A server under mixed traffic for any length of time, with concurrent writes,
 * alerts, and imports: errors, latency, and memory over time.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { ace } from '#tests/helpers/server_process'
import { searchable } from './idle_bench.js'
import { makeToken, residentMegabytes, startCuria } from './processes.js'
import { SoakClients } from './soak_clients.js'
import { sampleTraffic } from './soak_traffic.js'
import { printTable, whole } from './table.js'

/** Rows of the printed table. */
const PERIODS = 10

export interface SoakOptions {
  /** Data folder of the archive. */
  dataDir: string
  /** For imported files. */
  folder: string
  connections: number
  seconds: number
  /** Requests per second over all connections. */
  rate: number
  /** Dockets of each concurrent import, with their related records. 0 disables imports. */
  imported: number
}

/** Prints a row for each tenth of the duration and one for each request class. */
export async function benchSoak(options: SoakOptions): Promise<void> {
  const { dataDir, seconds } = options
  // Clients send their IP addresses like a proxy would.
  const server = await startCuria(dataDir, { TRUSTED_PROXIES: '1' })
  const begun = performance.now()
  await searchable(server)
  console.log(
    `every search returned results ${whole((performance.now() - begun) / 1000)} s after the start`
  )
  const authorization = makeToken(dataDir, 'tier_4')
  const client = new pg.Client(new EmbeddedCluster({ dataDir }).connection())
  await client.connect()
  const classes = await sampleTraffic(client)
  await client.end()

  const clients = new SoakClients({ ...options, port: server.port, authorization, classes })
  const traffic = clients.run()
  const rows: string[][] = []
  for (let period = 1; period <= PERIODS; period++) {
    const imported = importBeside(options, period)
    await sleep((seconds * 1000) / PERIODS)
    const resident = whole(residentMegabytes(server.pid))
    const row = [whole((period * seconds) / PERIODS), ...clients.takePeriod(), resident]
    // Prints each row immediately, so that an interrupted run shows the previous ones.
    console.log(row.join('  '))
    rows.push([...row, await imported])
  }
  await traffic
  printTable(['after s', 'requests', 'p50', 'p99', 'errors', 'MB', 'imported'], rows)
  printTable(['requests for', 'requests', 'p50', 'p95', 'p99'], clients.byClass())
  await server.stop()
}

/**
 * Imports changed contents of the archive's first dockets, like a newer dump with a
 * day's changes. Indexes and alerts catch up.
 *
 * @returns the cell of the table
 */
async function importBeside(
  { dataDir, folder, imported: dockets }: SoakOptions,
  seed: number
): Promise<string> {
  if (!dockets) return ''
  const out = join(folder, 'soak-changes')
  // Their names contain the date.
  rmSync(out, { recursive: true, force: true })
  const settings = { DATA_DIR: dataDir, NODE_ENV: 'production' }
  const started = performance.now()
  const sizes = ['--dockets', String(dockets), '--seed', String(seed)]
  const generated = await ace(['bulk:generate', ...sizes, '--out', out], settings).ended
  if (generated.code !== 0) return `not generated: ${lastLine(generated.output)}`
  const files = readdirSync(out).map((name) => join(out, name))
  const { code, output } = await ace(['bulk:import', '--allow-older', ...files], settings).ended
  if (code !== 0) return `failed: ${lastLine(output)}`
  return `${whole(dockets)} dockets in ${whole((performance.now() - started) / 1000)} s`
}

const lastLine = (output: string) => output.trim().split('\n').at(-1)!
