/**
 * `npm run start:cluster` with all optional services: it behaves like a single
 * server, and killed processes restart without data loss.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { AcknowledgedWrites, type EmptyDocument } from '#tests/helpers/acknowledged_writes'
import { Cluster } from '#tests/helpers/cluster'
import { HAS_REDIS, NO_REDIS } from '#tests/helpers/redis_server'
import { runAimed } from '#tests/helpers/run_aimed'
import { listChildProcesses, ROOT } from '#tests/helpers/server_process'

/** A sample of the resource suite, which takes minutes: one of each kind. */
const RESOURCES = 'courts,clusters,people,tags,webhooks'
const HAS_PLUGINS = ['upload', 'tags', 'search', 'alerts', 'webhooks'].every((name) =>
  existsSync(join(ROOT, 'plugins', name))
)
/**
 * Helpers of a removable plugin, imported by a computed name so that the tree type-checks
 * without it.
 */
const helperOf = (module: string) => import(`#plugins/${module}`)
/** More than the possible uploads. */
const DOCUMENTS = 1_000
const CASE = '771001'
/** Number of writes of each kind before a kill and after the restart. */
const SOME = 5

test.group('cluster', (group) => {
  let cluster: Cluster
  let cases: any
  let docket: string | undefined
  const documents: EmptyDocument[] = []
  const done: AcknowledgedWrites[] = []

  group.tap((one) => void one.skip(!HAS_REDIS, NO_REDIS))
  group.setup(async () => {
    if (!HAS_REDIS || !HAS_PLUGINS) return () => {}
    const { Receiver } = await helperOf('webhooks/tests/receiver')
    const { AlertedCases } = await helperOf('alerts/tests/alerted_cases')
    const receiver = await Receiver.start()
    cluster = await Cluster.start(AlertedCases.settings(receiver))
    cases = new AlertedCases(
      {
        environment: { ...cluster.settings, DATA_DIR: cluster.workerFolder },
        mailFolder: join(cluster.workerFolder, 'mail'),
        address: (path: string) => cluster.web.url(path),
        rows: (sql: string) => cluster.primary.query(sql),
      },
      receiver
    )
    return async () => {
      await cluster.close()
      await receiver.stop()
    }
  })

  test('contract, limits, and search match those of a single server', async ({ assert }) => {
    const { passed, failures } = await runAimed(cluster, {
      suites: ['contract', 'functional'],
      files: ['contract_file', 'every_resource', 'limits', 'search_endpoint', 'search_parameters'],
      groups: [
        'contract file',
        'every resource',
        'limits',
        'search: orders and pages',
        'search: results',
        'search: parameters',
      ],
      env: { CURIA_TEST_RESOURCES: RESOURCES },
    })
    assert.deepEqual(failures, [], failures.join('\n'))
    assert.isAbove(passed, 200)
  })

  const webProcess = async () => {
    const [victim] = listChildProcesses(cluster.web.pid, 'server.js')
    process.kill(victim!, 'SIGKILL')
  }

  /** Statuses that writes may return while a service is down. By default, none. */
  const PIECES: {
    piece: string
    kill: () => Promise<unknown>
    restart: () => Promise<unknown>
    failures?: RegExp
  }[] = [
    {
      piece: 'a web process',
      kill: webProcess,
      restart: async () => {
        while (listChildProcesses(cluster.web.pid, 'server.js').length < 2) await sleep(50)
      },
      failures: /^\w+: (fetch failed|terminated): /,
    },
    {
      piece: 'the worker',
      kill: () => cluster.worker.kill('SIGKILL'),
      restart: () => cluster.startWorker(),
    },
    {
      piece: 'Redis',
      kill: () => cluster.redis.stop('SIGKILL'),
      restart: () => cluster.startRedis(),
      failures: /^\w+: 503 /,
    },
    {
      piece: 'the replica',
      kill: () => cluster.replica.stop('SIGKILL'),
      restart: () => cluster.replica.start(),
    },
    {
      piece: 'the database',
      kill: () => cluster.primary.stop('SIGKILL'),
      restart: () => cluster.primary.start(),
      failures: /^\w+: 503 /,
    },
    {
      piece: 'the object storage',
      kill: () => cluster.s3.close(),
      restart: () => cluster.s3.open(),
      failures: /^upload: 503 /,
    },
    {
      piece: 'Typesense',
      kill: () => cluster.typesense.kill(0),
      restart: () => cluster.typesense.restart(0),
    },
  ]

  test('writes continue when {piece} is killed and restarts')
    .with(PIECES)
    .run(async ({ assert }, { kill, restart, failures = /^$/ }) => {
      // Runs last because the search tests read all pages of all documents.
      if (!docket) {
        docket = await makeDocuments(cluster, documents)
        await cases.start()
      }
      const token = await cluster.account(['upload', 'upload.view'])
      const writes = new AcknowledgedWrites(cluster.web.url(''), token, documents)
      done.push(writes)
      await writes.acknowledged(SOME)
      await kill()
      await writes.attempted(4 * SOME)
      await restart()
      await writes.acknowledged(SOME)
      await writes.stop()
      const others = writes.failures.filter((failure) => !failures.test(failure))
      assert.deepEqual(others, [])
    })

  test('no acknowledged write is missing', async ({ assert }) => {
    for (const { token, tags } of done) {
      const names: string[] = []
      let next: string | null = cluster.web.url('/api/rest/v4/tags/?order_by=id')
      while (next) {
        const headers = { authorization: `Token ${token}` }
        const page = (await (await fetch(next, { headers })).json()) as {
          next: string | null
          results: { name: string }[]
        }
        names.push(...page.results.map(({ name }) => name))
        next = page.next
      }
      assert.includeMembers(names, tags)
    }
    const uploads = done.flatMap((one) => one.uploads)
    const keys = uploads.map(({ upload }) => upload).join()
    for (;;) {
      const open = await cluster.primary.query(
        `SELECT FROM uploads WHERE id IN (${keys}) AND status IN (1, 4, 5)`
      )
      if (!open.length) break
      await sleep(200)
    }
    const states = await cluster.primary.query(
      `SELECT u.id, u.status, u.error_message, d.filepath_local FROM uploads u
       LEFT JOIN archive_documents d ON d.id = u.recap_document_id WHERE u.id IN (${keys})`
    )
    const failed = states.filter(({ status }) => status !== 2)
    assert.deepEqual(failed, [])
    assert.lengthOf(states, uploads.length)
    for (const { upload, content } of uploads) {
      const { filepath_local: path } = states.find(({ id }) => Number(id) === upload)!
      const response = await fetch(cluster.web.url(`/storage/${path}`))
      assert.equal(response.status, 200)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), content)
    }
  })

  test('sends every alert hit once on every channel', async ({ assert }) => {
    await cases.assertSentOnce(assert)
  })

  test('searches return it once', async ({ assert }) => {
    const { length } = done.flatMap((one) => one.uploads)
    const query = new URLSearchParams({
      type: 'rd',
      q: `docket_id:${docket}`,
      available_only: 'on',
    })
    const authorization = `Token ${await cluster.account()}`
    for (;;) {
      const response = await fetch(cluster.web.url(`/api/rest/v4/search/?${query.toString()}`), {
        headers: { authorization },
      })
      const { count } = (await response.json()) as { count: number }
      assert.isAtMost(count, length)
      if (count === length) break
      await sleep(200)
    }
  })

  test('all services stop gracefully', async ({ assert }) => {
    for (const server of [cluster.worker, cluster.web]) {
      const { code, output } = await server.kill('SIGTERM')
      assert.equal(code, 0, output)
    }
  })
})

/** @returns key of a district court docket whose documents lack files */
async function makeDocuments(cluster: Cluster, documents: EmptyDocument[]): Promise<string> {
  const court = 'cand'
  const [row] = await cluster.primary.query(
    `INSERT INTO dockets (court_id, source, case_name, slug, docket_number, registry_case_id)
     VALUES ('${court}', 1, 'Ash v. Beech', 'ash-v-beech', '1:26-cv-00077', '${CASE}') RETURNING id`
  )
  const rows = await cluster.primary.query(
    `WITH entry AS (
       INSERT INTO docket_entries (docket_id, description, entry_number, date_filed)
       VALUES (${row!.id}, 'MOTION', 1, '2026-03-02') RETURNING id
     )
     INSERT INTO archive_documents (docket_entry_id, document_type, document_number, registry_doc_id)
     SELECT entry.id, 1, n, '0350' || (8000000 + n)
     FROM entry, generate_series(1, ${DOCUMENTS}) n
     RETURNING registry_doc_id, document_number`
  )
  for (const { registry_doc_id: id, document_number: number } of rows)
    documents.push({ court, case: CASE, id, number })
  return row!.id
}
