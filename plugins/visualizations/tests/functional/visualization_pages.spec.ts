/** Pages of visualizations: profile pages, the embed page, redirects, and citation networks. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn, Visitor } from '#tests/helpers/visitor'

const HOME = '/profile/visualizations/'
const PERSON = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

test.group('visualization pages', (group) => {
  let account: TestAccount
  let owner: Visitor
  let other: Visitor
  let staff: Visitor
  const anyone = new Visitor()

  group.setup(searchReady)
  group.each.setup(async () => {
    account = await makeAccount()
    owner = await signedIn(account)
    other = await signedIn(await makeAccount())
    staff = await signedIn(await makeAccount({ rights: ['*'] }))
  })

  const database = () => app.container.make('lucid.db')
  async function stored() {
    return (await database()).from('visualizations').where('user_id', account.id).first()
  }
  /** The value of a sample decision in the choices of the form. */
  async function found(query: string): Promise<string> {
    const { text } = await owner.get(
      `${HOME}new/?first=${encodeURIComponent(query)}&second=schenck`
    )
    return /name="cluster_start" type="radio" value="(\/opinion\/\d+\/)"/.exec(text)![1]!
  }
  async function make(values: Record<string, string> = {}) {
    const form = {
      first: 'schenck',
      second: 'gitlow',
      title: 'Speech & press',
      cluster_start: await found('249 U.S. 47'),
      cluster_end: await found('near minnesota'),
      ...values,
    }
    const answer = await owner.submit(HOME, form, {
      from: `${HOME}new/?first=schenck&second=gitlow`,
    })
    return { answer, ...(await stored()) }
  }
  const embed = (id: number, query = '') => `/visualizations/scotus-mapper/${id}/embed/${query}`

  test('create from two searches, update, publish, and delete', async ({ assert }) => {
    assert.match((await owner.get(HOME)).text, /No visualizations yet/)
    const { answer, id } = await make()
    assert.equal(answer.location, `${HOME}${id}/`)
    const shown = (await owner.get(`${HOME}${id}/`)).text
    assert.match(shown, /Visualization created\.[^]*Speech &amp; press/)
    assert.include(shown, `<iframe class="network-frame" src="${embed(id, '?title=off')}"`)
    assert.include(shown, 'To embed the visualization on other sites, publish it.')

    await owner.submit(
      `${HOME}${id}/edit/`,
      { title: 'Press', notes: '*Prior* restraint', published: 'true' },
      { from: `${HOME}${id}/edit/` }
    )
    const published = (await owner.get(`${HOME}${id}/`)).text
    assert.include(published, '<em>Prior</em> restraint')
    assert.include(published, '&lt;iframe src=&quot;http')
    await owner.submit(`${HOME}${id}/publish/`, { published: 'false' }, { from: HOME })
    assert.isFalse((await stored()).published)

    assert.match((await owner.get(`${HOME}${id}/delete/`)).text, /cannot be undone/)
    await owner.submit(`${HOME}${id}/delete/`)
    assert.isNull(await stored())
  })

  test('restore a visualization that the API soft-deleted', async ({ assert }) => {
    const { id } = await make()
    await (await database()).from('visualizations').where({ id }).update({ deleted: true })
    assert.include((await owner.get(HOME)).text, 'Restore Speech &amp; press')
    await owner.submit(`${HOME}${id}/restore/`, {}, { from: HOME })
    assert.isFalse((await stored()).deleted)
  })

  test('show API errors as sentences next to the field and keep the choices', async ({
    assert,
  }) => {
    const { answer } = await make({ cluster_end: await found('5 U.S. 137') })
    assert.equal(answer.status, 422)
    assert.include(answer.text, 'No path of at most three citations connects the two decisions.')
    assert.include(answer.text, 'value="Speech &amp; press"')
    const untitled = await make({ title: '' })
    assert.equal(untitled.answer.status, 422)
    assert.match(untitled.answer.text, /id="field-title-note"/)
  })

  test('report a search without results and an invalid search', async ({ assert }) => {
    const { text } = await owner.get(
      `${HOME}new/?first=zzzqqq&second=${encodeURIComponent('"open')}`
    )
    assert.include(text, 'No matching decisions.')
    assert.include(text, 'This search can&#x27;t be parsed.')
    assert.notInclude(text, 'Create visualization')
    const odd = await owner.get(`${HOME}new/?first[a]=1&second=${'x'.repeat(5000)}`)
    assert.equal(odd.status, 200)
  })

  test('reject other accounts, staff, and forged forms', async ({ assert }) => {
    const { id } = await make()
    const pages = [`${HOME}${id}/`, `${HOME}${id}/edit/`, `${HOME}${id}/delete/`]
    for (const visitor of [other, staff]) {
      for (const path of pages) assert.equal((await visitor.get(path)).status, 404, path)
      for (const path of ['edit', 'publish', 'restore', 'delete'])
        assert.equal(
          (
            await visitor.submit(
              `${HOME}${id}/${path}/`,
              { title: 'Theirs', published: 'true' },
              { from: '/profile/settings/' }
            )
          ).status,
          404,
          path
        )
    }
    for (const path of [HOME, `${HOME}new/`, ...pages])
      assert.match((await anyone.get(path)).location ?? '', /^\/sign-in\//, path)
    for (const path of ['edit', 'publish', 'restore', 'delete'])
      assert.notEqual((await owner.post(`${HOME}${id}/${path}/`, { title: 'x' })).status, 302, path)
    assert.containsSubset(await stored(), { title: 'Speech & press', published: false })
    for (const odd of ['x', '0', '9'.repeat(30), '1%00'])
      assert.equal((await owner.get(`${HOME}${odd}/`)).status, 404, odd)
  })

  test('embed page: shows published visualizations to everyone, private ones to their owner', async ({
    assert,
  }) => {
    const { id } = await make()
    const statuses = async () =>
      Promise.all(
        [anyone, owner, other, staff].map(async (each) => (await each.get(embed(id))).status)
      )
    assert.deepEqual(await statuses(), [401, 200, 401, 401])
    const change = async (values: object) =>
      (await database()).from('visualizations').where({ id }).update(values)
    await change({ published: true })
    assert.deepEqual(await statuses(), [200, 200, 200, 200])
    await change({ deleted: true })
    assert.deepEqual(await statuses(), [410, 410, 410, 410])
    for (const odd of ['999999999', 'x', '9'.repeat(30)])
      assert.equal((await anyone.get(`/visualizations/scotus-mapper/${odd}/embed/`)).status, 404)
  })

  test('embed page: only this page and its errors can be framed', async ({ assert }) => {
    const { id } = await make({ published: 'true' })
    for (const path of [embed(id), '/visualizations/scotus-mapper/999999999/embed/']) {
      const { headers } = await anyone.get(path)
      assert.isNull(headers.get('x-frame-options'), path)
      assert.include(headers.get('content-security-policy'), 'frame-ancestors *')
      assert.include(headers.get('content-security-policy'), "style-src 'self'")
    }
    for (const path of ['/', '/opinion/1038/x/network/', '/docs/visualizations/']) {
      const { headers } = await anyone.get(path)
      assert.equal(headers.get('x-frame-options'), 'DENY', path)
      assert.include(headers.get('content-security-policy'), "frame-ancestors 'none'")
    }
  })

  test('embed page: renders each chart without scripts', async ({ assert }) => {
    const { id } = await make({ published: 'true' })
    const links = (text: string) => [...text.matchAll(/class="network-link/g)].length
    const nodes = (text: string) =>
      [...text.matchAll(/class="network-node[^"]*" href="\/opinion/g)].length
    const drawn = await Promise.all(
      ['', '?type=spaeth', '?type=genealogy&xaxis=time', '?dos=1', '?type[]=x&dos=9'].map(
        async (query) => (await anyone.get(embed(id, query))).text
      )
    )
    for (const text of drawn) {
      assert.isAtLeast(nodes(text), 2)
      assert.isAtLeast(links(text), 1)
      assert.notMatch(text, / style=|<style/)
      assert.include(text, 'Data table')
    }
    const framed = (await anyone.get(embed(id, '?title=off'))).text
    assert.include(framed, '<h1 class="visually-hidden">')
    assert.include(framed, 'xaxis=time&amp;dos=3&amp;title=off')
    assert.include(drawn[1], '>L5-4<')
    assert.include(drawn[2], 'network-link is-weak')
    assert.equal(nodes(drawn[0]!), nodes(drawn[4]!))
  })

  test('count views by others, but not by the owner or bots', async ({ assert }) => {
    const { id } = await make({ published: 'true' })
    await owner.get(embed(id), PERSON)
    await anyone.get(embed(id), { 'user-agent': 'curl/8' })
    assert.equal((await stored()).view_count, 0)
    await other.get(embed(id), PERSON)
    await anyone.get(embed(id), PERSON)
    assert.equal((await stored()).view_count, 2)
  })

  test('redirect other URLs of visualizations to the documentation', async ({ assert }) => {
    for (const path of [
      '/visualizations/',
      '/visualizations/scotus-mapper/',
      '/visualizations/x/y/',
    ]) {
      const answer = await anyone.ask('GET', path)
      assert.deepEqual([answer.status, answer.location], [301, '/docs/visualizations/'], path)
    }
  })

  test("show a decision's network of two citations", async ({ assert }) => {
    const decision = (await anyone.get('/opinion/1038/x/')).text
    const path = /href="([^"]+\/network\/)">Citation network/.exec(decision)![1]!
    const { text } = await anyone.get(path)
    assert.match(text, /Citation network of Brown v\. Board of Education/)
    assert.match(text, /aria-label="Plessy v\. Ferguson, 1896-05-18/)
    // Two citations away: Brown cites Plessy, and Plessy cites it.
    assert.match(text, /aria-label="Yick Wo v\. Hopkins/)
    const first = await anyone.get('/opinion/1001/x/network/')
    assert.include(first.text, 'This decision cites no decisions in the archive.')
    assert.equal((await anyone.get('/opinion/999999999/x/network/')).status, 404)
    assert.equal((await anyone.get('/opinion/x/x/network/')).status, 404)
  })
})
