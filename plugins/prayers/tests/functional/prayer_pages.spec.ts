/** Pages of prayers. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { followed } from '#tests/helpers/consumers'
import { changeDocument, makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn, Visitor } from '#tests/helpers/visitor'
import consumer from '../../processing/consumer.js'

const HOME = '/profile/prayers/'

test.group('pages of prayers', (group) => {
  let docket: OwnDocket
  let documents: number[]
  let account: TestAccount
  let owner: Visitor
  let other: Visitor
  const anybody = new Visitor()

  group.each.setup(async () => {
    docket = await makeDocket()
    ;({ documents } = await docket.addEntry('ORDER', [
      { description: 'A <wanted> one' },
      { description: 'Another' },
    ]))
    account = await makeAccount()
    owner = await signedIn(account)
    other = await signedIn(await makeAccount())
    return () => docket.remove()
  })

  const page = () => `/docket/${docket.id}/1/ash-v-beech/`
  const act = (action: 'create' | 'delete', visitor = owner, document = documents[0]!) =>
    visitor.submit(`/prayer/${action}/${document}/`, {}, { from: '/profile/settings/' })
  const mine = () => `/prayers/${account.username}/`

  test('requests a document on its page, and withdraws the request', async ({ assert }) => {
    const { text: stranger } = await anybody.get(page())
    assert.notInclude(stranger, 'Request this document')
    assert.match(
      stranger,
      /href="\/sign-in\/\?next=%2Fdocket%2F[^"]+"[^>]*>Sign in to request this/
    )
    const { text } = await owner.get(page())
    assert.include(text, 'Request this document')
    assert.include(text, '$0.91')
    const asked = { from: `${page()}#prayer` }
    assert.equal(
      (await owner.submit(`/prayer/create/${documents[0]}/`, asked, { from: page() })).location,
      `${page()}#prayer`
    )
    const list = await owner.get(HOME)
    assert.include(list.text, 'A &lt;wanted&gt; one')
    assert.include(list.text, 'Remaining requests: 4 of 5')
    assert.include((await owner.get(page())).text, 'Withdraw request')
    await act('create')
    assert.include((await owner.get(HOME)).text, 'You&#x27;ve already requested this document.')
    await act('delete', other)
    assert.include((await owner.get(HOME)).text, 'A &lt;wanted&gt; one')
    await act('delete')
    assert.include((await owner.get(HOME)).text, 'No pending requests')
    for (const wrong of [999_999_999, 0]) {
      await act('create', owner, wrong)
      assert.include((await owner.get(HOME)).text, 'role="status"')
    }
    assert.equal((await act('create', owner, 'x' as never)).status, 404)
  })

  test('a docket sheet has a button for each missing document, and returns to the entry', async ({
    assert,
  }) => {
    const sheet = `/docket/${docket.id}/ash-v-beech/`
    const { text } = await owner.get(sheet)
    assert.notInclude((await anybody.get(sheet)).text, '/prayer/create/')
    for (const document of documents) assert.include(text, `action="/prayer/create/${document}/"`)
    const from = /name="from" value="([^"]+)"/.exec(text)![1]!
    assert.match(from, /^\/docket\/\d+\/[\w-]+\/\?#(entry|row)-\d+$/)
    const { location } = await owner.submit(
      `/prayer/create/${documents[1]}/`,
      { from },
      { from: sheet }
    )
    assert.equal(location, from)
    const after = (await owner.get(sheet)).text
    assert.notInclude(after, `action="/prayer/create/${documents[1]}/"`)
    assert.include(after, '>Requested<')
    assert.match(after, /You(?:'|&#x27;)ll get an email when it(?:'|&#x27;)s available/)
    await changeDocument(documents[0]!, { is_available: true })
    assert.notInclude((await owner.get(sheet)).text, '/prayer/create/')
  })

  test('a form never redirects to another server: {$self}')
    .with([
      '//evil.example/',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      '',
      ' /x',
      '\t//evil.example',
    ])
    .run(async ({ assert }, from) => {
      const path = `/prayer/create/${documents[0]}/`
      const { location } = await owner.submit(path, { from }, { from: '/profile/settings/' })
      assert.match(location!, /^\/profile\//)
    })

  test('shows the page of an account to others only if it is public', async ({ assert }) => {
    await act('create')
    for (const visitor of [anybody, other]) assert.equal((await visitor.get(mine())).status, 404)
    assert.include((await owner.get(mine())).text, 'A &lt;wanted&gt; one')
    await owner.submit('/prayers/pending/toggle/', {}, { from: HOME })
    assert.include((await owner.get(HOME)).text, 'Make private')
    for (const visitor of [anybody, other]) {
      const { status, text } = await visitor.get(mine())
      assert.equal(status, 200)
      assert.include(text, 'A &lt;wanted&gt; one')
      assert.notInclude(text, 'in 24 hours')
      assert.equal((await visitor.get(`${mine()}granted/`)).status, 404)
    }
    await owner.submit('/prayers/pending/toggle/', {}, { from: HOME })
    assert.equal((await anybody.get(mine())).status, 404)
    for (const nobody of ['/prayers/nobody-of-this-name/', '/prayers/%00/'])
      assert.equal((await anybody.get(nobody)).status, 404)
  })

  test('shows granted prayers to their owner', async ({ assert }) => {
    await act('create')
    await followed(consumer, () => changeDocument(documents[0]!, { is_available: true }))
    assert.include((await owner.get(HOME)).text, 'Granted</h2>')
    assert.include((await owner.get(`${mine()}granted/`)).text, 'A &lt;wanted&gt; one')
    assert.notInclude((await owner.get(page())).text, 'Request this document')
  })

  test('lists the most requested documents first and unavailable ones last', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    await database.from('prayers').delete()
    await act('create', owner, documents[1]!)
    await act('create', other, documents[1]!)
    await act('create', owner, documents[0]!)
    const order = async () => {
      const { text } = await anybody.get('/prayers/top/')
      return [...text.matchAll(/>(A &lt;wanted&gt; one|Another)</g)].map(([, name]) => name)
    }
    assert.deepEqual(await order(), ['Another', 'A &lt;wanted&gt; one'])
    await database.table('document_availability').insert({ document_id: documents[1] })
    assert.deepEqual(await order(), ['A &lt;wanted&gt; one', 'Another'])
    await database.from('document_availability').where('document_id', documents[1]!).delete()
    for (const never of [{ registry_doc_id: '' }, { is_sealed: true }]) {
      await changeDocument(documents[1]!, never)
      assert.deepEqual(await order(), ['A &lt;wanted&gt; one', 'Another'])
      const { text } = await anybody.get('/prayers/top/')
      assert.match(text, /Another<[^$]*–<[^$]*not available for purchase/)
      await changeDocument(documents[1]!, { registry_doc_id: '0350', is_sealed: false })
      assert.deepEqual(await order(), ['Another', 'A &lt;wanted&gt; one'])
    }
    for (const odd of ['?page=2', '?page=-1', '?page=x', '?page[]=1', '?page=9999999999'])
      assert.equal((await anybody.get(`/prayers/top/${odd}`)).status, 200)
  })

  test('shows staff the health, owners, and unavailable documents of prayers', async ({
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const staff = await signedIn(await makeAccount({ rights: ['dashboard.view', 'prayers.view'] }))
    const words = async (path: string) => {
      const { text } = await staff.get(path)
      return text
        .slice(text.indexOf('<h1'))
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
    }
    const waiting = async () =>
      Number(/Document requests Pending ([\d,]+) /.exec(await words('/admin/health/'))![1])
    const before = await waiting()
    await act('create')
    await act('create', owner, documents[1])
    await database.table('document_availability').insert({ document_id: documents[1] })
    await changeDocument(documents[1]!, { is_sealed: true })
    assert.equal(await waiting(), before + 2)
    await followed(consumer, () => changeDocument(documents[0]!, { is_available: true }))
    assert.equal(await waiting(), before + 1)
    assert.match(await words('/admin/health/'), /Granted, not yet notified [1-9]/)

    const list = `/admin/prayers/?account=${account.username}`
    assert.match(await words(list), new RegExp(`${documents[1]} Waiting .*${documents[0]} Granted`))
    assert.notInclude(await words(`${list}&status=2`), `${documents[1]} Waiting`)
    assert.match(
      await words('/admin/unavailable-documents/?sort=-checked'),
      new RegExp(`Last checked.*? ${documents[1]} \\w+ yes 1 `)
    )
  })
})
