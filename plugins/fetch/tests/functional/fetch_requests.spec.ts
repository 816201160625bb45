/** The fetch endpoint: records, rules, and the login (fetch-and-upload, 1.1, 1.2). */
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { changeDocument, makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import FetchRequest from '../../models/fetch_request.js'
import { refused, scriptRegistry, someCredentials, type Scripted } from '../scripted_registry.js'

const LIST = '/api/rest/v4/archive-fetch/'
const PUBLIC = '/courtlistener/api/rest/v4/recap-fetch/'

test.group('fetch requests', (group) => {
  let account: TestAccount
  let docket: OwnDocket
  let appeal: OwnDocket
  let document: number
  let registry: Scripted

  group.setup(async () => {
    account = await makeAccount()
    docket = await makeDocket({ court_id: 'cand', registry_case_id: '990001' })
    appeal = await makeDocket({ court_id: 'ca9', docket_number: '24-1234' })
    ;[document] = (await docket.addEntry('ORDER')).documents as [number]
    return async () => {
      await FetchRequest.query().where('userId', account.id).delete()
      await docket.remove()
      await appeal.remove()
    }
  })
  group.each.setup(async () => {
    registry = await scriptRegistry()
    return () => registry.restore()
  })

  const send = (client: ApiClient, body: object, path = LIST) =>
    client.post(path).header('authorization', account.authorization).json(body)
  const last = () => FetchRequest.query().orderBy('id', 'desc').firstOrFail()
  const cases = () => ({ court: 'cand', docket_number: '3:31-cv-00021' })

  test('a POST returns the request without credentials', async ({ client, assert }) => {
    const credentials = someCredentials()
    const made = await send(client, {
      ...credentials,
      client_code: 'code of a client',
      request_type: 2,
      recap_document: document,
    })
    made.assertStatus(201)
    const { id, date_created: created, date_modified: modified } = made.body()
    assert.match(created, /^\d{4}-.*\+00:00$/)
    assert.deepEqual(made.body(), {
      id,
      court: null,
      docket: null,
      recap_document: document,
      date_created: created,
      date_modified: modified,
      date_completed: null,
      status: 1,
      request_type: 2,
      message: '',
      registry_case_id: '',
      docket_number: '',
      de_date_start: null,
      de_date_end: null,
      de_number_start: null,
      de_number_end: null,
      show_parties_and_counsel: true,
      show_terminated_parties: true,
      show_list_of_member_cases: false,
    })
    assert.deepEqual(registry.logins, [
      {
        username: credentials.registry_username,
        password: credentials.registry_password,
        clientCode: 'code of a client',
      },
    ])
    const stored = await last()
    assert.equal(stored.askedCourtId, 'cand')
    assert.match(stored.sessionKey, new RegExp(`^${account.id}:`))
    assert.notInclude(JSON.stringify(stored), credentials.registry_username)
  })

  test('forms have the same defaults as JSON', async ({ client, assert }) => {
    const sent = { ...someCredentials(), ...cases(), request_type: 1 }
    const json = (await send(client, sent)).body()
    const form = await client.post(LIST).header('authorization', account.authorization).form(sent)
    form.assertStatus(201)
    for (const name of [
      'show_parties_and_counsel',
      'show_terminated_parties',
      'show_list_of_member_cases',
    ])
      assert.equal(form.body()[name], json[name], name)
    const without = await send(client, { ...sent, show_parties_and_counsel: false })
    without.assertStatus(201)
    assert.isFalse(without.body().show_terminated_parties)
  })

  test('accepts the public names of the modeled service', async ({ client, assert }) => {
    const own = someCredentials()
    const body = {
      pacer_username: own.registry_username,
      pacer_password: own.registry_password,
      request_type: 1,
      court: 'cand',
    }
    const made = await send(client, { ...body, pacer_case_id: '77' }, PUBLIC)
    made.assertStatus(201)
    assert.equal(made.body().pacer_case_id, '77')
    const wrong = await send(client, { ...body, pacer_case_id: '3-77' }, PUBLIC)
    wrong.assertStatus(400)
    assert.match(wrong.body().non_field_errors[0], /^pacer_case_id looks like a docket number/)
    const missing = await send(client, { request_type: 1, court: 'cand' }, PUBLIC)
    assert.sameMembers(Object.keys(missing.body()), ['pacer_username', 'pacer_password'])
  })

  test('allows only GET and POST, and hides requests of other accounts', async ({
    client,
    assert,
  }) => {
    const { id } = (
      await send(client, { ...someCredentials(), ...cases(), request_type: 1 })
    ).body()
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await client
        .request(`${LIST}${id}/`, method)
        .header('authorization', account.authorization)
      answer.assertStatus(405)
    }
    const own = await client.get(`${LIST}${id}/`).header('authorization', account.authorization)
    own.assertStatus(200)
    const other = await makeAccount()
    const theirs = await client.get(`${LIST}${id}/`).header('authorization', other.authorization)
    theirs.assertStatus(404)
    const list = await client.get(LIST).header('authorization', other.authorization)
    assert.isEmpty(list.body().results)
    ;(await client.get(LIST)).assertStatus(401)
  })

  test('reports all invalid fields and stores the valid ones', async ({ client, assert }) => {
    const answer = await send(client, {
      ...cases(),
      request_type: 1,
      registry_username: '',
      de_date_end: 'soon',
    })
    answer.assertStatus(400)
    assert.deepEqual(answer.body(), {
      registry_username: ['This field may not be blank.'],
      registry_password: ['This field is required.'],
      de_date_end: ['Date has wrong format. Use YYYY-MM-DD.'],
    })
    const row = await last()
    assert.containsSubset(row, {
      status: 6,
      docketNumber: '3:31-cv-00021',
      errorCode: 'invalid_values',
    })
  })

  test('accepts an attachment page request for an available PDF', async ({ client, assert }) => {
    const [available] = (await docket.addEntry('BRIEF')).documents
    await changeDocument(available!, { is_available: true })
    const made = await send(client, {
      ...someCredentials(),
      request_type: 3,
      recap_document: available,
    })
    made.assertStatus(201)
    assert.lengthOf(registry.logins, 1)
  })

  test('a one-time code is used only for the login', async ({ client, assert }) => {
    const body = { ...someCredentials(), ...cases(), request_type: 1, registry_otp: '123456' }
    ;(await send(client, body)).assertStatus(201)
    assert.equal(registry.logins[0]!.oneTimeCode, '123456')
  })

  test('equal credentials share a session; another password causes a login', async ({
    client,
    assert,
  }) => {
    const credentials = someCredentials()
    const body = { ...credentials, ...cases(), request_type: 1 }
    await Promise.all([send(client, body), send(client, body)])
    await send(client, body)
    assert.lengthOf(registry.logins, 1)
    registry.logIn = () => refused('login_refused')
    ;(await send(client, { ...body, registry_password: 'another one' })).assertStatus(400)
    assert.lengthOf(registry.logins, 2)
    // The session of the correct password is still valid.
    ;(await send(client, body)).assertStatus(201)
    assert.lengthOf(registry.logins, 2)
    registry.logIn = () => undefined
    ;(await send(client, { ...body, client_code: 'another' })).assertStatus(201)
    assert.lengthOf(registry.logins, 3)
    const other = await makeAccount()
    const theirs = await client.post(LIST).header('authorization', other.authorization).json(body)
    theirs.assertStatus(201)
    assert.lengthOf(registry.logins, 4)
  })

  test('an Idempotency-Key creates one request; a running duplicate returns the ID of the first', async ({
    client,
    assert,
  }) => {
    const body = { ...someCredentials(), ...cases(), request_type: 1, de_number_start: 7 }
    const first = await send(client, body).header('idempotency-key', 'fetch-1')
    const again = await send(client, body).header('idempotency-key', 'fetch-1')
    assert.equal(again.text(), first.text())
    assert.equal(again.header('idempotent-replayed'), 'true')
    assert.isUndefined(first.header('duplicate-of'))
    const duplicate = await send(client, body)
    duplicate.assertStatus(201)
    assert.equal(duplicate.header('duplicate-of'), String(first.body().id))
    const different = await send(client, { ...body, de_number_start: 8 })
    assert.isUndefined(different.header('duplicate-of'))
    await FetchRequest.query().where('id', first.body().id).update({ status: 2 })
    await FetchRequest.query().where('id', duplicate.body().id).update({ status: 3 })
    assert.isUndefined((await send(client, body)).header('duplicate-of'))
  })

  test('detects duplicates with another docket number format', async ({ client, assert }) => {
    const asked = async (number: string) => {
      const body = { ...someCredentials(), ...cases(), request_type: 1, docket_number: number }
      return send(client, body)
    }
    const first = await asked('1:24-cv-00331')
    first.assertStatus(201)
    for (const number of ['1:24-cv-331', '01:24-cv-00331', '1:24cv331', '1:2024-cv-00331'])
      assert.equal((await asked(number)).header('duplicate-of'), String(first.body().id), number)
    for (const number of ['1:24-cv-00332', '2:24-cv-00331', '1:24-cr-00331', '1:23-cv-00331'])
      assert.isUndefined((await asked(number)).header('duplicate-of'), number)
  })

  test('lists support filters, ordering, and cursor pagination', async ({ client, assert }) => {
    const reader = await makeAccount()
    const get = async (query: string) =>
      (await client.get(`${LIST}?${query}`).header('authorization', reader.authorization)).body()
    const ids: number[] = []
    const credentials = someCredentials()
    for (const body of [
      { ...cases(), request_type: 1 },
      { request_type: 1, docket: docket.id },
      { request_type: 2, recap_document: document },
    ]) {
      const made = await client
        .post(LIST)
        .header('authorization', reader.authorization)
        .json({ ...credentials, ...body })
      ids.push(made.body().id)
    }
    const idsOf = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id)
    assert.deepEqual(idsOf(await get('')), [...ids].reverse())
    assert.deepEqual(idsOf(await get(`docket=${docket.id}`)), [ids[1]])
    assert.deepEqual(idsOf(await get(`recap_document__in=${document},1`)), [ids[2]])
    assert.deepEqual(idsOf(await get('status__in=1,2&request_type=1')), [ids[1], ids[0]])
    assert.deepEqual(idsOf(await get('court=cand&docket_number=3:31-cv-00021')), [ids[0]])
    assert.isEmpty(idsOf(await get('registry_case_id__in=1,2')))
    for (const order of ['id', 'date_created', 'date_modified', '-date_completed'])
      assert.lengthOf(idsOf(await get(`order_by=${order}`)), 3)
    const details = (await get('include=details')).results[1]
    assert.deepEqual(Object.keys(details).slice(-4), ['error', 'result', 'timestamps', 'cost'])
    assert.isNull(details.error)
    assert.deepEqual(details.result.docket, {
      id: docket.id,
      absolute_url: `/docket/${docket.id}/ash-v-beech/`,
    })
    assert.deepEqual(Object.keys(details.timestamps), ['1'])
    assert.deepEqual(details.cost, { pages: 0, dollars: '0.00', purchases: [] })
  })

  test('returns 501 if fetching is off', async ({ client, assert }) => {
    registry.restore()
    const before = (await last()).id
    const answer = await send(client, { ...someCredentials(), ...cases(), request_type: 1 })
    answer.assertStatus(501)
    assert.match(answer.body().detail, /is off/)
    assert.equal((await last()).id, before)
  })

  test('requests are deleted with their account', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const reader = await makeAccount()
    await FetchRequest.create({ userId: reader.id, requestType: 1, status: 1, statusTimes: {} })
    await database.from('accounts').where('id', reader.id).delete()
    assert.isNull(await FetchRequest.findBy('userId', reader.id))
  })
})
