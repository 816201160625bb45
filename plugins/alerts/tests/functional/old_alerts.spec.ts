/** The weekly report on alerts of closed cases. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { mailsTo } from '#tests/helpers/mails'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { READ_FOR_EMAILS, transactionStatements } from '#tests/helpers/transaction_statements'
import { listDeliveries, makeEndpoint } from '#plugins/webhooks/tests/endpoints'
import { reportOldAlerts } from '../../docket_alerts/jobs.js'
import { Jobs } from '#app/jobs/jobs'

const DAY = 86_400_000
const REPORT = 4

const ago = (days: number) => new Date(Date.now() - days * DAY)

test.group('old docket alerts', (group) => {
  let dockets: OwnDocket[]

  group.each.setup(() => {
    dockets = []
    return async () => {
      for (const docket of dockets) await docket.remove()
    }
  })

  /** An alert on a new docket without activity for some days. */
  async function oldAlert(account: number, days: number, { alert = {}, docket = {} } = {}) {
    const own = await makeDocket({ date_terminated: ago(days), ...docket })
    dockets.push(own)
    const database = await app.container.make('lucid.db')
    const [row] = await database
      .table('docket_alerts')
      .insert({
        user_id: account,
        docket_id: own.id,
        secret_key: Math.random().toString(36).padEnd(40, 'x').slice(2, 42),
        date_modified: ago(days),
        ...alert,
      })
      .returning('id')
    return Number(row.id)
  }
  const stored = async (id: number) =>
    (await app.container.make('lucid.db')).from('docket_alerts').where({ id }).first()
  const report = async () => {
    const jobs = await app.container.make(Jobs)
    await jobs.send(null, reportOldAlerts.name, {})
    await jobs.runWaiting(reportOldAlerts.name)
  }

  test('warns in two weeks, then disables the alert', async ({ assert }) => {
    const email = `${Math.random().toString(36).slice(2)}@example.org`
    const { id: account } = await makeAccount({ email })
    const endpoint = await makeEndpoint(account, 'https://example.org/', { event_type: REPORT })
    const ids: Record<number, number> = {}
    for (const days of [89, 90, 96, 97, 179, 180, 186, 187, 400])
      ids[days] = await oldAlert(account, days)
    const statements = await transactionStatements(report)
    assert.isNotEmpty(statements.filter((sql) => /insert into "mails"/.test(sql)))
    assert.isEmpty(statements.filter((sql) => READ_FOR_EMAILS.test(sql)))
    const [delivery] = await listDeliveries(endpoint)
    const { payload } = JSON.parse(delivery!.body)
    const idsIn = (name: string) => payload[name].map(({ id }: { id: number }) => id)
    assert.deepEqual(
      idsIn('old_alerts'),
      [90, 96, 180, 186].map((days) => ids[days])
    )
    assert.deepEqual(
      idsIn('disabled_alerts'),
      [187, 400].map((days) => ids[days])
    )
    assert.equal(
      Object.keys(payload.disabled_alerts[0]).join(),
      'id,date_created,date_modified,date_last_hit,secret_key,alert_type,docket'
    )
    assert.equal(payload.disabled_alerts[0].alert_type, 0)
    for (const days of Object.keys(ids).map(Number))
      assert.equal((await stored(ids[days]!)).alert_type, days >= 187 ? 0 : 1, `${days} days`)
    const mails = await mailsTo(email)
    assert.lengthOf(mails, 1)
    assert.include(mails[0], 'Subject: You have 6 old or expiring alerts')
    assert.include(mails[0], `/alert/docket/subscribe/${(await stored(ids[187]!)).secret_key}/`)

    await report()
    assert.lengthOf(await mailsTo(email), 1)
    assert.lengthOf(await listDeliveries(endpoint), 1)
  })

  test('resets the age on any activity, and skips open dockets', async ({ assert }) => {
    const { id: account } = await makeAccount()
    const alive = [
      await oldAlert(account, 200, { alert: { date_modified: ago(20) } }),
      await oldAlert(account, 200, { alert: { date_last_hit: ago(20) } }),
      await oldAlert(account, 200, { docket: { date_last_filing: ago(20) } }),
      await oldAlert(account, 200, { docket: { date_terminated: ago(20) } }),
      await oldAlert(account, 200, { docket: { date_terminated: null } }),
    ]
    const dead = await oldAlert(account, 200)
    await report()
    for (const id of alive) assert.containsSubset(await stored(id), { alert_type: 1 })
    assert.containsSubset(await stored(dead), { alert_type: 0 })
  })

  test('reports to accounts on their own alerts only', async ({ assert }) => {
    const emails = [0, 1].map(() => `${Math.random().toString(36).slice(2)}@example.org`)
    for (const email of emails) await oldAlert((await makeAccount({ email })).id, 91)
    await report()
    for (const email of emails) {
      const mails = await mailsTo(email)
      assert.lengthOf(mails, 1)
      assert.include(mails[0], 'Subject: You have 1 old or expiring alert')
    }
  })
})
