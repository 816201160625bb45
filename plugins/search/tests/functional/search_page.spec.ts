/**
 * The search page.
 */
import { test } from '@japa/runner'
import { searchReady } from '#tests/helpers/search_indexes'

test.group('search page', (group) => {
  group.setup(searchReady)

  test('shows the form before a search', async ({ client, assert }) => {
    const response = await client.get('/search/')
    response.assertStatus(200)
    const html = response.text()
    assert.include(html, 'role="search"')
    assert.include(html, 'aria-current="page">Case law</a>')
    assert.notInclude(html, 'class="results"')
    assert.match(html, /<input id="f-filed_after" type="date" name="filed_after"/)
    assert.match(html, /name="court" value="" list="all-courts" placeholder="Name or ID"/)
  })

  test('selects the checkboxes of the included statuses', async ({ client, assert }) => {
    const ticked = async (query: Record<string, string>) => {
      const html = (await client.get('/search/').qs({ q: 'court', case_name: '', ...query })).text()
      assert.notInclude(html.split('class="sort"')[0]!, '<input type="hidden" name="stat_')
      return Array.from(
        html.matchAll(/name="stat_(\w+)[^"]*" value="on" checked/g),
        ([, one]) => one
      )
    }
    assert.deepEqual(await ticked({}), ['Published'])
    assert.deepEqual(await ticked({ stat_Published: 'on', stat_Errata: 'on' }), [
      'Published',
      'Errata',
    ])
    const all = await ticked({ stat_all: 'on' })
    assert.isAbove(all.length, 4)
    // As the form sends them: the default is not a filter, and all are one filter.
    const plain = await client.get('/search/').qs({ q: 'court', stat_Published: 'on' })
    assert.notInclude(plain.text(), 'Active filters')
    assert.include(plain.text(), 'Showing published decisions only.')
    const straight = await client
      .get('/search/')
      .qs({ q: '347 U.S. 483', type: 'o', case_name: '', stat_Published: 'on' })
      .redirects(0)
    straight.assertStatus(302)
  })

  test('shows highlighted results, their number, and a link to the API', async ({
    client,
    assert,
  }) => {
    const html = (await client.get('/search/').qs({ q: 'miranda' })).text()
    assert.match(html, /<a href="\/opinion\/1053\/[^"]*"><mark>Miranda<\/mark> v. Arizona<\/a>/)
    assert.match(html, /\d+ results?\./)
    assert.include(html, 'href="/api/rest/v4/search/?highlight=on&amp;q=miranda"')
  })

  test('links omit empty fields of the form', async ({ client, assert }) => {
    const filled = { q: 'court', type: 'o', order_by: 'dateFiled desc', highlight: 'off' }
    const empty = { case_name: '', citation: ' ', court: '', cursor: '' }
    const html = (await client.get('/search/').qs({ ...filled, ...empty })).text()
    const search = 'order_by=dateFiled+desc&amp;q=court'
    assert.include(html, `href="/api/rest/v4/search/?highlight=on&amp;${search}&amp;type=o"`)
    assert.include(html, `href="/search/?highlight=off&amp;${search}&amp;stat_all=on&amp;type=o"`)
    assert.match(
      html,
      /href="\/search\/\?cursor=[\w-]+&amp;highlight=off&amp;order_by=[^"]*" rel="next"/
    )
    assert.notMatch(html, /href="[^"]*(case_name|citation)=/)
    // An empty search shows all records.
    assert.include((await client.get('/search/').qs({ q: '' })).text(), 'class="results"')
  })

  test('an invalid page links to the first page', async ({ client, assert }) => {
    const response = await client.get('/search/').qs({ q: 'court', court: '', cursor: 'abc' })
    response.assertStatus(404)
    assert.match(
      response.text(),
      /role="alert">\s*<p>This results page doesn&#x27;t exist\. [^<]*<\/p>\s*<p><a href="\/search\/\?q=court">/
    )
  })

  test('reports a misspelled field with a corrected query', async ({ client, assert }) => {
    const query = { q: '(casname:brown)', court: 'scotus', cursor: '' }
    const response = await client.get('/search/').qs(query)
    response.assertStatus(400)
    const html = response.text()
    const api = await client.get('/api/rest/v4/search/').qs(query)
    api.assertStatus(400)
    assert.include(html, `<p>${api.body().detail.replaceAll('"', '&quot;')}</p>`)
    assert.include(
      html,
      '<a href="/search/?court=scotus&amp;q=(caseName%3Abrown)">Search for (caseName:brown)</a>'
    )
    assert.notInclude(html, '<input type="hidden" name="query"')
    const found = await client.get('/search/').qs({ q: 'caseName:brown' })
    assert.include(found.text(), '<input type="hidden" name="query"')
    // The same in a text parameter after surrogate pairs.
    const filtered = await client.get('/search/').qs({ judge: '😀 juge:x' })
    filtered.assertStatus(400)
    assert.include(filtered.text(), '>Search for 😀 judge:x</a>')
    // Without a similar field, there is no suggestion.
    const unlike = await client.get('/search/').qs({ q: 'zzzqqq:x' })
    unlike.assertStatus(400)
    assert.notInclude(unlike.text(), 'Search for zzz')
  })

  test('reports an unknown type with the form of case law', async ({ client, assert }) => {
    const response = await client.get('/search/').qs({ type: 'parentheticals', q: 'x' })
    response.assertStatus(404)
    assert.include(response.text(), '<p>Search type not found or not supported.</p>')
    assert.notInclude(response.text(), 'Show the first page')
  })

  test('errors use the labels of the form', async ({ client, assert }) => {
    const response = await client.get('/search/').qs({ q: 'x', cited_gt: 'many' })
    response.assertStatus(400)
    assert.match(response.text(), /<a href="#f-cited_gt">Cited at least: Enter a whole number/)
    assert.match(response.text(), /<details open>\s*<summary>Filters/)
    assert.match(response.text(), /id="f-cited_gt"[^>]* aria-invalid="true"/)
    const date = await client.get('/search/').qs({ q: 'x', filed_after: 'soon' })
    date.assertStatus(400)
    assert.include(date.text(), 'In Filed after: &quot;soon&quot; is not a valid date.')
  })

  test('reports unknown courts', async ({ client, assert }) => {
    for (const parameters of [{ court: 'scotus,nosuch' }, { q: 'court_id:(scotus OR nosuch)' }]) {
      const page = await client.get('/search/').qs(parameters)
      page.assertStatus(400)
      assert.match(page.text(), /name &quot;nosuch&quot;|nosuch.{0,40} is not a value/)
    }
    const known = await client.get('/search/').qs({ q: 'court', court: 'scotus ca9' })
    known.assertStatus(200)
  })

  test('orderings have readable labels', async ({ client, assert }) => {
    const labels = {
      o: ['Date filed, newest first', 'Date filed, oldest first', 'Cite count, highest first'],
      oa: ['Date argued, newest first'],
      r: ['Entry date filed, oldest first'],
      p: ['Name, A to Z', 'Date of birth, oldest first', 'Date of death, newest first'],
    }
    for (const [type, expected] of Object.entries(labels)) {
      const html = (await client.get('/search/').qs({ type })).text()
      for (const label of expected) assert.include(html, `>${label}</option>`)
    }
  })

  test('reports errors and keeps the values of the form', async ({ client, assert }) => {
    const response = await client.get('/search/').qs({ q: '"miranda', case_name: 'x' })
    response.assertStatus(400)
    assert.match(
      response.text(),
      /role="alert">\s*<p>The query contains unbalanced quotes[^<]*<\/p>\s*<\/div>/
    )
    assert.include(response.text(), 'value="&quot;miranda"')
    assert.match(response.text(), /name="case_name" value="x"/)
  })

  test('escapes queries and records', async ({ client, assert }) => {
    const html = (await client.get('/search/').qs({ q: '<script>alert(1)</script>' })).text()
    assert.notInclude(html, '<script>alert')
  })

  test('links to the next and previous page', async ({ client, assert }) => {
    const first = (
      await client.get('/search/').qs({ q: 'court', order_by: 'dateFiled asc' })
    ).text()
    const [, next] = /href="([^"]*)" rel="next"/.exec(first)!
    const second = (await client.get(next!.replaceAll('&amp;', '&'))).text()
    const [, back] = /href="([^"]*)" rel="prev"/.exec(second)!
    const again = (await client.get(back!.replaceAll('&amp;', '&'))).text()
    const paths = (html: string) =>
      Array.from(html.matchAll(/<h2><a href="([^"?]*)/g), ([, path]) => path)
    assert.isNotEmpty(paths(first))
    assert.deepEqual(paths(again), paths(first))
    assert.notDeepEqual(paths(second), paths(first))
  })

  test('a case with more matching documents links to them', async ({ client, assert }) => {
    for (const q of ['', 'motion OR order']) {
      const html = (await client.get('/search/').qs({ type: 'r', q })).text()
      const [, more] = /href="([^"]*)">More documents of this case</.exec(html)!
      assert.match(more!, q ? /q=\(motion\+OR\+order\)\+AND\+docket_id%3A\d+/ : /q=docket_id%3A\d+/)
      const one = (await client.get(more!.replaceAll('&amp;', '&'))).text()
      assert.include(one, '1 result.')
      assert.isAbove(one.split('<ul class="children">')[1]!.split('<li>').length - 1, 3)
      assert.notInclude(one, 'More documents of this case')
    }
  })

  test('all types can be searched', async ({ client, assert }) => {
    for (const type of ['o', 'r', 'rd', 'd', 'p', 'oa']) {
      const response = await client.get('/search/').qs({ type, q: 'a' })
      response.assertStatus(200)
      assert.match(response.text(), /aria-current="page"/)
    }
  })

  test('fields and codes have readable labels', async ({ client, assert }) => {
    const judges = (await client.get('/search/').qs({ type: 'p', dob_state: 'ma' })).text()
    assert.match(judges, />State of birth<\/label>/)
    assert.match(judges, /<option value="MA" selected>Massachusetts<\/option>/)
    const decisions = (await client.get('/search/')).text()
    assert.match(decisions, />Cited at least<\/label>/)
  })

  test('the home page and paths of the public service link to the search page', async ({
    client,
    assert,
  }) => {
    assert.include((await client.get('/')).text(), 'action="/search/"')
    const response = await client.get('/').qs({ q: 'brown', type: 'o' }).redirects(0)
    response.assertStatus(302)
    response.assertHeader('location', '/search/?q=brown&type=o')
  })
})
