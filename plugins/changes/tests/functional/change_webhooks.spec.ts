/** The webhook event of changed records. */
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { ChangeLog } from '#app/events/change_log'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { FeedClient, short, type Page } from '../feed_client.js'
import consumer from '../../webhooks/consumer.js'
import { RECORDS_CHANGED } from '../../webhooks/events.js'

test.group('webhook of changed records', (group) => {
  let database: Database
  let account: TestAccount
  let docket: OwnDocket
  let webhook: number

  group.setup(async () => {
    database = await app.container.make('lucid.db')
    account = await makeAccount()
    docket = await makeDocket()
    const { code } = (await app.container.make(WebhookEvents)).get(RECORDS_CHANGED)
    const [row] = await database
      .table('webhooks')
      .insert({
        user_id: account.id,
        url: 'http://127.0.0.1:9/',
        event_type: code,
        version: 1,
        enabled: true,
      })
      .returning('id')
    webhook = row.id
    return async () => {
      await database.from('webhooks').where('id', webhook).delete()
      await docket.remove()
    }
  })

  type Payload = Page & { since: string }

  /** Runs the consumer on the changes of a function. */
  async function sent(work: () => Promise<unknown>): Promise<Payload[]> {
    const log = await app.container.make(ChangeLog)
    const after = await log.now()
    await work()
    const batch = await log.read({ after })
    const signal = new AbortController().signal
    await log.database.transaction((trx) => consumer.handle({ ...batch, after, signal, trx }))
    const rows = await database
      .from('webhook_deliveries')
      .where('webhook_id', webhook)
      .orderBy('id')
    await database.from('webhook_deliveries').where('webhook_id', webhook).delete()
    return rows.map(({ body }) => (JSON.parse(body) as { payload: Payload }).payload)
  }

  test('contains the changes of public records, with cursors of the feed', async ({ assert }) => {
    let entry = 0
    const payloads = await sent(async () => {
      ;({ entry } = await docket.addEntry('MOTION'))
      await fetch(FeedClient.ofTestServer().url('tags/'), {
        method: 'POST',
        headers: { 'authorization': account.authorization, 'content-type': 'application/json' },
        body: '{"name":"not-sent"}',
      })
    })
    assert.lengthOf(payloads, 1)
    const { since, cursor, more, results } = payloads[0]!
    assert.isFalse(more)
    assert.include(results.map(short), `created docket-entries ${entry}`)
    assert.isFalse(results.some(({ resource }) => resource === 'tags'))
    const feed = FeedClient.ofTestServer()
    const read = await feed.since(since)
    assert.deepEqual(
      results,
      read.map(({ cursor: _, ...change }) => change)
    )
    assert.isEmpty(await feed.since(cursor))
  })

  test('refers to the feed for more than 100 changes', async ({ assert }) => {
    const [payload] = await sent(() =>
      docket
        .addEntry(
          'MANY',
          Array.from({ length: 1 }, () => ({}))
        )
        .then(({ entry }) =>
          database.rawQuery(
            `INSERT INTO archive_documents (docket_entry_id, document_type, document_number, registry_doc_id)
           SELECT ?, 1, 100 + n, 'hook ' || n FROM generate_series(1, 300) AS n`,
            [entry]
          )
        )
    )
    assert.isTrue(payload!.more)
    assert.isAtMost(payload!.results.length, 100)
    assert.lengthOf(await FeedClient.ofTestServer().since(payload!.since), 302)
  })

  test('is not sent for changes that the feed does not list', async ({ assert }) => {
    assert.isEmpty(
      await sent(() =>
        database.from('webhooks').where('id', webhook).update({ url: 'http://127.0.0.1:10/' })
      )
    )
  })
})
