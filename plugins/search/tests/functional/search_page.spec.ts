/**
 * The search page for people.
 */
import { test } from '@japa/runner'
import { searchReady } from '#tests/helpers/search_indexes'

test.group('search page', (group) => {
  group.setup(searchReady)

  test('shows the form before anything is asked', async ({ client, assert }) => {
    const response = await client.get('/search/')
    response.assertStatus(200)
    const html = response.text()
    assert.include(html, 'role="search"')
    assert.include(html, 'aria-current="page">Case law</a>')
    assert.notInclude(html, 'class="results"')
    assert.match(html, /<input id="f-filed_after" type="date" name="filed_after"/)
    assert.match(html, /name="court" value="" list="all-courts" placeholder="Name or ID"/)
  })

  test('the boxes ticked are those of the results', async ({ client, assert }) => {
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
    // As the form sends them: what holds anyway is no filter, and all are one.
    const plain = await client.get('/search/').qs({ q: 'court', stat_Published: 'on' })
    assert.notInclude(plain.text(), 'Active filters')
    assert.include(plain.text(), 'Showing published decisions only.')
    const straight = await client
      .get('/search/')
      .qs({ q: '347 U.S. 483', type: 'o', case_name: '', stat_Published: 'on' })
      .redirects(0)
    straight.assertStatus(302)
  })

  test('shows results with marks, their number and the same search of the API', async ({
    client,
    assert,
  }) => {
    const html = (await client.get('/search/').qs({ q: 'miranda' })).text()
    assert.match(html, /<a href="\/opinion\/1053\/[^"]*"><mark>Miranda<\/mark> v. Arizona<\/a>/)
    assert.match(html, /\d+ results?\./)
    assert.include(html, 'href="/api/rest/v4/search/?highlight=on&amp;q=miranda"')
  })

  test('addresses leave out what a form sends without a value', async ({ client, assert }) => {
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
    // Asked for nothing, it shows everything.
    assert.include((await client.get('/search/').qs({ q: '' })).text(), 'class="results"')
  })

  test('a page there is not leads to the first', async ({ client, assert }) => {
    const response = await client.get('/search/').qs({ q: 'court', court: '', cursor: 'abc' })
    response.assertStatus(404)
    assert.match(
      response.text(),
      /role="alert">\s*<p>This results page doesn&#x27;t exist\. [^<]*<\/p>\s*<p><a href="\/search\/\?q=court">/
    )
  })

  test('a misspelled field is reported as by the API, with the query that was meant', async ({
    client,
    assert,
  }) => {
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
    // In a text parameter, too, and after characters of two units.
    const filtered = await client.get('/search/').qs({ judge: '😀 juge:x' })
    filtered.assertStatus(400)
    assert.include(filtered.text(), '>Search for 😀 judge:x</a>')
    // Where nothing is near, nothing is offered.
    const unlike = await client.get('/search/').qs({ q: 'zzzqqq:x' })
    unlike.assertStatus(400)
    assert.notInclude(unlike.text(), 'Search for zzz')
  })

  test('a type the website never had in the API is reported, with the form of case law', async ({
    client,
    assert,
  }) => {
    const response = await client.get('/search/').qs({ type: 'parentheticals', q: 'x' })
    response.assertStatus(404)
    assert.include(response.text(), '<p>Search type not found or not supported.</p>')
    assert.notInclude(response.text(), 'Show the first page')
  })

  test('errors name fields as the form does', async ({ client, assert }) => {
    const response = await client.get('/search/').qs({ q: 'x', cited_gt: 'many' })
    response.assertStatus(400)
    assert.include(response.text(), '<p>Cited at least: Enter a whole number')
    const date = await client.get('/search/').qs({ q: 'x', filed_after: 'soon' })
    date.assertStatus(400)
    assert.include(date.text(), 'In Filed after: &quot;soon&quot; is not a valid date.')
  })

  test('courts there are not are named', async ({ client, assert }) => {
    const page = (await client.get('/search/').qs({ q: 'court', court: 'scotus,nosuch' })).text()
    assert.include(page, 'No court in this archive matches nosuch.')
    const known = (await client.get('/search/').qs({ q: 'court', court: 'scotus ca9' })).text()
    assert.notInclude(known, 'No court in this archive')
  })

  test('orders are named in words', async ({ client, assert }) => {
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

  test('says what is wrong, and shows the form as it was filled in', async ({ client, assert }) => {
    const response = await client.get('/search/').qs({ q: '"miranda', case_name: 'x' })
    response.assertStatus(400)
    assert.match(
      response.text(),
      /role="alert">\s*<p>The query contains unbalanced quotes[^<]*<\/p>\s*<\/div>/
    )
    assert.include(response.text(), 'value="&quot;miranda"')
    assert.match(response.text(), /name="case_name" value="x"/)
  })

  test('has nothing of a query or a record become markup', async ({ client, assert }) => {
    const html = (await client.get('/search/').qs({ q: '<script>alert(1)</script>' })).text()
    assert.notInclude(html, '<script>alert')
  })

  test('pages lead on and back', async ({ client, assert }) => {
    const first = (
      await client.get('/search/').qs({ q: 'court', order_by: 'dateFiled asc' })
    ).text()
    const [, next] = /href="([^"]*)" rel="next"/.exec(first)!
    const second = (await client.get(next!.replaceAll('&amp;', '&'))).text()
    const [, back] = /href="([^"]*)" rel="prev"/.exec(second)!
    const again = (await client.get(back!.replaceAll('&amp;', '&'))).text()
    const titles = (html: string) => Array.from(html.matchAll(/<h2>.*?<\/h2>/g), ([text]) => text)
    assert.deepEqual(titles(again), titles(first))
    assert.notDeepEqual(titles(second), titles(first))
  })

  test('a case of which more documents match leads to more of them', async ({ client, assert }) => {
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

  test('each kind of record can be searched', async ({ client, assert }) => {
    for (const type of ['o', 'r', 'rd', 'd', 'p', 'oa']) {
      const response = await client.get('/search/').qs({ type, q: 'a' })
      response.assertStatus(200)
      assert.match(response.text(), /aria-current="page"/)
    }
  })

  test('fields and codes are named in words', async ({ client, assert }) => {
    const judges = (await client.get('/search/').qs({ type: 'p', dob_state: 'ma' })).text()
    assert.match(judges, />State of birth<\/label>/)
    assert.match(judges, /<option value="MA" selected>Massachusetts<\/option>/)
    const decisions = (await client.get('/search/')).text()
    assert.match(decisions, />Cited at least<\/label>/)
  })

  test('the front page leads here, also from addresses made for it', async ({ client, assert }) => {
    assert.include((await client.get('/')).text(), 'action="/search/"')
    const response = await client.get('/').qs({ q: 'brown', type: 'o' }).redirects(0)
    response.assertStatus(302)
    response.assertHeader('location', '/search/?q=brown&type=o')
  })
})
