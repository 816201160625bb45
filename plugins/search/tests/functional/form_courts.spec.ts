/** Courts in the form of the search page, by search type. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { searchReady } from '#tests/helpers/search_indexes'

test.group('courts of the search form', (group) => {
  group.setup(searchReady)

  /** IDs of the courts in the form. */
  const listed = (html: string) => {
    const [list = ''] = /<div class="courts" id="courts">[^]*?<datalist/.exec(html) ?? []
    return [...list.matchAll(/name="court" value="(\w+)"/g)].map(([, id]) => id!)
  }

  test('federal searches of type {$self} list federal courts')
    .with(['r', 'rd', 'd'])
    .run(async ({ client, assert }, type) => {
      const html = (await client.get('/search/').qs({ type, filters: 'courts' })).text()
      const database = await app.container.make('lucid.db')
      const federal = await database.from('courts').whereLike('jurisdiction', 'F%').select('id')
      assert.sameMembers(
        listed(html),
        federal.map(({ id }) => id)
      )
      const closed = (await client.get('/search/').qs({ type, filters: 'open' })).text()
      assert.include(closed, `Choose from ${federal.length} courts`)
      assert.notInclude(html, 'State Supreme')
      assert.notInclude(html, `<option value="cal">`)
    })

  test('searches of decisions list all courts', async ({ client, assert }) => {
    const ids = listed((await client.get('/search/').qs({ type: 'o', filters: 'courts' })).text())
    assert.includeMembers(ids, ['scotus', 'cal', 'nysd'])
  })

  test('searches of oral arguments list courts with recordings', async ({ client, assert }) => {
    const ids = listed((await client.get('/search/').qs({ type: 'oa', filters: 'courts' })).text())
    const database = await app.container.make('lucid.db')
    const recorded = await database
      .from('audio')
      .join('dockets', 'dockets.id', 'audio.docket_id')
      .distinct('court_id')
    assert.includeMembers(
      ids,
      recorded.map(({ court_id: id }) => id)
    )
    assert.notInclude(ids, 'nysb')
  })

  test('"{name}" names a court')
    .with([
      { name: 'Supreme Court', court: 'scotus' },
      { name: 'supreme court of the united states', court: 'scotus' },
      { name: 'tax court', court: 'tax' },
      { name: 'Court of Federal Claims', court: 'uscfc' },
      { name: 'court of international trade', court: 'cit' },
      { name: 'us supreme court', court: 'scotus' },
      { name: 'U.S. Supreme Court', court: 'scotus' },
      { name: 'second circuit', court: 'ca2' },
      { name: 'Ninth Circuit', court: 'ca9' },
      { name: '9th circuit', court: 'ca9' },
      { name: '2d cir.', court: 'ca2' },
      { name: '2nd Cir', court: 'ca2' },
      { name: 'D.C. Circuit', court: 'cadc' },
      { name: 'federal circuit', court: 'cafc' },
      { name: 'S.D.N.Y.', court: 'nysd' },
      { name: 'sdny', court: 'nysd' },
      { name: 'E.D.N.Y', court: 'nyed' },
      { name: 'S.D. New York', court: 'nysd' },
      { name: 'Southern District of New York', court: 'nysd' },
      { name: 'eastern district of new york', court: 'nyed' },
      { name: 'N.D. Cal', court: 'cand' },
      { name: 'supreme court of california', court: 'cal' },
      { name: 'California Supreme Court', court: 'cal' },
      { name: 'Cal. Ct. App.', court: 'calctapp' },
    ])
    .run(async ({ client, assert }, { name, court }) => {
      const page = await client.get('/search/').qs({ type: 'o', q: '', court: name })
      assert.include(page.text(), `name="court" value="${court}" checked`)
    })

  test('offers courts for an ambiguous name, and reports an unknown one', async ({
    client,
    assert,
  }) => {
    const several = await client.get('/search/').qs({ type: 'o', q: '', court: 'new york' })
    several.assertStatus(400)
    assert.include(several.text(), '&quot;new york&quot; is part of several names.')
    assert.match(several.text(), /<a href="[^"]*court=nysd[^"]*">District Court, S.D. New York/)
    assert.match(several.text(), /id="f-court"[^>]* aria-invalid="true"/)
    const none = await client.get('/search/').qs({ type: 'o', q: '', court: 'moot court' })
    assert.include(none.text(), 'No court has the ID or name &quot;moot court&quot;.')
  })

  test('courts that are not listed remain valid filters', async ({ client, assert }) => {
    const database = await app.container.make('lucid.db')
    const { full_name: name } = await database.from('courts').where('id', 'cal').firstOrFail()
    for (const court of ['cal', name]) {
      const page = await client.get('/search/').qs({ type: 'r', q: '', court, filters: 'courts' })
      page.assertStatus(200)
      assert.include(page.text(), `Court: ${name}`, court)
      assert.include(page.text(), 'name="court" value="cal" checked', court)
    }
    const found = await client.get('/api/rest/v4/search/').qs({ type: 'r', court: 'cal' })
    found.assertStatus(200)
  })
})
