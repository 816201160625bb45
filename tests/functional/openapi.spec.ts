import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Validator } from '@seriousme/openapi-schema-validator'

test.group('OpenAPI', () => {
  test('the document is valid 3.1 and describes every endpoint of the root', async ({
    client,
    assert,
  }) => {
    const response = await client.get('/api/rest/v4/openapi.json')
    response.assertStatus(200)
    const { valid, errors } = await new Validator().validate(response.body())
    assert.isTrue(valid, JSON.stringify(errors))
    assert.match(response.body().openapi, /^3\.1/)

    const { endpoints } = await app.container.make('curia.plugins')
    const root = (await client.get('/api/rest/v4/')).body()
    for (const path of Object.keys(root)) {
      assert.property(response.body().paths, `/${path}/`)
      if (!endpoints.some((endpoint) => endpoint.path === path))
        assert.property(response.body().paths, `/${path}/{id}/`)
    }
  })

  test('the parameters of a list are its filters', async ({ client, assert }) => {
    const { paths } = (await client.get('/api/rest/v4/openapi.json')).body()
    const [path] = Object.keys(paths)
    const { filters } = (await client.options(`/api/rest/v4${path}`)).body()
    const names = paths[path!].get.parameters.map(({ name }: { name: string }) => name)
    for (const name of Object.keys(filters)) assert.include(names, name)
  })
})
