/** Creates with side effects before their transaction: `fixture-orders`. */
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { CreateToPrepare } from '#api/writes/hooks'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { noteSecrets } from '#tests/helpers/secrets'
import { shop } from '../fixtures/resources.js'

const ORDERS = '/api/rest/v4/fixture-orders/'
const PASSWORD = 'a password at the shop'
const BODY = { title: 'Digest', password: PASSWORD }

test.group('prepared creates', (group) => {
  let account: TestAccount
  let asked: CreateToPrepare[]
  const ask = shop.ask

  group.setup(async () => {
    account = await makeAccount()
    noteSecrets('password', [PASSWORD])
  })
  group.each.setup(() => {
    asked = []
    shop.ask = async (create) => {
      asked.push(structuredClone({ ...create, caller: undefined }))
      return ''
    }
    return async () => {
      shop.ask = ask
      const database = await app.container.make('lucid.db')
      await database.from('fixture_orders').delete()
      await database.from('idempotency_keys').delete()
    }
  })

  const rows = async () => {
    const database = await app.container.make('lucid.db')
    return database.from('fixture_orders').orderBy('id').select('title', 'refused')
  }

  test('get secrets that no row or response contains', async ({ client, assert }) => {
    const made = await client.post(ORDERS).header('authorization', account.authorization).json(BODY)
    made.assertStatus(201)
    assert.notProperty(made.body(), 'password')
    assert.equal(made.header('curia-shop'), 'asked')
    assert.containsSubset(asked, [{ secrets: { password: PASSWORD }, values: { title: 'Digest' } }])
    assert.deepEqual(await rows(), [{ title: 'Digest', refused: '' }])
    const options = await client.options(ORDERS).header('authorization', account.authorization)
    assert.containsSubset(options.body().actions.POST.password, { type: 'string', required: true })
  })

  test('may store the row of a rejected request', async ({ client, assert }) => {
    shop.ask = async () => 'Unknown at the shop.'
    const refused = await client
      .post(ORDERS)
      .header('authorization', account.authorization)
      .header('idempotency-key', 'kept')
      .json(BODY)
    refused.assertStatus(400)
    refused.assertBody({ password: ['Unknown at the shop.'] })
    assert.deepEqual(await rows(), [{ title: 'Digest', refused: 'Unknown at the shop.' }])
    // The key can be used again.
    shop.ask = async () => ''
    const again = await client
      .post(ORDERS)
      .header('authorization', account.authorization)
      .header('idempotency-key', 'kept')
      .json({ ...BODY, title: 'Reporter' })
    again.assertStatus(201)
  })

  test('are rejected for invalid fields for which the hook stores no row', async ({
    client,
    assert,
  }) => {
    const refused = await client
      .post(ORDERS)
      .header('authorization', account.authorization)
      .json({ title: 'x'.repeat(21) })
    refused.assertStatus(400)
    assert.sameMembers(Object.keys(refused.body()), ['title', 'password'])
    assert.deepEqual(Object.keys(asked[0]!.wrong), ['title', 'password'])
    assert.isEmpty(await rows())
  })

  test('with one key run once, regardless of the password', async ({ client, assert }) => {
    const post = (body: object) =>
      client
        .post(ORDERS)
        .header('authorization', account.authorization)
        .header('idempotency-key', 'one')
        .json(body)
    const first = await post(BODY)
    const second = await post({ ...BODY, password: 'another password' })
    assert.equal(second.text(), first.text())
    assert.equal(second.header('idempotent-replayed'), 'true')
    ;(await post({ ...BODY, title: 'Reporter' })).assertStatus(422)
    assert.lengthOf(asked, 1)
    const database = await app.container.make('lucid.db')
    const [kept] = await database.from('idempotency_keys')
    assert.notInclude(JSON.stringify(kept), PASSWORD)
  })

  test('reserve their key while the hook runs, outside any transaction', async ({
    client,
    assert,
  }) => {
    const gate = Promise.withResolvers<void>()
    let open: unknown[] = []
    shop.ask = async () => {
      const database = await app.container.make('lucid.db')
      // Other requests of the test use short transactions; the hook's transaction would stay
      // open.
      for (let looks = 0; looks < 20; looks++) {
        const { rows: found } = await database.rawQuery(
          "SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND query LIKE '%idempotency_keys%' AND datname = current_database()"
        )
        open = found
        if (!open.length) break
        await sleep(20)
      }
      await gate.promise
      return ''
    }
    const post = () =>
      client
        .post(ORDERS)
        .header('authorization', account.authorization)
        .header('idempotency-key', 'reserved')
        .json(BODY)
    const first = post()
    const database = await app.container.make('lucid.db')
    void first.then(() => undefined)
    while (!(await database.from('idempotency_keys').first())) await sleep(10)
    const second = await post()
    second.assertStatus(409)
    assert.equal(second.header('retry-after'), '2')
    // A reservation left by a crash expires after some minutes.
    await database.from('idempotency_keys').update({ date_created: new Date(Date.now() - 181_000) })
    const third = post()
    gate.resolve()
    ;(await third).assertStatus(201)
    await first
    assert.isEmpty(open)
  })
})
