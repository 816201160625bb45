import { test } from '@japa/runner'

test.group('pages', () => {
  test('{$self} answers with a page')
    .with([
      '/',
      '/docs/',
      '/docs/api/',
      '/docs/getting-started/',
      '/api/rest/v4/?format=api',
      '/api/rest/v3/?format=api',
      '/api/rest/v3/overview/?format=api',
    ])
    .run(async ({ client, assert }, path) => {
      const response = await client.get(path)
      response.assertStatus(200)
      assert.include(response.header('content-type'), 'text/html')
      assert.match(response.text(), /<h1/)
      assert.match(response.text(), /<html lang="en">/)
    })

  test('a page that is not there says so', async ({ client, assert }) => {
    for (const path of [
      '/nowhere',
      '/docs/nothing/',
      '/docs/..%2f..%2fpackage/',
      '/assets/nothing.js',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      const response = await client.get(path)
      response.assertStatus(404)
      assert.include(response.text(), '404')
    }
  })

  test('assets are served', async ({ client, assert }) => {
    const css = await client.get('/assets/curia.css')
    css.assertStatus(200)
    assert.include(css.header('content-type'), 'text/css')
    ;(await client.get('/assets/openapi-explorer.js')).assertStatus(200)
  })

  test('health answers', async ({ client }) => {
    const response = await client.get('/health')
    response.assertStatus(200)
    response.assertBody({ status: 'ok' })
  })
})
