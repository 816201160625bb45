/** Webhooks with a real receiver: requests and outcomes. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import PostalMime from 'postal-mime'
import { Webhook } from 'standardwebhooks'
import { Endpoints } from '#plugins/webhooks/endpoints/endpoints'
import { addSecret } from '#plugins/webhooks/endpoints/secrets'
import { sendWebhook, sendWebhookToAll } from '#plugins/webhooks/public'
import { STATUS } from '../../rows.js'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { mailsTo } from '#tests/helpers/mails'
import { accept, Receiver, refuse, type ReceivedRequest } from '#plugins/webhooks/tests/receiver'
import {
  deliver,
  listDeliveries,
  EVENT,
  hurry,
  makeDeliverer,
  makeEndpoint,
  send,
  type TestEndpoint,
} from '#plugins/webhooks/tests/endpoints'
import type { Deliverer } from '#plugins/webhooks/delivery/deliverer'

/** Verifies a request with the Standard Webhooks library. */
function verified({ headers, body }: ReceivedRequest, secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

test.group('webhooks', (group) => {
  let receiver: Receiver
  let deliverer: Deliverer
  let account: TestAccount
  let endpoint: TestEndpoint
  let email: string

  group.each.setup(async () => {
    receiver = await Receiver.start()
    deliverer = await makeDeliverer([receiver.host])
    email = `${Math.random().toString(36).slice(2)}@example.org`
    account = await makeAccount({ email })
    endpoint = await makeEndpoint(account.id, receiver.url)
    return () => receiver.stop()
  })

  test('delivers an event with a signature of the sent bytes', async ({ assert }) => {
    const payload = { results: [{ id: 1, description: 'Ünïcode – “quoted” 𝄞' }] }
    assert.equal(await send(account.id, payload), 1)
    await deliver(deliverer, endpoint)
    const [request] = receiver.received
    const [delivery] = await listDeliveries(endpoint)
    assert.equal(request!.body, delivery!.body)
    const { webhook, payload: sent } = verified(request!, endpoint.secret) as Record<string, any>
    assert.deepEqual(sent, payload)
    assert.containsSubset(webhook, { event_type: 6, version: 1, deprecation_date: null })
    assert.match(webhook.date_created, /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}\+00:00$/)
    assert.containsSubset(request!.headers, {
      'content-type': 'application/json',
      'idempotency-key': delivery!.event_id,
      'webhook-id': delivery!.event_id,
      'content-length': String(Buffer.byteLength(delivery!.body)),
    })
    assert.containsSubset(delivery, { status: STATUS.delivered, attempts: 1, status_code: 204 })
    assert.throws(() => verified({ ...request!, body: request!.body + ' ' }, endpoint.secret))
  })

  test('sends no rolled-back events, and one event per key', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const trx = await database.transaction()
    await sendWebhook(trx, { event: EVENT.name, account: account.id, payload: {} })
    await trx.rollback()
    assert.isEmpty(await listDeliveries(endpoint))
    const made = await Promise.all(
      Array.from({ length: 8 }, () => send(account.id, {}, 'alert 3, document 7'))
    )
    assert.deepEqual(made.filter(Boolean), [1])
    assert.lengthOf(await listDeliveries(endpoint), 1)
  })

  test('sends nothing to disabled endpoints, closed accounts, or endpoints for other events', async ({
    assert,
  }) => {
    const off = await makeAccount()
    await makeEndpoint(off.id, receiver.url, { enabled: false })
    assert.equal(await send(off.id, {}), 0)
    const closed = await makeAccount()
    await makeEndpoint(closed.id, receiver.url)
    const database = await app.container.make('lucid.db')
    await database.from('accounts').where('id', closed.id).update({ is_active: false })
    assert.equal(await send(closed.id, {}), 0)
    const other = await makeAccount()
    await makeEndpoint(other.id, receiver.url, { event_type: 7 })
    assert.equal(await send(other.id, {}), 0)
    await assert.rejects(
      () =>
        database.transaction((trx) =>
          sendWebhook(trx, { event: 'no.such', account: other.id, payload: {} })
        ),
      /no plugin declares/
    )
  })

  test('sends an event for all accounts once to each account with an endpoint for it', async ({
    assert,
  }) => {
    const other = await makeEndpoint((await makeAccount()).id, receiver.url)
    const elsewhere = await makeEndpoint(account.id, receiver.url, { event_type: 7 })
    const database = await app.container.make('lucid.db')
    const sendAll = () =>
      database.transaction((trx) =>
        sendWebhookToAll(trx, { event: EVENT.name, payload: { id: 1 }, key: other.id })
      )
    assert.isAtLeast(await sendAll(), 2)
    assert.equal(await sendAll(), 0)
    for (const one of [endpoint, other]) assert.lengthOf(await listDeliveries(one), 1)
    assert.isEmpty(await listDeliveries(elsewhere))
  })

  test('signs with both secrets during a rotation', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const rotate = () => database.transaction((trx) => addSecret(trx, endpoint.id))
    const second = await rotate()
    await send(account.id, { n: 1 })
    await deliver(deliverer, endpoint)
    const request = receiver.received.at(-1)!
    verified(request, endpoint.secret)
    verified(request, second.secret)
    const third = await rotate()
    await send(account.id, { n: 2 })
    await deliver(deliverer, endpoint)
    const newest = receiver.received.at(-1)!
    verified(newest, second.secret)
    verified(newest, third.secret)
    assert.throws(() => verified(newest, endpoint.secret))
    await database
      .from('webhook_secrets')
      .whereNotNull('date_expires')
      .where('webhook_id', endpoint.id)
      .update({ date_expires: new Date(Date.now() - 1000) })
    await send(account.id, { n: 3 })
    await deliver(deliverer, endpoint)
    verified(receiver.received.at(-1)!, third.secret)
    assert.throws(() => verified(receiver.received.at(-1)!, second.secret))
    const stored = await database.from('webhook_secrets').where('webhook_id', endpoint.id)
    for (const { encrypted } of stored) assert.notInclude(encrypted, third.secret.slice(6))
  })

  test('notifies the owner only about the oldest failing delivery', async ({ assert }) => {
    receiver.behave = refuse
    await send(account.id, { first: true })
    await send(account.id, { second: true })
    for (let attempt = 1; attempt <= 7; attempt++) {
      await deliver(deliverer, endpoint)
      await deliver(deliverer, endpoint)
      await hurry(endpoint)
    }
    const attempts = (await listDeliveries(endpoint)).map((delivery) => delivery.attempts)
    assert.deepEqual(attempts, [7, 7])
    assert.lengthOf(await mailsTo(email), 2)
  })

  test('retries after 3, 9, 27 … minutes with the same ID, then disables the endpoint', async ({
    assert,
  }) => {
    receiver.behave = refuse
    await send(account.id, { first: true })
    const waits: number[] = []
    for (let n = 1; n <= 7; n++) {
      await deliver(deliverer, endpoint)
      const [delivery] = await listDeliveries(endpoint)
      assert.containsSubset(delivery, { status: STATUS.retry, attempts: n, status_code: 500 })
      waits.push(Math.round((delivery!.next_attempt.getTime() - Date.now()) / 60_000))
      await hurry(endpoint)
    }
    assert.deepEqual(waits, [3, 9, 27, 81, 243, 729, 2187])
    await send(account.id, { second: true })
    await deliver(deliverer, endpoint)
    await deliver(deliverer, endpoint)
    const [first, second] = await listDeliveries(endpoint)
    assert.containsSubset(first, { status: STATUS.failed, attempts: 8, next_attempt: null })
    assert.containsSubset(second, { status: STATUS.disabled, next_attempt: null })
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(ids.slice(0, 8), Array(8).fill(first!.event_id))
    for (const request of receiver.received) verified(request, endpoint.secret)
    const database = await app.container.make('lucid.db')
    const row = await database.from('webhooks').where('id', endpoint.id).first()
    assert.isFalse(row.enabled)
    assert.isNotNull(row.disabled_at)
    const mails = await mailsTo(email)
    const subjects = await Promise.all(
      mails.map(async (mail) => (await PostalMime.parse(mail)).subject)
    )
    assert.deepEqual(subjects, [
      '[Action Needed]: Your updated docket entry webhook is failing.',
      '[Action Needed]: Your updated docket entry webhook is failing.',
      '[Action Needed]: Your updated docket entry webhook is now disabled.',
    ])
    assert.equal(await send(account.id, { third: true }, 'third'), 1)
    assert.equal(await send(account.id, { third: true }, 'third'), 0)
    const sent = receiver.received.length
    await deliver(deliverer, endpoint)
    assert.lengthOf(receiver.received, sent)
    const [, , held] = await listDeliveries(endpoint)
    assert.containsSubset(held, { status: STATUS.disabled, next_attempt: null, attempts: 0 })

    receiver.behave = accept
    await database.transaction(async (trx) => {
      await trx.from('webhooks').where('id', endpoint.id).update({ enabled: true })
      const { id } = endpoint
      const url = receiver.url
      await (
        await app.container.make(Endpoints)
      ).changed(trx, { id, url, enabled: false }, { id, url, enabled: true })
    })
    await deliver(deliverer, endpoint)
    const after = (await listDeliveries(endpoint)).map(({ status }) => status)
    assert.deepEqual(after, [STATUS.failed, STATUS.delivered, STATUS.delivered])
  })

  test('sends an event that occurs while the endpoint is being enabled', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const { id } = endpoint
    const url = receiver.url
    await database
      .from('webhooks')
      .where('id', id)
      .update({ enabled: false, disabled_at: new Date() })
    let resumed: Promise<unknown> | undefined
    await database.transaction(async (trx) => {
      await sendWebhook(trx, { event: EVENT.name, account: account.id, payload: {} })
      resumed = database.transaction(async (other) => {
        await other.from('webhooks').where('id', id).update({ enabled: true })
        await (
          await app.container.make(Endpoints)
        ).changed(other, { id, url, enabled: false }, { id, url, enabled: true })
      })
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    await resumed
    await deliver(deliverer, endpoint)
    assert.lengthOf(receiver.received, 1)
  })
})
