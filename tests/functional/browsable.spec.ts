/** Browsable pages of API responses. */
import { test } from '@japa/runner'
import { jsonTree } from '#api/renderers/json_tree'
import { makeAccount, withLimits } from '#tests/helpers/accounts'

const CLUSTERS = '/api/rest/v4/clusters/'

test.group('browsable API', () => {
  test('a list has a filter form with the current values', async ({ client, assert }) => {
    const query = 'precedential_status=Published&date_filed__gte=1950-01-01&order_by=-date_filed'
    const html = (await client.get(`${CLUSTERS}?format=api&fields=id&${query}`)).text()
    assert.match(html, /<option value="Published" selected/)
    assert.match(html, /<option value="-date_filed" selected/)
    assert.match(html, /name="date_filed__gte" type="date" value="1950-01-01"/)
    assert.include(html, '<input type="hidden" name="fields" value="id">')
    assert.include(html, 'name="court"')
    // Submitting an unchanged form returns the same list.
    const empty = await client.get(
      `${CLUSTERS}?format=json&court=&source=&date_filed__gte=&order_by=`
    )
    empty.assertStatus(200)
  })

  test('links to the raw JSON, the count, and exports', async ({ client, assert }) => {
    const html = (await client.get(`${CLUSTERS}?format=api&id__lt=9`)).text()
    const [raw] = /[^"]+format=json(?=">Raw JSON)/.exec(html)!
    const response = await client
      .get(raw.slice(raw.indexOf('/api/')).replaceAll('&amp;', '&'))
      .header('accept', 'text/html')
    assert.equal(response.header('content-type'), 'application/json')
    assert.match(html, /count=on[^"]*">Count all records/)
    for (const format of ['csv', 'jsonl']) assert.include(html, `id__lt=9&amp;format=${format}"`)
    const record = (await client.get(`${CLUSTERS}1038/?format=api`)).text()
    assert.notInclude(record, 'format=csv')
    assert.include(record, '?format=json">Raw JSON')
  })

  test('a 401 page links to sign-in and back', async ({ client, assert }) => {
    const response = await client.get('/api/rest/v4/tags/?format=api')
    response.assertStatus(401)
    assert.include(
      response.text(),
      'href="/sign-in/?next=%2Fapi%2Frest%2Fv4%2Ftags%2F%3Fformat%3Dapi"'
    )
  })

  test('a 429 page explains the limits', async ({ client, assert }) => {
    const { authorization } = await makeAccount({ overrides: { user: ['1/hour'] } })
    await withLimits(async () => {
      const ask = () => client.get(`${CLUSTERS}?format=api`).header('authorization', authorization)
      await ask()
      const html = (await ask()).text()
      assert.include(html, 'Limits use rolling windows')
      assert.include(html, 'Rate limit exceeded: 1/hour')
      assert.include(html, 'href="/docs/accounts/"')
    })
  })

  test('JSON can be collapsed without scripts, and its text is escaped', ({ assert }) => {
    const html = jsonTree({
      'results': [{ id: 7, case_name: '<i>Ash</i>' }],
      '<b>': 'http://a.example/?a=1&b="',
      'link': 'http://a.example/?a=1&b=2',
      'long': 'x'.repeat(1000),
      'none': [],
    })
    assert.include(
      html,
      '<summary>{ <span class="quiet">2 fields · 7 · &lt;i&gt;Ash&lt;/i&gt;</span>'
    )
    assert.include(html, '<a href="http://a.example/?a=1&amp;b=2">')
    assert.include(html, 'and 600 more characters')
    assert.notMatch(html, /<[bi]>|href="[^"]*<|x{401}/)
    const many = jsonTree([[[Array.from({ length: 13 }, (_, n) => n)]]])
    assert.include(many, '<details><summary>[ <span class="quiet">13 items')
  })
})
