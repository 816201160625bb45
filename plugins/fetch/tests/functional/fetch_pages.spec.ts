/** Fetch pages with simulated courts. */
import { test } from '@japa/runner'
import AuditEntry from '#app/models/audit_entry'
import { makeAccount } from '#tests/helpers/accounts'
import { changeDocument, makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn, Visitor } from '#tests/helpers/visitor'
import FetchPurchase from '../../models/fetch_purchase.js'
import FetchRequest from '../../models/fetch_request.js'
import { bulkHint } from '../../pages/fetch_controller.js'
import { simulateRegistry } from '../use_court_system.js'
import { startSimulator, type Simulator } from '#plugins/demo_courts/simulator/start_simulator'

const PAGE = '/fetch/'
const CREDENTIALS = { registry_username: 'simreader', registry_password: 'Simulated-1' }

test.group('fetch pages', (group) => {
  let courts: Simulator
  let docket: OwnDocket
  let document: number

  group.setup(async () => {
    courts = await startSimulator()
    const restore = await simulateRegistry(courts.port)
    docket = await makeDocket({ court_id: 'cand', registry_case_id: '990002' })
    ;[document] = (await docket.addEntry('ORDER')).documents as [number]
    return async () => {
      await FetchRequest.query().delete()
      await docket.remove()
      restore()
      await courts.close()
    }
  })

  test('a docket can be requested by court and number', async ({ assert }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const page = await visitor.get(PAGE)
    assert.include(page.text, 'Simulated courts.')
    assert.include(page.text, 'No requests yet.')
    const sent = await visitor.submit(PAGE, {
      court: 'cand',
      docket_number: '3:31-cv-00021',
      show_parties_and_counsel: 'true',
      ...CREDENTIALS,
    })
    assert.match(sent.location!, /^\/fetch\/\d+\/$/)
    const request = await visitor.get(sent.location!)
    assert.include(request.text, 'Docket: cand 3:31-cv-00021')
    const [stored] = await FetchRequest.listNewestByAccount(account.id, 1)
    assert.deepInclude(stored!.serialize(), {
      courtId: 'cand',
      showPartiesAndCounsel: true,
      showTerminatedParties: false,
      showListOfMemberCases: false,
    })
    assert.include((await visitor.get(PAGE)).text, sent.location!)
    // Requests are private to their account.
    const other = await signedIn(await makeAccount())
    assert.equal((await other.get(sent.location!)).status, 404)
    assert.match((await new Visitor().get(PAGE)).location!, /^\/sign-in\//)
  })

  test('during the day, the page shows a reminder about bulk requests', async ({ assert }) => {
    const [noon, midnight] = ['2031-01-15T18:00:00Z', '2031-01-16T06:00:00Z']
    assert.isUndefined(bulkHint(new Date(midnight!)))
    const said = bulkHint(new Date(noon!))!
    assert.include(said, '18:00 and 06:00 US Central')
    const { text } = await (await signedIn(await makeAccount())).get(PAGE)
    assert.equal(text.includes(said), bulkHint(new Date()) !== undefined)
  })

  test('docket sheet lines link to missing documents and receipts', async ({ assert }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const sheet = `/docket/${docket.id}/-/`
    const buy = `/fetch/?document=${document}"`
    const menu = `/fetch/?document=${document}&amp;type=attachments"`
    const { text } = await visitor.get(sheet)
    for (const link of [buy, menu]) assert.include(text, link)
    assert.match(text, /Buy[^]*?about \$0\.91[^]*?Get attachments[^]*?free/)
    assert.notInclude((await new Visitor().get(sheet)).text, '/fetch/?document')

    const asked = await FetchRequest.create({
      userId: account.id,
      recapDocumentId: document,
      requestType: 2,
      status: 1,
    })
    assert.include((await visitor.get(sheet)).text, 'In progress')
    await asked.merge({ status: 2 }).save()
    await FetchPurchase.create({
      fetchRequestId: asked.id,
      courtId: 'cand',
      what: 'a document',
      dateIntended: new Date(),
      cost: '1.40',
    })
    await changeDocument(document, { is_available: true })
    const bought = (await visitor.get(sheet)).text
    assert.match(bought, new RegExp(`/fetch/${asked.id}/"[^]*?Receipt[^]*?\\$1\\.40`))
    assert.notInclude(bought, buy)
    // Receipts of other accounts are private.
    const other = await signedIn(await makeAccount())
    assert.notInclude((await other.get(sheet)).text, 'Receipt')
    await changeDocument(document, { is_available: null })
  })

  test('errors are shown next to their fields, without credentials', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const refused = await visitor.submit(PAGE, {
      court: 'nowhere',
      docket_number: '1:21-cv-1',
      ...CREDENTIALS,
    })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'value="1:21-cv-1"')
    assert.notInclude(refused.text, 'value="simreader"')
    assert.notInclude(refused.text, 'value="Simulated-1"')
    const wrong = await visitor.submit(PAGE, {
      court: 'cand',
      docket_number: '3:31-cv-00021',
      ...CREDENTIALS,
      registry_password: 'not the password',
    })
    assert.equal(wrong.status, 422)
    assert.include(wrong.text, 'RegistryLoginException')
    // The rejected request is in the list.
    const list = await visitor.get(PAGE)
    assert.include(list.text, 'Invalid</span>')
    assert.notInclude(list.text, '@!component')
  })

  test('document pages show a link with the expected price', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const { text } = await visitor.get(`${PAGE}?document=${document}`)
    assert.include(text, '<button>Buy</button>')
    assert.include(text, 'documents cost $0.91 on average')
    const menu = await visitor.get(`${PAGE}?document=${document}&type=attachments`)
    assert.include(menu.text, 'Attachment page:')
    assert.include((await visitor.get(`${PAGE}?docket=${docket.id}`)).text, 'Docket:')
    for (const query of ['?document=abc', '?docket=999999999999', "?docket=1'"])
      assert.include((await visitor.get(PAGE + query)).text, 'name="docket_number"', query)
  })

  test('docket pages show a link to signed-in visitors', async ({ assert }) => {
    const path = `/docket/${docket.id}/`
    const visitor = await signedIn(await makeAccount())
    const follow = async (who: Visitor) => {
      const page = await who.get(path)
      return page.location ? who.get(page.location) : page
    }
    assert.include((await follow(visitor)).text, `/fetch/?docket=${docket.id}`)
    assert.notInclude((await follow(new Visitor())).text, '/fetch/?docket=')
  })

  test('staff pause and resume a court', async ({ assert }) => {
    const staff = await signedIn(await makeAccount({ rights: ['fetch.manage'] }))
    const path = '/admin/fetch-courts/insb/'
    const list = async () => (await staff.get('/admin/fetch-courts/')).text
    assert.notInclude(await list(), path)
    await staff.submit(path, { paused: 'true', reason: 'Too many failures' })
    assert.include(await list(), path)
    assert.include((await staff.get(path)).text, 'Too many failures')
    await staff.submit(path, { paused: 'false' })
    assert.notInclude(await list(), path)
    const [resumed, paused] = await AuditEntry.query().orderBy('id', 'desc').limit(2)
    assert.deepEqual([paused!.action, resumed!.action], ['fetch.pause', 'fetch.resume'])
    assert.equal((await staff.get('/admin/fetch-courts/nowhere/')).status, 404)
    const user = await signedIn(await makeAccount())
    assert.equal((await user.get(path)).status, 403)
  })
})
