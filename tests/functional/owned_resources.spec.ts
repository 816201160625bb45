/**
 * Resources whose records belong to accounts, using the notes and pins of the test library:
 * access, quotas, and write hooks.
 */
import app from '@adonisjs/core/services/app'
import type { ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { IssueToken } from '#app/accounts/actions/tokens'
import { MAX_NOTES } from '#tests/fixtures/resources'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'

const NOTES = '/api/rest/v4/fixture-notes/'
const PINS = '/api/rest/v4/fixture-pins/'

const REFUSED = { detail: 'You do not have permission to perform this action.' }
const UNKNOWN = { detail: 'Authentication credentials were not provided.' }
const MISSING = { detail: 'No Note matches the given query.' }

test.group('owned resources', (group) => {
  let owner: TestAccount
  let other: TestAccount
  let staff: TestAccount
  let reading: string

  group.setup(async () => {
    owner = await makeAccount()
    other = await makeAccount()
    staff = await makeAccount({ rights: ['*'] })
    const database = await app.container.make('lucid.db')
    const token = await database.transaction((trx) =>
      new IssueToken().handle(trx, owner.id, { name: 'reads', readOnly: true, expiresAt: null })
    )
    reading = `Token ${token}`
  })
  group.each.teardown(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('fixture_notes').delete()
    await database.from('fixture_note_events').delete()
    await database.from('idempotency_keys').delete()
  })

  async function makeNote(values: Record<string, unknown>, { id } = owner): Promise<number> {
    const database = await app.container.make('lucid.db')
    const [row] = await database
      .table('fixture_notes')
      .insert({ reader_id: id, ...values })
      .returning('id')
    return Number(row.id)
  }

  async function events(): Promise<string[]> {
    const database = await app.container.make('lucid.db')
    return (await database.from('fixture_note_events').orderBy('what')).map(({ what }) => what)
  }

  interface Matrix {
    who: 'anonymous' | 'owner' | 'other' | 'staff' | 'reading token'
    published: boolean
    read: number
    write: number
    listed: boolean
  }
  const MATRIX: Matrix[] = (
    [
      ['anonymous', 401, 401, 401, 401],
      ['owner', 200, 200, 200, 200],
      ['other', 404, 404, 200, 403],
      ['staff', 404, 404, 200, 403],
      ['reading token', 200, 403, 200, 403],
    ] as const
  ).flatMap(([who, read, write, readShared, writeShared]) => {
    const listed = who === 'owner' || who === 'reading token'
    return [
      { who, published: false, read, write, listed },
      { who, published: true, read: readShared, write: writeShared, listed },
    ]
  })

  test('{who}, published {published}: read {read}, write {write}')
    .with(MATRIX)
    .run(async ({ client, assert }, { who, published, read, write, listed }) => {
      const credential = {
        'anonymous': undefined,
        'owner': owner.authorization,
        'other': other.authorization,
        'staff': staff.authorization,
        'reading token': reading,
      }[who]
      const id = await makeNote({ name: 'one', published })
      const ask = (method: string, url: string, body?: object) => {
        const request = client.request(url, method)
        if (credential) request.header('authorization', credential)
        if (body) request.json(body)
        return request
      }
      const said = (response: ApiResponse, status: number, name: string) => {
        assert.equal(response.status(), status, name)
        if (status === 401) assert.deepEqual(response.body(), UNKNOWN)
        if (status === 404) assert.deepEqual(response.body(), MISSING)
        if (status === 403 && who !== 'reading token') assert.deepEqual(response.body(), REFUSED)
      }
      said(await ask('GET', `${NOTES}${id}/`), read, 'GET')
      said(await ask('PATCH', `${NOTES}${id}/`, { name: 'two' }), write, 'PATCH')
      said(await ask('PUT', `${NOTES}${id}/`, { name: 'three', published }), write, 'PUT')
      // A record of another account is reported before errors in the body.
      said(await ask('PATCH', `${NOTES}${id}/`, { name: '!' }), write === 200 ? 400 : write, 'bad')

      const list = await ask('GET', NOTES)
      const count = await ask('GET', `${NOTES}?count=on`)
      if (read === 401) {
        said(list, 401, 'list')
        said(count, 401, 'count')
      } else {
        assert.deepEqual(
          list.body().results.map((row: { id: number }) => row.id),
          listed ? [id] : []
        )
        assert.deepEqual(count.body(), { count: listed ? 1 : 0 })
        const v3 = await ask('GET', NOTES.replace('v4', 'v3'))
        assert.equal(v3.body().count, listed ? 1 : 0)
      }
      const deleted = await ask('DELETE', `${NOTES}${id}/`)
      said(deleted, write === 200 ? 204 : write, 'DELETE')
    })

  test('a session can write only with the CSRF token', async ({ assert }) => {
    const visitor = await signedIn(owner)
    const id = await makeNote({ name: 'one' })
    const headers = { 'accept': 'application/json', 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'two' })
    const forged = await visitor.ask('PATCH', `${NOTES}${id}/`, { headers, body })
    assert.equal(forged.status, 403)
    assert.match(forged.text, /CSRF/)
    const csrf = await visitor.csrfToken('/profile/settings/')
    const honest = await visitor.ask('PATCH', `${NOTES}${id}/`, {
      headers: { ...headers, 'x-csrf-token': csrf },
      body,
    })
    assert.equal(honest.status, 200, honest.text)
  })

  test('the owner is the caller, whatever the body contains', async ({ client, assert }) => {
    const made = await client
      .post(NOTES)
      .header('authorization', owner.authorization)
      .json({ name: 'mine', user: other.id, length: 99, id: 5 })
    made.assertStatus(201)
    const { id } = made.body()
    assert.containsSubset(made.body(), { user: owner.id, length: 4 })
    const changed = await client
      .patch(`${NOTES}${id}/`)
      .header('authorization', owner.authorization)
      .json({ user: other.id })
    assert.equal(changed.body().user, owner.id)
    const column = await client
      .post(NOTES)
      .header('authorization', owner.authorization)
      .json({ name: 'mine2', reader_id: other.id })
    column.assertStatus(400)
    assert.property(column.body(), 'reader_id')
  })

  test('only the response to the write contains values set by a hook, in their position', async ({
    client,
    assert,
  }) => {
    await makeNote({ name: 'first' })
    const made = await client
      .post(NOTES)
      .header('authorization', owner.authorization)
      .json({ name: 'second' })
    assert.equal(made.body().others, 1)
    assert.equal(Object.keys(made.body()).at(-1), 'others')
    const url = `${NOTES}${made.body().id}/`
    const read = await client.get(url).header('authorization', owner.authorization)
    assert.notProperty(read.body(), 'others')
    const { others, ...rest } = made.body()
    assert.deepEqual(read.body(), rest, String(others))
    const trimmed = await client
      .post(`${NOTES}?fields=name`)
      .header('authorization', owner.authorization)
      .json({ name: 'third' })
    trimmed.assertBody({ name: 'third' })
    assert.deepEqual(await events(), ['created', 'created'])
  })

  test('a write rejected by a hook has no effect', async ({ client, assert }) => {
    const refused = await client
      .post(NOTES)
      .header('authorization', owner.authorization)
      .json({ name: 'doomed' })
    refused.assertStatus(400)
    refused.assertBody({ name: ['Not this one.'] })
    assert.deepEqual(await events(), [])
    const id = await makeNote({ name: 'kept' })
    const kept = await client.delete(`${NOTES}${id}/`).header('authorization', owner.authorization)
    kept.assertStatus(403)
    const still = await client.get(`${NOTES}${id}/`).header('authorization', owner.authorization)
    still.assertStatus(200)
  })

  test('hooks get the row before and after', async ({ client, assert }) => {
    const id = await makeNote({ name: 'one' })
    const patch = (body: object) =>
      client.patch(`${NOTES}${id}/`).header('authorization', owner.authorization).json(body)
    await patch({ published: true })
    assert.deepEqual(await events(), [])
    await patch({ name: 'two' })
    assert.deepEqual(await events(), ['renamed'])
  })

  test('a quota also applies to concurrent requests', async ({ client, assert }) => {
    const answers = await Promise.all(
      Array.from({ length: MAX_NOTES + 4 }, (_, index) =>
        client
          .post(NOTES)
          .header('authorization', owner.authorization)
          .json({ name: `note-${index}` })
      )
    )
    const statuses = answers.map((answer) => answer.status())
    assert.lengthOf(
      statuses.filter((status) => status === 201),
      MAX_NOTES
    )
    assert.lengthOf(
      statuses.filter((status) => status === 403),
      4
    )
  })

  test('values that are unique per account', async ({ client, assert }) => {
    await makeNote({ name: 'one' })
    const post = (account: TestAccount) =>
      client.post(NOTES).header('authorization', account.authorization).json({ name: 'one' })
    const twice = await post(owner)
    twice.assertStatus(400)
    twice.assertBody({ non_field_errors: ['The fields user, name must make a unique set.'] })
    assert.equal((await post(other)).status(), 201)
  })

  test('links must refer to existing records of the caller', async ({ client }) => {
    const mine = await makeNote({ name: 'mine' })
    const theirs = await makeNote({ name: 'theirs', published: true }, other)
    const pin = (body: object) =>
      client.post(PINS).header('authorization', owner.authorization).json(body)
    ;(await pin({ note: mine, book: 3 })).assertStatus(201)
    const stolen = await pin({ note: theirs, book: 3 })
    stolen.assertStatus(400)
    stolen.assertBody({ note: [`Invalid pk "${theirs}" - object does not exist.`] })
    const missing = await pin({ note: 987_654, book: 987_654 })
    missing.assertBody({
      note: ['Invalid pk "987654" - object does not exist.'],
      book: ['Invalid pk "987654" - object does not exist.'],
    })
    const strange = await pin({ note: 'one', book: true })
    strange.assertBody({
      note: ['Incorrect type. Expected pk value, received str.'],
      book: ['Incorrect type. Expected pk value, received bool.'],
    })
    const twice = await pin({ note: mine, book: 3 })
    twice.assertBody({ non_field_errors: ['The fields book, note must make a unique set.'] })
    const address = await client
      .post(NOTES)
      .header('authorization', owner.authorization)
      .json({ name: 'reply', reply_to: `http://x/api/rest/v4/fixture-notes/${theirs}/` })
    address.assertStatus(400)
    address.assertBody({ reply_to: ['No such record exists.'] })
  })

  test('the owner can be the owner of another record; shared records are listed', async ({
    client,
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const notes = {
      mine: await makeNote({ name: 'mine' }),
      shared: await makeNote({ name: 'shared', published: true }, other),
      hidden: await makeNote({ name: 'hidden' }, other),
    }
    const ids: Record<string, number> = {}
    for (const [name, note] of Object.entries(notes)) {
      const [row] = await database
        .table('fixture_pins')
        .insert({ note_id: note, book_id: 3 })
        .returning('id')
      ids[name] = Number(row.id)
    }
    const ask = (method: string, url: string) =>
      client.request(url, method).header('authorization', owner.authorization)
    const listed = async (query = '') =>
      (await ask('GET', PINS + query)).body().results.map(({ id }: { id: number }) => id)
    assert.deepEqual(await listed(), [ids.shared, ids.mine])
    assert.deepEqual(await listed(`?note=${notes.shared}`), [ids.shared])
    // An unreadable record is rejected like a missing one.
    const [hidden, missing] = [notes.hidden, 999_999].map((note) =>
      ask('GET', `${PINS}?note=${note}`)
    )
    ;(await hidden!).assertStatus(400)
    assert.deepEqual((await hidden!).body(), (await missing!).body())
    assert.deepEqual(await listed('?note__name=mine'), [ids.mine])
    ;(await ask('DELETE', `${PINS}${ids.shared}/`)).assertStatus(403)
    ;(await ask('DELETE', `${PINS}${ids.hidden}/`)).assertStatus(404)
    ;(await ask('PATCH', `${PINS}${ids.mine}/`)).assertStatus(405)
    ;(await ask('DELETE', `${PINS}${ids.mine}/`)).assertStatus(204)
  })

  test('filters of other resources do not reveal unreadable records', async ({
    client,
    assert,
  }) => {
    await makeNote({ name: 'secret', book_id: 3 })
    await makeNote({ name: 'known', book_id: 4, published: true })
    const books = async (query: string, authorization?: string) => {
      const request = client.get(`/api/rest/v4/fixture-books/?${query}&fields=id`)
      if (authorization) request.header('authorization', authorization)
      return (await request).body().results?.map(({ id }: { id: number }) => id) ?? 400
    }
    const [secret] = (
      await client.get(`${NOTES}?name=secret`).header('authorization', owner.authorization)
    ).body().results
    for (const query of ['notes__name=secret', `notes=${secret.id}`, `notes__id=${secret.id}`]) {
      const unreadable = query.startsWith('notes=') ? 400 : []
      assert.deepEqual(await books(query, owner.authorization), [3], query)
      assert.deepEqual(await books(query, other.authorization), unreadable, query)
      assert.deepEqual(await books(query), unreadable, query)
    }
    assert.equal(await books('notes=999999'), 400)
    assert.deepEqual(await books('notes__name=known'), [4])
    const without = await client.get('/api/rest/v4/fixture-books/?count=on&notes__name!=secret')
    const all = await client.get('/api/rest/v4/fixture-books/?count=on')
    assert.isAtMost(without.body().count, all.body().count)
  })

  test('a create-only field rejects another value', async ({ client, assert }) => {
    const made = await client
      .post(NOTES)
      .header('authorization', owner.authorization)
      .json({ name: 'one', book: 3 })
    const url = `${NOTES}${made.body().id}/`
    for (const method of ['PATCH', 'PUT']) {
      const answer = await client
        .request(url, method)
        .header('authorization', owner.authorization)
        .json({ name: 'two', book: 4 })
      answer.assertStatus(400)
      answer.assertBody({ book: ['This field is read-only after the record was created.'] })
      const same = await client
        .request(url, method)
        .header('authorization', owner.authorization)
        .json({ name: 'two', book: '3' })
      same.assertStatus(200)
      assert.containsSubset(same.body(), { name: 'two', book: 3 })
    }
  })
})

test.group('idempotency keys', (group) => {
  let account: TestAccount

  group.setup(async () => {
    account = await makeAccount()
  })
  group.each.teardown(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('fixture_notes').delete()
    await database.from('idempotency_keys').delete()
  })

  test('repeating a request returns the same response', async ({ client, assert }) => {
    const post = (key: string, body: object, url = NOTES) =>
      client
        .post(url)
        .header('authorization', account.authorization)
        .header('idempotency-key', key)
        .json(body)
    const first = await post('"k-1"', { name: 'one', published: true })
    first.assertStatus(201)
    const second = await post('k-1', { published: true, name: 'one' })
    second.assertStatus(201)
    assert.equal(second.text(), first.text())
    assert.equal(second.header('location'), first.header('location'))
    assert.isUndefined(first.header('idempotent-replayed'))
    assert.equal(second.header('idempotent-replayed'), 'true')

    const different = await post('k-1', { name: 'two' })
    different.assertStatus(422)
    // Rejected requests aren't stored, and each account has its own keys.
    const refused = await post('k-2', { name: 'one' })
    refused.assertStatus(400)
    ;(await post('k-2', { name: 'another' })).assertStatus(201)
    const other = await makeAccount()
    const theirs = await client
      .post(NOTES)
      .header('authorization', other.authorization)
      .header('idempotency-key', 'k-1')
      .json({ name: 'three' })
    theirs.assertStatus(201)
    for (const bad of ['""', 'x'.repeat(256), 'a b'])
      (await post(bad, { name: 'four' })).assertStatus(400)
  })

  test('concurrent requests create one record', async ({ client, assert }) => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        client
          .post(NOTES)
          .header('authorization', account.authorization)
          .header('idempotency-key', 'together')
          .json({ name: 'one' })
      )
    )
    assert.deepEqual([...new Set(answers.map((answer) => answer.status()))], [201])
    assert.lengthOf([...new Set(answers.map((answer) => answer.text()))], 1)
  })

  test('a key can be reused after a day, and expired responses are deleted', async ({
    client,
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const post = (key: string, name: string) =>
      client
        .post(NOTES)
        .header('authorization', account.authorization)
        .header('idempotency-key', key)
        .json({ name })
    await post('old', 'one')
    await post('older', 'two')
    await database
      .from('idempotency_keys')
      .update({ date_created: new Date(Date.now() - 25 * 3_600_000) })
    const again = await post('old', 'three')
    again.assertStatus(201)
    assert.equal(again.body().name, 'three')
    const left = await database.from('idempotency_keys').select('key')
    assert.deepEqual(left, [{ key: 'old' }])
  })
})
