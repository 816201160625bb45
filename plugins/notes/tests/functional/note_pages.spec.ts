/** The list of notes, and notes on pages of records. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { TakeOut } from '#app/console/take_out'
import { AccountCache } from '#app/accounts/account_cache'
import { DeleteAccount } from '#app/accounts/actions/access'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { signedIn, Visitor } from '#tests/helpers/visitor'
import { MAX_NOTE_LENGTH } from '../../models/note.js'

const HOME = '/profile/notes/'
const RECORDS = [
  { kind: 'cluster', id: 1026, page: '/opinion/1026/united-states-v-carolene-products-co/' },
  {
    kind: 'docket',
    id: 2001,
    page: '/docket/2001/harbor-light-logistics-llc-v-meridian-cold-chain-corp/',
  },
  {
    kind: 'document',
    id: 4001,
    page: '/docket/2001/1/harbor-light-logistics-llc-v-meridian-cold-chain-corp/',
  },
]
const [{ page: DECISION }] = RECORDS as [(typeof RECORDS)[number]]
const SAVE = '/profile/notes/cluster/1026/'

test.group('pages of notes', (group) => {
  let account: TestAccount
  let owner: Visitor
  let other: Visitor

  group.each.setup(async () => {
    account = await makeAccount()
    owner = await signedIn(account)
    other = await signedIn(await makeAccount())
  })

  const stored = async () => {
    const database = await app.container.make('lucid.db')
    return database.from('user_notes').where('user_id', account.id).orderBy('id')
  }
  const save = (text: string, visitor = owner) => visitor.submit(SAVE, { text }, { from: DECISION })

  test('creates, shows, changes, and lists the note on a {kind}')
    .with(RECORDS)
    .run(async ({ assert }, { kind, id, page }) => {
      const action = `${HOME}${kind}/${id}/`
      const made = await owner.submit(action, { text: 'First\r\nthought <b>' }, { from: page })
      assert.equal(made.status, 302)
      assert.match(made.location!, /#note$/)
      const shown = await owner.get(made.location!.replace('#note', ''))
      assert.equal(shown.status, 200)
      assert.include(shown.text, 'First\nthought &lt;b&gt;')
      await owner.submit(action, { text: 'Second thought' }, { from: page })
      const notes = await stored()
      assert.deepEqual(
        notes.map(({ text }) => text),
        ['Second thought']
      )
      const list = await owner.get(HOME)
      assert.include(list.text, 'Second thought')
      assert.include(list.text, `href="${made.location!}"`)
    })

  test('shows the note only to its owner', async ({ assert }) => {
    await save('Only mine')
    for (const visitor of [other, new Visitor()]) {
      const { text } = await visitor.get(DECISION)
      assert.notInclude(text, 'Only mine')
      assert.include(text, visitor === other ? 'Add a note' : 'Sign in to add a private note')
    }
    assert.notInclude((await other.get(HOME)).text, 'Only mine')
  })

  test('searches words, phrases, and exclusions', async ({ assert }) => {
    await save('The motions & replies were denied as moot.')
    const docket = '/profile/notes/docket/2001/'
    await owner.submit(docket, { text: 'Reply due in May.' }, { from: DECISION })
    const find = async (q: string) => (await owner.get(`${HOME}?q=${encodeURIComponent(q)}`)).text
    assert.include(await find('motion'), '<mark>motions</mark> &amp; replies')
    assert.notInclude(await find('motion'), 'Reply due')
    assert.include(await find('"reply due"'), '<mark>Reply</mark> <mark>due</mark>')
    assert.include(await find('motion or reply'), 'denied')
    for (const none of ['motion -moot', '"due reply"', '\u0000', "' | !! (", 'zebra']) {
      const found = await find(none)
      if (none === '\u0000') assert.include(found, 'Reply due')
      else assert.include(found, 'No notes match your search.', none)
    }
    assert.include(await find('x'.repeat(10_000)), 'No notes match your search.')
  })

  test('rejects empty and long texts and keeps what was typed', async ({ assert }) => {
    const empty = await save('')
    assert.equal(empty.status, 422)
    const typed = `${'x'.repeat(MAX_NOTE_LENGTH)}!`
    const long = await save(typed)
    assert.equal(long.status, 422)
    assert.include(long.text, typed)
    assert.match(long.text, /20,?000 characters/)
    assert.deepEqual(await stored(), [])
  })

  test('rejects forms for records that do not exist: {path}')
    .with([
      { path: 'cluster/999999999' },
      { path: 'cluster/x' },
      { path: 'constructor/1' },
      { path: 'accounts/1' },
    ])
    .run(async ({ assert }, { path }) => {
      const { status } = await owner.submit(`${HOME}${path}/`, { text: 'x' }, { from: DECISION })
      assert.equal(status, 404)
    })

  test('deletes a note after a confirmation, never that of another account', async ({ assert }) => {
    await save('To delete')
    const [{ id }] = (await stored()) as [{ id: string }]
    const path = `${HOME}${id}/delete/`
    assert.equal((await other.get(path)).status, 404)
    assert.equal((await other.submit(path, {}, { from: DECISION })).status, 404)
    assert.equal((await new Visitor().get(path)).status, 302)
    assert.equal((await stored()).length, 1)
    const shown = await owner.get(path)
    assert.include(shown.text, 'To delete')
    assert.include(shown.text, `href="${DECISION}"`)
    assert.equal((await owner.submit(path)).location, HOME)
    assert.deepEqual(await stored(), [])
  })

  test('the data export contains notes, and they are deleted with the account', async ({
    assert,
  }) => {
    await save('In the export')
    const takeOut = await app.container.make(TakeOut)
    const cache = await app.container.make(AccountCache)
    const record = await cache.named(account.username)
    const chunks = await Array.fromAsync(takeOut.fileOf(record!))
    const file = JSON.parse(chunks.join('')) as { notes: object[] }
    assert.containsSubset(file.notes, [{ cluster: 1026, text: 'In the export' }])
    const database = await app.container.make('lucid.db')
    await database.transaction((trx) => new DeleteAccount().handle(trx, account.id))
    assert.deepEqual(await stored(), [])
  })
})
