/** Pages of search alerts, and links that require no login. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { allowAttempts, makeAccount, withLimits } from '#tests/helpers/accounts'
import { noteSecrets } from '#tests/helpers/secrets'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn, Visitor } from '#tests/helpers/visitor'
import { findingCount, makeReader, storeAlert } from '../alert_helpers.js'

type Reader = Awaited<ReturnType<typeof makeReader>>

test.group('pages of search alerts', (group) => {
  let reader: Reader
  let counted: Awaited<ReturnType<typeof findingCount>>
  let hits = 0

  group.setup(async () => {
    await searchReady()
    await allowAttempts()
  })
  group.each.setup(async () => {
    reader = await makeReader()
    hits = 0
    counted = await findingCount(() => hits)
    return () => counted.stop()
  })
  const rateOf = async (id: string) => {
    const database = await app.container.make('lucid.db')
    return (await database.from('search_alerts').where('id', id).first())?.rate
  }
  const stored = async (query: string, wishes = {}) => {
    const alert = await storeAlert(reader, query, wishes)
    noteSecrets('alert key', [alert.key])
    return alert
  }

  test('creates, lists, edits, and deletes an alert', async ({ assert }) => {
    const visitor = await signedIn(reader)
    const values = { name: 'Nuts & bolts', query: '?q=nuts&type=r', rate: 'dly' }
    const made = await visitor.submit('/profile/alerts/', values, { from: '/profile/alerts/new/' })
    assert.equal(made.location, '/profile/alerts/')
    const { text } = await visitor.get('/profile/alerts/')
    assert.include(text, 'Nuts &amp; bolts')
    assert.include(text, 'Federal case alerts used: 1 of 5 daily')
    assert.include(text, 'href="/search/?q=nuts&amp;type=r">Words: nuts</a>')
    const id = /\/profile\/alerts\/(\d+)\/"/.exec(text)![1]!

    hits = 9000
    const page = `/profile/alerts/${id}/`
    const broad = await visitor.submit(page, { ...values, query: 'q=nut&type=r' })
    assert.equal(broad.status, 422)
    assert.include(broad.text, '180 new hits per day')
    const named = await visitor.submit(page, {
      ...values,
      name: 'Nuts',
      alert_type: 'd',
      rate: 'off',
    })
    assert.equal(named.location, '/profile/alerts/')
    assert.equal(await rateOf(id), 'off')

    const other = await signedIn(await makeReader())
    for (const path of [page, `${page}delete/`]) assert.equal((await other.get(path)).status, 404)
    assert.equal(
      (await other.submit(`${page}delete/`, {}, { from: '/profile/settings/' })).status,
      404
    )
    assert.equal((await visitor.submit(`${page}delete/`)).location, '/profile/alerts/')
    assert.isUndefined(await rateOf(id))
  })

  test("redirects from CourtListener's URLs", async ({ assert }) => {
    const visitor = await signedIn(await makeReader())
    for (const [from, to] of [
      ['/profile/search-alerts/', '/profile/alerts/'],
      ['/alert/edit/12/', '/profile/alerts/12/'],
      ['/alert/delete/confirm/12/', '/profile/alerts/12/delete/'],
      ['/alert/edit/%2F%2Fx/', '/profile/alerts/%2F%2Fx/'],
    ])
      assert.equal((await visitor.get(from)).location, to)
  })

  test('rejects: {what}')
    .with([
      { what: 'everything', values: { query: 'q=' }, said: 'This query matches everything' },
      { what: 'an unclosed parenthesis', values: { query: 'q=(x' }, said: 'has no matching' },
      {
        what: 'a single problem, reported once',
        values: { query: 'q=(x' },
        said: 'Fix the problem below',
      },
      {
        what: 'an unclosed quote in a filter',
        values: { query: 'caseName="x' },
        said: 'Fix the problem below',
      },
      {
        what: 'a real-time alert without a membership',
        values: { rate: 'rt' },
        said: 'id="field-rate-note">Real-time alerts require a membership. Become a member for more, or',
      },
      { what: 'no name', values: { name: '' }, said: 'This field may not be blank' },
      {
        what: 'missing values and an invalid rate',
        values: { name: '', query: '', rate: 'x' },
        said: 'not a valid choice',
      },
    ])
    .run(async ({ assert }, { values, said }) => {
      const visitor = await signedIn(reader)
      const all = { name: 'x', query: 'q=x', rate: 'dly', ...values }
      const answer = await visitor.submit('/profile/alerts/', all, { from: '/profile/alerts/new/' })
      assert.equal(answer.status, 422)
      assert.include(answer.text, said)
    })

  test('links a decision to a new or existing alert for citing decisions', async ({
    assert,
    client,
  }) => {
    const decision = '/opinion/1026/united-states-v-carolene-products-co/'
    const offered = (html: string) =>
      /<a href="([^"]+)" rel="nofollow">Get an alert when this decision is cited/.exec(html)?.[1]
    const path = offered((await client.get(decision)).text())!.replaceAll('&amp;', '&')
    const visitor = await signedIn(reader)
    const form = (await visitor.get(path)).text
    assert.include(form, 'value="Decisions that cite United States v. Carolene Products Co."')
    const query = new URL(path, 'http://x').searchParams.get('query')!
    assert.equal(new URLSearchParams(query).get('q'), 'cites:(2046)')
    const values = { name: 'Cited', query, rate: 'wly' }
    const made = await visitor.submit('/profile/alerts/', values, { from: path })
    assert.equal(made.location, '/profile/alerts/')
    const { text } = await visitor.get(decision)
    assert.isUndefined(offered(text))
    assert.match(text, /<a href="\/profile\/alerts\/\d+\/" rel="nofollow">Your citation alert/)
  })

  test('requires a choice in a form of the browsable API', async ({ assert }) => {
    const visitor = await signedIn(reader)
    const from = '/api/rest/v4/alerts/?format=api'
    const values = { name: '', query: 'q=x', rate: '' }
    const { status, text } = await visitor.submit('/api-forms/alerts/', values, { from })
    assert.equal(status, 400)
    assert.match(text, /Name:\s+This field may not be blank\./)
    assert.match(text, /Rate:\s+This field is required\./)
  })

  test('links the search page to a new alert', async ({ assert }) => {
    const visitor = await signedIn(reader)
    const search = await visitor.get('/search/?q=%22equal+protection%22&type=o&cursor=')
    assert.include(search.text, 'Create an alert for this search')
    const query = /name="query" value="([^"]*)"/.exec(search.text)![1]!.replaceAll('&amp;', '&')
    const form = await visitor.get(`/profile/alerts/new/?query=${encodeURIComponent(query)}`)
    assert.include(form.text, 'q=%22equal+protection%22&amp;type=o')
    assert.include(form.text, 'value="&quot;equal protection&quot;"')
    assert.notInclude((await visitor.get('/search/?q=x&type=p')).text, 'Create an alert')
  })

  test('a saved search opens, becomes an alert, and is deleted', async ({ assert }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const query = 'q=miranda&type=o'
    const page = (await visitor.get(`/search/?${query}`)).text
    assert.match(page, /name="rate" value="off">\s*<button class="plain-button">Save this search/)
    const path = `/profile/alerts/new/?${new URLSearchParams({ query, rate: 'off' })}`
    const form = (await visitor.get(path)).text
    assert.include(form, '<h1>Save search</h1>')
    assert.match(form, /<option value="off" selected>/)
    const values = { name: 'My Miranda search', query, rate: 'off' }
    const { location } = await visitor.submit('/profile/alerts/', values, { from: path })
    const list = (await visitor.get(location!)).text
    assert.include(list, 'Search saved.')
    assert.include(list, 'No search alerts yet.')
    assert.match(list, /<a href="\/search\/\?q=miranda&amp;type=o">My Miranda search/)
    const [, id] = /\/profile\/alerts\/(\d+)\/\?rate=dly/.exec(list)!
    // Another account can't open it.
    assert.equal((await (await signedIn(reader)).get(`/profile/alerts/${id}/`)).status, 404)
    const turnOn = `/profile/alerts/${id}/?rate=dly`
    assert.match((await visitor.get(turnOn)).text, /<option value="dly" selected>/)
    await visitor.submit(`/profile/alerts/${id}/`, { ...values, rate: 'dly' }, { from: turnOn })
    const alerts = (await visitor.get('/profile/alerts/')).text
    assert.include(alerts, 'No saved searches yet.')
    assert.include(alerts, 'My Miranda search')
    const remove = `/profile/alerts/${id}/delete/`
    await visitor.submit(remove, {}, { from: remove })
    assert.notInclude((await visitor.get('/profile/alerts/')).text, 'My Miranda search')
  })

  test("shows a new alert's search, estimated hits, and available rates", async ({ assert }) => {
    const visitor = await signedIn(reader)
    hits = 250
    const path = (query: string) => `/profile/alerts/new/?query=${encodeURIComponent(query)}`
    const { text } = await visitor.get(path('q=equal protection&court=scotus&filed_after=1950'))
    for (const words of [
      'Case law',
      'Words: equal protection',
      'Court: Supreme Court of the United States',
      'Filed after: 1950',
      'This search had 250 hits in the last 100 days.',
    ])
      assert.include(text, words)
    const rates = (html: string) =>
      Array.from(html.matchAll(/<option value="(rt|dly|wly|mly|off)"/g), ([, rate]) => rate)
    assert.deepEqual(rates(text), ['dly', 'wly', 'mly', 'off'])
    // Only the offered rates are accepted.
    for (const rate of ['rt', 'dly']) {
      const values = { name: 'x', query: 'q=x', rate }
      const answer = await visitor.submit('/profile/alerts/', values, { from: path('q=x') })
      assert.equal(answer.status === 422, rate === 'rt', rate)
    }
    const every = await visitor.get('/profile/alerts/new/')
    assert.equal(every.status, 200)
    assert.notInclude(every.text, 'This search had')
  })

  test('shows the search, hits, and available rates when editing an alert', async ({ assert }) => {
    hits = 250
    const visitor = await signedIn(reader)
    const rates = (html: string) =>
      Array.from(html.matchAll(/<option value="(rt|dly|wly|mly|off)"/g), ([, rate]) => rate)
    const { id } = await stored('q=equal protection&court=scotus', { rate: 'dly' })
    const { text } = await visitor.get(`/profile/alerts/${id}/`)
    for (const words of ['Words: equal protection', 'This search had 250 hits'])
      assert.include(text, words)
    assert.match(text, /<details\s*>\s*<summary>Query string/)
    assert.deepEqual(rates(text), ['dly', 'wly', 'mly', 'off'])
    // An alert keeps its rate after a membership ends.
    const old = await stored('q=nut', { rate: 'rt' })
    const kept = await visitor.get(`/profile/alerts/${old.id}/`)
    assert.deepEqual(rates(kept.text), ['rt', 'dly', 'wly', 'mly', 'off'])
    const values = { name: 'x', query: 'q=nut', rate: 'rt' }
    const saved = await visitor.submit(`/profile/alerts/${old.id}/`, values)
    assert.equal(saved.location, '/profile/alerts/')
    // Errors are shown next to the typed values, with the same rates.
    const wrong = await visitor.submit(`/profile/alerts/${id}/`, {
      ...values,
      rate: 'wly',
      query: 'q=(x',
    })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /<details open\s*>/)
    assert.deepEqual(rates(wrong.text), ['dly', 'wly', 'mly', 'off'])
  })

  test('replaces the query of an alert from the search page', async ({ assert }) => {
    const { id } = await stored('q=nut&type=r', { type: 'd', rate: 'dly', name: 'A <nut>' })
    const query = async () => {
      const database = await app.container.make('lucid.db')
      const alert = await database.from('search_alerts').where('id', id).first()
      return [alert.query, alert.alert_type]
    }
    const visitor = await signedIn(reader)
    const settings = await visitor.get(`/profile/alerts/${id}/`)
    assert.include(settings.text, `href="/search/?q=nut&amp;type=r&amp;edit_alert=${id}"`)
    const front = await visitor.get(`/?court=ca9&edit_alert=${id}`)
    assert.equal(front.location, `/search/?court=ca9&edit_alert=${id}`)

    const page = `/search/?q=walnut&type=r&edit_alert=${id}`
    const { text } = await visitor.get(page)
    assert.include(text, 'Editing the alert “A &lt;nut&gt;”')
    // Further searches keep the parameter; the stored query doesn't contain it.
    assert.include(text, `<input type="hidden" name="edit_alert" value="${id}">`)
    assert.match(text, new RegExp(`href="/search/\\?q=walnut&amp;type=o&amp;edit_alert=${id}"`))
    assert.include(text, 'href="/api/rest/v4/search/?highlight=on&amp;q=walnut&amp;type=r"')
    assert.include(text, 'name="query" value="q=walnut&amp;type=r"')
    const save = (wanted: string) =>
      visitor.submit(`/profile/alerts/${id}/search/`, { query: wanted }, { from: page })
    assert.equal((await save('q=walnut&type=r')).location, '/profile/alerts/')
    assert.deepEqual(await query(), ['q=walnut&type=r', 'd'])
    assert.equal((await save('q=walnut')).location, '/profile/alerts/')
    assert.deepEqual(await query(), ['q=walnut', 'o'])

    hits = 9000
    const broad = await save('q=a&type=r')
    assert.equal(broad.status, 422)
    assert.include(broad.text, '180 new hits per day')
    assert.include(broad.text, 'value="A &lt;nut&gt;"')
    assert.include(broad.text, '>q=a&amp;type=r</textarea>')
    assert.deepEqual(await query(), ['q=walnut', 'o'])

    const other = await signedIn(await makeReader())
    for (const somebody of [other, new Visitor()])
      assert.notMatch((await somebody.get(page)).text, /editing the alert|edit_alert/i)
    assert.notInclude((await visitor.get('/search/?q=x&edit_alert=%00')).text, 'edit_alert')
    const saved = await other.submit(
      `/profile/alerts/${id}/search/`,
      { query: 'q=x' },
      { from: '/profile/settings/' }
    )
    assert.equal(saved.status, 404)
    assert.deepEqual(await query(), ['q=walnut', 'o'])
  })

  test('disables and enables an alert by its key', async ({ assert }) => {
    const { id, key } = await stored('q=x')
    const guest = new Visitor()
    const asked = await guest.get(`/alert/disable/${key}/`)
    assert.include(asked.text, 'Disable q=x')
    assert.equal(await rateOf(id), 'rt')
    const done = await guest.post(`/alert/disable/${key}/`, {})
    assert.equal(done.status, 200)
    assert.equal(await rateOf(id), 'off')

    assert.include((await guest.get(`/alert/enable/${key}/?rate=wly`)).text, 'Enable q=x')
    assert.equal((await guest.post(`/alert/enable/${key}/?rate=hourly`, {})).status, 400)
    assert.equal((await guest.post(`/alert/enable/${key}/?rate=off`, {})).status, 400)
    assert.equal(await rateOf(id), 'off')
    // Links can't enable real time without a membership, either.
    const refused = await guest.post(`/alert/enable/${key}/?rate=rt`, {})
    assert.equal(refused.status, 403)
    assert.include(refused.text, 'require a membership')
    assert.equal((await guest.post(`/alert/enable/${key}/?rate=wly`, {})).status, 200)
    assert.equal(await rateOf(id), 'wly')
    assert.isEmpty(guest.cookies)
  })

  test('disables an alert of the signed-in owner without confirmation', async ({ assert }) => {
    const { id, key } = await stored('q=x')
    const other = await signedIn(await makeReader())
    await other.get(`/alert/disable/${key}/`)
    assert.equal(await rateOf(id), 'rt')
    const { text } = await (await signedIn(reader)).get(`/alert/disable/${key}/`)
    assert.include(text, 'q=x: off')
    assert.equal(await rateOf(id), 'off')
  })

  test('unsubscribes from one or several alerts with one click', async ({ assert }) => {
    const [one, two, three] = [await stored('q=1'), await stored('q=2'), await stored('q=3')]
    const guest = new Visitor()
    const body = { 'List-Unsubscribe': 'One-Click' }
    assert.equal((await guest.post(`/alert/one-click-disable/${one.key}/`, body)).status, 200)
    const several = `/alert/disable/?keys=${one.key}&keys=${two.key}&keys=${'x'.repeat(40)}`
    const page = await guest.get(several)
    assert.include(page.text, 'Disable q=2')
    assert.include(page.text, 'q=1: off')
    assert.equal((await guest.post(several, body)).status, 200)
    assert.deepEqual(await Promise.all([one, two, three].map(({ id }) => rateOf(id))), [
      'off',
      'off',
      'rt',
    ])
  })

  test('rejects unknown keys', async ({ assert }) => {
    const guest = new Visitor()
    for (const key of ['x'.repeat(40), 'x', "'", '%00'])
      for (const path of ['disable', 'enable']) {
        assert.equal((await guest.get(`/alert/${path}/${key}/`)).status, 404)
        assert.equal((await guest.post(`/alert/${path}/${key}/`, {})).status, 404)
      }
    for (const keys of ['', '?keys=', '?keys[]=x&keys[a]=y'])
      assert.equal((await guest.get(`/alert/disable/${keys}`)).status, 404)
  })

  test('limits an IP address to three forms per minute', async ({ assert }) => {
    const { key } = await stored('q=x')
    const guest = new Visitor()
    await withLimits(async () => {
      const statuses = []
      for (let tried = 0; tried < 4; tried++)
        statuses.push((await guest.post(`/alert/disable/${key}/`, {})).status)
      // Links of docket alerts count toward the same limit, and other tests may have used them.
      assert.includeMembers([200, 429], statuses)
      assert.equal(statuses[3], 429)
    })
  })
})
