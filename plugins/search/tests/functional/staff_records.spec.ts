import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn, type Visitor } from '#tests/helpers/visitor'

test.group('records in the staff search', (group) => {
  let editor: Visitor

  group.setup(async () => {
    editor = await signedIn(await makeAccount({ rights: ['dashboard.view', 'archive.edit'] }))
    await searchReady()
  })

  const find = async (q: string) =>
    (await editor.get(`/admin/search/?${new URLSearchParams({ q })}`)).text

  test('finds {$self} with its page and its form')
    .with(['United States v. Carolene Products', '304 U.S. 144', '1026'])
    .run(async ({ assert }, q) => {
      const text = await find(q)
      assert.include(text, 'href="/opinion/1026/united-states-v-carolene-products-co/"')
      assert.include(text, 'href="/admin/records/clusters/1026/"')
      assert.equal((await editor.get('/admin/records/clusters/1026/')).status, 200)
    })

  test('finds courts by their ID', async ({ assert }) => {
    assert.include(await find('scotus'), 'href="/admin/records/courts/scotus/"')
  })

  test('lists each record once', async ({ assert }) => {
    const links = (await find('harbor')).match(/href="\/admin\/records\/[^"]+"/g)!
    assert.isNotEmpty(links)
    assert.lengthOf(links, new Set(links).size)
  })

  test('requires the permission to edit', async ({ assert }) => {
    const viewer = await signedIn(await makeAccount({ rights: ['dashboard.view'] }))
    const { text } = await viewer.get('/admin/search/?q=1026')
    assert.notInclude(text, '/admin/records/')
    assert.notInclude(text, '/opinion/1026/')
  })

  test('an invalid query finds nothing', async ({ assert }) => {
    assert.include(await find('"(unbalanced'), 'No matches.')
  })
})
