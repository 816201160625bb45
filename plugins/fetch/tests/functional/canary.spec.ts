/**
 * Sends credentials through every path of the fetch queue, then searches all storage for them:
 * tables, database files and the write-ahead log, logs, emails, webhooks, the data folder, process
 * arguments, and the server's memory.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { hashPassword } from '#app/accounts/passwords'
import { noteSecrets } from '#tests/helpers/secrets'
import { Visitor } from '#tests/helpers/visitor'
import { takesMinutes } from '#tests/helpers/long_tests'
import { makeCourtAccount, FetchingServer, type SentRequest } from '../own_server.js'
import { KeptSearch } from '../kept_search.js'

const CODE = `code-${randomUUID()}`
const WRONG = `Pw-${randomUUID()}`
/** A one-time code of six characters that don't occur by chance, unlike digits. */
const [ONE_TIME, TOO_LATE, OLD_FORM] = ['^7~Qz|', '}9`Kx~', '{3^Wj`']
/** A case with documents in different states. */
const CASE = { request_type: 1, court: 'akd', docket_number: '3:24-cv-00600' }
const OTHER = { request_type: 1, court: 'akd', docket_number: '3:24-cv-00102' }
/** A case at another court, with a separate queue. */
const LONG = { request_type: 1, court: 'cand', registry_case_id: '90300', de_number_end: 5 }
const SEALED = '02302506009'
const BOUGHT = '02302506015'

test.group('canary', (group) => {
  takesMinutes(group)
  const operator = makeCourtAccount()
  const factor = makeCourtAccount({ isMultiFactor: true })
  const withFactor = { registry_username: factor.name, registry_password: factor.password }
  let server: FetchingServer

  group.setup(async () => {
    server = await FetchingServer.start({
      REGISTRY_USERNAME: operator.name,
      REGISTRY_PASSWORD: operator.password,
    })
    for (const code of [ONE_TIME, TOO_LATE, OLD_FORM]) server.simulator.issueCode(code)
    return () => server.stop()
  })

  test('no credentials are stored', async ({ assert }) => {
    const planted = `planted-${randomUUID()}`
    const secrets = {
      'the user name': server.username,
      'the password': server.password,
      'the wrong password': WRONG,
      'the client code': CODE,
      'the one-time code': ONE_TIME,
      'the refused one-time code': TOO_LATE,
      'the one-time code of a form': OLD_FORM,
      'the user name with several factors': factor.name,
      'the password with several factors': factor.password,
      'the user name of the operator': operator.name,
      'the password of the operator': operator.password,
    }
    const password = await prepareAccount(server)

    const answers = [
      await server.send({ ...CASE, client_code: CODE }),
      await server.send({ ...CASE, registry_password: WRONG }),
      await server.send({ request_type: 1, client_code: CODE }),
      await server.send({ ...CASE, docket_number: '3:24-cv-99999' }, { 'idempotency-key': 'one' }),
      await server.send({ ...CASE, de_date_start: WRONG }),
      await server.send({ ...OTHER, ...withFactor }),
      await server.send({ ...OTHER, ...withFactor, registry_otp: ONE_TIME }),
      // Another session, whose login requires another code.
      await server.send({ ...OTHER, ...withFactor, client_code: CODE, registry_otp: ONE_TIME }),
      await server.send({ ...OTHER, registry_password: WRONG, registry_otp: TOO_LATE }),
    ]
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(statuses, [201, 400, 400, 201, 400, 400, 201, 400, 400], said(answers))
    const visitor = new Visitor(server.process.url(''))
    await visitor.signIn({ username: 'ada', password })
    const form = {
      court: 'akd',
      docket_number: '3:24-cv-00102',
      registry_username: server.username,
      client_code: CODE,
      registry_otp: OLD_FORM,
    }
    const refused = await visitor.submit('/fetch/', { ...form, registry_password: WRONG })
    assert.equal(refused.status, 422)
    const taken = await visitor.submit('/fetch/', { ...form, registry_password: server.password })
    assert.match(taken.location!, /^\/fetch\/\d+\/$/)
    await server.settled()

    answers.push(...(await askForDocuments(server)))
    await server.settled()
    answers.push(...(await failInCourt(server)))
    const pages = [refused.text, (await visitor.get('/fetch/')).text]
    for (const [name, secret] of Object.entries(secrets))
      assert.notInclude(said(answers) + pages.join(''), secret, name)
    await operatorHasLooked(server, operator.name)

    const outputs = await crash(server)
    const tokens = server.simulator.tokens()
    assert.isAbove(tokens.length, 3)
    noteSecrets('session of the court system', tokens)

    // Planted values verify that each search works.
    await server.rows(`CREATE TABLE planted (value text, bytes bytea)`)
    await server.rows(`INSERT INTO planted VALUES ('${planted}', NULL)`)
    await server.rows(`CHECKPOINT`)
    writeFileSync(join(server.folder, 'planted.txt'), planted)
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', planted])
    const search = new KeptSearch({
      ...secrets,
      ...Object.fromEntries(tokens.map((token, at) => [`session ${at}`, token])),
      planted,
    })
    try {
      await search.inTables(server.database)
      search.inFolder(server.folder)
      search.inProcesses(server)
      search.in('the output', outputs.join('') + planted)
    } finally {
      child.stdin.end()
    }
    const found = [...search.found]
    const ofPlanted = found.filter((one) => one.startsWith('planted '))
    assert.deepEqual(
      found.filter((one) => !ofPlanted.includes(one)),
      []
    )
    for (const where of [/table planted/, /base\//, /pg_wal/, /planted\.txt/, /process/, /output/])
      assert.isTrue(
        ofPlanted.some((one) => where.test(one)),
        `${where}: ${ofPlanted}`
      )
    assert.isAbove(search.tables.size, 80)
    assert.isAbove(search.files, 500)
    for (const table of ['fetch_requests', 'fetch_purchases', 'webhook_deliveries', 'job'])
      assert.isAbove(rowsOf(search, table), 0, table)
    assert.isNotEmpty(readdirSync(join(server.folder, 'mail')))
  }).timeout(300_000)

  test('the server memory contains no credentials after the requests', async ({ assert }) => {
    const { status } = await server.send({ ...CASE, client_code: CODE })
    assert.equal(status, 201)
    await server.settled()
    // Other requests trigger garbage collection.
    for (let n = 0; n < 20; n++) await server.process.json('/api/rest/v4/courts/')
    const snapshot = await heapSnapshotOf(server)
    assert.isAbove(statSync(snapshot).size, 1_000_000)
    const text = readFileSync(snapshot)
    const held = [server.username, server.password, CODE].filter((secret) => text.includes(secret))
    assert.deepEqual(held, [])
    // The operator's account stays in memory, because the server uses it.
    for (const kept of ['archive-fetch', operator.password]) assert.isTrue(text.includes(kept))
  }).timeout(300_000)
})

const said = (answers: SentRequest[]) => JSON.stringify(answers.map(({ body }) => body))

/** Rows of a table in all partitions. */
const rowsOf = ({ tables }: KeptSearch, name: string) =>
  [...tables].reduce((sum, [table, rows]) => (table.startsWith(name) ? sum + rows : sum), 0)

/** Sets up an email address, a password, and a webhook. @returns the password */
async function prepareAccount(server: FetchingServer): Promise<string> {
  const password = randomUUID()
  await server.database.query(
    `UPDATE accounts SET email = 'ada@example.org', email_confirmed_at = now(), password = $1`,
    [await hashPassword(password)]
  )
  await server.rows(
    `INSERT INTO webhooks (user_id, url, event_type, version, enabled)
     SELECT id, 'https://hooks.example.org/', 3, 2, true FROM accounts`
  )
  return password
}

/** Fetches a PDF, a sealed PDF, and an attachment page, and requests the sealed PDF as a prayer. */
async function askForDocuments(server: FetchingServer): Promise<SentRequest[]> {
  const [sealed, bought] = await Promise.all(
    [SEALED, BOUGHT].map(async (id) => {
      const [row] = await server.rows(
        `SELECT id FROM archive_documents WHERE registry_doc_id = '${id}'`
      )
      return Number(row!.id)
    })
  )
  return [
    await server.send({ request_type: 2, recap_document: sealed, client_code: CODE }),
    await server.send({ request_type: 2, recap_document: bought, client_code: CODE }),
    await server.send({ request_type: 3, recap_document: bought, client_code: CODE }),
    await server.post('prayers', { recap_document: sealed }),
  ]
}

/** Failures of the court: an unreadable page, a lost response, and an unavailable login. */
async function failInCourt(server: FetchingServer): Promise<SentRequest[]> {
  const { simulator } = server
  const answers: SentRequest[] = []
  for (const kind of ['malformed', 'cut'] as const) {
    simulator.failNext({ kind, path: /DktRpt/, when: 'after' })
    answers.push(await server.send({ ...OTHER, client_code: CODE }))
    await server.settled()
  }
  simulator.failNext({ kind: 'status', status: 503, path: /cso-auth/ })
  answers.push(await server.send({ ...OTHER, client_code: `${CODE}-2` }))
  return answers
}

/** Waits until the sealed document's availability has been checked with the operator's account. */
async function operatorHasLooked(server: FetchingServer, name: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!server.simulator.ledger.totals(name).logins) {
    if (Date.now() > deadline) throw new Error('the operator did not log in')
    await sleep(100)
  }
}

/** Kills the server during a login, a purchase, and a retry. @returns the output of both servers */
async function crash(server: FetchingServer): Promise<string[]> {
  const { simulator } = server
  simulator.expireSessions(server.username)
  await server.send({ ...OTHER, client_code: CODE })
  await statusIs(server, 5)
  simulator.failNext({ kind: 'slow', delay: 20_000, path: /DktRpt/, when: 'after' })
  await server.send({ ...LONG, client_code: CODE })
  await statusIs(server, 4)
  simulator.failNext({ kind: 'slow', delay: 20_000, path: /cso-auth/ })
  const last = server.send({ ...CASE, client_code: `${CODE}-3` }).catch(() => undefined)
  await sleep(500)
  await server.process.kill('SIGKILL')
  await last
  const { output } = server.process
  // The session was lost with the process.
  await server.rows(`UPDATE fetch_requests SET next_attempt = NULL WHERE status = 5`)
  await server.rows(`UPDATE fetch_requests SET date_modified = now() - interval '1 hour'`)
  await server.restart()
  await server.settled()
  return [output, server.process.output]
}

async function statusIs(server: FetchingServer, status: number): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await server.rows(`SELECT 1 FROM fetch_requests WHERE status = ${status}`)).length) {
    if (Date.now() > deadline) throw new Error(`no request has the status ${status}`)
    await sleep(50)
  }
}
/** Triggers a heap snapshot after garbage collection. */
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

/** The server process, if the started process only launches it. */
function processOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const isNode = (one: string) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('node')
  const child = children.filter(Boolean).find(isNode)
  return child ? processOf(Number(child)) : pid
}
