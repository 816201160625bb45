/** `/docket-alerts/`. */
import app from '@adonisjs/core/services/app'
import { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'

const ALERTS = '/api/rest/v4/docket-alerts/'

test.group('docket alerts', (group) => {
  let owner: TestAccount
  let other: TestAccount
  let dockets: number[]

  group.each.setup(async () => {
    owner = await makeAccount()
    other = await makeAccount()
    const database = await app.container.make('lucid.db')
    dockets = (await database.from('dockets').orderBy('id').limit(3)).map(({ id }) => Number(id))
  })

  async function ask(method: string, url: string, body?: object, account = owner) {
    const client = new ApiClient(`http://${process.env.HOST}:${process.env.PORT}`)
    const request = client.request(url, method).header('authorization', account.authorization)
    return body ? request.json(body) : request
  }
  const follow = async (docket: number, account = owner) =>
    (await ask('POST', ALERTS, { docket }, account)).body() as Record<string, any>
  const allowUnsubscriptions = async (id: number) => {
    const database = await app.container.make('lucid.db')
    await database.from('accounts').where({ id }).update({ auto_subscribe: true })
  }

  test('creates a subscription with a key, with fields in the documented order', async ({
    assert,
  }) => {
    const made = await ask('POST', `${ALERTS}?include=note,follow_appeals`, {
      docket: dockets[0],
      secret_key: 'mine',
      date_last_hit: '2020-01-01T00:00:00Z',
      note: 'The appeal.',
    })
    assert.equal(made.status(), 201)
    const record = made.body()
    assert.equal(
      Object.keys(record).join(),
      'id,date_created,date_modified,date_last_hit,secret_key,alert_type,docket,note,follow_appeals'
    )
    assert.match(record.secret_key, /^[A-Za-z0-9]{40}$/)
    assert.include(record, {
      date_last_hit: null,
      alert_type: 1,
      docket: dockets[0],
      note: 'The appeal.',
    })
    const { note, follow_appeals: follows, ...usual } = record
    assert.deepEqual({ note, follows }, { note: 'The appeal.', follows: false })
    assert.deepEqual((await ask('GET', `${ALERTS}${record.id}/`)).body(), usual)
  })

  test('allows one alert per account and docket', async ({ assert }) => {
    await follow(dockets[0]!)
    const twice = await ask('POST', ALERTS, { docket: dockets[0] })
    assert.equal(twice.status(), 400)
    assert.deepEqual(twice.body(), {
      non_field_errors: ['The fields docket, user must make a unique set.'],
    })
    assert.isNumber((await follow(dockets[0]!, other)).id)
  })

  test('returns the ID of an unsubscribed alert', async ({ assert }) => {
    const { id, secret_key: key } = await follow(dockets[0]!)
    const link = `/alert/docket/one-click-unsubscribe/${key}/`
    assert.equal((await ask('POST', link)).status(), 200)
    for (const [path, body] of [
      [ALERTS, { docket: dockets[0] }],
      ['/api/rest/v3/docket-alerts/', { docket: dockets[0], alert_type: 1 }],
      [`/courtlistener${ALERTS}`, { docket: dockets[0] }],
    ] as const) {
      const again = await ask('POST', path, body)
      assert.equal(again.status(), 400)
      assert.deepEqual(again.body().non_field_errors, [
        'The fields docket, user must make a unique set.',
        `You unsubscribed from this docket. To subscribe again, send PATCH /docket-alerts/${id}/ with alert_type=1.`,
      ])
    }
    const listed = await ask('POST', ALERTS, [{ docket: dockets[1] }, { docket: dockets[0] }])
    assert.include(listed.body()[1].non_field_errors[1], `/docket-alerts/${id}/`)
    assert.equal((await ask('PATCH', `${ALERTS}${id}/`, { alert_type: 1 })).status(), 200)
    const twice = await ask('POST', ALERTS, { docket: dockets[0] })
    assert.lengthOf(twice.body().non_field_errors, 1)
    assert.equal((await ask('DELETE', `${ALERTS}${id}/`)).status(), 204)
    assert.equal((await ask('POST', ALERTS, { docket: dockets[0] })).status(), 201)
  })

  test('reports invalid values', async ({ assert }) => {
    for (const [body, field] of [
      [{}, 'docket'],
      [{ docket: 999_999_999 }, 'docket'],
      [{ docket: dockets[0], alert_type: 2 }, 'alert_type'],
      [{ docket: dockets[0], note: 'x'.repeat(501) }, 'note'],
    ] as const) {
      const refused = await ask('POST', ALERTS, body)
      assert.equal(refused.status(), 400)
      assert.deepEqual(Object.keys(refused.body()), [field])
    }
  })

  test("requires the account's setting to unsubscribe", async ({ assert }) => {
    const { id } = await follow(dockets[0]!)
    for (const [method, url, body] of [
      ['PATCH', `${ALERTS}${id}/`, { alert_type: 0 }],
      ['POST', ALERTS, { docket: dockets[1], alert_type: 0 }],
    ] as const) {
      const refused = await ask(method, url, body)
      assert.equal(refused.status(), 400)
      assert.deepEqual(Object.keys(refused.body()), ['alert_type'])
    }
    await allowUnsubscriptions(owner.id)
    const ended = await ask('PATCH', `${ALERTS}${id}/`, { alert_type: 0 })
    assert.equal(ended.status(), 200)
    assert.equal(ended.body().alert_type, 0)
  })

  test("resets the alert's age on resubscription", async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const { id } = await follow(dockets[0]!)
    await database
      .from('docket_alerts')
      .where({ id })
      .update({ date_modified: new Date('2020-01-01'), alert_type: 0 })
    const answer = await ask('PATCH', `${ALERTS}${id}/`, { alert_type: 1, docket: dockets[0] })
    assert.containsSubset(answer.body(), { alert_type: 1, docket: dockets[0] })
    assert.isAbove(Date.parse(answer.body().date_modified), Date.now() - 60_000)
  })

  test("doesn't change the docket of an alert", async ({ assert }) => {
    const { id } = await follow(dockets[0]!)
    const answer = await ask('PATCH', `${ALERTS}${id}/`, { docket: dockets[1] })
    assert.equal(answer.status(), 400)
    assert.deepEqual(answer.body(), {
      docket: ['This field is read-only after the record was created.'],
    })
    assert.equal((await ask('GET', `${ALERTS}${id}/`)).body().docket, dockets[0])
  })

  test('accepts page sizes up to 100', async ({ assert }) => {
    for (const docket of dockets.slice(0, 3)) await follow(docket)
    const page = async (query: string) =>
      (await ask('GET', `${ALERTS}?${query}`)).body() as { next: string; results: { id: number }[] }
    const all = (await page('')).results
    const first = await page('page_size=2')
    assert.lengthOf(first.results, 2)
    assert.include(first.next, 'page_size=2')
    const second = await page(new URL(first.next).searchParams.toString())
    assert.deepEqual([...first.results, ...second.results], all)
    assert.lengthOf((await page('order_by=date_created,date_modified&page_size=1')).results, 1)
    for (const none of ['0', '-1', 'x', '', '100000000000'])
      assert.lengthOf((await page(`page_size=${none}`)).results, all.length)
    assert.lengthOf((await page('page_size=101')).results, all.length)
  })

  test("lists and filters the caller's alerts, newest first", async ({ assert }) => {
    const [first, second] = [await follow(dockets[0]!), await follow(dockets[1]!)]
    const theirs = await follow(dockets[0]!, other)
    const idsOf = async (query: string) =>
      (await ask('GET', `${ALERTS}${query}`)).body().results.map(({ id }: { id: number }) => id)
    assert.deepEqual(await idsOf(''), [second!.id, first!.id])
    assert.deepEqual(await idsOf('?order_by=date_modified'), [first!.id, second!.id])
    assert.deepEqual(await idsOf(`?docket=${dockets[1]}`), [second!.id])
    assert.deepEqual(await idsOf(`?id=${first!.id}`), [first!.id])
    assert.deepEqual(await idsOf('?alert_type=0'), [])
    for (const method of ['GET', 'PATCH', 'PUT', 'DELETE'])
      assert.equal((await ask(method, `${ALERTS}${theirs.id}/`, {})).status(), 404, method)
  })

  test('stops after deletion', async ({ assert }) => {
    const { id } = await follow(dockets[0]!)
    assert.equal((await ask('DELETE', `${ALERTS}${id}/`)).status(), 204)
    assert.equal((await ask('GET', `${ALERTS}${id}/`)).status(), 404)
    assert.isNumber((await follow(dockets[0]!)).id)
  })
})
