/** Docket alerts that follow the appeals of their dockets (`follow_appeals`). */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { followed } from '#tests/helpers/consumers'
import { mailsTo } from '#tests/helpers/mails'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { READ_FOR_EMAILS, transactionStatements } from '#tests/helpers/transaction_statements'
import { signedIn } from '#tests/helpers/visitor'
import consumer from '../../docket_alerts/consumer.js'
import { emailAppeal } from '../../docket_alerts/jobs.js'
import { Jobs } from '#app/jobs/jobs'
import { ask } from '../alert_helpers.js'

const ALERTS = '/api/rest/v4/docket-alerts/'
const INCLUDED = '?include=note,follow_appeals'

test.group('appeals of followed dockets', (group) => {
  let owner: TestAccount
  let email: string
  let docket: OwnDocket
  let page: string
  let made: OwnDocket[]

  group.each.setup(async () => {
    email = `${Math.random().toString(36).slice(2)}@example.org`
    owner = await makeAccount({ email, confirmed: true })
    docket = await makeDocket({ court_id: 'cand', docket_number: '4:26-cv-00077-YGR' })
    page = `/docket/${docket.id}/`
    made = [docket]
    return async () => {
      for (const one of made) await one.remove()
    }
  })

  async function follow(values: object = { follow_appeals: true }, of = docket) {
    const answer = await ask(owner, 'POST', ALERTS + INCLUDED, { docket: of.id, ...values })
    return answer.body() as Record<string, any>
  }

  async function origin(number: string): Promise<number> {
    const database = await app.container.make('lucid.db')
    const [{ id }] = await database
      .table('originating_court_information')
      .insert({ docket_number: number })
      .returning('id')
    return Number(id)
  }

  /** An appeal of the case with a docket number in a court. */
  async function appealOf(number: string, { from = 'cand', at = 'ca9', own = '26-1234' } = {}) {
    const appeal = await makeDocket({
      court_id: at,
      docket_number: own,
      appeal_from_id: from,
      originating_court_information_id: await origin(number),
    })
    made.push(appeal)
    return appeal
  }

  /** Dockets that the owner follows in addition to the first. */
  async function appeals(): Promise<Record<string, any>[]> {
    const { results } = (await ask(owner, 'GET', ALERTS + INCLUDED)).body()
    return results.filter((alert: Record<string, any>) => alert.docket !== docket.id)
  }
  const sendEmails = async () => (await app.container.make(Jobs)).runWaiting(emailAppeal.name)
  const ids = async () => (await appeals()).map(({ docket: id }) => id)

  test('follows a new appeal with its entries, and sends it once', async ({ assert }) => {
    assert.isTrue((await follow()).follow_appeals)
    let appeal: OwnDocket
    await followed(
      consumer,
      async () => {
        appeal = await appealOf('26-cv-77')
        await appeal.addEntry('Notice of appeal')
      },
      { again: true }
    )
    const [alert, ...others] = await appeals()
    assert.lengthOf(others, 0)
    assert.include(alert, {
      docket: appeal!.id,
      alert_type: 1,
      follow_appeals: true,
      note: 'Appeal of Ash <b> v. Beech & Sons, 4:26-cv-00077-YGR',
    })
    assert.lengthOf(await mailsTo(email), 0)
    const statements = await transactionStatements(sendEmails)
    assert.isNotEmpty(statements.filter((sql) => /delete from "appeal_emails"/.test(sql)))
    assert.isEmpty(statements.filter((sql) => READ_FOR_EMAILS.test(sql)))
    const mails = await mailsTo(email)
    assert.lengthOf(mails, 1)
    assert.include(mails[0], 'Subject: [Appeal]: Ash <b> v. Beech & Sons (26-1234)')
    assert.include(mails[0], 'Appeal of Ash <b> v. Beech & Sons, 4:26-cv-00077-YGR')
    assert.include(mails[0], `/alert/docket/one-click-unsubscribe/${alert!.secret_key}/>`)

    const database = await app.container.make('lucid.db')
    const news = await database.from('docket_news').where('docket_id', appeal!.id)
    assert.deepEqual(
      news.map(({ kind }) => kind),
      ['entry']
    )
    const { last_news_id: told } = await database
      .from('docket_alerts')
      .where('id', alert!.id)
      .first()
    assert.isBelow(Number(told), Number(news[0].id))
  })

  test('follows an appeal when its origin is added later', async ({ assert }) => {
    await follow()
    const appeal = await appealOf('')
    const database = await app.container.make('lucid.db')
    const { originating_court_information_id: known } = await database
      .from('dockets')
      .where('id', appeal.id)
      .first()
    await followed(consumer, () => appeal.change({ case_name: 'Beech v. Ash' }))
    assert.deepEqual(await ids(), [])
    await followed(consumer, () =>
      database
        .from('originating_court_information')
        .where('id', known)
        .update({ docket_number: '4:26-cv-00077' })
    )
    assert.deepEqual(await ids(), [appeal.id])
  })

  test('does not match other cases: {number} of {from}')
    .with([
      { number: '4:26-cr-00077', from: 'cand' },
      { number: '4:25-cv-00077', from: 'cand' },
      { number: '4:26-cv-00770', from: 'cand' },
      { number: '3:26-cv-00077', from: 'cand' },
      { number: '26-77', from: 'cand' },
      { number: '4:77-cv-00026', from: 'cand' },
      { number: 'Nos. 4:26-cv-00076, 4:25-cv-00077', from: 'cand' },
      { number: '77', from: 'cand' },
      { number: 'unknown', from: 'cand' },
      { number: '4:26-cv-00077', from: 'cacd' },
    ])
    .run(async ({ assert }, { number, from }) => {
      await follow()
      await followed(consumer, () => appealOf(number, { from }))
      assert.deepEqual(await ids(), [])
    })

  test('matches variants of the docket number: {$self}')
    .with([
      '4:26cv77',
      '04:26-cv-00077-YGR',
      '4:2026-cv-77',
      '26 Civ. 77 (YGR)',
      'CV-26-77',
      '4:26–cv–00077',
      'Civil Action No. 4:26-cv-00077',
      'Nos. 4:26-cv-00076, 4:26-cv-00077',
    ])
    .run(async ({ assert }, number) => {
      await follow()
      let appeal: OwnDocket
      await followed(consumer, async () => (appeal = await appealOf(number)))
      assert.deepEqual(await ids(), [appeal!.id])
    })

  test('follows appeals only with follow_appeals', async ({ assert }) => {
    const { id } = await follow({})
    await followed(consumer, () => appealOf('4:26-cv-00077'))
    assert.deepEqual(await ids(), [])
    await ask(owner, 'PATCH', `${ALERTS}${id}/`, { follow_appeals: true })
    assert.lengthOf(await ids(), 1)
    assert.lengthOf(await mailsTo(email), 0)
  })

  test('follows existing appeals and their appeals immediately', async ({ assert }) => {
    const appeal = await appealOf('4:26-cv-00077')
    const last = await appealOf('26-1234', { from: 'ca9', at: 'scotus', own: '26-99' })
    await follow()
    assert.sameMembers(await ids(), [appeal.id, last.id])
  })

  test('keeps an unfollowed appeal unfollowed', async ({ assert }) => {
    await follow()
    let appeal: OwnDocket
    await followed(consumer, async () => (appeal = await appealOf('4:26-cv-00077')))
    const [alert] = await appeals()
    await ask(owner, 'DELETE', `${ALERTS}${alert!.id}/`)
    await followed(consumer, () => appeal.change({ case_name: 'Beech v. Ash' }))
    assert.deepEqual(await ids(), [])
  })

  test('keeps the alert of an appeal that is already followed', async ({ assert }) => {
    const appeal = await appealOf('4:26-cv-00077')
    const { id } = await follow({ note: 'Mine.' }, appeal)
    await follow()
    const [alert] = await appeals()
    assert.include(alert, { id, note: 'Mine.', follow_appeals: false })
  })

  test('are followed and unfollowed on the docket page and in the list', async ({ assert }) => {
    const visitor = await signedIn(owner)
    assert.include((await visitor.get(page)).text, 'Also follow its appeals')
    const form = { docket: String(docket.id) }
    const asked = { ...form, follow_appeals: 'true' }
    await visitor.submit('/alert/docket/toggle/', asked, { from: page })
    assert.include((await visitor.get(page)).text, 'You follow this docket and its appeals')
    const list = '/profile/docket-alerts/'
    await visitor.submit('/alert/docket/appeals/', { ...form, from: 'list' }, { from: list })
    const { text } = await visitor.get(list)
    assert.include(text, 'no longer following new appeals of this case.')
    await visitor.submit('/alert/docket/appeals/', form, { from: page })
    assert.include((await visitor.get(page)).text, 'Stop following its appeals')
    const foreign = { docket: '999999999', from: 'list' }
    await visitor.submit('/alert/docket/appeals/', foreign, { from: list })
    assert.include((await visitor.get(list)).text, 'You don&#x27;t follow this docket.')
    assert.equal((await visitor.post('/alert/docket/appeals/', form)).status, 403)
  })
})
