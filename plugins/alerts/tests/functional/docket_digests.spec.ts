/** Daily and weekly emails of docket alerts, and their words. */
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { followed } from '#tests/helpers/consumers'
import { mailsTo } from '#tests/helpers/mails'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn, Visitor } from '#tests/helpers/visitor'
import { listDeliveries, makeEndpoint } from '#plugins/webhooks/tests/endpoints'
import { Jobs } from '#app/jobs/jobs'
import consumer from '../../docket_alerts/consumer.js'
import { announceDocket, mailDigest } from '../../docket_alerts/jobs.js'
import { ask } from '../alert_helpers.js'

const LIST = '/api/rest/v4/docket-alerts/'
const LISTS = [LIST, '/api/rest/v3/docket-alerts/'].flatMap((list) => [
  list,
  `/courtlistener${list}`,
])
const OPTIONAL = [
  'rate',
  'include_words',
  'exclude_words',
  'case_name',
  'docket_number',
  'date_filed',
]

test.group('daily and weekly emails of docket alerts', (group) => {
  let database: Database
  let docket: OwnDocket
  let other: OwnDocket
  let account: TestAccount
  let email: string

  group.each.setup(async () => {
    database = await app.container.make('lucid.db')
    await database.from('docket_alerts').delete()
    docket = await makeDocket()
    other = await makeDocket()
    email = `${Math.random().toString(36).slice(2)}@example.org`
    account = await makeAccount({ email })
    return async () => {
      await docket.remove()
      await other.remove()
    }
  })

  async function follow(values: object = {}, { id } = docket): Promise<number> {
    const response = await ask(account, 'POST', LIST, { docket: id, ...values })
    response.assertStatus(201)
    return response.body().id
  }
  const change = (id: number, values: object) => ask(account, 'PATCH', `${LIST}${id}/`, values)
  const jobs = () => app.container.make(Jobs)
  async function told(work: () => Promise<unknown>) {
    await followed(consumer, work)
    await (await jobs()).runWaiting(announceDocket.name)
  }
  /** Runs the scheduled job, and returns the new emails. */
  async function run(rate: 'daily' | 'weekly'): Promise<string[]> {
    const before = (await mailsTo(email)).length
    const queue = await jobs()
    await queue.send(null, `alerts.mail_dockets_${rate}`, {})
    await queue.runWaiting(`alerts.mail_dockets_${rate}`)
    await queue.runWaiting(mailDigest.name)
    return (await mailsTo(email)).slice(before)
  }
  const events = async (event_type = 1) => {
    const endpoint = await makeEndpoint(account.id, 'https://example.org/', { event_type })
    return async () =>
      (await listDeliveries(endpoint)).flatMap(({ body }) =>
        (JSON.parse(body).payload.results as { description: string }[]).map(
          (one) => one.description
        )
      )
  }

  test('sends one email for all dockets, and webhooks in real time', async ({ assert }) => {
    const sent = await events()
    await follow({ rate: 'dly', note: 'A <note>' })
    const second = await follow({ rate: 'dly' }, other)
    await told(async () => {
      await docket.addEntry('COMPLAINT <b>', [{ description: 'Exhibit' }])
      await other.addEntry('ANSWER')
    })
    await told(() => docket.addEntry('MOTION'))
    assert.deepEqual((await sent()).toSorted(), ['ANSWER', 'COMPLAINT <b>', 'MOTION'])
    assert.isNotNull(
      (await database.from('docket_alerts').where('id', second).first()).date_last_hit
    )
    assert.lengthOf(await mailsTo(email), 0)
    assert.lengthOf(await run('weekly'), 0)
    const [mail, ...more] = await run('daily')
    assert.deepEqual(more, [])
    assert.include(mail, 'Subject: 3 New Docket Entries for 2 Cases')
    for (const text of [
      'COMPLAINT &lt;b&gt;',
      'MOTION',
      'ANSWER',
      'Your note: A <note>',
      'Exhibit',
    ])
      assert.include(mail, text)
    assert.lengthOf(await run('daily'), 0)
  })

  test('sends weekly emails of one docket with its name', async ({ assert }) => {
    await follow({ rate: 'wly' })
    await told(async () => {
      for (let added = 0; added < 12; added++) await docket.addEntry(`ORDER ${added}`)
    })
    assert.lengthOf(await run('daily'), 0)
    const [mail] = await run('weekly')
    assert.include(mail, 'Subject: 12 New Docket Entries for Ash <b> v. Beech & Sons')
    assert.include(mail, 'ORDER 9')
    assert.notInclude(mail, 'ORDER 10')
    assert.include(mail, '2 more on the docket page.')
  })

  test('sends real-time emails by default', async ({ assert }) => {
    await follow()
    await told(() => docket.addEntry('ORDER'))
    assert.lengthOf(await mailsTo(email), 1)
    assert.lengthOf([...(await run('daily')), ...(await run('weekly'))], 0)
  })

  test('sends waiting entries with the daily email after a change to real time', async ({
    assert,
  }) => {
    const id = await follow({ rate: 'wly' })
    await told(() => docket.addEntry('ORDER'))
    await change(id, { rate: 'rt' })
    await told(() => docket.addEntry('NOTICE'))
    assert.lengthOf(await mailsTo(email), 1)
    const [mail] = await run('daily')
    assert.include(mail, 'ORDER')
    assert.notInclude(mail, 'NOTICE')
  })

  test('omits entries that were deleted or moved, and dockets without others', async ({
    assert,
  }) => {
    await follow({ rate: 'dly' })
    await follow({ rate: 'dly' }, other)
    let [gone, moved] = [0, 0]
    await told(async () => {
      gone = (await docket.addEntry('ORDER gone')).entry
      moved = (await docket.addEntry('ORDER moved')).entry
      await other.addEntry('NOTICE')
    })
    await database.from('docket_entries').where('id', gone).delete()
    await database.from('docket_entries').where('id', moved).update({ docket_id: other.id })
    const [mail] = await run('daily')
    assert.include(mail, 'Subject: 1 New Docket Entry for')
    assert.notInclude(mail, 'ORDER')
    assert.lengthOf(await database.from('docket_alert_waiting'), 0)
  })

  test('sends nothing after unsubscribing, or without a confirmed email address', async ({
    assert,
  }) => {
    const id = await follow({ rate: 'dly' })
    await told(() => docket.addEntry('ORDER'))
    await database.from('docket_alerts').where({ id }).update({ alert_type: 0 })
    assert.lengthOf(await run('daily'), 0)
    await change(id, { alert_type: 1 })
    assert.lengthOf(await run('daily'), 0)
    await told(() => docket.addEntry('MOTION'))
    await database.from('accounts').where('id', account.id).update({ email_confirmed_at: null })
    assert.lengthOf(await run('daily'), 0)
    assert.lengthOf(await database.from('docket_alert_waiting'), 0)
  })

  test('unsubscribes from the dockets of an email', async ({ assert }) => {
    await follow({ rate: 'dly' })
    await follow({ rate: 'dly' }, other)
    await told(async () => {
      await docket.addEntry('ORDER')
      await other.addEntry('ORDER')
    })
    const [mail] = await run('daily')
    // The test's decoder can change keys in headers.
    assert.match(mail!, /List-Unsubscribe:\s+<\S+\/alert\/docket\/unsubscribe\/\?keys/)
    const alerts = await database.from('docket_alerts').where('user_id', account.id).orderBy('id')
    const path = `/alert/docket/unsubscribe/?${alerts.map((row) => `keys=${row.secret_key}`).join('&')}`
    const anybody = new Visitor()
    assert.equal(mail!.match(/Unsubscribe from this docket/g)!.length, 4)
    const { status, text } = await anybody.get(path)
    assert.equal(status, 200)
    assert.equal(text.match(/<button>Unsubscribe from/g)!.length, 2)
    assert.equal((await anybody.post(path, {})).status, 200)
    const rows = await database.from('docket_alerts').where('user_id', account.id)
    assert.deepEqual(
      rows.map((row) => row.alert_type),
      [0, 0]
    )
    for (const query of ['', '?keys=x', `?keys=${'x'.repeat(40)}`, '?keys[a]=b'])
      assert.equal((await anybody.get(`/alert/docket/unsubscribe/${query}`)).status, 404, query)
  })

  test('limits emails and events to entries with the words', async ({ assert }) => {
    const sent = await events()
    await follow({ include_words: 'motion, order', exclude_words: 'minute order' })
    await told(async () => {
      for (const text of ['MOTION to dismiss', 'NOTICE', 'MINUTE ORDER', 'ORDERS'])
        await docket.addEntry(text)
      await docket.addEntry('RESPONSE', [{ description: 'Proposed Order' }])
    })
    assert.deepEqual(await sent(), ['MOTION to dismiss', 'ORDERS', 'RESPONSE'])
    const [mail, ...more] = await mailsTo(email)
    assert.deepEqual(more, [])
    assert.include(mail, 'Subject: 3 New Docket Entries')
    assert.notInclude(mail, 'NOTICE')
    await told(() => docket.addEntry('NOTICE of hearing'))
    assert.lengthOf(await mailsTo(email), 1)
  })

  test('sends an entry as new when an update adds the words', async ({ assert }) => {
    const [sent, updates] = [await events(1), await events(6)]
    await follow({ include_words: 'motion' })
    let entry = 0
    await told(async () => ({ entry } = await docket.addEntry('')))
    const describe = (description: string) =>
      told(() => database.from('docket_entries').where('id', entry).update({ description }))
    await describe('NOTICE')
    assert.deepEqual([await sent(), await updates()], [[], []])
    await describe('MOTION')
    assert.deepEqual([await sent(), await updates()], [['MOTION'], []])
    assert.lengthOf(await mailsTo(email), 1)
    await describe('MOTION to dismiss')
    await describe('NOTICE')
    assert.deepEqual([await sent(), await updates()], [['MOTION'], ['MOTION to dismiss']])
    assert.lengthOf(await mailsTo(email), 1)
    assert.lengthOf(await database.from('docket_alert_skipped'), 0)
  })

  test('{$self}: returns its optional fields only on request')
    .with(LISTS)
    .run(async ({ assert }, list) => {
      const id = await follow({ rate: 'wly', include_words: 'a', exclude_words: 'b' })
      for (const query of ['', '?order_by=docket_number', '?expand=docket']) {
        const { results } = (await ask(account, 'GET', `${list}${query}`)).body()
        for (const name of OPTIONAL) assert.notProperty(results[0], name)
      }
      const asked = await ask(account, 'GET', `${list}${id}/?include=${OPTIONAL.join()}`)
      assert.containsSubset(asked.body(), {
        rate: 'wly',
        include_words: 'a',
        exclude_words: 'b',
        case_name: 'Ash <b> v. Beech & Sons',
        docket_number: '1:26-cv-00077',
      })
      const put = await ask(account, 'PUT', `${list}${id}/`, { docket: docket.id })
      for (const name of OPTIONAL) assert.notProperty(put.body(), name)
      assert.equal((await database.from('docket_alerts').where({ id }).first()).rate, 'wly')
    })

  test('orders lists by the docket', async ({ assert }) => {
    const rows = [await follow(), await follow({}, other)]
    await database
      .from('dockets')
      .where('id', other.id)
      .update({ docket_number: '1:20-cv-00001', date_filed: '2020-01-01', case_name: 'Zinc' })
    await database
      .from('docket_alerts')
      .where('id', rows[1]!)
      .update({ date_last_hit: '2020-01-01' })
    await database
      .from('docket_alerts')
      .where('id', rows[0]!)
      .update({ date_last_hit: '2021-01-01' })
    const [first, second] = rows
    for (const [order, expected] of [
      ['docket_number', [second, first]],
      ['-docket_number', [first, second]],
      ['date_filed', [second, first]],
      ['case_name', [first, second]],
      ['-case_name', [second, first]],
      ['date_last_hit', [second, first]],
      ['-date_last_hit,docket_number', [first, second]],
      ['docket_number,-date_created', [second, first]],
    ] as const) {
      for (const list of LISTS) {
        const response = await ask(account, 'GET', `${list}?order_by=${order}`)
        const ids = response.body().results.map(({ id }: { id: number }) => id)
        assert.deepEqual(ids, expected, `${list} ${order}`)
      }
    }
    const wrong = await ask(account, 'GET', `${LIST}?order_by=note`)
    assert.equal(wrong.status(), 400)
  })

  test('rejects invalid rates and words', async ({ assert }) => {
    const id = await follow()
    for (const values of [
      { rate: 'mly' },
      { rate: 'off' },
      { rate: '' },
      { rate: null },
      { rate: 7 },
      { include_words: '...' },
      { exclude_words: ',;' },
      { include_words: 'x'.repeat(501) },
      { exclude_words: ['a'] },
    ]) {
      const response = await change(id, values)
      assert.equal(response.status(), 400, JSON.stringify(values))
      assert.deepEqual(Object.keys(response.body()), Object.keys(values), response.text())
    }
  })

  test('edits an alert on its page', async ({ assert }) => {
    const id = await follow()
    const owner = await signedIn(account)
    const path = `/profile/docket-alerts/${id}/`
    const values = { rate: 'dly', include_words: 'order', exclude_words: '', note: 'Ours' }
    assert.equal((await owner.submit(path, values)).location, '/profile/docket-alerts/')
    const row = await database.from('docket_alerts').where({ id }).first()
    assert.containsSubset(row, values)
    const { text } = await owner.get('/profile/docket-alerts/')
    assert.include(text, 'Daily, some entries')
    const refused = await owner.submit(path, { ...values, include_words: '...' })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Enter words or phrases')
    const stranger = await signedIn(await makeAccount())
    assert.equal((await stranger.get(path)).status, 404)
    assert.equal((await stranger.submit(path, values, { from: '/profile/' })).status, 404)
    for (const wrong of ['0', 'x', '99999999999999999999'])
      assert.equal((await owner.get(`/profile/docket-alerts/${wrong}/`)).status, 404)
  })
})
