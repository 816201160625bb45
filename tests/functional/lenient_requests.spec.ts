/**
 * Request policies of the roots: requests under the public root are read like the web framework
 * of the public service reads them; under Curia's own root, they must match the declarations.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { PluginHost } from '#core/plugin_host'
import { OWN_ROOT, PUBLIC_ROOT } from '#api/roots'
import bodies from '#config/bodies'
import { makeAccount } from '#tests/helpers/accounts'
import { sendAs } from '#tests/helpers/default_caller'
import { searchReady } from '#tests/helpers/search_indexes'

const BOOKS = 'v4/fixture-books/'
const NOTES = 'v4/fixture-notes/'
const LENIENT = PUBLIC_ROOT + BOOKS
const STRICT = OWN_ROOT + BOOKS

/** A multipart request; values that are not strings are files. */
async function sendParts(
  path: string,
  { authorization }: { authorization: string },
  parts: [name: string, value: string | Blob][]
): Promise<{ status: number; warning: string | null; body: Record<string, any> }> {
  const form = new FormData()
  for (const [name, value] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'file.bin')
  const response = await fetch(`http://${process.env.HOST}:${process.env.PORT}${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  })
  const body = (await response.json()) as Record<string, any>
  return { status: response.status, warning: response.headers.get('warning'), body }
}

test.group('lenient requests', (group) => {
  let caller: { authorization: string }

  sendAs(group, async () => (caller = await makeAccount()).authorization)
  group.each.teardown(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('fixture_notes').delete()
    await database.from('fixture_books').where('id', '>', 1000).delete()
    await database.from('fixture_authors').where('id', '>', 1000).delete()
  })

  test('unknown names in a body are ignored with a warning: {0}')
    .with([
      ['csrfmiddlewaretoken', 'document'],
      ['_method'],
      ['titel'],
      ['TITLE'],
      ['__proto__'],
      ['constructor', 'toString'],
      ['author__name'],
      ['título, "quoted"'],
      Array.from({ length: 60 }, (_, number) => `extra_${number}`),
    ])
    .run(async ({ client, assert }, names) => {
      const extra = Object.fromEntries(names.map((name) => [name, 'x']))
      const body = JSON.stringify({ author: 3, title: 'Kept', ...extra })
      const json = (path: string) =>
        client.post(path).header('content-type', 'application/json').json(JSON.parse(body))
      const made = await json(LENIENT)
      made.assertStatus(201)
      assert.equal(made.body().title, 'Kept')
      const warning = made.header('warning')!
      assert.match(warning, /^299 - "Ignored unknown fields of the body: [\x20-\x7e]+"$/)
      assert.include(warning, encodeURIComponent(names[0]!))
      assert.isBelow(warning.length, 600)
      for (const name of names) assert.isFalse(Object.hasOwn(made.body(), name), name)

      const refused = await json(STRICT)
      refused.assertStatus(400)
      assert.include(refused.body()[names[0]!][0], 'has no field with this name')
    })

  test('in JSON, forms, and multipart bodies, and in changes', async ({ client, assert }) => {
    const form = await client.post(LENIENT).form({ author: '3', title: 'Form', document: 'true' })
    form.assertStatus(201)
    assert.include(form.header('warning')!, 'document')
    const parts = await sendParts(LENIENT, caller, [
      ['author', '3'],
      ['document', 'true'],
      ['title', 'Parts'],
    ])
    assert.equal(parts.status, 201)
    assert.include(parts.warning!, 'document')
    const path = `${LENIENT}${form.body().id}/`
    const patched = await client.patch(path).json({ pages: 7, colour: 'red' })
    patched.assertStatus(200)
    assert.equal(patched.body().pages, 7)
    assert.include(patched.header('warning')!, 'colour')
    const put = await client.put(path).json({ author: 3, title: 'Put', colour: 'red' })
    put.assertStatus(200)
    assert.include(put.header('warning')!, 'colour')
    const both = await client.patch(`${path}?fields=pages,sides`).json({ colour: 'red' })
    both.assertStatus(200)
    assert.match(both.header('warning')!, /of the body: colour".*unknown fields: sides"/)
    const plain = await client.patch(path).json({ pages: 8 })
    assert.isUndefined(plain.header('warning'))
    for (const write of [client.patch(path), client.put(path)]) {
      const refused = await write.json({ author: '', colour: 'red' })
      refused.assertStatus(400)
      assert.deepEqual(Object.keys(refused.body()).sort()[0], 'author')
      assert.notProperty(refused.body(), 'colour')
    }
  })

  test('an ignored name does not hide invalid or missing values', async ({ client, assert }) => {
    const refused = await client.post(LENIENT).json({ titel: 'x', pages: 'many' })
    refused.assertStatus(400)
    assert.sameMembers(Object.keys(refused.body()), ['author', 'title', 'pages'])
  })

  test('empty values of a form mean null or no value, under both roots')
    .with(['form', 'multipart'])
    .run(async ({ client, assert }, kind) => {
      const values = {
        author: '3',
        title: 'Empty',
        slug: '',
        genre: '',
        shelf: '',
        pages: '',
        price: '',
        lent: '',
        opened: '',
        published: '',
        date_read: '',
      }
      for (const path of [LENIENT, STRICT]) {
        const request = client.post(path)
        const made = await (kind === 'form' ? request.form(values) : request.fields(values))
        made.assertStatus(201)
        assert.containsSubset(made.body(), {
          slug: '',
          genre: 1,
          shelf: '',
          pages: null,
          price: null,
          lent: false,
          opened: null,
          published: null,
          date_read: null,
        })
        const record = client.patch(`${path}${made.body().id}/`)
        const set = { pages: '12', lent: 'true', genre: '2', published: '2020-01-02' }
        ;(await (kind === 'form' ? record.form(set) : record.fields(set))).assertStatus(200)
        const again = client.patch(`${path}${made.body().id}/`)
        const cleared = { pages: '', lent: '', genre: '', published: '' }
        const changed = await (kind === 'form' ? again.form(cleared) : again.fields(cleared))
        changed.assertStatus(200)
        // Fields that can't be null keep their value.
        assert.containsSubset(changed.body(), {
          pages: null,
          published: null,
          lent: true,
          genre: 2,
        })
      }
    })

  test('empty values of required fields stay an error', async ({ client, assert }) => {
    for (const path of [LENIENT, STRICT]) {
      const refused = await client.post(path).form({ author: '', title: '' })
      refused.assertStatus(400)
      assert.sameMembers(Object.keys(refused.body()), ['author', 'title'])
    }
  })

  test('JSON has no empty numbers and booleans', async ({ client, assert }) => {
    for (const path of [LENIENT, STRICT]) {
      const refused = await client.post(path).json({ author: 3, title: 'x', pages: '', lent: '' })
      refused.assertStatus(400)
      assert.sameMembers(Object.keys(refused.body()), ['pages', 'lent'])
    }
  })

  test('an empty link means null in JSON, too', async ({ client, assert }) => {
    for (const root of [OWN_ROOT, PUBLIC_ROOT])
      for (const name of ['book', 'reply_to']) {
        const made = await client.post(root + NOTES).json({ name: `link-${name}`, [name]: '' })
        made.assertStatus(201)
        assert.isNull(made.body()[name])
        const refused = await client.post(root + NOTES).json({ name: 'other', [name]: ' ' })
        refused.assertStatus(400)
        await client.delete(`${root}${NOTES}${made.body().id}/`)
      }
    const required = await client.post(STRICT).json({ author: '', title: 'x' })
    required.assertStatus(400)
  })

  test('the last value of a repeated form field applies', async ({ assert }) => {
    for (const [pages, last] of [
      [['1', '2'], 2],
      [['x', '3', '4'], 4],
      [['5', ''], null],
    ] as const) {
      const parts: [string, string][] = [
        ['author', '1'],
        ['title', 'First'],
        ['author', '3'],
        ['title', 'Last'],
        ...pages.map((value): [string, string] => ['pages', value]),
      ]
      const made = await sendParts(LENIENT, caller, parts)
      assert.equal(made.status, 201)
      assert.containsSubset(made.body, { author_id: 3, title: 'Last', pages: last })
      const refused = await sendParts(STRICT, caller, parts)
      assert.equal(refused.status, 400)
      assert.includeMembers(Object.keys(refused.body), ['author', 'title', 'pages'])
    }
  })

  test('files that an endpoint does not accept are ignored with a warning', async ({ assert }) => {
    const parts = (size: number): [string, string | Blob][] => [
      ['author', '3'],
      ['cover', new Blob(['x'.repeat(size)])],
      ['title', 'With a file'],
    ]
    const made = await sendParts(LENIENT, caller, parts(300_000))
    assert.equal(made.status, 201)
    assert.include(made.warning!, 'cover')
    assert.equal((await sendParts(STRICT, caller, parts(10))).status, 415)
    const large = await sendParts(LENIENT, caller, parts(bodies.maxFieldBytes + 1))
    assert.equal(large.status, 413)
  })

  test("a body that isn't an object is rejected under the public root, too", async ({ client }) => {
    for (const body of [[], [{ author: 3, title: 'x' }], 'x', 3, null]) {
      const refused = await client
        .post(LENIENT)
        .header('content-type', 'application/json')
        .json(body as never)
      refused.assertStatus(400)
    }
  })

  test('records of an account and their hooks', async ({ client, assert }) => {
    const made = await client.post(PUBLIC_ROOT + NOTES).json({ name: 'one', nmae: 'two' })
    made.assertStatus(201)
    assert.include(made.header('warning')!, 'nmae')
    assert.equal(made.body().others, 0)
  })

  test('every resource with writes reports unknown names under its own root only', async ({
    client,
    assert,
  }) => {
    const host = await app.container.make(PluginHost)
    let seen = 0
    for (const [resources, path] of [
      [host.resources, OWN_ROOT],
      [host.publicCatalog.resources, PUBLIC_ROOT],
    ] as const)
      for (const resource of resources.all()) {
        if (!resource.writes.includes('create') || resource.file) continue
        const response = await client
          .post(`${path}v4/${resource.path}/`)
          .json({ csrfmiddlewaretoken: 'x' })
        // Others need a permission or a setting.
        if (![201, 400].includes(response.status())) continue
        seen++
        const isReported = JSON.stringify(response.body()).includes('csrfmiddlewaretoken')
        assert.equal(isReported, path === OWN_ROOT, `${path} ${resource.path}`)
      }
    assert.isAbove(seen, 12)
  })

  test('unknown search parameters are ignored with a warning: {$self}')
    .with([
      'hit=20',
      'limit=5',
      'offset=10',
      'date_filed_after=2020-01-01',
      'stat_Precedential=on',
      'status=Published',
      'date_filed__gte=2020-01-01',
      'csrfmiddlewaretoken=x',
      'constructor=x',
      'type=r&judge_name=x',
      'type=oa&dateArgued_after=2020-01-01',
    ])
    .run(async ({ client, assert }, query) => {
      await searchReady()
      const [name] = query.split('&').at(-1)!.split('=')
      const accepted = await client.get(`${PUBLIC_ROOT}v4/search/?q=court&${query}`)
      accepted.assertStatus(200)
      assert.include(accepted.header('warning')!, name!)
      const strict = await client.get(`${OWN_ROOT}v4/search/?q=court&${query}`)
      strict.assertStatus(400)
      assert.deepEqual(strict.body().unknown_params, [name])
    })

  test('parameters for nested records are accepted by every list and record', async ({
    client,
    assert,
  }) => {
    const paths = [
      'docket-entries/?',
      'docket-entries/?docket=1&',
      'courts/?',
      'courts/scotus/?',
      'clusters/?page_size=1&',
      'recap-documents/?',
      'people/?',
      'opinions/?',
      'audio/?',
      'fixture-books/?',
    ]
    for (const path of paths)
      for (const value of ['True', 'true', '1', 'False', '']) {
        const url = `v4/${path}filter_nested_results=${value}`
        const accepted = await client.get(PUBLIC_ROOT + url)
        if (path.startsWith('fixture')) accepted.assertStatus(400)
        else {
          accepted.assertStatus(200)
          assert.include(accepted.header('warning')!, 'filter_nested_results', url)
        }
      }
    const strict = await client.get(`${OWN_ROOT}v4/docket-entries/?filter_nested_results=True`)
    strict.assertStatus(400)
    const parties = await client.get(`${PUBLIC_ROOT}v4/parties/?filter_nested_results=True`)
    parties.assertStatus(200)
    assert.isUndefined(parties.header('warning'))
    const both = await client.get(
      `${PUBLIC_ROOT}v4/docket-entries/?filter_nested_results=True&dokcet=1`
    )
    both.assertStatus(400)
    assert.deepEqual(both.body().unknown_params, ['dokcet'])
  })
})
