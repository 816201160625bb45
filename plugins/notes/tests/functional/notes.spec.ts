/** `/notes/`. */
import app from '@adonisjs/core/services/app'
import { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { MAX_NOTE_LENGTH, MAX_NOTES } from '../../models/note.js'

const NOTES = '/api/rest/v4/notes/'

test.group('notes', (group) => {
  let owner: TestAccount
  let other: TestAccount
  let cluster: number
  let docket: number
  let document: number

  group.each.setup(async () => {
    owner = await makeAccount()
    other = await makeAccount()
    const database = await app.container.make('lucid.db')
    const first = async (table: string) =>
      Number((await database.from(table).orderBy('id').firstOrFail()).id)
    cluster = await first('opinion_clusters')
    docket = await first('dockets')
    document = await first('archive_documents')
  })

  function ask(method: string, url: string, body?: object, account: TestAccount | null = owner) {
    const client = new ApiClient(`http://${process.env.HOST}:${process.env.PORT}`)
    const request = client.request(url, method)
    if (account) void request.header('authorization', account.authorization)
    return body ? request.json(body) : request
  }
  const make = async (body: object, account = owner) =>
    (await ask('POST', NOTES, body, account)).body() as { id: number; [field: string]: unknown }

  test('returns the fields of a new note in the documented order', async ({ assert }) => {
    const made = await ask('POST', NOTES, { docket, text: 'Check §\u00a04.\n\nTwice.', user: 1 })
    assert.equal(made.status(), 201)
    const note = made.body()
    assert.deepEqual(Object.keys(note), [
      'id',
      'date_created',
      'date_modified',
      'user',
      'cluster',
      'docket',
      'document',
      'text',
    ])
    assert.containsSubset(note, { user: owner.id, cluster: null, docket, document: null })
    assert.equal(note.text, 'Check §\u00a04.\n\nTwice.')
  })

  test('are filtered by record', async ({ assert }) => {
    const notes = {
      cluster: await make({ cluster, text: 'one' }),
      docket: await make({ docket, text: 'two' }),
      document: await make({ document, text: 'three' }),
    }
    for (const [filter, key] of Object.entries({ cluster, docket, document })) {
      const { results } = (await ask('GET', `${NOTES}?${filter}=${key}`)).body()
      assert.deepEqual(
        results.map(({ id }: { id: number }) => id),
        [notes[filter as keyof typeof notes].id]
      )
    }
    const { results } = (await ask('GET', `${NOTES}?text__icontains=TW&fields=docket`)).body()
    assert.deepEqual(results, [{ docket }])
    const path = `${NOTES}?docket__id=${docket}&expand=docket`
    assert.equal((await ask('GET', path)).body().results[0].docket.id, docket)
  })

  test('update the text, but not the record', async ({ assert }) => {
    const { id } = await make({ cluster, text: 'before' })
    const changed = await ask('PATCH', `${NOTES}${id}/`, { text: 'after' })
    assert.equal(changed.status(), 200)
    assert.equal(changed.body().text, 'after')
    await ask('PATCH', `${NOTES}${id}/`, { docket })
    const note = (await ask('GET', `${NOTES}${id}/`)).body()
    assert.containsSubset(note, { cluster, docket: null, text: 'after' })
  })

  test('rejects {what}')
    .with([
      { what: 'a note without a record', body: () => ({ text: 'x' }), field: 'non_field_errors' },
      {
        what: 'a note on two records',
        body: () => ({ text: 'x', cluster, docket }),
        field: 'non_field_errors',
      },
      { what: 'an empty text', body: () => ({ docket, text: '' }), field: 'text' },
      {
        what: 'a text that is too long',
        body: () => ({ docket, text: 'x'.repeat(MAX_NOTE_LENGTH + 1) }),
        field: 'text',
      },
      {
        what: 'a record that does not exist',
        body: () => ({ document: 999_999_999, text: 'x' }),
        field: 'document',
      },
    ])
    .run(async ({ assert }, { body, field }) => {
      const rejected = await ask('POST', NOTES, body())
      assert.equal(rejected.status(), 400)
      assert.deepEqual(Object.keys(rejected.body()), [field])
      assert.deepEqual((await ask('GET', NOTES)).body().results, [])
    })

  test('an account has one note per record', async ({ assert }) => {
    await make({ docket, text: 'first' })
    const second = await ask('POST', NOTES, { docket, text: 'second' })
    assert.equal(second.status(), 400)
    assert.property(second.body(), 'non_field_errors')
    const others = await ask('POST', NOTES, { docket, text: 'mine' }, other)
    assert.equal(others.status(), 201)
  })

  test('callers and methods: {caller} {method}')
    .with(
      (['owner', 'other', 'anonymous'] as const).flatMap((caller) =>
        (['GET', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({ caller, method }))
      )
    )
    .run(async ({ assert }, { caller, method }) => {
      const { id } = await make({ docket, text: 'secret' })
      const account = { owner, other, anonymous: null }[caller]
      const body = { PUT: { docket, text: 'new' }, PATCH: { text: 'new' } }[
        method as 'PUT' | 'PATCH'
      ]
      const answer = await ask(method, `${NOTES}${id}/`, body, account)
      const allowed = method === 'DELETE' ? 204 : 200
      assert.equal(answer.status(), { owner: allowed, other: 404, anonymous: 401 }[caller])
      const kept = await ask('GET', `${NOTES}${id}/`)
      const isGone = caller === 'owner' && method === 'DELETE'
      assert.equal(kept.status(), isGone ? 404 : 200)
      if (isGone) return
      const isChanged = caller === 'owner' && method !== 'GET'
      assert.equal(kept.body().text, isChanged ? 'new' : 'secret')
    })

  test('lists show only the caller’s notes', async ({ assert }) => {
    await make({ docket, text: 'secret' })
    assert.deepEqual((await ask('GET', NOTES, undefined, other)).body().results, [])
    assert.equal((await ask('GET', NOTES, undefined, null)).status(), 401)
    assert.equal((await ask('POST', NOTES, { docket, text: 'x' }, null)).status(), 401)
  })

  test('caps notes per account', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    // The constraint on records is checked at once, so each note needs its own docket.
    await database.transaction(async (trx) => {
      await trx.rawQuery('SET LOCAL session_replication_role = replica')
      await trx.rawQuery(
        `INSERT INTO user_notes (user_id, docket_id, text)
         SELECT ?, -n, 'x' FROM generate_series(1, ?) AS n`,
        [owner.id, MAX_NOTES]
      )
    })
    const rejected = await ask('POST', NOTES, { docket, text: 'x' })
    assert.equal(rejected.status(), 403)
    assert.equal(rejected.body().detail, 'An account can have up to 5,000 notes. Delete one first.')
    await database.from('user_notes').where('user_id', owner.id).where('docket_id', -1).delete()
    assert.equal((await ask('POST', NOTES, { docket, text: 'x' })).status(), 201)
    await database.from('user_notes').where('user_id', owner.id).delete()
  })
})
