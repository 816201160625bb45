/** `<resource>/choices/<field>/`: choices of a field without OPTIONS. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { namesWithChoices } from '#api/choices'
import { sendWithEveryRight } from '#tests/helpers/default_caller'
import { PluginHost } from '#core/plugin_host'

const BOOKS = '/api/rest/v4/fixture-books/choices/'

test.group('choices', (group) => {
  sendWithEveryRight(group)

  test('returns the values and labels of a field', async ({ client, assert }) => {
    const response = await client.get(`${BOOKS}genre/`)
    response.assertStatus(200)
    assert.deepEqual(response.body(), {
      field: 'genre',
      help_text: 'Kind of book.',
      choices: [
        { value: 1, display_name: 'Treatise' },
        { value: 2, display_name: 'Reporter' },
        { value: 3, display_name: 'Digest' },
      ],
    })
  })

  test('OPTIONS contains the URL for every field with choices', async ({ client, assert }) => {
    const { resources } = await app.container.make(PluginHost)
    let named = 0
    for (const resource of resources.all()) {
      if (!resource.versions.includes('v4')) continue
      const options = (await client.options(`/api/rest/v4/${resource.path}/`)).text()
      for (const name of namesWithChoices(resource)) {
        const path = `/api/rest/v4/${resource.path}/choices/${name}/`
        const response = await client.get(path)
        assert.equal(response.status(), 200, path)
        assert.isNotEmpty(response.body().choices, path)
        const field = resource.fields.get(name)
        if (!field || !('choices' in field) || field.include) continue
        assert.include(options, `Values: ${path}`)
        named++
      }
    }
    assert.isAbove(named, 20)
  })

  test('filters, related records, and nested rows have choices as well', async ({
    client,
    assert,
  }) => {
    const values = async (path: string) =>
      (await client.get(`/api/rest/v4/${path}/`)).body().choices.length
    assert.isAbove(await values('clusters/choices/source'), 5)
    assert.isAbove(await values('clusters/choices/docket__source'), 5)
    assert.equal(
      await values('clusters/choices/citations__type'),
      (await client.options('/api/rest/v4/clusters/')).body().actions.POST.citations.child.children
        .type.choices.length
    )
    assert.isAbove(await values('clusters/choices/cluster_redirections__reason'), 0)
  })

  test('a name without choices returns 404: {1}')
    .with([
      [
        'gnre',
        /"gnre" of fixture-books has no choices\. Did you mean genre\? Fields with choices: genre/,
      ],
      ['title', /"title" of fixture-books has no choices\. Fields with choices: genre, shelf/],
      ['secret', /has no choices/],
      ['id__in', /has no choices/],
      ['constructor', /has no choices/],
      ['x'.repeat(3000), /^"x{100}" of/],
    ] as [string, RegExp][])
    .run(async ({ client, assert }, [name, text]) => {
      const response = await client.get(`${BOOKS}${name}/`)
      response.assertStatus(404)
      assert.deepEqual(Object.keys(response.body()), ['detail'])
      assert.match(response.body().detail, text)
    })

  test('supports HTML, other formats, and conditional requests', async ({ client, assert }) => {
    const page = await client.get(`${BOOKS}genre/`).header('accept', 'text/html')
    assert.match(page.text(), /<th scope="row"><code>2<\/code><\/th>\s*<td>Reporter<\/td>/)
    assert.match((await client.get(`${BOOKS}genre.xml`)).text(), /<value>2<\/value>/)
    const { etag } = (await client.get(`${BOOKS}genre/`)).headers()
    const again = await client.get(`${BOOKS}genre/`).header('if-none-match', etag!)
    again.assertStatus(304)
  })

  test('is read-only and not part of v3', async ({ client, assert }) => {
    const post = await client.post(`${BOOKS}genre/`).json({})
    post.assertStatus(405)
    assert.equal(post.header('allow'), 'GET, HEAD, OPTIONS')
    const options = await client.options(`${BOOKS}genre/`)
    assert.equal(options.body().name, 'Choices of genre')
    ;(await client.get('/api/rest/v3/dockets/choices/source/')).assertStatus(404)
  })

  test('uses public names under the public root', async ({ client, assert }) => {
    const response = await client.get('/courtlistener/api/rest/v4/dockets/choices/source/')
    response.assertStatus(200)
    assert.include(
      (await client.options('/courtlistener/api/rest/v4/dockets/')).text(),
      'Values: /courtlistener/api/rest/v4/dockets/choices/source/'
    )
    assert.isNotEmpty(response.body().choices)
  })
})
