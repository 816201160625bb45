/** The complete server compared with the baseline, in alternating rounds. */
import type pg from 'pg'
import { QueryCompiler } from '#api/query'
import type { ResourceRegistry } from '#api/registry'
import type { Coding } from '#app/support/content_coding'
import { compileFloorStatement, type HttpCase } from './http_cases.js'
import { measure, type Measurement } from './load.js'
import { residentMegabytes, startCuria, startFloor } from './processes.js'
import { median, milliseconds, printTable, ratio, whole } from './table.js'

export interface HttpBench {
  client: pg.Client
  connection: pg.ClientConfig
  registry: ResourceRegistry
  dataDir: string
  folder: string
  rounds: number
  seconds: number
}

const CONNECTIONS = 16
const CODINGS: Coding[] = ['br', 'gzip']
/** Milliseconds until both have compiled their hot code. */
const WARM_UP = 5000

/**
 * Prints the requests per second of the first case with each content coding,
 * compared with none.
 */
async function benchCodings(
  { rounds, seconds }: HttpBench,
  { name, paths }: HttpCase,
  port: number
): Promise<void> {
  const load = async (coding?: Coding) =>
    (await measure({ port, paths, connections: CONNECTIONS, duration: seconds * 1000, coding }))
      .requestsPerSecond
  await measure({ port, paths, connections: CONNECTIONS, duration: WARM_UP })
  const plain: number[] = []
  const packed = new Map(CODINGS.map((coding) => [coding, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    plain.push(await load())
    for (const [coding, results] of packed) results.push(await load(coding))
  }
  const rows = [...packed].map(([coding, results]) => [
    `${name}, ${coding}`,
    whole(median(plain)),
    whole(median(results)),
    ratio(median(results.map((result, round) => result / plain[round]!))),
  ])
  printTable(['requests/s', 'uncompressed', 'compressed', 'ratio'], rows)
}

/** Measures every case and prints medians and the median of the ratios per round. */
export async function benchHttp(bench: HttpBench, cases: HttpCase[]): Promise<void> {
  const curia = await startCuria(bench.dataDir)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const idle = residentMegabytes(curia.pid)

  const compiler = new QueryCompiler(bench.registry)
  const base = `http://127.0.0.1:${curia.port}/api/rest/v4/`
  const statements = Object.fromEntries(
    cases
      .flatMap(({ paths }) => paths)
      .map((path) => [path, compileFloorStatement(compiler, path, base)])
  )
  const floor = await startFloor(bench.folder, bench.connection, statements)

  await benchCodings(bench, cases[0]!, curia.port)

  const rows: string[][] = []
  const p50: Record<string, number> = {}
  for (const { name, paths } of cases) {
    const results: { floor: Measurement; curia: Measurement }[] = []
    const load = (port: number, duration: number) =>
      measure({ port, paths, connections: CONNECTIONS, duration })
    for (const { port } of [floor, curia]) await load(port, WARM_UP)
    for (let round = 0; round < bench.rounds; round++) {
      results.push({
        floor: await load(floor.port, bench.seconds * 1000),
        curia: await load(curia.port, bench.seconds * 1000),
      })
    }
    const of = (side: 'floor' | 'curia', figure: keyof Measurement) =>
      median(results.map((result) => result[side][figure]))
    const single = await measure({
      port: curia.port,
      paths,
      connections: 1,
      duration: bench.seconds * 1000,
    })
    p50[name] = single.p50
    rows.push([
      name,
      whole(of('floor', 'requestsPerSecond')),
      whole(of('curia', 'requestsPerSecond')),
      ratio(
        median(
          results.map((result) => result.curia.requestsPerSecond / result.floor.requestsPerSecond)
        )
      ),
      milliseconds(of('floor', 'p50')),
      milliseconds(of('curia', 'p50')),
      milliseconds(of('floor', 'p99')),
      milliseconds(of('curia', 'p99')),
    ])
  }
  printTable(
    ['requests/s', 'baseline', 'Curia', 'ratio', 'p50 baseline', 'p50', 'p99 baseline', 'p99'],
    rows
  )

  const [first, deep] = ['dockets, page 1', 'by cursor'].map((part) =>
    Object.entries(p50).find(([name]) => name.includes(part))
  )
  if (first && deep)
    console.log(`${deep[0]} against page 1, one connection, p50: ${ratio(deep[1] / first[1])}`)
  console.log(
    `resident memory: ${whole(idle)} MB idle, ${whole(residentMegabytes(curia.pid))} MB after the load\n`
  )
  await floor.stop()
  await curia.stop()
}
