/**
 * Docket alerts and prayers while the server and the worker are killed with
 * `kill -9` at random: nothing is lost, and nothing is sent with two IDs. Events
 * delivered just before a kill can be repeated with the same ID.
 * CURIA_TEST_CRASHES sets the number of kills; 50 run for some minutes.
 */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { MailServer } from '#tests/helpers/mail_server'
import { crashesOr, MortalProcesses } from '#tests/helpers/mortal_processes'
import { Receiver } from '#plugins/webhooks/tests/receiver'
import { ace } from '#tests/helpers/server_process'

const CRASHES = crashesOr(2)
/** Milliseconds until interrupted work is detected and resumed. */
const TIMEOUT_MS = 300_000
const NAMES = ['ada', 'bea']
const EVENTS = { entries: 1, prayers: 5, documents: 7 }
/** Existing documents, and documents added during the kills. */
const AWAITED = 20
const PRAYERS = 5

const WITHOUT = ['alerts', 'prayers'].some((name) => !existsSync(app.makePath('plugins', name)))

interface Subscriber {
  name: string
  token: string
  receiver: Receiver
}

test.group('alerts and kill -9', (group) => {
  let processes: MortalProcesses
  let mailServer: MailServer
  let subscribers: Subscriber[]

  async function post(token: string, path: string, body: object) {
    const response = await fetch(processes.address(`/api/rest/v4/${path}/`), {
      method: 'POST',
      headers: { 'authorization': token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 201) throw new Error(`${path}: ${await response.text()}`)
  }

  group.setup(async () => {
    if (WITHOUT) return () => {}
    mailServer = await MailServer.start()
    subscribers = []
    for (const name of NAMES)
      subscribers.push({ name, token: '', receiver: await Receiver.start() })
    processes = await MortalProcesses.start({
      SMTP_URL: mailServer.url,
      WEBHOOK_ALLOWED_HOSTS: subscribers.map(({ receiver }) => receiver.host).join(),
    })
    return async () => {
      await processes.stop()
      await mailServer.stop()
      for (const { receiver } of subscribers) await receiver.stop()
    }
  })

  test('sends everything once, each with one ID')
    .skip(WITHOUT, 'needs the plugins alerts and prayers')
    .run(async ({ assert }) => {
      await processes.rows(
        `INSERT INTO courts (id, position, short_name, full_name, jurisdiction) VALUES ('nysd', 1, 'S.D.N.Y.', 'Southern District', 'FD');
         INSERT INTO dockets (id, court_id, source, case_name, slug) VALUES (1, 'nysd', 1, 'Ash v. Beech', 'ash-v-beech');
         INSERT INTO docket_entries (id, docket_id, entry_number, description) VALUES (1, 1, 1, 'COMPLAINT');
         INSERT INTO archive_documents (id, docket_entry_id, document_type, document_number, registry_doc_id)
           SELECT n, 1, 1, n, '0350' || n FROM generate_series(1, ${AWAITED}) AS n;
         SELECT setval(pg_get_serial_sequence('docket_entries', 'id'), 100)`
      )
      for (const subscriber of subscribers) {
        const { name, receiver } = subscriber
        const made = ace(
          ['accounts:create', name, `--email=${name}@example.org`],
          processes.environment
        )
        made.process.stdin?.end()
        subscriber.token = /Token \w+/.exec((await made.ended).output)![0]
        for (const code of Object.values(EVENTS))
          await post(subscriber.token, 'webhooks', {
            url: receiver.url,
            event_type: code,
            enabled: true,
          })
        await post(subscriber.token, 'docket-alerts', { docket: 1 })
        for (let document = 1; document <= PRAYERS; document++)
          await post(subscriber.token, 'prayers', { recap_document: document })
      }

      let loading = true
      const load = (async () => {
        for (let n = 1; loading || n <= AWAITED; n++) {
          await processes.rows(
            `INSERT INTO docket_entries (docket_id, entry_number, description) VALUES (1, ${n + 1}, 'NOTICE')`
          )
          if (n <= AWAITED)
            await processes.rows(`UPDATE archive_documents SET is_available = true WHERE id = ${n}`)
          await sleep(Math.random() * 200)
        }
      })()
      await processes.killInTurns(CRASHES, 1500)
      loading = false
      await load

      const entries = (
        await processes.rows('SELECT id FROM docket_entries WHERE id > 100 ORDER BY id')
      ).map(({ id }) => Number(id))
      const documents = Array.from({ length: AWAITED }, (_, index) => index + 1)
      const wanted = {
        entries,
        documents,
        prayers: documents.slice(0, PRAYERS),
        mailedEntries: entries.length,
        mailedPrayers: PRAYERS,
      }
      const deadline = Date.now() + TIMEOUT_MS
      const done = () =>
        subscribers.every((one) => JSON.stringify(told(one)) === JSON.stringify(wanted))
      while (!done() && Date.now() < deadline) await sleep(250)
      for (const one of subscribers) assert.deepEqual(told(one), wanted, one.name)
      assert.isAbove(entries.length, AWAITED - 1)
      // Any further events would be delivered now.
      await sleep(2000)
      for (const one of subscribers) assert.deepEqual(told(one), wanted, one.name)
      assert.deepEqual(
        await processes.rows(`SELECT name, output FROM jobs.job WHERE state = 'failed'`),
        []
      )
    })
    .timeout(TIMEOUT_MS + 600_000 + CRASHES * 30_000)

  /** Keys of all events and counts of all emails that a follower received, by distinct ID. */
  function told({ name, receiver }: Subscriber) {
    const events = new Map(
      receiver.received.map(({ headers, body }) => [String(headers['webhook-id']), body])
    )
    const payloads = [...events.values()].map((body) => JSON.parse(body))
    const of = (code: number) =>
      payloads.filter(({ webhook }) => webhook.event_type === code).map(({ payload }) => payload)
    const keys = (code: number) =>
      of(code)
        .flatMap(({ results }) => results.map(({ id }: { id: number }) => id))
        .sort((a, b) => a - b)
    const mails = new Map(
      mailServer.received
        .filter(({ to }) => to.includes(`${name}@example.org`))
        .map(({ mail }) => [mail.messageId, mail.subject ?? ''])
    )
    const subjects = [...mails.values()]
    return {
      entries: keys(EVENTS.entries),
      documents: keys(EVENTS.documents),
      prayers: of(EVENTS.prayers)
        .map(({ recap_document: document }) => document as number)
        .sort((a, b) => a - b),
      mailedEntries: subjects.reduce(
        (sum, subject) => sum + Number(/^(\d+) New Docket/.exec(subject)?.[1] ?? 0),
        0
      ),
      mailedPrayers: subjects.filter((subject) => subject.endsWith('is now on Curia')).length,
    }
  }
})
