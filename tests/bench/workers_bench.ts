/** Effect of more web processes: the same list with one and with two. */
import { measure } from './load.js'
import { startCuria } from './processes.js'
import { median, milliseconds, printTable, ratio, whole } from './table.js'

const CONNECTIONS = 32
const WARM_UP = 4000
const COUNTS = [1, 2]
const PATHS = [
  '/api/rest/v4/dockets/?page_size=20',
  '/api/rest/v4/courts/?fields=id,full_name',
  '/api/rest/v4/opinions/?page_size=5',
]

export interface WorkersBench {
  /** Data folder of the sample archive. */
  dataDir: string
  rounds: number
  /** Seconds per round. */
  seconds: number
}

/** Prints requests per second and the ratio to one process, in alternating rounds. */
export async function benchWorkers({ dataDir, rounds, seconds }: WorkersBench): Promise<void> {
  const results = new Map(COUNTS.map((count) => [count, [] as Awaited<ReturnType<typeof load>>[]]))
  const load = (port: number, duration: number) =>
    measure({ port, paths: PATHS, connections: CONNECTIONS, duration })
  for (let round = 0; round < rounds; round++) {
    for (const count of COUNTS) {
      const server = await startCuria(dataDir, {
        SAMPLE_ARCHIVE: 'auto',
        WORKERS: String(count),
        // Both without limits, which would otherwise compare their stores.
        RATE_LIMITS: 'off',
        THROTTLE_STORE: 'postgres',
      })
      await load(server.port, WARM_UP)
      results.get(count)!.push(await load(server.port, seconds * 1000))
      await server.stop()
    }
  }
  const [one] = results.values()
  const rows = [...results].map(([count, measured]) => [
    whole(count),
    whole(median(measured.map(({ requestsPerSecond }) => requestsPerSecond))),
    ratio(
      median(
        measured.map(
          ({ requestsPerSecond }, round) => requestsPerSecond / one![round]!.requestsPerSecond
        )
      )
    ),
    milliseconds(median(measured.map(({ p50 }) => p50))),
    milliseconds(median(measured.map(({ p99 }) => p99))),
  ])
  printTable(['web processes', 'requests/s', 'ratio', 'p50', 'p99'], rows)
}
