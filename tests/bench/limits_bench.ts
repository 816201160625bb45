/**
 * Cost of accounts and limits: a list request with token, rate limits, and usage
 * accounting, compared with the same request without them and with the baseline,
 * for each store. Also single decisions with small and large limits.
 */
import { randomUUID } from 'node:crypto'
import type { ApplicationService } from '@adonisjs/core/types'
import { CreateAccount } from '#app/accounts/actions/create_account'
import { SetOverride } from '#app/accounts/actions/membership'
import { QueryCompiler } from '#api/query'
import { decideAdmission, type Admission } from '#app/throttle/admission'
import { Ledger } from '#app/throttle/ledger'
import { encodeLedger } from '#app/throttle/ledger_codec'
import { parseRate } from '#app/throttle/rate'
import { HAS_REDIS, startRedis } from '#tests/helpers/redis_server'
import type { HttpBench } from './http_bench.js'
import { compileFloorStatement } from './http_cases.js'
import { measure, type Measurement } from './load.js'
import { cpuMicroseconds, startCuria, startFloor, type Running } from './processes.js'
import { median, milliseconds, printTable, ratio, whole } from './table.js'

const CONNECTIONS = 16
const WARM_UP = 4000
const PATH = '/api/rest/v4/dockets/?fields=id,case_name,court,date_filed'

/** Prints both tables. */
export async function benchLimits(bench: HttpBench, app: ApplicationService): Promise<void> {
  benchDecisions()
  const token = await makeAccount(app)
  const redis = HAS_REDIS ? await startRedis() : undefined
  const stores: [name: string, env: NodeJS.ProcessEnv][] = [
    ['memory', {}],
    ['postgres', { THROTTLE_STORE: 'postgres' }],
    ...(redis ? [['redis', { REDIS_URL: redis.url }] as [string, NodeJS.ProcessEnv]] : []),
  ]
  const plain = await startCuria(bench.dataDir, { RATE_LIMITS: 'off', THROTTLE_STORE: 'postgres' })
  const base = `http://127.0.0.1:${plain.port}/api/rest/v4/`
  const floor = await startFloor(bench.folder, bench.connection, {
    [PATH]: compileFloorStatement(new QueryCompiler(bench.registry), PATH, base),
  })
  const rows: string[][] = []
  for (const [name, env] of stores) {
    const limited = await startCuria(bench.dataDir, { ...env, RATE_LIMITS: 'on' })
    const load = async ({ port, pid }: Running, duration: number, authorization?: string) => {
      const before = cpuMicroseconds(pid)
      const measured = await measure({
        port,
        paths: [PATH],
        connections: CONNECTIONS,
        duration,
        authorization,
      })
      const cpu = (cpuMicroseconds(pid) - before) / measured.requests
      return { ...measured, cpu }
    }
    await load(floor, WARM_UP)
    await load(plain, WARM_UP)
    await load(limited, WARM_UP, token)
    const results: Record<'floor' | 'plain' | 'limited', Measurement & { cpu: number }>[] = []
    for (let round = 0; round < bench.rounds; round++) {
      results.push({
        floor: await load(floor, bench.seconds * 1000),
        plain: await load(plain, bench.seconds * 1000),
        limited: await load(limited, bench.seconds * 1000, token),
      })
    }
    const rate = (side: keyof (typeof results)[0]) =>
      median(results.map((result) => result[side].requestsPerSecond))
    const against = (side: 'floor' | 'plain') =>
      median(
        results.map((result) => result.limited.requestsPerSecond / result[side].requestsPerSecond)
      )
    rows.push([
      name,
      whole(rate('floor')),
      whole(rate('plain')),
      whole(rate('limited')),
      ratio(against('plain')),
      ratio(against('floor')),
      whole(median(results.map((result) => result.plain.cpu))),
      whole(median(results.map((result) => result.limited.cpu))),
      milliseconds(median(results.map((result) => result.plain.p99))),
      milliseconds(median(results.map((result) => result.limited.p99))),
    ])
    await limited.stop()
  }
  printTable(
    [
      'limits, requests/s',
      'baseline',
      'without',
      'with',
      'share',
      'of baseline',
      'µs CPU without',
      'µs CPU with',
      'p99',
      'p99 with',
    ],
    rows
  )
  await plain.stop()
  await floor.stop()
  await redis?.stop()
}

/** An account whose limit the load doesn't reach. Returns the value of its Authorization header. */
async function makeAccount(app: ApplicationService): Promise<string> {
  const database = await app.container.make('lucid.db')
  return database.transaction(async (trx) => {
    const { id, token } = await new CreateAccount().handle(trx, {
      username: `bench-${randomUUID()}`,
    })
    const rates = ['10000000/min', '50000000/hour', '100000000/day'].map(parseRate)
    await new SetOverride().handle(trx, id, { scope: 'user', rates })
    return `Token ${token}`
  })
}

/** Decisions in this process, with a clock that keeps every rolling window full. */
function benchDecisions(): void {
  const rows = ['5/min', '1000/hour', '10000/hour', '1000000/day'].map((text) => {
    const rate = parseRate(text)
    const ledger = new Ledger()
    const admission: Omit<Admission, 'caller'> = {
      charges: [{ scope: 'user', rates: [rate], cost: 1 }],
      counted: true,
    }
    const step = (rate.seconds * 1000) / rate.limit
    const requests = Math.max(2 * rate.limit, 200_000)
    let now = Date.now()
    for (let n = 0; n < rate.limit; n++)
      decideAdmission(ledger, admission, Math.floor((now += step)))
    const started = performance.now()
    for (let n = 0; n < requests; n++) decideAdmission(ledger, admission, Math.floor((now += step)))
    const nanoseconds = ((performance.now() - started) / requests) * 1e6
    const encodingFrom = performance.now()
    for (let n = 0; n < 100; n++) encodeLedger(ledger, Math.floor(now))
    const encoding = (performance.now() - encodingFrom) * 10
    return [
      text,
      whole(nanoseconds),
      whole(encoding),
      whole(encodeLedger(ledger, Math.floor(now)).length),
    ]
  })
  printTable(['one decision, window full', 'ns', 'µs to save', 'bytes'], rows)
}
