import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { parseFilters } from '#api/filters/parse'
import app from '@adonisjs/core/services/app'
import pg from 'pg'
import { toCourtId, documentId } from '#app/court_pages/court_system_ids'
import { PluginHost } from '#core/plugin_host'
import { OpenDatabase } from '#app/database/connection'

test.group('federal records', () => {
  test('documents of an entry are ordered by type, number, and attachment', async ({
    client,
    assert,
  }) => {
    const response = await client
      .get('/api/rest/v4/docket-entries/')
      .qs({ docket: 2001, order_by: 'recap_sequence_number,entry_number' })
    const [first] = response.body().results
    assert.deepEqual(
      first.recap_documents.map(
        (document: { document_type: number; attachment_number: number | null }) => [
          document.document_type,
          document.attachment_number,
        ]
      ),
      [
        [1, null],
        [2, 1],
        [2, 2],
      ]
    )
    const path = new URL(first.recap_documents[1].resource_uri).pathname
    const alone = await client.get(path)
    assert.deepEqual(alone.body(), first.recap_documents[1])
  })

  test('dockets include the data of federal courts', async ({ client, assert }) => {
    const get = async (id: number) => (await client.get(`/api/rest/v4/dockets/${id}/`)).body()
    const bankruptcy = await client.get('/api/rest/v4/bankruptcy-information/')
    const [{ docket, resource_uri: uri }] = bankruptcy.body().results
    const shown = (await client.get(new URL(docket).pathname)).body()
    assert.equal(shown.bankruptcy_information, uri)
    const civil = await get(2001)
    assert.equal(civil.idb_data.docket_number.length, 7)
    assert.isNull(civil.original_court_info)
    const appeals = await client.get('/api/rest/v4/dockets/?court__jurisdiction=F&id__gte=2001')
    for (const appeal of appeals.body().results)
      assert.isNotEmpty(appeal.original_court_info.docket_number)
  })

  test('fast lookup accepts the document IDs of callers', async ({ assert }) => {
    assert.equal(documentId('127143902580'), '127043902580')
    assert.equal(documentId('127043902580'), '127043902580')
    const guid = '5b2a1c3d-1111-4222-8333-abcdefabcdef'
    assert.equal(documentId(guid), guid)
    assert.deepEqual(['azb', 'cofc', 'neb', 'nysb-mega', 'nysd'].map(toCourtId), [
      'arb',
      'uscfc',
      'nebraskab',
      'nysb',
      'nysd',
    ])
    assert.equal(toCourtId('constructor'), 'constructor')

    const { resources } = await app.container.make(PluginHost)
    const resource = resources.get('archive-query')
    const filters = new Map([
      ['registry_doc_id__in', ['127143902580,0231']],
      ['docket_entry__docket__court', ['azb']],
    ])
    const { tree, unknown } = parseFilters(resource, filters)
    assert.deepEqual(unknown, [])
    assert.equal(tree.terms.length, 1)
    assert.equal(resource.rewrite!('registry_doc_id__in', '127143902580,0231'), '127043902580,0230')
    assert.equal(resource.pageSize, 300)
  })

  test('fast lookup requires a permission and document IDs', async ({ client, assert }) => {
    const lookup = '/api/rest/v4/archive-query/'
    const wanted = `${lookup}?registry_doc_id=1`
    const without = await makeAccount()
    const allowed = await makeAccount({ rights: ['fast_lookup'] })
    const status = async (path: string, authorization?: string) => {
      const request = client.get(path)
      if (authorization) request.header('authorization', authorization)
      return (await request).status()
    }
    assert.equal(await status(wanted), 401)
    assert.equal(await status(wanted, without.authorization), 403)
    assert.equal(await status(lookup, allowed.authorization), 400)
    assert.equal(await status(wanted, allowed.authorization), 200)
    for (const nothing of ['registry_doc_id=', 'registry_doc_id__in=', 'registry_doc_id__in=+'])
      assert.equal(await status(`${lookup}?${nothing}`, allowed.authorization), 400, nothing)
  })

  test('fast lookup returns a document by ID', async ({ client, assert }) => {
    const { authorization } = await makeAccount({ rights: ['fast_lookup'] })
    const [document] = (
      await client.get('/api/rest/v4/archive-documents/?is_available=true')
    ).body().results
    const found = await client
      .get(`/api/rest/v4/archive-query/${document.id}/`)
      .header('authorization', authorization)
    found.assertStatus(200)
    const names = ['registry_doc_id', 'filepath_local', 'acms_document_guid', 'id']
    assert.deepEqual(found.body(), Object.fromEntries(names.map((name) => [name, document[name]])))
    ;(await client.get(`/api/rest/v4/archive-query/${document.id}/`)).assertStatus(401)
  })

  test('fast lookup finds documents by the IDs of the court system', async ({ client, assert }) => {
    const { authorization } = await makeAccount({ rights: ['fast_lookup'] })
    const documents = await client
      .get('/api/rest/v4/archive-documents/')
      .qs({ is_available: 'true' })
    const ids = documents
      .body()
      .results.map((each: any) => each.registry_doc_id)
      .filter(Boolean)
    assert.isNotEmpty(ids)
    const found = await client
      .get('/api/rest/v4/archive-query/')
      .qs({ registry_doc_id__in: ids.join(',') })
      .header('authorization', authorization)
    found.assertStatus(200)
    assert.sameMembers(
      found.body().results.map((each: any) => each.registry_doc_id),
      ids
    )
    const none = await client
      .get('/api/rest/v4/archive-query/')
      .qs({ registry_doc_id__in: '999999' })
      .header('authorization', authorization)
    assert.deepEqual(none.body().results, [])
  })

  test('the file and the text of a sealed document are not served', async ({ client, assert }) => {
    const { results } = (
      await client.get('/api/rest/v4/archive-documents/').qs({
        docket_entry__docket: 2001,
        document_number: 47,
        fields: 'id,filepath_local,absolute_url,plain_text',
      })
    ).body()
    const {
      id,
      filepath_local: path,
      absolute_url: page,
      plain_text: text,
    } = results.find(({ filepath_local: stored }: { filepath_local: string }) => stored)
    const file = await client.get(`/storage/${path}`)
    file.assertStatus(200)
    assert.equal(file.header('content-type'), 'application/pdf')

    const { connection } = await app.container.make(OpenDatabase)
    const database = new pg.Client(connection)
    await database.connect()
    const seal = (sealed: boolean) =>
      database.query('UPDATE archive_documents SET is_sealed = $2 WHERE id = $1', [id, sealed])
    try {
      assert.isAbove(text.length, 100)
      await seal(true)
      assert.equal((await client.get(`/storage/${path}`)).status(), 404)
      const document = (await client.get(`/api/rest/v4/archive-documents/${id}/`)).body()
      assert.deepEqual([document.is_sealed, document.plain_text], [true, ''])
      const nested = await client.get(`/api/rest/v4/docket-entries/?recap_documents=${id}`)
      const texts = nested
        .body()
        .results[0].recap_documents.filter((each: { id: number }) => each.id === id)
        .map((each: { plain_text: string }) => each.plain_text)
      assert.deepEqual(texts, [''])
      const shown = (await client.get(page)).text()
      assert.include(shown, 'This document is sealed.')
      assert.isFalse(shown.includes(text.slice(0, 40)))
    } finally {
      await seal(false)
      await database.end()
    }
  })

  test('site tags are filtered only through related records', async ({ client, assert }) => {
    const { connection } = await app.container.make(OpenDatabase)
    const database = new pg.Client(connection)
    await database.connect()
    const { rows } = await database.query(
      `WITH tag AS (INSERT INTO site_tags (name) VALUES ('landmark') RETURNING id)
       INSERT INTO docket_tags (docket_id, tag_id) SELECT 2001, id FROM tag RETURNING tag_id AS id`
    )
    try {
      for (const filter of ['tags__name=landmark', `tags=${rows[0].id}`]) {
        const { results } = (await client.get(`/api/rest/v4/dockets/?${filter}`)).body()
        assert.lengthOf(results, 1)
        assert.match(results[0].tags[0], /\/tag\/\d+\/$/)
      }
    } finally {
      await database.query('DELETE FROM site_tags WHERE id = $1', [rows[0].id])
      await database.end()
    }
  })

  test('{$self} has no filters and reports ignored names')
    .with(['originating-court-information', 'bankruptcy-information', 'tag'])
    .run(async ({ client, assert }, path) => {
      for (const version of ['v4', 'v3']) {
        const url = `/api/rest/${version}/${path}/`
        const plain = await client.get(url)
        const ignored = await client.get(url).qs({ name: 'landmark', docket: '1' })
        ignored.assertStatus(200)
        assert.deepEqual(ignored.body().results, plain.body().results)
        assert.include(ignored.header('warning'), 'docket, name')
      }
    })

  test('numbers beyond 53 bits keep their digits in every format', async ({ client, assert }) => {
    const url = '/api/rest/v4/docket-entries/'
    const [low, high] = ['-9223372036854775808', '9223372036854775807']
    const options = await client.options(url)
    assert.include(options.text(), `"min_value":${low},"max_value":${high}`)
    const xml = await client.options(`${url}?format=xml`)
    assert.include(xml.text(), `<min_value>${low}</min_value><max_value>${high}</max_value>`)

    const { connection } = await app.container.make(OpenDatabase)
    const database = new pg.Client(connection)
    await database.connect()
    const { rows } = await database.query(
      `INSERT INTO docket_entries (docket_id, entry_number) VALUES (2001, ${high}) RETURNING id`
    )
    try {
      const entry = `${url}${rows[0].id}/?fields=entry_number`
      const indented = await client.get(entry).header('accept', 'application/json; indent=1')
      assert.equal(indented.text(), `{\n "entry_number": ${high}\n}`)
      assert.include((await client.get(`${entry}&format=xml`)).text(), `>${high}<`)
      assert.include((await client.get(`${entry}&format=api`)).text(), `>${high}<`)
    } finally {
      await database.query('DELETE FROM docket_entries WHERE id = $1', [rows[0].id])
      await database.end()
    }
  })

  test('the filter date_blocked accepts dates and timestamps', async ({ client, assert }) => {
    const { connection } = await app.container.make(OpenDatabase)
    const database = new pg.Client(connection)
    await database.connect()
    const block = (date: string | null) =>
      database.query('UPDATE dockets SET date_blocked = $1 WHERE id = 2001', [date])
    const found = async (filter: string) => {
      const response = await client.get(`/api/rest/v4/dockets/?id=2001&date_blocked${filter}`)
      assert.equal(response.status(), 200, filter)
      return response.body().results.length === 1
    }
    try {
      await block('2024-05-01')
      const shown = (await client.get('/api/rest/v4/dockets/2001/')).body().date_blocked
      assert.equal(shown, '2024-05-01T00:00:00.000000+00:00')
      for (const [filter, matches] of [
        ['=2024-05-01', true],
        [`=${encodeURIComponent(shown)}`, true],
        ['=2024-05-01T00:00:01Z', false],
        ['__gte=2024-05-01T00:00:00Z', true],
        ['__gte=2024-05-01T00:00:00.000001Z', false],
        ['__lt=2024-05-01T00:00:00.000001Z', true],
        ['__range=2024-04-30,2024-05-01T12:00:00Z', true],
        ['__range=2024-05-01T12:00:00Z,2024-06-01', false],
        ['__year=2024', true],
      ] as const)
        assert.equal(await found(filter), matches, filter)
      const wrong = await client.get('/api/rest/v4/dockets/?date_blocked=yesterday')
      wrong.assertStatus(400)
      wrong.assertBody({ date_blocked: ['Enter a valid date/time.'] })
    } finally {
      await block(null)
      await database.end()
    }
  })
})
