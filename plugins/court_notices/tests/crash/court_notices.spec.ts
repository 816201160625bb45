/**
 * Court emails are sent and processed while all processes are killed with `kill -9` at random
 * times. Acknowledged emails are merged once, and no free copy is requested twice.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { crashesOr, MortalProcesses } from '#tests/helpers/mortal_processes'
import { noteSecrets } from '#tests/helpers/secrets'
import { ace } from '#tests/helpers/server_process'
import { CourtServer } from '../court_server.js'
import { KEY, signed } from '../emails.js'
import { buildNoticeDocument, buildDocketNumber, noticeMail } from '../notice_mail.js'

const CRASHES = crashesOr(2)
/** Milliseconds until interrupted work is detected and repeated. */
const TIMEOUT = 300_000
const NOTICES = 16
const CASE = '4711'
const ADDRESS = 'abcdefghjkmnpqrstuvw'

const ARCHIVE = `
  WITH court AS (
    INSERT INTO courts (id, position, short_name, full_name, jurisdiction) VALUES ('cand', 1, 'N', 'N', 'FD') RETURNING id
  )
  INSERT INTO dockets (source, court_id, docket_number, registry_case_id) SELECT 1, id, '${buildDocketNumber(CASE)}', '${CASE}' FROM court`

test.group('court emails and kill -9', (group) => {
  let processes: MortalProcesses
  let court: CourtServer
  /** Number of requests per document. */
  const asked = new Map<string, number>()

  group.setup(async () => {
    court = await CourtServer.start()
    court.answer = (response, { url }) => {
      const [, document] = /\/doc1\/(\d+)/.exec(url!) ?? []
      if (!document) return void response.end()
      asked.set(document, (asked.get(document) ?? 0) + 1)
      // Long enough for a process to be killed during the request.
      setTimeout(
        () =>
          response.setHeader('content-type', 'application/pdf').end(`%PDF-1.4\n% ${document}\n`),
        100
      )
    }
    const secret = `whsec_${KEY.toString('base64')}`
    noteSecrets('secret', [secret])
    processes = await MortalProcesses.start({
      COURT_EMAIL_SECRET: secret,
      COURT_EMAIL_DOMAIN: 'notices.example.org',
      REGISTRY_CONNECT: `127.0.0.1:${court.address.port}`,
      REGISTRY_INTERVAL_MS: '0',
    })
    await ace(['accounts:create', 'ada'], processes.environment).ended
    return async () => {
      await processes.stop()
      await court.stop()
    }
  })

  test('acknowledged emails are merged once, and no copy is requested twice', async ({
    assert,
  }) => {
    await processes.rows(ARCHIVE)
    await processes.rows(`UPDATE accounts SET auto_subscribe = true`)
    await processes.rows(
      `INSERT INTO notice_addresses (account_id, key) SELECT id, '${ADDRESS}' FROM accounts WHERE username = 'ada'`
    )
    const killing = processes.killInTurns(CRASHES, 1500)
    for (let number = 1; number <= NOTICES; number++) {
      await send(noticeMail({ caseId: CASE, number, to: `${ADDRESS}@notices.example.org` }))
      await sleep(150)
    }
    await killing
    await allDone()

    const notices = await processes.rows('SELECT status, copy, message FROM court_notices')
    assert.lengthOf(notices, NOTICES)
    for (const { status, copy, message } of notices) {
      assert.equal(status, 'done', message)
      assert.include(['stored', 'free_look_outcome_unknown'], copy)
    }
    const documents = await processes.rows(
      `SELECT doc.registry_doc_id AS id, doc.is_available AS here FROM archive_documents doc
       JOIN docket_entries e ON e.id = doc.docket_entry_id ORDER BY e.entry_number`
    )
    assert.deepEqual(
      documents.map(({ id }) => id),
      Array.from({ length: NOTICES }, (_, place) => buildNoticeDocument(CASE, place + 1).id)
    )
    assert.equal(
      documents.filter(({ here }) => here).length,
      notices.filter(({ copy }) => copy === 'stored').length
    )
    for (const [document, times] of asked) assert.equal(times, 1, document)
    const alerts = await processes.rows('SELECT alert_type FROM docket_alerts')
    assert.lengthOf(alerts, 1)
  }).timeout(600_000 + CRASHES * 15_000)

  /** Waits until all notices are done or failed. */
  async function allDone(): Promise<void> {
    const OPEN = `SELECT count(*) FROM court_notices WHERE status NOT IN ('done', 'failed')`
    const deadline = Date.now() + TIMEOUT
    while (Number((await processes.rows(OPEN))[0]!.count) && Date.now() < deadline) await sleep(200)
  }

  /** Sends a message until it is acknowledged; each attempt is signed again. */
  async function send(mail: Buffer): Promise<void> {
    for (;;) {
      const answer = await fetch(processes.address('/api/rest/v4/archive-email/'), {
        method: 'POST',
        headers: { ...signed(mail), 'content-type': 'message/rfc822' },
        body: new Uint8Array(mail),
      }).catch(() => undefined)
      if (answer?.status === 202) return
      if (answer && answer.status < 500) throw new Error(`${answer.status}: ${await answer.text()}`)
      await sleep(100)
    }
  }
})
