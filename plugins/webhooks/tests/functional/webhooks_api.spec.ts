/** Webhooks over the API: endpoints, secrets, test events, deliveries, and resends. */
import app from '@adonisjs/core/services/app'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { Webhook } from 'standardwebhooks'
import { MAX_ENDPOINTS } from '#plugins/webhooks/endpoints/endpoints'
import { sendWebhook } from '#plugins/webhooks/delivery/send_webhook'
import { STATUS } from '#plugins/webhooks/rows'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { Receiver, refuse } from '#plugins/webhooks/tests/receiver'
import {
  allowHost,
  deliver,
  listDeliveries,
  makeDeliverer,
  send,
} from '#plugins/webhooks/tests/endpoints'

const WEBHOOKS = '/api/rest/v4/webhooks/'
const SECRETS = '/api/rest/v4/webhook-secrets/'
const DELIVERIES = '/api/rest/v4/webhook-deliveries/'

test.group('webhooks over the API', (group) => {
  let receiver: Receiver
  let account: TestAccount
  let other: TestAccount

  group.each.setup(async () => {
    receiver = await Receiver.start()
    account = await makeAccount()
    other = await makeAccount()
    const forbid = await allowHost(receiver.host)
    return async () => {
      forbid()
      await receiver.stop()
    }
  })

  const ask = (
    client: ApiClient,
    method: string,
    url: string,
    body?: object,
    { authorization } = account
  ): Promise<ApiResponse> => {
    const request = client.request(url, method).header('authorization', authorization)
    return body ? request.json(body) : request
  }
  const add = async (client: ApiClient, more: object = {}) => {
    const made = await ask(client, 'POST', WEBHOOKS, {
      url: receiver.url,
      event_type: 6,
      enabled: true,
      ...more,
    })
    made.assertStatus(201)
    return made.body()
  }

  test('defaults to the field names of the root that the webhook is created under', async ({
    client,
    assert,
  }) => {
    const publicly = WEBHOOKS.replace('/api/', '/courtlistener/api/')
    const body = { url: receiver.url, event_type: 6, enabled: true }
    for (const [address, more, isPublic] of [
      [WEBHOOKS, {}, false],
      [publicly, {}, true],
      [publicly, { public_names: false }, false],
      [WEBHOOKS, { public_names: true }, true],
    ] as const) {
      const made = (await ask(client, 'POST', address, { ...body, ...more })).body()
      assert.equal(made.public_names, isPublic)
      await ask(client, 'POST', DELIVERIES, { webhook: made.id })
      const entry = { pacer_sequence_number: 7, recap_documents: [{ pacer_doc_id: '1' }] }
      const sent = { registry_sequence_number: 7, recap_documents: [{ registry_doc_id: '1' }] }
      await send(account.id, { results: [sent] })
      const [example, real] = (await listDeliveries(made)).map(({ body: text }) => JSON.parse(text))
      assert.deepEqual(real.payload, { results: [isPublic ? entry : sent] })
      assert.equal('pacer_sequence_number' in example.payload.results[0], isPublic)
      assert.equal('pacer_doc_id' in example.payload.results[0].recap_documents[0], isPublic)
      ;(await ask(client, 'DELETE', `${WEBHOOKS}${made.id}/`)).assertStatus(204)
    }
  })

  test('creates an endpoint with a secret shown once, changes it, and deletes it', async ({
    client,
    assert,
  }) => {
    const made = await add(client, { enabled: undefined })
    assert.containsSubset(made, { event_type: 6, version: 1, enabled: false, failure_count: 0 })
    assert.match(made.secret, /^whsec_[\w+/]{43}=$/)
    const read = await ask(client, 'GET', `${WEBHOOKS}${made.id}/`)
    assert.notProperty(read.body(), 'secret')
    const list = await ask(client, 'GET', WEBHOOKS)
    assert.deepEqual(list.body().results, [read.body()])
    const changed = await ask(client, 'PATCH', `${WEBHOOKS}${made.id}/`, {
      enabled: true,
      event_type: 6,
    })
    assert.containsSubset(changed.body(), { enabled: true, event_type: 6 })
    const moved = await ask(client, 'PATCH', `${WEBHOOKS}${made.id}/`, { event_type: 7 })
    moved.assertStatus(400)
    assert.property(moved.body(), 'event_type')
    assert.notProperty(changed.body(), 'secret')
    for (const method of ['GET', 'PATCH', 'DELETE'])
      (await ask(client, method, `${WEBHOOKS}${made.id}/`, undefined, other)).assertStatus(404)
    ;(await ask(client, 'DELETE', `${WEBHOOKS}${made.id}/`)).assertStatus(204)
    assert.isEmpty((await ask(client, 'GET', WEBHOOKS)).body().results)
  })

  test('rejects invalid values with errors by field', async ({ client, assert }) => {
    const refused: [body: object, field: string, sentence: RegExp][] = [
      [{ url: 'http://example.org/', event_type: 6 }, 'url', /https/],
      [{ url: 'https://10.0.0.1/', event_type: 6 }, 'url', /isn't public/],
      [{ url: 'https://localhost:8080/', event_type: 6 }, 'url', /port/],
      [{ url: receiver.url }, 'event_type', /required/],
      [{ url: receiver.url, event_type: 99 }, 'event_type', /event type 99/],
      [{ url: receiver.url, event_type: 6, version: 9 }, 'version', /version 9/],
    ]
    for (const [body, field, sentence] of refused) {
      const answer = await ask(client, 'POST', WEBHOOKS, body)
      answer.assertStatus(400)
      assert.match(answer.body()[field][0], sentence, field)
    }
    const made = await add(client)
    const again = await ask(client, 'POST', WEBHOOKS, { url: receiver.url, event_type: 6 })
    again.assertStatus(400)
    assert.property(again.body(), 'non_field_errors')
    const moved = await ask(client, 'PATCH', `${WEBHOOKS}${made.id}/`, { url: 'https://[::1]/' })
    assert.match(moved.body().url[0], /isn't public/)
    const database = await app.container.make('lucid.db')
    await database.table('webhooks').multiInsert(
      Array.from({ length: MAX_ENDPOINTS - 1 }, (_, n) => ({
        user_id: account.id,
        url: receiver.url,
        event_type: 1000 + n,
        version: 1,
      }))
    )
    const full = await ask(client, 'POST', WEBHOOKS, { url: receiver.url, event_type: 7 })
    full.assertStatus(403)
    assert.include(full.body().detail, String(MAX_ENDPOINTS))
  })

  test('keeps the previous secret valid until it expires or is revoked', async ({
    client,
    assert,
  }) => {
    const made = await add(client)
    const rotated = await ask(client, 'POST', SECRETS, { webhook: made.id })
    rotated.assertStatus(201)
    const { secret, id } = rotated.body()
    const deliverer = await makeDeliverer([receiver.host])
    const signedBy = async (key: string) => {
      await send(account.id, {})
      await deliver(deliverer, made)
      const { headers, body } = receiver.received.at(-1)!
      return new Webhook(key).verify(body, headers as Record<string, string>)
    }
    await signedBy(secret)
    await signedBy(made.secret)
    ;(await ask(client, 'DELETE', `${SECRETS}${id}/`)).assertStatus(400)
    const [, old] = (await ask(client, 'GET', `${SECRETS}?webhook=${made.id}&order_by=-id`)).body()
      .results
    assert.isNotNull(old.date_expires)
    assert.notProperty(old, 'secret')
    ;(await ask(client, 'DELETE', `${SECRETS}${old.id}/`)).assertStatus(204)
    await assert.rejects(() => signedBy(made.secret))
    ;(await ask(client, 'POST', SECRETS, { webhook: made.id }, other)).assertStatus(400)
  })

  test('attempts a test event once and does not count its failure', async ({ client, assert }) => {
    const made = await add(client, { enabled: false })
    receiver.behave = refuse
    const tested = await ask(client, 'POST', DELIVERIES, { webhook: made.id })
    tested.assertStatus(201)
    assert.containsSubset(tested.body(), { debug: true, status: STATUS.inProgress, attempts: [] })
    await deliver(await makeDeliverer([receiver.host]), made)
    const read = (await ask(client, 'GET', `${DELIVERIES}${tested.body().id}/`)).body()
    assert.containsSubset(read, {
      status: STATUS.failed,
      status_code: 500,
      attempt_count: 1,
      next_attempt: null,
    })
    const [attempt] = read.attempts
    assert.containsSubset(attempt, { status_code: 500, response_body: 'out of order', error: '' })
    assert.equal(attempt.request_headers['webhook-id'], read.event_id)
    assert.equal(receiver.received[0]!.body, read.body)
    const { failure_count: failures } = (await ask(client, 'GET', `${WEBHOOKS}${made.id}/`)).body()
    assert.equal(failures, 0)
    ;(await ask(client, 'POST', DELIVERIES, { webhook: made.id }, other)).assertStatus(400)
  })

  test('sends the creation date of the webhook in events, resends, and test events', async ({
    client,
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const events: [number, number, string, boolean][] = [
      [1, 1, 'docket_alert', false],
      [1, 2, 'docket_alert', true],
      [2, 2, 'search_alert', false],
      [4, 2, 'docket_alert.report', true],
      [5, 1, 'prayer.granted', false],
      [6, 1, 'docket_entry.updated', true],
      [7, 1, 'document.available', false],
    ]
    const dates = new Set<string>()
    for (const [code, version, event, isPublic] of events) {
      const body = { event_type: code, version, public_names: isPublic }
      const { id } = await add(client, body)
      await database
        .from('webhooks')
        .where({ id })
        .update({ date_created: `2026-03-02 0${code}:0${version}:05.120457+02` })
      const { date_created: created } = (await ask(client, 'GET', `${WEBHOOKS}${id}/`)).body()
      await database.transaction((trx) =>
        sendWebhook(trx, { event, account: account.id, payload: { results: [] } })
      )
      await ask(client, 'POST', DELIVERIES, { webhook: id })
      const [sent] = await listDeliveries({ id: String(id) })
      await ask(client, 'POST', DELIVERIES, { webhook: id, replay_of: Number(sent!.id) })
      await ask(client, 'PATCH', `${WEBHOOKS}${id}/`, { url: `${receiver.url}changed` })
      const bodies = (await listDeliveries({ id: String(id) })).map(({ body: text }) => text)
      assert.lengthOf(bodies, 3)
      for (const text of bodies)
        assert.deepInclude(JSON.parse(text).webhook, {
          event_type: code,
          version,
          date_created: created,
        })
      dates.add(created)
    }
    assert.lengthOf(dates, events.length)
  })

  test('resends the same bytes with the same ID', async ({ client, assert }) => {
    const made = await add(client)
    await send(account.id, { results: [7] })
    const deliverer = await makeDeliverer([receiver.host])
    await deliver(deliverer, made)
    const [delivery] = await listDeliveries(made)
    const replay = { webhook: made.id, replay_of: Number(delivery!.id) }
    const replayed = await ask(client, 'POST', DELIVERIES, replay)
    replayed.assertStatus(201)
    await deliver(deliverer, made)
    const [first, second] = receiver.received
    assert.equal(second!.body, first!.body)
    assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id'])
    const list = await ask(client, 'GET', `${DELIVERIES}?webhook=${made.id}&status=2&order_by=id`)
    assert.deepEqual(
      list.body().results.map((row: { replay_of: number | null }) => row.replay_of),
      [null, replay.replay_of]
    )
    const foreign = await ask(client, 'POST', DELIVERIES, replay, other)
    foreign.assertStatus(400)
    assert.isEmpty((await ask(client, 'GET', DELIVERIES, undefined, other)).body().results)
    await ask(client, 'PATCH', `${WEBHOOKS}${made.id}/`, { enabled: false })
    assert.property((await ask(client, 'POST', DELIVERIES, replay)).body(), 'webhook')
  })

  test('pauses pending events while disabled, and sends them when enabled unless too old', async ({
    client,
    assert,
  }) => {
    const made = await add(client)
    await send(account.id, { n: 1 })
    await send(account.id, { n: 2 })
    await ask(client, 'PATCH', `${WEBHOOKS}${made.id}/`, { enabled: false })
    const deliverer = await makeDeliverer([receiver.host])
    await deliver(deliverer, made)
    assert.isEmpty(receiver.received)
    const [old] = await listDeliveries(made)
    assert.equal(old!.status, STATUS.disabled)
    const database = await app.container.make('lucid.db')
    await database
      .from('webhook_deliveries')
      .where('id', old!.id)
      .update({ date_created: new Date(Date.now() - 61 * 3_600_000) })
    await ask(client, 'PATCH', `${WEBHOOKS}${made.id}/`, { enabled: true })
    await deliver(deliverer, made)
    const after = await listDeliveries(made)
    assert.deepEqual(
      after.map(({ status }) => status),
      [STATUS.failed, STATUS.delivered]
    )
  })
})
