import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { sendAs } from '#tests/helpers/default_caller'
import { makeTemporaryFolder } from '#tests/helpers/environment'

const BOOKS = '/api/rest/v4/fixture-books/'
const AUTHORS = '/api/rest/v4/fixture-authors/'

/** A POST with exactly these headers; clients would add a Content-Type. */
async function sendRaw(
  path: string,
  headers: Record<string, string>,
  text: string
): Promise<{ status: number | undefined; body: Record<string, any> }> {
  const { HOST: host, PORT: port } = process.env
  const sent = httpRequest({ host, port, path, headers, method: 'POST' })
  sent.end(text)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks = await answer.toArray()
  return { status: answer.statusCode, body: JSON.parse(chunks.join('')) }
}

test.group('writes', (group) => {
  let authorization: string

  sendAs(group, async () => ({ authorization } = await makeAccount()).authorization)
  group.each.teardown(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('fixture_books').where('id', '>', 1000).delete()
    await database.from('fixture_authors').where('id', '>', 1000).delete()
  })

  test('create from JSON: 201, Location, the record', async ({ client, assert }) => {
    const response = await client.post(BOOKS).json({
      author: 'http://localhost/api/rest/v4/fixture-authors/3/',
      title: '  Trimmed  ',
      pages: '12',
      lent: 'True',
      published: '2020-02-29',
      date_read: '2020-02-29T12:00:00.123456+01:00',
      price: 1.5,
      secret: 'hidden',
    })
    response.assertStatus(201)
    const body = response.body()
    assert.equal(response.header('location'), body.resource_uri)
    assert.containsSubset(body, {
      author_id: 3,
      title: 'Trimmed',
      pages: 12,
      lent: true,
      genre: 1,
      slug: '',
      price: 1.5,
    })
    assert.equal(body.date_read, '2020-02-29T11:00:00.123456+00:00')
    assert.notProperty(body, 'secret')
    assert.deepEqual((await client.get(`${BOOKS}${body.id}/`)).body(), body)
  })

  test('a body without a Content-Type returns 415', async ({ assert }) => {
    const chunked = { authorization, 'transfer-encoding': 'chunked' }
    for (const headers of [{ authorization }, chunked] as Record<string, string>[]) {
      const { status, body } = await sendRaw(BOOKS, headers, '{"author": "3", "title": "Mute"}')
      assert.equal(status, 415)
      assert.match(body.detail, /no Content-Type header.*application\/json/)
    }
    const { status, body } = await sendRaw(BOOKS, { authorization }, '')
    assert.equal(status, 400)
    assert.deepEqual(body.title, ['This field is required.'])
  })

  test('create from a form and from multipart', async ({ client, assert }) => {
    const form = await client
      .post(BOOKS)
      .form({ author: '3', title: 'Form', published: '', shelf: 'b' })
    form.assertStatus(201)
    assert.containsSubset(form.body(), { title: 'Form', published: null, shelf: 'b' })
    const multipart = await client.post(BOOKS).field('author', '3').field('title', 'Parts')
    multipart.assertStatus(201)
    assert.equal(multipart.body().title, 'Parts')
  })

  test('files are rejected from every caller and never stored', async ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    const { TMPDIR } = process.env
    process.env.TMPDIR = folder
    cleanup(() => {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
      rmSync(folder, { recursive: true, force: true })
    })
    const send = async (path: string, headers: Record<string, string> = {}) => {
      const body = new FormData()
      body.set('author', '3')
      body.set('title', 'With a file')
      body.set('cover', new Blob(['x'.repeat(300_000)]), 'cover.png')
      body.set('back', new Blob(['y']), 'back.png')
      const response = await fetch(`http://${process.env.HOST}:${process.env.PORT}${path}`, {
        method: 'POST',
        body,
        headers,
      })
      return [response.status, await response.text()] as const
    }
    const [status, text] = await send(BOOKS, { authorization })
    assert.equal((await send(BOOKS))[0], 401)
    assert.equal(status, 415, text)
    assert.include(text, 'This endpoint doesn\'t accept files, but \\"cover\\" is one.')
    assert.equal((await send(BOOKS, { authorization: `Token ${'0'.repeat(40)}` }))[0], 401)
    assert.equal((await send('/api/rest/v4/courts/'))[0], 405)
    assert.equal((await send('/api/rest/v4/api-usage/'))[0], 401)
    assert.equal((await send('/sign-in/'))[0], 415)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('all errors are reported together, by field', async ({ client }) => {
    const response = await client.post(BOOKS).json({
      author: 'nobody',
      title: 'x'.repeat(61),
      slug: 'not a slug',
      genre: 9,
      pages: 'many',
      price: 'cheap',
      lent: 'maybe',
      published: 'yesterday',
      date_read: '2020-13-01T00:00',
      opened: '25:00',
      titel: 'x',
    })
    response.assertStatus(400)
    response.assertBody({
      author: ['Enter the URL or ID of a record in fixture-authors.'],
      title: ['Ensure this field has no more than 60 characters.'],
      slug: ['Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'],
      genre: ['"9" is not a valid choice. Choose from: 1, 2, 3.'],
      pages: ['A valid integer is required.'],
      price: ['A valid number is required.'],
      lent: ['Must be a valid boolean.'],
      published: ['Date has wrong format. Use YYYY-MM-DD.'],
      date_read: [
        'Datetime has wrong format. Use YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
      ],
      opened: ['Time has wrong format. Use hh:mm[:ss[.uuuuuu]].'],
      titel: ['fixture-books has no field with this name. Did you mean "title"?'],
    })
  })

  test('names of inherited properties are unknown fields, in JSON and in forms', async ({
    client,
    assert,
  }) => {
    const said = ['fixture-books has no field with this name.']
    const inherited =
      '"constructor": {"prototype": {}}, "toString": 1, "\\u005f_proto__": {"lent": true}'
    const { status, body } = await sendRaw(
      BOOKS,
      { authorization, 'content-type': 'application/json' },
      `{"author": "3", "title": "Heir", ${inherited}}`
    )
    assert.equal(status, 400)
    assert.deepEqual(Object.entries(body), [
      ['constructor', said],
      ['toString', said],
      ['__proto__', said],
    ])
    const form = await client
      .post(BOOKS)
      .type('form')
      .setup((request) => {
        request.request.send('author=3&title=Heir&__proto__=1&constructor=1')
      })
    form.assertStatus(400)
    assert.sameMembers(Object.keys(form.body()), ['__proto__', 'constructor'])
  })

  test('an error lists at most 20 problems of a body', async ({ client, assert }) => {
    const keys = Array.from({ length: 900 }, (_, index) => [`k${index}`, 1])
    const response = await client
      .post(BOOKS)
      .json({ ...Object.fromEntries(keys), title: 'x', author: 3 })
    response.assertStatus(400)
    assert.lengthOf(Object.keys(response.body()), 20)
    const wrong = await client.post(BOOKS).json({ ...Object.fromEntries(keys), pages: 'x' })
    assert.lengthOf(Object.keys(wrong.body()), 20)
    assert.containsSubset(wrong.body(), { pages: ['A valid integer is required.'] })
  })

  test('a list is not its only value, and no URL or object causes a server error', async ({
    client,
  }) => {
    for (const [word, odd] of [
      ['list', (value: unknown) => [value]],
      ['dict', () => ({ toString: 1 })],
    ] as const) {
      const values = { author: odd(1), title: odd('x'), genre: odd(1), pages: odd(3) }
      const response = await client.post(BOOKS).json({ ...values, lent: odd(true), price: odd(1) })
      response.assertStatus(400)
      response.assertBody({
        author: ['Enter the URL or ID of a record in fixture-authors.'],
        title: ['Not a valid string.'],
        genre: [`"${word}" is not a valid choice. Choose from: 1, 2, 3.`],
        pages: ['A valid integer is required.'],
        lent: ['Must be a valid boolean.'],
        price: ['A valid number is required.'],
      })
    }
    const author = 'http://127.0.0.1/api/rest/v4/fixture-authors/%zz/'
    const response = await client.post(BOOKS).json({ author, title: 'x' })
    response.assertStatus(400)
  })

  test('required, null, and empty values', async ({ client }) => {
    const missing = await client.post(BOOKS).json({})
    missing.assertStatus(400)
    missing.assertBody({ author: ['This field is required.'], title: ['This field is required.'] })
    const empty = await client.post(BOOKS).json({ author: null, title: ' ' })
    empty.assertBody({
      author: ['This field may not be null.'],
      title: ['This field may not be blank.'],
    })
    const range = await client.post(BOOKS).json({ author: 1, title: 'x', pages: 0 })
    range.assertBody({ pages: ['Ensure this value is greater than or equal to 1.'] })
  })

  test('keys and unique values that the database rejects are reported by field', async ({
    client,
  }) => {
    const dangling = await client.post(BOOKS).json({ author: 987654, title: 'x' })
    dangling.assertStatus(400)
    dangling.assertBody({ author: ['No such record exists.'] })
    const twice = await client.post(AUTHORS).json({ name: 'law 2' })
    twice.assertStatus(400)
    twice.assertBody({ name: ['Author with this name already exists.'] })
    const used = await client.delete(`${AUTHORS}3/`)
    used.assertStatus(400)
  })

  test('PATCH changes the given fields, PUT all of them, and both update date_modified', async ({
    client,
    assert,
  }) => {
    const { id, date_modified: before } = (
      await client.post(BOOKS).json({ author: 3, title: 'One', pages: 5 })
    ).body()
    const patched = await client.patch(`${BOOKS}${id}/`).json({ title: 'Two' })
    patched.assertStatus(200)
    assert.containsSubset(patched.body(), { title: 'Two', pages: 5 })
    assert.isAbove(Date.parse(patched.body().date_modified), Date.parse(before) - 1)
    assert.notEqual(patched.body().date_modified, before)

    const incomplete = await client.put(`${BOOKS}${id}/`).json({ title: 'Three' })
    incomplete.assertStatus(400)
    const put = await client.put(`${BOOKS}${id}/`).json({ author: 4, title: 'Three' })
    put.assertStatus(200)
    assert.containsSubset(put.body(), { title: 'Three', author_id: 4, pages: null })
    const whole = await client.put(`${BOOKS}${id}/`).json(put.body())
    whole.assertStatus(200)
  })

  test('fields selects the fields of the response to a write', async ({ client }) => {
    const response = await client.post(`${BOOKS}?fields=title`).json({ author: 3, title: 'One' })
    response.assertStatus(201)
    response.assertBody({ title: 'One' })
  })

  test('DELETE deletes a record, and a missing record returns 404', async ({ client }) => {
    const { id } = (await client.post(BOOKS).json({ author: 3, title: 'One' })).body()
    ;(await client.delete(`${BOOKS}${id}/`)).assertStatus(204)
    for (const method of ['DELETE', 'PUT', 'PATCH'] as const) {
      const response = await client
        .request(`${BOOKS}${id}/`, method)
        .json({ author: 3, title: 'x' })
      response.assertStatus(404)
    }
  })

  test('invalid JSON, a list, and an unsupported media type are reported', async ({
    client,
    assert,
  }) => {
    const address = `http://${process.env.HOST}:${process.env.PORT}${BOOKS}`
    const send = async (type: string, body: string, headers: Record<string, string> = {}) => {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': type, authorization, ...headers },
        body,
      })
      return { status: response.status, body: (await response.json()) as { detail: string } }
    }
    const broken = await send('application/json', '{"title":')
    assert.equal(broken.status, 400)
    assert.match(broken.body.detail, /^JSON parse error - /)
    const deep = await send('application/json', '['.repeat(50_000) + ']'.repeat(50_000))
    assert.equal(deep.status, 400)
    assert.equal(deep.body.detail, 'JSON parse error - the body is nested too deeply.')
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const packed = await send('application/json', '{}', { 'content-encoding': encoding })
      assert.equal(packed.status, 400)
      assert.include(packed.body.detail, `declared Content-Encoding, "${encoding}"`)
    }
    const list = await client.post(BOOKS).json([1])
    list.assertStatus(400)
    list.assertBody({ non_field_errors: ['Invalid data. Expected an object, but got list.'] })
    const text = await send('text/plain', 'x')
    assert.equal(text.status, 415)
    assert.equal(text.body.detail, 'Unsupported media type "text/plain" in request.')
    const large = await client
      .post(BOOKS)
      .json({ author: 3, title: 'x', slug: 'y'.repeat(2_000_000) })
    large.assertStatus(413)
  })

  test('a primary key, a read-only field, and an unknown column cannot be set', async ({
    client,
    assert,
  }) => {
    const response = await client
      .post(BOOKS)
      .json({ id: 77_777, author: 3, title: 'x', date_created: '2000-01-01T00:00:00Z' })
    response.assertStatus(201)
    assert.notEqual(response.body().id, 77_777)
    assert.notMatch(response.body().date_created, /^2000/)
  })
})
