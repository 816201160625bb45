/** Lists of docket alerts in one request, and alerts with their dockets. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { ask } from '../alert_helpers.js'

const ALERTS = '/api/rest/v4/docket-alerts/'

test.group('many docket alerts', (group) => {
  let owner: TestAccount
  let dockets: number[]

  group.each.setup(async () => {
    owner = await makeAccount()
    const database = await app.container.make('lucid.db')
    dockets = (await database.from('dockets').orderBy('id').limit(3)).map(({ id }) => Number(id))
  })

  const followed = async () =>
    (await ask(owner, 'GET', ALERTS))
      .body()
      .results.map(({ docket }: any) => docket)
      .sort()

  test('creates an alert per item, like single requests', async ({ assert }) => {
    const made = await ask(
      owner,
      'POST',
      `${ALERTS}?include=note`,
      dockets.map((docket) => ({ docket, note: `number ${docket}` }))
    )
    assert.equal(made.status(), 201)
    assert.isUndefined(made.header('location'))
    const records = made.body() as Record<string, any>[]
    assert.deepEqual(
      records.map(({ docket, note }) => [docket, note]),
      dockets.map((docket) => [docket, `number ${docket}`])
    )
    assert.lengthOf(new Set(records.map(({ secret_key: key }) => key)), 3)
    const single = await ask(owner, 'GET', `${ALERTS}${records[0]!.id}/?include=note`)
    assert.deepEqual(single.body(), records[0])
  })

  test('creates all or no alerts, with errors in the order of the items', async ({ assert }) => {
    const [first, second, third] = dockets
    await ask(owner, 'POST', ALERTS, { docket: second })
    const refused = await ask(owner, 'POST', ALERTS, [
      { docket: first },
      { docket: second },
      { docket: 999_999_999 },
      'x',
      { docket: third },
      { docket: third },
    ])
    assert.equal(refused.status(), 400)
    const twice = { non_field_errors: ['The fields docket, user must make a unique set.'] }
    assert.deepEqual(refused.body(), [
      {},
      twice,
      { docket: ['Invalid pk "999999999" - object does not exist.'] },
      { non_field_errors: ['Invalid data. Expected an object, but got string.'] },
      {},
      twice,
    ])
    assert.deepEqual(await followed(), [second])
    for (const items of [[], Array.from({ length: 101 }, () => ({ docket: first }))])
      assert.equal((await ask(owner, 'POST', ALERTS, items)).status(), 400)
    assert.deepEqual(await followed(), [second])
    // Other resources accept one record per request.
    const tags = await ask(owner, 'POST', '/api/rest/v4/tags/', [{ name: 'a' }])
    assert.equal(tags.status(), 400)
  })

  test('handles a list with the same Idempotency-Key once', async ({ client, assert }) => {
    const send = () =>
      client
        .post(ALERTS)
        .header('authorization', owner.authorization)
        .header('idempotency-key', 'many')
        .json(dockets.map((docket) => ({ docket })))
    const first = await send()
    const second = await send()
    assert.equal(second.status(), 201)
    assert.deepEqual(second.body(), first.body())
    assert.equal(second.header('idempotent-replayed'), 'true')
  })

  test('returns the docket instead of its ID with expand=docket', async ({ assert }) => {
    const made = await ask(owner, 'POST', `${ALERTS}?expand=docket`, { docket: dockets[0] })
    const docket = (await ask(owner, 'GET', `/api/rest/v4/dockets/${dockets[0]}/`)).body()
    assert.deepEqual(made.body().docket, docket)
    const list = await ask(owner, 'GET', `${ALERTS}?expand=docket&fields=id,docket__case_name`)
    assert.deepEqual(list.body().results, [
      { id: made.body().id, docket: { case_name: docket.case_name } },
    ])
    const one = await ask(owner, 'GET', `${ALERTS}${made.body().id}/?expand=docket&omit=docket`)
    assert.notProperty(one.body(), 'docket')
    const plain = await ask(owner, 'GET', `${ALERTS}${made.body().id}/`)
    assert.equal(plain.body().docket, dockets[0])

    const wrong = await ask(owner, 'GET', `${ALERTS}?expand=docket,user`)
    assert.equal(wrong.status(), 400)
    assert.deepEqual(wrong.body(), {
      expand: ['"user" can\'t be expanded. Choose from: docket.'],
    })
    const nothing = await ask(owner, 'GET', '/api/rest/v4/tags/?expand=docket')
    assert.equal(nothing.status(), 400)
    assert.deepEqual(nothing.body().unknown_params, ['expand'])
  })
})
