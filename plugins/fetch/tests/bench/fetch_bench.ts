/**
 * Compares complete fetches (POST, login, job, merge, final update) from simulated courts with the
 * client alone, which buys as many dockets without the queue, and measures a list at the same time.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hashPassword, verifyPassword } from '#app/accounts/passwords'
import { makeToken as randomToken, buildStoredToken } from '#app/accounts/tokens'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { measure } from '#tests/bench/load'
import {
  cpuMicroseconds,
  residentMegabytes,
  startCuria,
  type Running,
} from '#tests/bench/processes'
import { median, milliseconds, printTable, quantile, ratio, whole } from '#tests/bench/table'
import { parseInThread } from '#plugins/federal_records/public/merging'
import { createRegistryClient } from '../../registry_client/client.js'
import { ACCOUNTS } from '#plugins/demo_courts/simulator/start_simulator'
import { laneJob } from '../../jobs.js'
import { getBenchCase } from './bench_cases.js'

export interface FetchBench {
  /** Data folder of the benchmark; emptied, so that each fetch creates a docket. */
  dataDir: string
  /** Number of requests per wave. */
  fetches: number
  accounts: number
  /** The first wave creates dockets; the others repeat the fetches to check memory growth. */
  waves: number
  /** Seconds of list requests before the fetches. */
  seconds: number
}

/** Response delays of the courts in milliseconds. */
const ANSWER_TIMES = [0, 200]
const LIST = '/api/rest/v4/dockets/?fields=id,case_name,court,date_filed'
const READER = ACCOUNTS.find(({ name }) => name === 'simreader')!
/** Milliseconds between checks of rows and memory. */
const LOOK_EVERY = 250
const DEADLINE = 900_000
/** Milliseconds between a wave and the memory check. */
const REST = 5000
/** Number of password checks to measure their duration. */
const CHECKS = 5

/** Rate limits are off; only the jobs limit concurrency. */
const LIMITS = {
  REGISTRY_INTERVAL_MS: '0',
  REGISTRY_MAX_PER_COURT: '100',
  REGISTRY_MAX_REQUESTS: '100',
}

/** Prints a table for each response delay. */
export async function benchFetch(bench: FetchBench): Promise<void> {
  for (const answerTime of ANSWER_TIMES) await benchAnswerTime(bench, answerTime)
}

async function benchAnswerTime(bench: FetchBench, answerTime: number): Promise<void> {
  const { dataDir, fetches, waves, seconds } = bench
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const courts = await startCourts(answerTime, fetches)
  const checkTime = await passwordCheck()
  const client = await clientAlone(courts.port, { fetches, dataDir })
  const curia = await startCuria(dataDir, {
    ...LIMITS,
    SAMPLE_ARCHIVE: 'auto',
    RATE_LIMITS: 'off',
    REGISTRY_CONNECT: `127.0.0.1:${courts.port}`,
  })
  const database = new pg.Client(new EmbeddedCluster({ dataDir }).connection())
  await database.connect()
  try {
    const tokens = await makeAccounts(database, bench.accounts)
    const listOf = (duration: number) =>
      measure({ port: curia.port, paths: [LIST], connections: 1, duration })
    await listOf(4000)
    const alone = await listOf(seconds * 1000)
    const before = residentMegabytes(curia.pid)
    const rows: string[][] = []
    for (let wave = 0; wave < waves; wave++) {
      const one = await runWave({
        curia,
        database,
        tokens,
        before: wave * fetches,
        fetches,
        measureList: listOf,
      })
      await sleep(REST)
      rows.push([
        wave === 0 ? 'new dockets' : 'the same again',
        `${one.done} of ${fetches}`,
        whole(client.rate),
        one.rate.toFixed(1),
        ratio(one.rate / client.rate),
        milliseconds(client.cpu),
        milliseconds(one.cpu),
        ratio(one.cpu / client.cpu),
        milliseconds(one.post.p50),
        milliseconds(one.post.p99),
        milliseconds(alone.p50),
        milliseconds(one.list.p50),
        ratio(one.list.p50 / alone.p50),
        milliseconds(alone.p99),
        milliseconds(one.list.p99),
        ratio(one.list.p99 / alone.p99),
        whole(one.highest),
        whole(residentMegabytes(curia.pid)),
      ])
    }
    console.log(
      `fetches of ${bench.accounts} accounts from courts that answer after ${answerTime} ms; ${whole(before)} MB before; a check of a password alone takes ${whole(checkTime)} ms\n`
    )
    printTable(
      [
        'fetches',
        'done',
        'client alone/s',
        'queue/s',
        'ratio',
        'CPU ms client',
        'queue',
        'ratio',
        'POST p50',
        'p99',
        'list p50',
        'beside',
        'ratio',
        'list p99',
        'beside',
        'ratio',
        'MB highest',
        'MB after',
      ],
      rows
    )
  } finally {
    await database.end()
    await curia.stop()
    await courts.stop()
  }
}

interface Wave {
  curia: Running
  database: pg.Client
  /** Authorization headers of the accounts. */
  tokens: string[]
  /** Number of requests in earlier waves. */
  before: number
  fetches: number
  measureList: (duration: number) => ReturnType<typeof measure>
}

/** Each account sends its requests in order, all accounts concurrently. Waits for the last row. */
async function runWave({ curia, database, tokens, before, fetches, measureList: listOf }: Wave) {
  const times: number[] = []
  const cpuBefore = cpuMicroseconds(curia.pid)
  const started = performance.now()
  const sending = tokens.map(async (authorization, at) => {
    for (let n = at; n < fetches; n += tokens.length) {
      const from = performance.now()
      await post(curia.port, authorization, n)
      times.push(performance.now() - from)
    }
  })
  let isOver = false
  const slices: Awaited<ReturnType<typeof measure>>[] = []
  const listing = (async () => {
    while (!isOver) slices.push(await listOf(2000))
  })()
  let highest = 0
  const waiting = async () => {
    highest = Math.max(highest, residentMegabytes(curia.pid))
    const { rows } = await database.query<{ all: number; open: number }>(
      `SELECT count(*)::int AS all, (count(*) FILTER (WHERE status IN (1, 4, 5)))::int AS open FROM fetch_requests`
    )
    return rows[0]!.all < before + fetches || rows[0]!.open > 0
  }
  while ((await waiting()) && performance.now() - started < DEADLINE) await sleep(LOOK_EVERY)
  const seconds = (performance.now() - started) / 1000
  const cpu = cpuMicroseconds(curia.pid) - cpuBefore
  isOver = true
  await Promise.all([...sending, listing])
  const { rows } = await database.query<{ done: number }>(
    `SELECT count(*)::int AS done FROM fetch_requests WHERE status = 2`
  )
  const done = rows[0]!.done - before
  times.sort((a, b) => a - b)
  return {
    done,
    rate: done / seconds,
    cpu: cpu / fetches / 1000,
    highest,
    post: { p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
    list: {
      p50: median(slices.map(({ p50 }) => p50)),
      p99: median(slices.map(({ p99 }) => p99)),
    },
  }
}

/** @throws Error unless the request is accepted */
async function post(port: number, authorization: string, n: number): Promise<void> {
  const { court, caseId } = getBenchCase(n)
  const answer = await fetch(`http://127.0.0.1:${port}/api/rest/v4/archive-fetch/`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      request_type: 1,
      court,
      registry_case_id: caseId,
      registry_username: READER.name,
      registry_password: READER.password,
    }),
  })
  const said = await answer.text()
  if (answer.status !== 201) throw new Error(`the POST was answered ${answer.status}: ${said}`)
}

/** Measures the client alone with the concurrency of the jobs: dockets per second, and CPU milliseconds per docket. */
async function clientAlone(
  port: number,
  { fetches, dataDir }: { fetches: number; dataDir: string }
): Promise<{ rate: number; cpu: number }> {
  const client = createRegistryClient({
    parse: parseInThread,
    connect: { host: '127.0.0.1', port },
    proxy: null,
    maxPerCourt: 100,
    maxRequests: 100,
    interval: 0,
    folder: dataDir,
  })
  const signal = AbortSignal.timeout(DEADLINE)
  const credentials = { username: READER.name, password: READER.password }
  const session = await client.logIn(credentials, signal)
  const options = { parties: true, terminatedParties: true, memberCases: false }
  let next = 0
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  const buy = async () => {
    while (next < fetches) {
      const { court, caseId } = getBenchCase(next++)
      await session.docketReport(court, caseId, options, { signal })
    }
  }
  await Promise.all(Array.from({ length: laneJob.concurrency ?? 1 }, buy))
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  await client.close()
  return { rate: fetches / seconds, cpu: (user + system) / fetches / 1000 }
}

/** Milliseconds per POST for the slow password hash. */
async function passwordCheck(): Promise<number> {
  const stored = await hashPassword(READER.password)
  const started = performance.now()
  for (let n = 0; n < CHECKS; n++) await verifyPassword(stored, READER.password)
  return (performance.now() - started) / CHECKS
}

async function startCourts(delay: number, cases: number) {
  const child = spawn(
    process.execPath,
    [
      '--import=./bin/read_types.js',
      join('plugins', 'fetch', 'tests', 'bench', 'bench_courts.ts'),
      String(delay),
      String(cases),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } }
  )
  const port = await new Promise<number>((resolve) =>
    child.stdout.once('data', (text) => resolve(Number(text)))
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    port,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

/** @returns Authorization headers of new accounts */
async function makeAccounts(database: pg.Client, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomToken())
  for (const [at, token] of tokens.entries()) {
    const { hash, ending } = buildStoredToken(token)
    await database.query(
      `WITH made AS (INSERT INTO accounts (username) VALUES ($1) RETURNING id)
       INSERT INTO api_tokens (account_id, is_primary, name, hash, ending)
       SELECT id, true, '', $2, $3 FROM made`,
      [`bench-${at}`, hash, ending]
    )
  }
  return tokens.map((token) => `Token ${token}`)
}
