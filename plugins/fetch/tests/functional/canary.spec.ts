/**
 * Credentials go through every path of the fetch queue, and are then looked for wherever something
 * is kept: tables, files of the database and its write-ahead log, logs, the data folder, arguments
 * of processes, and the memory of the server.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { FetchingServer } from '../own_server.js'

const CODE = 'code-of-the-canary-client'
const WRONG = 'Pw-that-the-canary-got-wrong'
const CASE = { request_type: 1, court: 'akd', docket_number: '3:24-cv-00101' }

test.group('canary', (group) => {
  let server: FetchingServer
  group.setup(async () => {
    server = await FetchingServer.start()
    return () => server.stop()
  })

  test('no credential is kept anywhere', async ({ assert }) => {
    const secrets = [server.username, server.password, CODE, WRONG]
    const answers = [
      await server.send({ ...CASE, client_code: CODE }),
      await server.send({ ...CASE, registry_password: WRONG }),
      await server.send({ request_type: 1, client_code: CODE }),
      await server.send({ ...CASE, docket_number: '3:24-cv-99999' }, { 'idempotency-key': 'one' }),
      await server.send({ ...CASE, de_date_start: WRONG }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 400, 400, 201, 400],
      JSON.stringify(answers)
    )
    for (const { body } of answers)
      for (const secret of secrets) assert.notInclude(JSON.stringify(body), secret)
    await server.settled()
    const [docket, , , unknown] = answers.map(({ body }) => Number(body.id))
    const rows = await server.rows('SELECT id, status, message FROM fetch_requests ORDER BY id')
    const statusOf = (id: number) => rows.find((row) => Number(row.id) === id)?.status
    assert.deepEqual([statusOf(docket!), statusOf(unknown!)], [2, 3], JSON.stringify(rows))

    // Ends in the middle of the next one.
    const last = server.send({ ...CASE, client_code: CODE }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await server.process.kill('SIGKILL')
    await last
    const { output } = server.process
    await server.restart()
    await server.settled()
    await server.rows('CHECKPOINT')

    const tables = await server.rows(
      `SELECT table_schema, table_name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`
    )
    assert.isAbove(tables.length, 80)
    const found: string[] = []
    const search = (where: string, text: Buffer | string) => {
      for (const secret of secrets)
        if (text.includes(secret)) found.push(`${secrets.indexOf(secret)} in ${where}`)
    }
    for (const { table_schema: schema, table_name: name } of tables) {
      const copied = await server.rows(`SELECT t::text AS row FROM "${schema}"."${name}" t`)
      search(name, copied.map(({ row }) => row).join('\n'))
    }
    let files = 0
    for (const entry of readdirSync(server.folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || !existsSync(path)) continue
      files++
      search(path, readFileSync(path))
    }
    assert.isAbove(files, 500)
    assert.isTrue(readdirSync(join(server.folder, 'postgres/cluster/pg_wal')).length > 0)
    search('the output', output + server.process.output)
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      for (const name of ['cmdline', 'environ'])
        try {
          // The simulated courts know the credentials, and run here.
          if (Number(pid) !== process.pid)
            search(`/proc/${pid}`, readFileSync(`/proc/${pid}/${name}`))
        } catch {}
    assert.deepEqual(found, [])
  }).timeout(300_000)

  test('the memory of the server holds none after its requests', async ({ assert }) => {
    const { status } = await server.send({ ...CASE, client_code: CODE })
    assert.equal(status, 201)
    await server.settled()
    // Other requests come, and what nothing refers to goes.
    for (let n = 0; n < 20; n++) await server.process.json('/api/rest/v4/courts/')
    const snapshot = await heapSnapshotOf(server)
    assert.isAbove(statSync(snapshot).size, 1_000_000)
    const text = readFileSync(snapshot)
    const held = [server.username, server.password, CODE].filter((secret) => text.includes(secret))
    assert.deepEqual(held, [])
    assert.isTrue(text.includes('archive-fetch'))
  }).timeout(300_000)
})

/** Has the server write a snapshot of its heap, after a collection of garbage. */
async function heapSnapshotOf(server: FetchingServer): Promise<string> {
  const { folder, process: running } = server
  const before = new Set(snapshotsIn(folder))
  const pid = processOf(running.pid)
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const fresh = snapshotsIn(folder).find((name) => !before.has(name))
    if (!fresh) continue
    const path = join(folder, fresh)
    const { size } = statSync(path)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    if (size > 0 && statSync(path).size === size) return path
  }
}

const snapshotsIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'))

/** The server itself, where what was started only starts it. */
function processOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const isNode = (one: string) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('node')
  const child = children.filter(Boolean).find(isNode)
  return child ? processOf(Number(child)) : pid
}
