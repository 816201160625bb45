/** From a row of the archive to emails and webhook events. */
import app from '@adonisjs/core/services/app'
import mailer from '@adonisjs/mail/services/main'
import { test } from '@japa/runner'
import { SetMembership } from '#app/accounts/actions/membership'
import settings from '../../settings.js'
import { mailsTo } from '#tests/helpers/mails'
import { listDeliveries, makeEndpoint } from '#plugins/webhooks/tests/endpoints'
import { HitsMail } from '../../delivery/hits_mail.js'
import { HitMailer } from '../../delivery/hit_mailer.js'
import { readWaiting, markHitsMailed } from '../../delivery/waiting_hits.js'
import { MAIL_JOB, RealTimeMails } from '../../delivery/real_time_mails.js'
import { HitRecorder } from '../../delivery/hit_recorder.js'
import {
  ALERTS,
  ask,
  listAlertHits,
  loadedMatcher,
  makeReader,
  matching,
  member,
  storeAlert,
} from '../alert_helpers.js'
import {
  addCluster,
  addDocket,
  addDocument,
  removeRows,
  touchDocket,
  uniqueWord,
} from '../archive_rows.js'
import { Jobs } from '#app/jobs/jobs'

type Reader = Awaited<ReturnType<typeof makeReader>>

const TO_DAILY = { rates: ['dly'], isEmailed: true }

test.group('hits of search alerts', (group) => {
  let reader: Reader
  let word: string

  group.each.setup(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('search_alerts').delete()
    await database.from('search_alert_sweeps').delete()
    reader = await makeReader('tier_1')
    word = uniqueWord()
    return removeRows
  })
  const hook = (version = 2) =>
    makeEndpoint(reader.id, 'https://receiver.example/', { event_type: 2, version })
  const payloadsOf = async (endpoint: Awaited<ReturnType<typeof hook>>) =>
    (await listDeliveries(endpoint)).map(({ body }) => JSON.parse(body).payload)
  const runMails = async () => (await app.container.make(Jobs)).runWaiting(MAIL_JOB)

  test('records an opinion once, with one event and one email', async ({ assert }) => {
    const endpoint = await hook()
    const { id } = await storeAlert(reader, `q=${word}&type=o`, { name: 'A <word>' })
    const other = await storeAlert(reader, `q=${word}x&type=o`)
    const off = await storeAlert(reader, `q=${word}&type=o`, { rate: 'off' })
    let made = { cluster: 0, opinion: 0 }
    await matching(async () => (made = await addCluster(`He ate a ${word} & died.`)))
    assert.deepEqual(await listAlertHits(id), [`${made.cluster}/${made.opinion}`])
    assert.deepEqual([await listAlertHits(other.id), await listAlertHits(off.id)], [[], []])

    const [payload, ...more] = await payloadsOf(endpoint)
    assert.deepEqual(more, [])
    assert.containsSubset(payload.alert, {
      id: Number(id),
      user: reader.id,
      rate: 'rt',
      alert_type: 'o',
    })
    // With microseconds, as in the API.
    const shown = (await ask(reader, 'GET', `${ALERTS}${id}/`)).body()
    for (const name of ['date_created', 'date_modified', 'date_last_hit', 'name', 'secret_key'])
      assert.equal(payload.alert[name], shown[name])
    const [result] = payload.results
    assert.equal(result.cluster_id, made.cluster)
    assert.notProperty(result.meta, 'score')
    assert.include(result.opinions[0].snippet, `<strong>${word}</strong>`)

    await runMails()
    const [mail, ...others] = await mailsTo(reader.email)
    assert.deepEqual(others, [])
    assert.include(mail, 'Subject: 1 Alert has hits: A <word>')
    assert.match(mail!, /List-Unsubscribe:\s+<[^>]*\/alert\/one-click-disable\/[A-Za-z0-9]{40}\/>/)
    assert.include(mail, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    assert.include(mail, `<strong>${word}</strong> &amp; died.`)
    assert.include(mail, `${word} & died.`)
    assert.include(mail, 'A &lt;word&gt;')
    assert.match(mail!, /\/alert\/hits\/[A-Za-z0-9]{40}\//)
    assert.include(mail, `/profile/alerts/${id}/`)
    assert.match(mail!, /\/alert\/disable\/[A-Za-z0-9]{40}\//)
    const database = await app.container.make('lucid.db')
    const alert = await database.from('search_alerts').where('id', id).first()
    assert.isNotNull(alert.date_last_hit)

    // Another change of the same opinion isn't a new hit.
    await matching(() => database.from('opinions').where('id', made.opinion).update({ sha1: word }))
    assert.lengthOf(await listAlertHits(id), 1)
    assert.lengthOf(await payloadsOf(endpoint), 1)
    await runMails()
    assert.lengthOf(await mailsTo(reader.email), 1)
  })

  test('matches filings and cases with r, and cases with d', async ({ assert }) => {
    const filings = await storeAlert(reader, `q=${word}&type=r`, { type: 'r' })
    const cases = await storeAlert(reader, `q=${word}&type=r`, { type: 'd' })
    const joined = await storeAlert(reader, `q=caseName:${word}+AND+plain_text:walnut&type=r`, {
      type: 'r',
    })
    let docket = 0
    await matching(async () => (docket = await addDocket(`${word} v. Birch`)))
    assert.deepEqual(
      [await listAlertHits(filings.id), await listAlertHits(cases.id)],
      [[`${docket}`], [`${docket}`]]
    )
    const documents: number[] = []
    await matching(async () => {
      documents.push(await addDocument(docket, 'A walnut.'))
      documents.push(await addDocument(docket, 'A peanut.'))
    })
    assert.sameMembers(await listAlertHits(filings.id), [
      `${docket}`,
      ...documents.map((key) => `${docket}/${key}`),
    ])
    assert.deepEqual(await listAlertHits(cases.id), [`${docket}`])
    assert.deepEqual(await listAlertHits(joined.id), [`${docket}/${documents[0]}`])
  })

  test('matches documents after their case is renamed', async ({ assert }) => {
    const docket = await addDocket('Alder v. Birch')
    const document = await addDocument(docket, 'A walnut.')
    const { id } = await storeAlert(reader, `q=caseName:${word}+AND+plain_text:walnut&type=r`, {
      type: 'r',
    })
    await matching(() => touchDocket(docket, { case_name: `${word} v. Birch` }))
    assert.deepEqual(await listAlertHits(id), [`${docket}/${document}`])
  })

  test('does not send existing filings when their case gets a new one', async ({ assert }) => {
    const docket = await addDocket('Alder v. Birch')
    const old = await addDocument(docket, `A ${word}.`)
    const { id } = await storeAlert(reader, `q=${word}&type=r`, { type: 'r' })
    const named = await storeAlert(reader, `q=party:${word}+AND+plain_text:${word}&type=r`, {
      type: 'r',
    })
    // Each change is matched by a new process that doesn't remember the case.
    await matching(() => addDocument(docket, 'A notice.'))
    await matching(() => touchDocket(docket, { date_last_filing: '2026-03-02' }))
    await matching(() => touchDocket(docket, { date_modified: new Date(), cause: '28:1331' }))
    await (await loadedMatcher()).sweep(new AbortController().signal)
    assert.deepEqual(await listAlertHits(id), [])
    await matching(async () => {
      const database = await app.container.make('lucid.db')
      const [party] = await database.table('parties').insert({ name: word }).returning('id')
      await database.table('party_types').insert({ docket_id: docket, party_id: party.id })
    })
    assert.deepEqual(
      [await listAlertHits(id), await listAlertHits(named.id)],
      [[], [`${docket}/${old}`]]
    )
    let added = 0
    await matching(async () => (added = await addDocument(docket, `Another ${word}.`)))
    assert.deepEqual(await listAlertHits(id), [`${docket}/${added}`])
  })

  test('defers a large case to the nightly sweep', async ({ assert }) => {
    const { MAX_UNCHANGED } = await import('../../matching/match_documents.js')
    const docket = await addDocket('Alder v. Birch')
    const last = await addDocument(docket, 'A walnut.', MAX_UNCHANGED + 1)
    const { id } = await storeAlert(reader, `q=caseName:${word}+AND+plain_text:walnut&type=r`, {
      type: 'r',
    })
    await matching(() => touchDocket(docket, { case_name: `${word} v. Birch` }))
    assert.deepEqual(await listAlertHits(id), [])
    await (await loadedMatcher()).sweep(new AbortController().signal)
    const hits = await listAlertHits(id)
    assert.lengthOf(hits, MAX_UNCHANGED + 1)
    assert.include(hits, `${docket}/${last}`)
    const database = await app.container.make('lucid.db')
    assert.lengthOf(await database.from('search_alert_sweeps'), 0)
  })

  test('sends flat results in version 1', async ({ assert }) => {
    const endpoint = await hook(1)
    await storeAlert(reader, `q=${word}&type=r`, { type: 'r', rate: 'mly' })
    let [docket, document] = [0, 0]
    await matching(async () => {
      docket = await addDocket('Alder v. Birch')
      document = await addDocument(docket, `A ${word}.`)
    })
    const [payload] = await payloadsOf(endpoint)
    assert.equal(payload.results.length, 1)
    assert.equal(payload.results[0].docket_id, docket)
    assert.include(payload.results[0].snippet, `<strong>${word}</strong>`)
    assert.equal(payload.results[0].id, document)
  })

  test('supports dates relative to today', async ({ assert }) => {
    const { id } = await storeAlert(reader, `q=${word}&filed_after=5+days+ago`)
    const day = (back: number) =>
      new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
    const made: number[] = []
    await matching(async () => {
      for (const back of [2, 9]) made.push((await addCluster(`A ${word}.`, day(back))).cluster)
    })
    assert.deepEqual(
      (await listAlertHits(id)).map((hit) => Number(hit.split('/')[0])),
      [made[0]!]
    )
  })

  test('reads relative dates again on a new day', async ({ assert, cleanup }) => {
    const dates = ['5+days+ago', '-5d', '5%20%20days+ago', '2020-01-01']
    for (const date of dates) await storeAlert(reader, `q=${word}&filed_after=${date}`)
    const { queries } = (await loadedMatcher()).services
    const read = () => Array.from(queries.all(), ([, { tree }]) => JSON.stringify(tree))
    const [before, version] = [read(), queries.version]
    await queries.turnDay()
    assert.deepEqual([read(), queries.version], [before, version])
    const { now } = Date
    cleanup(() => void (Date.now = now))
    Date.now = () => now() + 86_400_000
    await queries.turnDay()
    assert.lengthOf(read(), dates.length)
    assert.lengthOf(
      read().filter((tree) => before.includes(tree)),
      1
    )
    assert.equal(queries.version, version + 1)
  })

  test('sends the first real-time email immediately, and batches later hits', async ({
    assert,
  }) => {
    const { id } = await storeAlert(reader, `q=${word}`)
    const hit = async () => {
      await matching(() => addCluster(`A ${word}.`))
      await runMails()
      return (await mailsTo(reader.email)).length
    }
    assert.equal(await hit(), 1)
    // During the quiet period.
    assert.equal(await hit(), 1)
    assert.equal(await hit(), 1)
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      `SELECT count(*), min(start_after) > now() + make_interval(secs => ?) AS later FROM jobs.job
       WHERE name = ? AND state = 'created' AND data->>'account' = ?`,
      [settings.gatherSeconds - 60, MAIL_JOB, String(reader.id)]
    )
    assert.deepEqual(rows, [{ count: '1', later: true }])
    await database.rawQuery(
      `UPDATE jobs.job SET start_after = now() WHERE name = ? AND state = 'created'`,
      [MAIL_JOB]
    )
    await runMails()
    const mails = await mailsTo(reader.email)
    assert.lengthOf(mails, 2)
    assert.include(mails[1], '2 hits')
    assert.lengthOf(await listAlertHits(id), 3)
  })

  test("shows a match in an entry's description in the email, even if the document has a title", async ({
    assert,
  }) => {
    await storeAlert(reader, `q=${word}&type=r`, { type: 'r' })
    const docket = await addDocket('Alder v. Birch')
    const description = `${'MOTION to seal. '.repeat(40)}ORDER on ${word} & costs. ${'Signed. '.repeat(40)}`
    await matching(() => addDocument(docket, 'A walnut.', 1, { title: 'Exhibit A', description }))
    await runMails()
    const [mail] = await mailsTo(reader.email)
    assert.include(mail, `on <strong>${word}</strong> &amp; costs.`)
    assert.include(mail, `on ${word} & costs.`)
    assert.include(mail, 'Exhibit A')
    assert.notInclude(mail, 'MOTION to seal. '.repeat(10))
  })

  test('sends one scheduled email for all alerts with the same rate', async ({ assert }) => {
    const endpoint = await hook()
    for (const name of ['Second', 'First'])
      await storeAlert(reader, `q=${word}`, { rate: 'wly', name })
    await storeAlert(reader, `q=${word}`, { rate: 'mly', name: 'Later' })
    await matching(() => addCluster(`A ${word}.`))
    assert.lengthOf(await payloadsOf(endpoint), 3)
    await runMails()
    assert.lengthOf(await mailsTo(reader.email), 0)
    const jobs = await app.container.make(Jobs)
    for (let run = 0; run < 2; run++) {
      await jobs.send(null, 'alerts.mail_weekly', {})
      await jobs.runWaiting('alerts.mail_weekly')
      await runMails()
    }
    const mails = await mailsTo(reader.email)
    assert.lengthOf(mails, 1)
    assert.include(mails[0], 'Subject: 2 Alerts have hits: First, Second')
    assert.match(mails[0]!, /List-Unsubscribe:\s+<\S*\/alert\/disable\/\?keys/)
    assert.notInclude(mails[0], 'Later')
  })

  test('sends real-time webhooks and daily emails without a membership', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const endpoint = await hook()
    await storeAlert(reader, `q=${word}`, { name: 'At once' })
    await storeAlert(reader, `q=${word}`, { name: 'Each day', rate: 'dly' })
    const lapsed = { ...member('tier_1'), termination_date: '2020-01-01' }
    await database.transaction((trx) => new SetMembership().handle(trx, reader.id, lapsed))
    await matching(() => addCluster(`A ${word}.`))
    assert.lengthOf(await payloadsOf(endpoint), 2)
    await runMails()
    assert.lengthOf(await mailsTo(reader.email), 0)
    const jobs = await app.container.make(Jobs)
    await jobs.send(null, 'alerts.mail_daily', {})
    await jobs.runWaiting('alerts.mail_daily')
    await runMails()
    const [mail, ...others] = await mailsTo(reader.email)
    assert.deepEqual(others, [])
    assert.include(mail, 'Subject: 2 Alerts have hits: At once, Each day')
    const links = mail!.match(/\/alert\/hits\/\w+/g)
    assert.lengthOf(new Set(links), 2)
  })

  test('excludes hits with a due real-time email from the daily email', async ({ assert }) => {
    await storeAlert(reader, `q=${word}`, { name: 'At once' })
    await matching(() => addCluster(`A ${word}.`))
    await (await app.container.make(HitMailer)).send(String(reader.id), 'dly')
    assert.lengthOf(await mailsTo(reader.email), 0)
    await runMails()
    assert.lengthOf(await mailsTo(reader.email), 1)
  })

  test('sends hits recorded while an email is composed with the next one', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const { id } = await storeAlert(reader, `q=${word}`, { rate: 'dly' })
    await matching(() => addCluster(`A ${word}.`))
    const owner = String(reader.id)
    const read = await readWaiting(database, owner, ['dly'])
    let opinion = 0
    await matching(async () => ({ opinion } = await addCluster(`Another ${word}.`)))
    assert.isTrue(await database.transaction((trx) => markHitsMailed(trx, read, TO_DAILY)))
    const left = await database
      .from('search_alert_hits')
      .where('alert_id', id)
      .whereNull('mailed_at')
    assert.deepEqual(
      left.map(({ key }) => Number(key)),
      [opinion]
    )
  })

  test('does not send hits that another email has sent', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    await storeAlert(reader, `q=${word}`, { rate: 'dly' })
    await matching(() => addCluster(`A ${word}.`))
    const read = await readWaiting(database, String(reader.id), ['dly'])
    await (await app.container.make(HitMailer)).send(String(reader.id), 'dly')
    assert.isFalse(await database.transaction((trx) => markHitsMailed(trx, read, TO_DAILY)))
    assert.lengthOf(await mailsTo(reader.email), 1)
  })

  test('sends hits recorded while a real-time email is composed after the quiet period', async ({
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    await storeAlert(reader, `q=${word}`)
    await matching(() => addCluster(`A ${word}.`))
    // Completes an email that was composed before the hit was recorded.
    const realTime = await app.container.make(RealTimeMails)
    await database.transaction((trx) => realTime.end(trx, String(reader.id)))
    const mailing = await database
      .from('search_alert_mailings')
      .where('user_id', reader.id)
      .firstOrFail()
    assert.isAbove(mailing.due_at.getTime(), mailing.mailed_at.getTime())
  })

  test('writes the email about hits to the outbox', async ({ cleanup }) => {
    await storeAlert(reader, `q=${word}`, { rate: 'dly', name: 'Found' })
    await matching(() => addCluster(`A ${word}.`))
    const { mails } = mailer.fake()
    cleanup(() => mailer.restore())
    await (await app.container.make(HitMailer)).send(String(reader.id), 'dly')
    mails.assertQueued(HitsMail, ({ message, subject }) => {
      message.assertTo(reader.email)
      return subject === '1 Alert has hits: Found'
    })
  })

  test('drops unsent hits after six months, and never sends them again', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const { id } = await storeAlert(reader, `q=${word}`, { rate: 'wly' })
    const made: number[] = []
    await matching(async () => {
      for (let n = 0; n < 2; n++) made.push((await addCluster(`A ${word}.`)).opinion)
    })
    await database
      .from('search_alert_hits')
      .where('key', made[0]!)
      .update({ date_created: new Date(Date.now() - 181 * 86_400_000) })
    const jobs = await app.container.make(Jobs)
    await jobs.send(null, 'alerts.give_up_hits', {})
    await jobs.runWaiting('alerts.give_up_hits')
    const waiting = database.from('search_alert_hits').where('alert_id', id).whereNull('mailed_at')
    assert.deepEqual(
      (await waiting).map(({ key }) => Number(key)),
      [made[1]]
    )
    await matching(() => database.from('opinions').whereIn('id', made).update({ sha1: word }))
    assert.lengthOf(await listAlertHits(id), 2)
  })

  test('limits the contents of an email', async ({ assert }) => {
    const { id } = await storeAlert(reader, `q=${word}&type=r`, { type: 'r', rate: 'rt' })
    await matching(async () => {
      for (let made = 0; made < 22; made++) await addDocket(`${word} v. Number${made}`)
      await addDocument(await addDocket('Alder v. Birch'), `A ${word}.`, 5)
    })
    assert.lengthOf(await listAlertHits(id), 27)
    await runMails()
    const [mail] = await mailsTo(reader.email)
    assert.include(mail, '20+ hits')
    // The newest case has five filings; three are shown.
    const html = mail!.slice(mail!.indexOf('<!doctype'))
    assert.equal(html.split('<li>').length - 1, 20 + 3)
  })

  test('records no hits of alerts that were deleted or disabled during matching', async ({
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const [gone, off] = [
      await storeAlert(reader, `q=${word}`),
      await storeAlert(reader, `q=${word}`),
    ]
    await database.from('search_alerts').where('id', gone.id).delete()
    await database.from('search_alerts').where('id', off.id).update({ rate: 'off' })
    const hits = [gone, off].map(({ id }) => ({ alert: id, parent: 1, child: null }))
    const recorder = await app.container.make(HitRecorder)
    await database.transaction((trx) => recorder.record(trx, hits))
    assert.deepEqual(
      await database.from('search_alert_hits').whereIn('alert_id', [gone.id, off.id]),
      []
    )
  })

  test('sends one event for a hit recorded concurrently', async ({ assert }) => {
    const endpoint = await hook()
    const { id } = await storeAlert(reader, `q=${word}`)
    const { cluster, opinion } = await addCluster(`A ${word}.`)
    const database = await app.container.make('lucid.db')
    const recorder = await app.container.make(HitRecorder)
    const hit = { alert: id, parent: cluster, child: opinion }
    await Promise.all(
      Array.from({ length: 4 }, () => database.transaction((trx) => recorder.record(trx, [hit])))
    )
    assert.lengthOf(await payloadsOf(endpoint), 1)
    await runMails()
    assert.lengthOf(await mailsTo(reader.email), 1)
  })
})
