/** Pages of tags, and the tag field on dockets. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { signedIn, Visitor } from '#tests/helpers/visitor'

const HOME = '/profile/tags/'
const PERSON = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

test.group('pages of tags', (group) => {
  let account: TestAccount
  let owner: Visitor
  let other: Visitor
  const anybody = new Visitor()

  group.each.setup(async () => {
    account = await makeAccount()
    owner = await signedIn(account)
    other = await signedIn(await makeAccount())
  })

  async function stored(name: string) {
    const database = await app.container.make('lucid.db')
    return database.from('user_tags').where({ user_id: account.id, name }).first()
  }
  const page = (name: string) => `/tags/${account.username}/${name}/`

  test('creates, publishes, edits, and deletes a tag', async ({ assert }) => {
    assert.match((await owner.get(HOME)).text, /No tags yet/)
    const made = await owner.submit(HOME, { name: 'water', title: 'Water & soil' })
    assert.equal(made.location, HOME)
    assert.match((await owner.get(HOME)).text, /Tag created\.[^]*Water &amp; soil/)
    const { id } = await stored('water')

    await owner.submit(`${HOME}${id}/publish/`, { published: 'true' }, { from: HOME })
    assert.isTrue((await stored('water')).published)
    const edited = `${HOME}${id}/`
    await owner.submit(edited, { name: 'rivers', title: '', description: 'x' })
    assert.containsSubset(await stored('rivers'), { title: '', published: false })

    assert.match((await owner.get(`${HOME}${id}/delete/`)).text, /cannot be undone/)
    assert.isNotNull(await stored('rivers'))
    await owner.submit(`${HOME}${id}/delete/`)
    assert.isNull(await stored('rivers'))
  })

  test('shows errors next to their fields and keeps the typed values', async ({ assert }) => {
    const wrong = await owner.submit(HOME, { name: 'Not So', title: 'Kept' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /Enter a valid &quot;slug&quot;/)
    assert.include(wrong.text, 'value="Kept"')
    await owner.submit(HOME, { name: 'one' })
    const twice = await owner.submit(HOME, { name: 'one' })
    assert.match(twice.text, /You already have a tag with this name/)
  })

  test('rejects forms of other accounts and forms without a CSRF token', async ({ assert }) => {
    await owner.submit(HOME, { name: 'mine', published: 'true' })
    const { id } = await stored('mine')
    for (const path of [`${HOME}${id}/`, `${HOME}${id}/delete/`])
      assert.equal((await other.get(path)).status, 404)
    for (const path of [`${HOME}${id}/`, `${HOME}${id}/publish/`, `${HOME}${id}/delete/`]) {
      const theirs = await other.submit(path, { name: 'theirs' }, { from: HOME })
      assert.equal(theirs.status, 404, path)
      assert.notEqual((await owner.post(path, { name: 'forged' })).status, 302, path)
    }
    assert.isTrue((await stored('mine')).published)
    assert.match((await anybody.get(HOME)).location!, /^\/sign-in\//)
  })

  test('shows other accounts published tags only', async ({ assert }) => {
    await owner.submit(HOME, { name: 'open', published: 'true' })
    await owner.submit(HOME, { name: 'closed' })
    for (const visitor of [anybody, other]) {
      assert.equal((await visitor.get(page('open'))).status, 200)
      assert.equal((await visitor.get(page('closed'))).status, 404)
      const list = (await visitor.get(`/tags/${account.username}/`)).text
      assert.include(list, page('open'))
      assert.notInclude(list, page('closed'))
      assert.notInclude(list, '_csrf')
    }
    assert.equal((await owner.get(page('closed'))).status, 200)
    const own = (await owner.get(`/tags/${account.username}/`)).text
    assert.include(own, page('closed'))
    assert.include(own, '_csrf')
    for (const path of ['/tags/nobody-of-this-name/', '/tags/%00/', page('%00')])
      assert.equal((await anybody.get(path)).status, 404, path)
  })

  test('the page of a docket lists published tags of others', async ({ assert }) => {
    const docket = '/docket/2001/harbor-light-logistics-llc-v-meridian-cold-chain-corp/'
    const read = async (visitor: Visitor) => {
      const { text } = await visitor.get(docket)
      return /<section id="public-tags"[^]*?<\/section>/.exec(text)?.[0] ?? ''
    }
    await owner.submit(HOME, { name: 'open', title: '<b>Open</b>', published: 'true' })
    await owner.submit(HOME, { name: 'closed' })
    for (const name of ['open', 'closed'])
      await owner.submit('/docket/2001/tags/', { name }, { from: docket })
    for (const visitor of [anybody, other]) {
      const shown = await read(visitor)
      assert.include(shown, `href="${page('open')}">&lt;b&gt;Open&lt;/b&gt;</a>`)
      assert.include(shown, `by ${account.username}`)
      assert.notInclude(shown, page('closed'))
    }
    assert.notInclude(await read(owner), page('open'))

    const database = await app.container.make('lucid.db')
    await database.from('accounts').where('id', account.id).update({ is_active: false })
    assert.notInclude(await read(anybody), page('open'))
    await database.from('accounts').where('id', account.id).update({ is_active: true })
    await database.from('user_tags').where('user_id', account.id).update({ published: false })
    assert.notInclude(await read(anybody), page('open'))
  })

  test('renders descriptions as safe Markdown', async ({ assert }) => {
    const description = [
      '*See* [this](https://example.org/a) and [that](javascript:alert(1)).',
      '<script>alert(1)</script><img src=x onerror=alert(1)><b onclick="x()">bold</b>',
      '![picture](https://example.org/p.png)',
    ].join('\n\n')
    await owner.submit(HOME, { name: 'text', published: 'true', description })
    const { text } = await anybody.get(page('text'))
    assert.include(text, '<em>See</em>')
    assert.include(text, '<a href="https://example.org/a" rel="nofollow ugc noopener">this</a>')
    const prose = /<div class="prose">([^]*?)<\/div>/.exec(text)![1]!
    // HTML is shown as text.
    assert.include(prose, '&lt;script&gt;')
    const tags = prose.match(/<[^>]*>/g)!.join('')
    assert.notMatch(tags, /javascript:|<script|<img|onerror|onclick|<b\b/)
    // Nested too deeply for the parser.
    await owner.submit(HOME, { name: 'deep', published: 'true', description: '>'.repeat(50_000) })
    assert.equal((await anybody.get(page('deep'))).status, 200)
  })

  test('counts views of other visitors, not of the owner or bots', async ({ assert }) => {
    await owner.submit(HOME, { name: 'seen', published: 'true' })
    const before = (await stored('seen')).date_modified
    const views = async () => Number((await stored('seen')).view_count)
    await owner.get(page('seen'), PERSON)
    await anybody.get(page('seen'), { 'user-agent': 'Googlebot/2.1' })
    await anybody.get(page('seen'), { 'user-agent': 'curl/8.0' })
    await anybody.ask('HEAD', page('seen'), { headers: PERSON })
    assert.equal(await views(), 0)
    await anybody.get(page('seen'), PERSON)
    await other.get(page('seen'), PERSON)
    assert.equal(await views(), 2)
    assert.deepEqual((await stored('seen')).date_modified, before)
  })

  test('adds and removes tags on the page of a docket', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const { id } = await database.from('dockets').orderBy('id').firstOrFail()
    const docket = `/docket/${id}/`
    const strange = await anybody.get(docket)
    assert.notInclude(strange.text, 'Your tags')
    assert.isNull(strange.headers.get('set-cookie'))
    const shown = await owner.get(docket)
    assert.include(shown.text, 'Your tags')
    assert.equal(shown.headers.get('cache-control'), 'no-store')

    const put = await owner.submit(`${docket}tags/`, { name: ' Water ' }, { from: docket })
    assert.equal(put.location, `${docket}#tags`)
    const again = await owner.submit(`${docket}tags/`, { name: 'water' }, { from: docket })
    assert.equal(again.status, 302)
    const tag = await stored('water')
    const on = () => database.from('user_docket_tags').where({ docket_id: id, tag_id: tag.id })
    assert.lengthOf(await on(), 1)
    assert.include((await owner.get(docket)).text, page('water'))
    assert.notMatch((await owner.get(page('water'))).text, />(null|undefined)</)
    assert.notInclude((await other.get(docket)).text, page('water'))

    const bad = await owner.submit(`${docket}tags/`, { name: 'no good' }, { from: docket })
    assert.equal(bad.status, 422)
    assert.match(bad.text, /Enter a valid/)
    assert.equal((await owner.post(`${docket}tags/`, { name: 'forged' })).status, 403)
    assert.isNull(await stored('forged'))
    const invalid = await owner.submit(`${docket}tags/x/remove/`, {}, { from: docket })
    assert.equal(invalid.status, 404)
    const nowhere = await owner.submit('/docket/99999999/tags/', { name: 'x' }, { from: docket })
    assert.equal(nowhere.status, 404)
    assert.isNull(await stored('x'))

    const remove = `${docket}tags/${tag.id}/remove/`
    assert.equal((await other.submit(remove, {}, { from: docket })).status, 404)
    assert.lengthOf(await on(), 1)
    assert.equal((await owner.submit(remove, {}, { from: docket })).location, `${docket}#tags`)
    assert.lengthOf(await on(), 0)
  })
})
