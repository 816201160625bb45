/**
 * `WORKERS=2`: a single command starts two web processes on one port and one for
 * background work, with files in a bucket.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { askTogether, insertAccount } from '#tests/helpers/limited_account'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { S3_KEYS, S3Server } from '#tests/helpers/s3_server'
import { toAttributeMap, TraceCollector } from '#tests/helpers/trace_collector'
import {
  ace,
  listChildProcesses,
  clusterFolder,
  isAlive,
  postmaster,
  ServerProcess,
} from '#tests/helpers/server_process'

const COURTS = '/api/rest/v4/courts/?fields=id'
const AUDIO = 'mp3/2026/10/01/riley-v-california.mp3'
/** Only requested by the metrics test. */
const COUNTED = '/api/rest/v4/courts/ca9/?fields=id'
const TAGS = '/api/rest/v4/tags/'
/** Milliseconds. A client that waits longer for a killed process counts as failed. */
const ANSWERED_WITHIN = 60_000

test.group('web processes on one port', (group) => {
  let folder: string
  let server: ServerProcess
  let database: pg.Client
  let s3: S3Server
  let collector: TraceCollector

  group.setup(async () => {
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    s3 = await S3Server.start('archive')
    collector = await TraceCollector.start()
    server = await ServerProcess.start({
      DATA_DIR: folder,
      WORKERS: '2',
      RATE_LIMITS: 'on',
      DRIVE_DISK: 's3',
      S3_BUCKET: 'archive',
      OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
      OTEL_SERVICE_NAME: 'curia-test',
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      S3_ENDPOINT: s3.endpoint,
      AWS_ACCESS_KEY_ID: S3_KEYS.id,
      AWS_SECRET_ACCESS_KEY: S3_KEYS.secret,
    })
    database = new pg.Client(new EmbeddedCluster({ dataDir: folder }).connection())
    database.on('error', () => {})
    await database.connect()
  })
  group.teardown(async () => {
    await database.end().catch(() => {})
    await server.kill('SIGTERM')
    await s3.close()
    collector.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const processes = (script: string) => listChildProcesses(server.pid, script)

  /** Waits for a number of processes other than the given ones. */
  const replaced = async (script: string, old: number[], count: number) => {
    for (;;) {
      const now = processes(script)
      if (now.length === count && !now.some((pid) => old.includes(pid))) return now
      await sleep(50)
    }
  }

  /** Metrics, each requested on a new connection, so that either process responds. */
  const readMetrics = async () => {
    const response = await fetch(server.url('/metrics'), { headers: { connection: 'close' } })
    return response.text()
  }

  /** Number of requests for a court in the totals. A request is counted after its response. */
  const countedCourts = async () => {
    const [, count] =
      /^curia_requests_total\{method="GET",route="\/api\/rest\/v4\/courts\/:\w+",status="200"\} (\d+)$/m.exec(
        await readMetrics()
      ) ?? [null, '0']
    return Number(count)
  }

  /** Any process returns the metrics of all processes. */
  const assertCounted = async (assert: any, expected: number) => {
    while ((await countedCourts()) < expected) await sleep(50)
    for (let asked = 0; asked < 6; asked++) assert.equal(await countedCourts(), expected)
  }

  /** Checks that acknowledged tags are in the database. */
  const assertSaved = async (assert: any, acknowledged: string[]) => {
    const { rows } = await database.query('SELECT name FROM user_tags WHERE name = ANY($1)', [
      acknowledged,
    ])
    assert.lengthOf(rows, acknowledged.length)
  }

  test('prints one banner, and enforces exact limits across processes', async ({ assert }) => {
    assert.lengthOf(processes('server.js'), 2)
    assert.lengthOf(processes('worker.js'), 1)
    assert.lengthOf(server.output.match(/Curia is ready/g)!, 1)
    for (const limit of [5, 200]) {
      const token = await insertAccount(folder, limit)
      const answers = await askTogether([server.url(COURTS)], token, 2 * limit)
      assert.equal(answers.filter((answer) => answer === 200).length, limit)
      assert.equal(answers.filter((answer) => answer === 429).length, limit)
    }
  })

  test('metrics are totals of all processes', async ({ assert }) => {
    const token = await insertAccount(folder, 50_000)
    for (let request = 0; request < 10; request++) {
      const headers = { ...authorized(token).headers, connection: 'close' }
      await (await fetch(server.url(COUNTED), { headers })).text()
    }
    await assertCounted(assert, 10)
    for (const name of ['web process 1', 'web process 2', 'background process'])
      for (const metric of ['resident_memory_bytes', 'cpu_seconds_total', 'start_time_seconds'])
        assert.match(
          await readMetrics(),
          new RegExp(`^process_${metric}\\{process="${name}"\\} \\d`, 'm')
        )
  })

  test('DRIVE_DISK=s3 reads files from the bucket first', async ({ assert }) => {
    const ask = async () =>
      Buffer.from(await (await fetch(server.url(`/storage/${AUDIO}`))).bytes())
    const sample = await ask()
    assert.isNotEmpty(sample)
    const body = Buffer.from('the one in the bucket')
    s3.objects.set(AUDIO, { body, modified: new Date() })
    assert.deepEqual(await ask(), body)
  })

  test('restarts a killed web process and loses no acknowledged request', async ({ assert }) => {
    const traffic = new Traffic(server, await insertAccount(folder, 100_000))
    const [victim] = processes('server.js')
    const others = processes('server.js').filter((pid) => pid !== victim)
    await traffic.answered(50)
    process.kill(victim!, 'SIGKILL')
    while (processes('server.js').length < 2 || processes('server.js').includes(victim!))
      await sleep(50)
    await traffic.answered(50)
    const { acknowledged, failures } = await traffic.stop()
    // Only the requests it was handling failed. None waits for a response forever.
    for (const failure of failures) assert.notMatch(failure, /timeout|status/)
    await assertSaved(assert, acknowledged)
    assert.includeMembers(processes('server.js'), others)
    assert.include(server.output, 'ended with SIGKILL; a new one starts now.')
    await assertCounted(assert, 10)
  })

  test('restarts a killed background process', async () => {
    const old = processes('worker.js')
    process.kill(old[0]!, 'SIGKILL')
    await replaced('worker.js', old, 1)
  })

  test('SIGHUP replaces all processes without a failed request', async ({ assert }) => {
    const traffic = new Traffic(server, await insertAccount(folder, 200_000))
    const old = { web: processes('server.js'), background: processes('worker.js') }
    await traffic.answered(50)
    process.kill(server.pid, 'SIGHUP')
    while (!server.output.includes('reloaded all processes.')) await sleep(50)
    await traffic.answered(50)
    const { acknowledged, failures } = await traffic.stop()
    assert.deepEqual(failures, [])
    await assertSaved(assert, acknowledged)
    await replaced('server.js', old.web, 2)
    await replaced('worker.js', old.background, 1)
    await assertCounted(assert, 10)
  })

  test('SIGTERM completes running requests, and stops all processes and the database', async ({
    assert,
  }) => {
    const cluster = clusterFolder(server)
    const running = [...processes('server.js'), ...processes('worker.js'), postmaster(cluster)!]
    const token = await insertAccount(folder, 300_000)
    const url = server.url('/api/rest/v4/opinions/?page_size=20')
    const asked = Promise.all(
      Array.from({ length: 20 }, () => fetch(url, authorized(token)).then((r) => r.json()))
    )
    const trace = randomBytes(16).toString('hex')
    const traceparent = `00-${trace}-${randomBytes(8).toString('hex')}-01`
    await fetch(server.url('/health'), { headers: { traceparent } })
    const { code } = await server.kill('SIGTERM')
    for (const body of await asked) assert.isNotEmpty((body as { results: unknown[] }).results)
    assert.equal(code, 0)
    for (const pid of running) assert.isFalse(isAlive(pid))
    assert.isUndefined(postmaster(cluster))
    // Queued spans have been sent. The sampler drops requests without a caller's trace.
    assert.isTrue(collector.spans.some(({ traceId, kind }) => traceId === trace && kind === 2))
    assert.isTrue(collector.spans.every(({ traceId }) => traceId === trace))
    assert.equal(toAttributeMap(collector.resources[0]!)['service.name'], 'curia-test')
  })

  test('rejects limits in process memory', async ({ assert }) => {
    const { code, output } = await ServerProcess.fail({
      DATA_DIR: folder,
      WORKERS: '2',
      THROTTLE_STORE: 'memory',
    })
    assert.equal(code, 1)
    assert.equal(
      output.trim(),
      'curia: THROTTLE_STORE=memory works with one process only. With WORKERS above 1, use postgres or redis, or remove the setting.'
    )
  })

  test('rejects fetching without Redis, at startup and in doctor', async ({ assert }) => {
    const settings = { DATA_DIR: folder, WORKERS: '2', REGISTRY_CONNECT: '127.0.0.1:9' }
    const refusals = [await ServerProcess.fail(settings), await ace(['doctor'], settings).ended]
    for (const { code, output } of refusals) {
      assert.equal(code, 1)
      assert.equal(
        output.trim(),
        'curia: REGISTRY_CONNECT keeps sessions at the court system in one process only. With WORKERS above 1 set REDIS_URL, or WORKERS=1.'
      )
    }
  })
})

/** Tags per writer; the two writers share an account, which can have 500. */
const MAX_WRITES = 240

/** Reads and writes, on persistent and new connections, until stopped. */
class Traffic {
  readonly acknowledged: string[] = []
  readonly failures: string[] = []
  #stopped = false
  #answers = 0
  readonly #clients: Promise<void>[]

  constructor(
    readonly server: ServerProcess,
    readonly token: string
  ) {
    const key = token.slice(0, 8)
    this.#clients = [
      this.#writer(`kept-${key}`, {}),
      this.#writer(`new-${key}`, { connection: 'close' }),
      this.#client(() => this.#read({})),
      this.#client(() => this.#read({ connection: 'close' })),
    ]
  }

  /** Waits for this many additional responses. */
  async answered(count: number): Promise<void> {
    const enough = this.#answers + count
    while (this.#answers < enough) await sleep(10)
  }

  async stop(): Promise<this> {
    this.#stopped = true
    await Promise.all(this.#clients)
    return this
  }

  /** Creates tags up to its share of the limit per account, and reads afterward. */
  #writer(prefix: string, headers: Record<string, string>): Promise<void> {
    return this.#client(
      (n) => (n < MAX_WRITES ? this.#write(`${prefix}-${n}`, headers) : this.#read(headers)),
      500
    )
  }

  /** @param pause maximum milliseconds between requests */
  async #client(ask: (n: number) => Promise<void>, pause = 40): Promise<void> {
    for (let n = 0; !this.#stopped; n++) {
      await ask(n).catch((error: Error & { cause?: Error }) =>
        this.failures.push(`${error.message}: ${error.cause?.message}`)
      )
      // Kept connections are idle at times.
      await sleep(Math.random() * pause)
    }
  }

  async #write(name: string, headers: Record<string, string>): Promise<void> {
    const response = await fetch(this.server.url(TAGS), {
      signal: AbortSignal.timeout(ANSWERED_WITHIN),
      method: 'POST',
      body: JSON.stringify({ name }),
      headers: {
        ...authorized(this.token).headers,
        ...headers,
        'content-type': 'application/json',
      },
    })
    this.#count(response.status, 201)
    await response.text()
    if (response.status === 201) this.acknowledged.push(name)
  }

  async #read(headers: Record<string, string>): Promise<void> {
    const response = await fetch(this.server.url(COURTS), {
      signal: AbortSignal.timeout(ANSWERED_WITHIN),
      headers: { ...authorized(this.token).headers, ...headers },
    })
    await response.text()
    this.#count(response.status, 200)
  }

  #count(status: number, expected: number): void {
    this.#answers++
    if (status !== expected) this.failures.push(`status ${status}`)
  }
}

const authorized = (token: string) => ({ headers: { authorization: `Token ${token}` } })
