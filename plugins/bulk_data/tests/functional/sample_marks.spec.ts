/** Records of the sample archive are marked in responses, on pages, in results, and in feeds. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { Visitor } from '#tests/helpers/visitor'

const HEADER = 'curia-sample-records'
const NOT_LAW = 'Sample record, not law'

/** Lists with sample records, and the ID of one of them. */
const RECORDS: [path: string, id: string][] = [
  ['dockets', '2001'],
  ['dockets', '38'],
  ['clusters', '1121'],
  ['clusters', '1038'],
  ['opinions', '2271'],
  ['people', '440'],
  ['audio', '901'],
  ['financial-disclosures', '801'],
]
/** Lists whose IDs the server assigned. */
const NUMBERED: [path: string, filter: string][] = [
  ['docket-entries', 'docket'],
  ['archive-documents', 'docket_entry__docket'],
  ['parties', 'docket'],
  ['attorneys', 'docket'],
]

const INVENTED_PAGES = ['/docket/2001/-/', '/opinion/1121/-/', '/person/440/-/']
const SUMMARY_PAGES = ['/docket/38/-/', '/opinion/1038/-/', '/audio/901/-/']

async function queryRow<Row>(sql: string): Promise<Row> {
  const database = await app.container.make('lucid.db')
  return (await database.rawQuery<{ rows: Row[] }>(sql)).rows[0]!
}

test.group('marks of sample records', (group) => {
  group.setup(searchReady)

  test('responses count them in a header: {path} {id}')
    .with(RECORDS.map(([path, id]) => ({ path, id })))
    .run(async ({ client, assert }, { path, id }) => {
      for (const root of ['/api/rest/v4', '/api/rest/v3']) {
        const one = await client.get(`${root}/${path}/${id}/`)
        assert.equal(one.header(HEADER), '1')
        assert.notProperty(one.body(), 'sample')
        const list = await client.get(`${root}/${path}/`).qs({ id })
        assert.equal(list.header(HEADER), '1')
      }
    })

  test('and in lists of {path}')
    .with(NUMBERED.map(([path, filter]) => ({ path, filter })))
    .run(async ({ client, assert }, { path, filter }) => {
      const { authorization } = await makeAccount({ rights: ['*'] })
      const list = await client
        .get(`/api/rest/v4/${path}/`)
        .qs({ [filter]: 2001 })
        .header('authorization', authorization)
      assert.equal(list.header(HEADER), String(list.body().results.length))
      const [{ id }] = list.body().results
      const one = await client
        .get(`/api/rest/v4/${path}/${id}/`)
        .qs({ include: 'sample' })
        .header('authorization', authorization)
      assert.isTrue(one.body().sample)
    })

  test('include=sample returns the key, for other records as well', async ({ client, assert }) => {
    const list = await client
      .get('/api/rest/v4/clusters/')
      .qs({ include: 'sample', fields: 'id,sample' })
    for (const result of list.body().results) assert.isTrue(result.sample)

    const { id } = await queryRow<{ id: string }>(
      `INSERT INTO dockets (court_id, source, case_name, slug, docket_number)
       VALUES ('cand', 1, 'Real v. Case', 'real-v-case', '4:26-cv-90001') RETURNING id`
    )
    const real = await client.get(`/api/rest/v4/dockets/${id}/`).qs({ include: 'sample' })
    assert.isFalse(real.body().sample)
    assert.isUndefined(real.header(HEADER))
    const { text } = await new Visitor().get(`/docket/${id}/real-v-case/`)
    assert.notInclude(text, 'Sample record')
    await queryRow(`DELETE FROM dockets WHERE id = ${id}`)
  })

  test('include=sample_kind returns the kind of mark', async ({ client, assert }) => {
    const { authorization } = await makeAccount({ rights: ['*'] })
    const kinds = await queryRow<{ invented: number; summary: number }>(
      `SELECT min(id) FILTER (WHERE invented)::int AS invented, min(id) FILTER (WHERE NOT invented)::int AS summary
       FROM sample_records WHERE table_name = 'opinion_clusters' AND id IN (SELECT id FROM opinion_clusters)`
    )
    for (const [kind, id] of Object.entries(kinds)) {
      const response = await client
        .get(`/api/rest/v4/clusters/${id}/`)
        .qs({ include: 'sample_kind' })
        .header('authorization', authorization)
      assert.equal(response.body().sample_kind, kind)
      assert.notProperty(response.body(), 'sample')
    }
    const { id } = await queryRow<{ id: string }>(
      `INSERT INTO dockets (court_id, source, case_name, slug, docket_number)
       VALUES ('cand', 1, 'Real v. Case', 'real-v-case', '4:26-cv-90002') RETURNING id`
    )
    const real = await client
      .get(`/api/rest/v4/dockets/${id}/`)
      .qs({ include: 'sample,sample_kind' })
      .header('authorization', authorization)
    assert.isFalse(real.body().sample)
    assert.isNull(real.body().sample_kind)
    await queryRow(`DELETE FROM dockets WHERE id = ${id}`)
  })

  test('courts, whose facts are real, have no mark', async ({ client, assert }) => {
    const response = await client.get('/api/rest/v4/courts/')
    assert.isUndefined(response.header(HEADER))
  })

  test('search responses and results of type {type} mark them')
    .with([
      { type: 'o', q: 'contract' },
      { type: 'r', q: 'harbor' },
      { type: 'rd', q: 'motion' },
      { type: 'd', q: 'harbor' },
      { type: 'p', q: 'john' },
      { type: 'oa', q: 'california' },
    ])
    .run(async ({ client, assert }, { type, q }) => {
      const response = await client.get('/api/rest/v4/search/').qs({ type })
      const { results } = response.body()
      assert.equal(response.header(HEADER), String(results.length))
      assert.include(response.header('access-control-expose-headers'), HEADER)
      const page = await new Visitor().get(`/search/?type=${type}&q=${q}`)
      assert.match(page.text, /badge-warn">Sample record/)
    })

  test("the page of an invented record states that it isn't law: {$self}")
    .with(INVENTED_PAGES)
    .run(async ({ assert }, path) => {
      const { status, text } = await new Visitor().get(path)
      assert.equal(status, 200)
      assert.include(text, NOT_LAW)
    })

  test('the page of a real case has another mark: {$self}')
    .with(SUMMARY_PAGES)
    .run(async ({ assert }, path) => {
      const { status, text } = await new Visitor().get(path)
      assert.equal(status, 200)
      assert.notInclude(text, NOT_LAW)
      assert.include(text, 'Sample record')
    })

  test('a summary is neither headed nor quoted as the opinion', async ({ assert }) => {
    const { text } = await new Visitor().get('/opinion/1038/-/')
    assert.match(text, /<h2 id="opinion-\d+">\s*Summary written for the sample archive/)
    assert.notMatch(text, /<h2 id="opinion-\d+">\s*Opinion/)
    assert.match(text, /data-cite-after="[^"]*\[sample archive: a summary\]"/)
  })

  test('citations of an invented decision carry the mark', async ({ assert }) => {
    const { text } = await new Visitor().get('/opinion/1121/-/')
    const marked = [...text.matchAll(/\[sample record, not law\]/g)]
    assert.isAtLeast(marked.length, 6)
  })

  test('the home page shows no invented decision as news', async ({ assert }) => {
    const { text } = await new Visitor().get('/')
    const { name } = await queryRow<{ name: string }>(
      `SELECT case_name AS name FROM opinion_clusters WHERE id = 1143`
    )
    assert.notInclude(text, name)
  })

  test('feed titles carry the mark: {$self}')
    .with([
      '/feed/court/all/',
      '/feed/court/scotus/',
      '/feed/search/?q=contract',
      '/feed/docket/2001/',
      '/feed/podcast/',
    ])
    .run(async ({ assert }, path) => {
      const { status, text } = await new Visitor().get(path)
      assert.equal(status, 200)
      assert.match(text, /<title>[^<]+\[sample (?:record, not law|archive: a summary)\]<\/title>/)
    })
})
