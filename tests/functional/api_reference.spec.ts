/**
 * The API reference: every operation of the OpenAPI document, with filters by field.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ApiReference } from '#app/web/reference/api_reference'

interface Document {
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>
  tags: { name: string }[]
}

test.group('API reference', () => {
  test('has every operation of the document, each on the page of its tag', async ({
    assert,
    client,
  }) => {
    const document = (await client.get('/api/rest/v4/openapi.json')).body() as Document
    const reference = await app.container.make(ApiReference)
    assert.deepEqual(
      reference.entries.map(({ name }) => name),
      document.tags.map(({ name }) => name)
    )
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { tags }]) => `${tags[0]} ${method.toUpperCase()} ${path}`
      )
    )
    const shown = reference.entries.flatMap(({ name }) =>
      reference.page(name)!.operations.map(({ method, path }) => `${name} ${method} ${path}`)
    )
    assert.sameMembers(shown, documented)
  })

  test('groups the filters of a field and names nested fields by their path', async ({
    assert,
  }) => {
    const reference = await app.container.make(ApiReference)
    const page = reference.page('clusters')!
    const list = page.operations.find(
      ({ path, method }) => path === '/clusters/' && method === 'GET'
    )!
    const filed = list.parameters.find(({ name }) => name === 'date_filed')!
    assert.includeMembers(filed.lookups, ['gte', 'range'])
    assert.isTrue(filed.canExclude)
    assert.notInclude(
      list.parameters.map(({ name }) => name),
      'date_filed__gte'
    )
    const [record] = page.records
    assert.equal(record!.title, 'clusters')
    const fields = new Map(record!.fields.map((field) => [field.name, field]))
    assert.equal(fields.get('date_blocked')!.type, 'date or null')
    assert.equal(fields.get('citations.volume')!.description, 'Volume.')
    assert.match(fields.get('citations.type')!.type, /^one of /)
  })

  test('lists the fields of each search type', async ({ assert }) => {
    const reference = await app.container.make(ApiReference)
    const titles = reference.page('search')!.records.map(({ title }) => title)
    assert.includeMembers(titles, ['search.o', 'search.p', 'search.oa'])
  })

  test('a page shows types, lookups, and descriptions', async ({ assert, client }) => {
    const text = (await client.get('/docs/api/clusters/')).text()
    assert.notMatch(text, /@!?component|\{\{/)
    assert.match(text, /<code>date_blocked<\/code><\/th>\s*<td>\s*date or null\s*<\/td>/)
    assert.match(text, /<code class="nowrap">__gte<\/code>/)
    assert.include(text, 'Volume.')
  })

  test('names in descriptions are code wherever they are shown', async ({ assert, client }) => {
    for (const path of ['/docs/api/', '/docs/api/citation-lookup/', '/api/rest/v4/']) {
      const html = (await client.get(path).header('accept', 'text/html')).text()
      assert.include(html, '<code>citations</code>', path)
      assert.notInclude(html.split('<main')[1]!.replaceAll(/<pre.*?<\/pre>/gs, ''), '`', path)
    }
  })

  test('is a page like the others: one main part, with their styles and script', async ({
    assert,
    client,
  }) => {
    for (const path of ['/docs/api/', '/docs/api/clusters/']) {
      const text = (await client.get(path)).text()
      for (const landmark of ['<main', '<header', '<footer'])
        assert.lengthOf(text.split(landmark), 2, `${landmark} of ${path}`)
      assert.lengthOf(text.match(/<script/g)!, 1)
      assert.match(text, /<script type="module" src="[^"]*suggest[^"]*">/)
      assert.include(text, '<meta name="color-scheme" content="light dark">')
      assert.lengthOf(text.match(/rel="stylesheet"/g)!, 1)
    }
  })
})
