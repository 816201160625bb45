/** Emails and webhook events for followers of a docket. */
import { existsSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { followed } from '#tests/helpers/consumers'
import { mailsTo } from '#tests/helpers/mails'
import { changeDocument, makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { listDeliveries, makeEndpoint, type TestEndpoint } from '#plugins/webhooks/tests/endpoints'
import consumer from '../../docket_alerts/consumer.js'
import { announceDocket } from '../../docket_alerts/jobs.js'
import { Writer } from '#api/writes/writer'
import { AccountCache } from '#app/accounts/account_cache'
import { Jobs } from '#app/jobs/jobs'

const EVENTS = { entry: 1, update: 6, document: 7 }

test.group('updates of followed dockets', (group) => {
  let docket: OwnDocket
  let account: TestAccount
  let email: string
  let alert: string
  let endpoints: Record<keyof typeof EVENTS, TestEndpoint>

  group.each.setup(async () => {
    docket = await makeDocket()
    email = `${Math.random().toString(36).slice(2)}@example.org`
    account = await makeAccount({ email })
    alert = await follow(account, 'Why I follow it.')
    const made = Object.entries(EVENTS).map(async ([name, event_type]) => [
      name,
      await makeEndpoint(account.id, 'https://example.org/', { event_type }),
    ])
    endpoints = Object.fromEntries(await Promise.all(made))
    return () => docket.remove()
  })

  async function follow({ id }: TestAccount, note = ''): Promise<string> {
    const writer = await app.container.make(Writer)
    const directory = await app.container.make(AccountCache)
    const caller = { account: (await directory.account(id))!, method: 'token', readOnly: false }
    const { key } = await writer.transaction((trx) =>
      writer.create(trx, writer.registry.get('docket-alerts'), {
        caller: caller as never,
        body: { docket: docket.id, note },
      })
    )
    return key
  }
  /** Runs a function and notifies all followers of its changes. */
  async function told(work: () => Promise<unknown>, options = {}) {
    await followed(consumer, work, options)
    await (await app.container.make(Jobs)).runWaiting(announceDocket.name)
  }
  const sent = async (kind: keyof typeof EVENTS) =>
    (await listDeliveries(endpoints[kind])).map(({ body }) => JSON.parse(body).payload.results)
  const counts = async () => [
    (await sent('entry')).length,
    (await sent('update')).length,
    (await sent('document')).length,
    (await mailsTo(email)).length,
  ]

  test('sends one email and one event for the entries of one change', async ({ assert }) => {
    let first = 0
    await told(async () => {
      first = (
        await docket.addEntry('COMPLAINT <i>against</i> all', [{}, { description: 'Exhibit' }])
      ).entry
      await docket.addEntry('SUMMONS')
    })
    assert.deepEqual(await counts(), [1, 0, 0, 1])
    const [[complaint, summons]] = (await sent('entry')) as [any[]]
    assert.equal(summons.description, 'SUMMONS')
    const { recap_documents: documents, ...entry } = complaint
    assert.equal(
      Object.keys(entry).join(),
      'id,docket,date_created,date_modified,date_filed,time_filed,entry_number,recap_sequence_number,registry_sequence_number,description'
    )
    assert.include(entry, { id: first, docket: docket.id, date_filed: '2026-03-02' })
    assert.lengthOf(documents, 2)
    for (const name of ['plain_text', 'tags', 'resource_uri'])
      assert.notProperty(documents[0], name)

    const database = await app.container.make('lucid.db')
    const row = await database.from('docket_alerts').where('id', alert).first()
    assert.isNotNull(row.date_last_hit)
    const [mail] = await mailsTo(email)
    assert.include(
      mail,
      'Subject: 2 New Docket Entries for Ash <b> v. Beech & Sons (1:26-cv-00077)'
    )
    assert.include(mail, `X-Entity-Ref-ID: docket.alert:${docket.id}`)
    assert.include(mail, `/alert/docket/one-click-unsubscribe/${row.secret_key}/>`)
    assert.include(mail, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    assert.include(mail, 'Your note: Why I follow it.')
    assert.include(mail, `/docket/${docket.id}/ash-v-beech/`)
    assert.include(mail, 'COMPLAINT &lt;i&gt;against&lt;/i&gt; all')
    assert.include(mail, `/alert/docket/unsubscribe/${row.secret_key}/`)
    assert.include(mail, 'Document 2: Exhibit')
  })

  test("shows the owner's tags in the email", async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const put = async (user: number, name: string) => {
      const [tag] = await database
        .table('user_tags')
        .insert({ user_id: user, name, published: true })
        .returning('id')
      await database.table('user_docket_tags').insert({ tag_id: tag.id, docket_id: docket.id })
    }
    await put(account.id, 'water-rights')
    await put(account.id, 'appeal')
    await put((await makeAccount()).id, 'foreign')
    await told(() => docket.addEntry('NOTICE'))
    const [mail] = await mailsTo(email)
    assert.equal(mail!.split('Your tags: appeal, water-rights').length, 3)
  }).skip(!existsSync(app.makePath('plugins/tags')), 'needs the plugin tags')

  test('sends nothing for repeated changes', async ({ assert }) => {
    const old = await docket.addEntry('ORDER')
    await told(() => docket.addEntry('MOTION', [{}]), { again: true })
    assert.deepEqual(await counts(), [1, 0, 0, 1])
    await (
      await app.container.make(Jobs)
    ).send(null, announceDocket.name, {
      docket: String(docket.id),
    })
    await told(async () => {})
    assert.deepEqual(await counts(), [1, 0, 0, 1])
    // Entries from before the alert aren't updates.
    assert.notInclude(JSON.stringify(await sent('entry')), `"id":${old.entry},`)
  })

  test('batches updates into one email', async ({ assert }) => {
    await followed(consumer, () => docket.addEntry('ONE'))
    await followed(consumer, () => docket.addEntry('TWO'))
    await told(() => docket.addEntry('THREE'))
    assert.deepEqual(await counts(), [1, 0, 0, 1])
    assert.include((await mailsTo(email))[0], 'Subject: 3 New Docket Entries')
  })

  test('sends an event for changed entries and for documents added to old entries', async ({
    assert,
  }) => {
    const { entry } = await docket.addEntry('ANSWER')
    const database = await app.container.make('lucid.db')
    await told(() =>
      database.from('docket_entries').where('id', entry).update({ description: 'ANSWER (again)' })
    )
    assert.deepEqual(await counts(), [0, 1, 0, 0])
    assert.containsSubset((await sent('update'))[0], [{ id: entry, description: 'ANSWER (again)' }])
    await told(() => docket.addDocument(entry))
    assert.deepEqual(await counts(), [0, 2, 0, 0])
  })

  test('treats entries moved to the docket as new', async ({ assert }) => {
    const source = await makeDocket()
    const { entry: moved, documents } = await source.addEntry('MOTION', [{}])
    const database = await app.container.make('lucid.db')
    const move = (id: number, docket_id: number) =>
      database.from('docket_entries').where({ id }).update({ docket_id })
    await told(() => move(moved, docket.id), { again: true })
    assert.deepEqual(await counts(), [1, 0, 0, 1])
    assert.containsSubset((await sent('entry'))[0], [{ id: moved, docket: docket.id }])
    assert.include((await mailsTo(email))[0], 'Subject: 1 New Docket Entry for')
    await told(() => changeDocument(documents[0]!, { is_available: true }))
    assert.lengthOf(await sent('document'), 1)

    // Entries moved away before sending aren't sent.
    const { entry: passing } = await source.addEntry('BRIEF')
    await told(async () => {
      await move(passing, docket.id)
      await move(passing, source.id)
      await move(moved, source.id)
    })
    assert.deepEqual(await counts(), [1, 0, 1, 1])
    await source.remove()
  })

  test('sends an event each time a document becomes available', async ({ assert }) => {
    const { documents, entry } = await docket.addEntry('BRIEF', [{}, {}])
    const [mine] = documents as [number]
    // The alert created afterward knows these documents.
    const database = await app.container.make('lucid.db')
    await database.from('docket_alerts').where('id', alert).delete()
    await follow(account)
    await told(() => changeDocument(mine, { description: 'Brief' }))
    assert.deepEqual(await sent('document'), [])
    await told(() => changeDocument(mine, { is_available: true }), { again: true })
    await told(() => changeDocument(mine, { page_count: 3 }))
    assert.containsSubset(await sent('document'), [
      [{ id: mine, is_available: true, docket: docket.id, docket_entry: entry }],
    ])
    assert.lengthOf(await sent('document'), 1)
    await told(() => changeDocument(mine, { is_available: false }))
    await told(() => changeDocument(mine, { is_available: true }))
    assert.lengthOf(await sent('document'), 2)
    await told(() => docket.addDocument(entry, { is_available: true, attachment_number: 1 }))
    assert.lengthOf(await sent('document'), 3)
    assert.lengthOf(await mailsTo(email), 0)
  })

  test('notifies all followers, not former ones', async ({ assert }) => {
    const emails: string[] = []
    for (let n = 0; n < 3; n++) {
      emails.push(`${Math.random().toString(36).slice(2)}@example.org`)
      await follow(await makeAccount({ email: emails[n] }))
    }
    const database = await app.container.make('lucid.db')
    await database.from('docket_alerts').where('id', alert).update({ alert_type: 0 })
    await told(() => docket.addEntry('NOTICE'))
    for (const each of emails) assert.lengthOf(await mailsTo(each), 1)
    assert.deepEqual(await counts(), [0, 0, 0, 0])
  })

  test('splits many entries into events of 100, and shows the first in the email', async ({
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    await told(() =>
      database.rawQuery(
        `INSERT INTO docket_entries (docket_id, entry_number, description)
         SELECT ?, n, 'Entry ' || n FROM generate_series(1, 230) AS n`,
        [docket.id]
      )
    )
    const events = await sent('entry')
    assert.deepEqual(
      events.map((entries) => entries.length),
      [100, 100, 30]
    )
    const [mail] = await mailsTo(email)
    assert.include(mail, 'Subject: 230 New Docket Entries')
    assert.include(mail, '180 more on the docket page.')
  })
})
