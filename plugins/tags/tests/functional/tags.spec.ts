/** `/tags/` and `/docket-tags/`. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, withLimits, type TestAccount } from '#tests/helpers/accounts'
import { MAX_TAGS } from '../../models/tag.js'

const TAGS = '/api/rest/v4/tags/'
const DOCKET_TAGS = '/api/rest/v4/docket-tags/'

const SLUG = 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'

test.group('tags', (group) => {
  let owner: TestAccount
  let other: TestAccount
  let dockets: number[]

  group.each.setup(async () => {
    owner = await makeAccount()
    other = await makeAccount()
    const database = await app.container.make('lucid.db')
    await database.from('user_tags').delete()
    dockets = (await database.from('dockets').orderBy('id').limit(3)).map(({ id }) => Number(id))
  })

  async function ask(method: string, url: string, body?: object, account = owner) {
    const { ApiClient } = await import('@japa/api-client')
    const client = new ApiClient(`http://${process.env.HOST}:${process.env.PORT}`)
    const request = client.request(url, method).header('authorization', account.authorization)
    return body ? request.json(body) : request
  }
  const makeTag = async (body: object, account = owner) =>
    (await ask('POST', TAGS, body, account)).body() as { id: number; [field: string]: unknown }

  test('returns the fields of a new tag in the documented order', async ({ assert }) => {
    const made = await ask('POST', TAGS, {
      name: 'water-rights',
      title: 'Water rights',
      description: '*See also* …',
      user: other.id,
      view_count: 7,
      dockets: [1],
    })
    assert.equal(made.status(), 201)
    const { id, date_created: created, date_modified: modified, ...rest } = made.body()
    assert.deepEqual(rest, {
      user: owner.id,
      name: 'water-rights',
      title: 'Water rights',
      description: '*See also* …',
      published: false,
      view_count: 0,
      dockets: [],
    })
    assert.isNumber(id)
    assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)
    assert.isString(modified)
    assert.equal(
      Object.keys(made.body()).join(),
      [
        'id',
        'date_created',
        'date_modified',
        'user',
        'name',
        'title',
        'description',
        'published',
        'view_count',
        'dockets',
      ].join()
    )
    const read = await ask('GET', `${TAGS}${id}/`)
    assert.deepEqual(read.body(), made.body())
  })

  test('rejects the name {name}')
    .with([
      { name: 'Capital', said: SLUG },
      { name: 'two words', said: SLUG },
      { name: 'ümlaut', said: SLUG },
      { name: 'x'.repeat(51), said: 'Ensure this field has no more than 50 characters.' },
      { name: '', said: 'This field may not be blank.' },
      { name: undefined, said: 'This field is required.' },
    ])
    .run(async ({ assert }, { name, said }) => {
      const refused = await ask('POST', TAGS, { name })
      assert.equal(refused.status(), 400)
      assert.deepEqual(refused.body(), { name: [said] })
    })

  test('requires unique names per account', async ({ assert }) => {
    await makeTag({ name: 'one' })
    const twice = await ask('POST', TAGS, { name: 'one' })
    assert.equal(twice.status(), 400)
    assert.deepEqual(twice.body(), {
      non_field_errors: ['The fields user, name must make a unique set.'],
    })
    assert.equal((await ask('POST', TAGS, { name: 'one' }, other)).status(), 201)
  })

  test('limits descriptions to 250,000 characters', async ({ assert }) => {
    const longest = await ask('POST', TAGS, { name: 'a', description: 'x'.repeat(250_000) })
    assert.equal(longest.status(), 201)
    const longer = await ask('POST', TAGS, { name: 'b', description: 'x'.repeat(250_001) })
    assert.deepEqual(longer.body(), {
      description: ['Ensure this field has no more than 250000 characters.'],
    })
  })

  test('published {published}, {who}: read {read}, write {write}')
    .with(
      (['owner', 'other'] as const).flatMap((who) =>
        [false, true].map((published) => ({
          who,
          published,
          read: who === 'owner' || published ? 200 : 404,
          write: who === 'owner' ? 200 : published ? 403 : 404,
        }))
      )
    )
    .run(async ({ assert }, { who, published, read, write }) => {
      const account = who === 'owner' ? owner : other
      const { id: tag } = await makeTag({ name: 'one', published })
      const { id } = (await ask('POST', DOCKET_TAGS, { tag, docket: dockets[0] })).body()
      const status = async (method: string, url: string, body?: object) =>
        (await ask(method, url, body, account)).status()
      assert.equal(await status('GET', `${TAGS}${tag}/`), read)
      assert.equal(await status('GET', `${DOCKET_TAGS}${id}/`), read)
      assert.equal(await status('PATCH', `${TAGS}${tag}/`, { title: 'x' }), write)
      assert.equal(await status('PUT', `${TAGS}${tag}/`, { name: 'one', published }), write)
      const listed = async (url: string) => (await ask('GET', url, undefined, account)).body()
      assert.lengthOf((await listed(TAGS)).results, who === 'owner' ? 1 : 0)
      // An unreadable tag is rejected like a missing one.
      const { results = [] } = await listed(`${DOCKET_TAGS}?tag=${tag}`)
      assert.lengthOf(results, read === 200 ? 1 : 0)
      const removed = write === 200 ? 204 : write
      assert.equal(await status('PATCH', `${DOCKET_TAGS}${id}/`, { docket: dockets[1] }), write)
      assert.equal(await status('DELETE', `${DOCKET_TAGS}${id}/`), removed)
      assert.equal(await status('DELETE', `${TAGS}${tag}/`), removed)
    })

  test('creates, lists, and deletes docket tags, and deletes them with their tag', async ({
    assert,
  }) => {
    const { id: tag } = await makeTag({ name: 'one' })
    const [first, second] = dockets
    const made = await ask('POST', DOCKET_TAGS, { tag, docket: first })
    assert.equal(made.status(), 201)
    assert.deepEqual(made.body(), { id: made.body().id, docket: first, tag })
    await ask('POST', DOCKET_TAGS, { tag, docket: second })
    assert.deepEqual((await ask('GET', `${TAGS}${tag}/`)).body().dockets, [first, second])
    const rows = async (query: string) =>
      (await ask('GET', `${DOCKET_TAGS}${query}`))
        .body()
        .results.map(({ docket }: { docket: number }) => docket)
    assert.deepEqual(await rows(`?tag=${tag}`), [second, first])
    assert.deepEqual(await rows(`?tag=${tag}&docket=${first}`), [first])
    assert.deepEqual(await rows('?tag__name=one'), [second, first])
    assert.deepEqual(await rows('?tag__name__startswith=x'), [])

    assert.equal((await ask('DELETE', `${DOCKET_TAGS}${made.body().id}/`)).status(), 204)
    assert.equal((await ask('DELETE', `${TAGS}${tag}/`)).status(), 204)
    const database = await app.container.make('lucid.db')
    assert.isEmpty(await database.from('user_docket_tags').where('tag_id', tag))
  })

  test('rejects invalid docket tags', async ({ assert }) => {
    const { id: tag } = await makeTag({ name: 'mine' })
    const { id: theirs } = await makeTag({ name: 'theirs', published: true }, other)
    const refusal = async (body: object) => {
      const answer = await ask('POST', DOCKET_TAGS, body)
      assert.equal(answer.status(), 400)
      return answer.body()
    }
    const [docket] = dockets
    assert.deepEqual(await refusal({ tag: theirs, docket }), {
      tag: [`Invalid pk "${theirs}" - object does not exist.`],
    })
    assert.deepEqual(await refusal({ tag, docket: 99_999_999 }), {
      docket: ['Invalid pk "99999999" - object does not exist.'],
    })
    assert.deepEqual(await refusal({}), {
      docket: ['This field is required.'],
      tag: ['This field is required.'],
    })
    const { id } = (await ask('POST', DOCKET_TAGS, { tag, docket })).body()
    assert.deepEqual(await refusal({ tag, docket }), {
      non_field_errors: ['The fields docket, tag must make a unique set.'],
    })
    const moved = await ask('PATCH', `${DOCKET_TAGS}${id}/`, { tag: theirs })
    assert.equal(moved.status(), 400)
  })

  test('filters and sorts tags', async ({ assert }) => {
    for (const name of ['alpha', 'beta', 'gamma'])
      await makeTag({ name, published: name === 'beta' })
    const names = async (query: string) =>
      (await ask('GET', `${TAGS}${query}`)).body().results.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(''), ['gamma', 'beta', 'alpha'])
    assert.deepEqual(await names('?order_by=name'), ['alpha', 'beta', 'gamma'])
    assert.deepEqual(await names('?published=true'), ['beta'])
    assert.deepEqual(await names('?name__istartswith=GA'), ['gamma'])
    assert.deepEqual(await names(`?user=${owner.id}&order_by=-name`), ['gamma', 'beta', 'alpha'])
    assert.deepEqual(await names(`?user=${other.id}`), [])
  })

  test('filters dockets by own and published tags only', async ({ assert }) => {
    const { id: tag } = await makeTag({ name: `private-${owner.id}` })
    const { id: open } = await makeTag({ name: `open-${owner.id}`, published: true })
    await ask('POST', DOCKET_TAGS, { tag, docket: dockets[0] })
    await ask('POST', DOCKET_TAGS, { tag: open, docket: dockets[1] })
    const found = async (query: string, account: TestAccount) =>
      (await ask('GET', `/api/rest/v4/dockets/?fields=id&${query}`, undefined, account))
        .body()
        .results?.map(({ id }: { id: number }) => id) ?? 'rejected'
    for (const [query, account, expected] of [
      [`user_tags__name=private-${owner.id}`, owner, [dockets[0]]],
      [`user_tags__name=private-${owner.id}`, other, []],
      [`user_tags=${tag}`, other, 'rejected'],
      ['user_tags=999999', other, 'rejected'],
      [`user_tags=${open}`, other, [dockets[1]]],
      [`user_tags__user=${owner.id}`, other, [dockets[1]]],
    ] as const)
      assert.deepEqual(await found(query, account), expected, query)
  })

  test('caps tags per account', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    await database.table('user_tags').multiInsert(
      Array.from({ length: MAX_TAGS }, (_, index) => ({
        user_id: owner.id,
        name: `tag-${index}`,
      }))
    )
    const refused = await ask('POST', TAGS, { name: 'one-more' })
    assert.equal(refused.status(), 403)
    assert.match(refused.body().detail, new RegExp(String(MAX_TAGS)))
  })

  test('counts requests in the scope tags only, and lists them in the history', async ({
    assert,
  }) => {
    await withLimits(async () => {
      for (let request = 0; request < 7; request++)
        assert.equal((await ask('GET', TAGS)).status(), 200)
      assert.equal((await ask('GET', DOCKET_TAGS)).status(), 200)
      const usage = (await ask('GET', '/api/rest/v4/api-usage/')).body()
      const users = usage.current_usage.filter(({ scope }: { scope: string }) => scope === 'user')
      assert.isTrue(users.every(({ used }: { used: number }) => used === 0))
      assert.equal(usage.historical_usage.total, 8)
    })
  })
})
