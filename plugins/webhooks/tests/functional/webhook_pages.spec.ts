/** Pages of webhooks for owners and staff. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { STATUS } from '#plugins/webhooks/rows'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { Receiver, refuse } from '#plugins/webhooks/tests/receiver'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import {
  allowHost,
  listDeliveries,
  makeEndpoint,
  runTurns,
  send,
} from '#plugins/webhooks/tests/endpoints'

const PAGE = '/profile/webhooks/'

test.group('pages of webhooks', (group) => {
  let receiver: Receiver
  let account: TestAccount
  let visitor: Visitor

  group.each.setup(async () => {
    receiver = await Receiver.start()
    const forbid = await allowHost(receiver.host)
    account = await makeAccount()
    visitor = await signedIn(account)
    return async () => {
      forbid()
      await receiver.stop()
    }
  })

  const act = (id: string, action: string, values: Record<string, string> = {}) =>
    visitor.submit(`${PAGE}${id}/${action}/`, values, { from: `${PAGE}${id}/` })

  test('adds a webhook for an unused event type, and shows its secret once', async ({ assert }) => {
    const before = await visitor.get(PAGE)
    assert.include(before.text, 'value="6:1"')
    const added = await visitor.submit(PAGE, { kind: '6:1', url: receiver.url })
    assert.equal(added.status, 200)
    const [, secret] = /value="(whsec_[^"]+)"/.exec(added.text)!
    const [, id] = /action="\/profile\/webhooks\/(\d+)\/test\/"/.exec(added.text)!
    const after = await visitor.get(PAGE)
    assert.notInclude(after.text, 'value="6:1"')
    assert.match(after.text, new RegExp(`/profile/webhooks/${id}/">updated docket entry<`))
    assert.notInclude((await visitor.get(`${PAGE}${id}/`)).text, secret!)
    const rotated = await act(id!, 'secret')
    assert.match(rotated.text, /value="whsec_/)
    assert.notInclude(rotated.text, secret!)
    const again = await visitor.submit(PAGE, { kind: '6:1', url: receiver.url })
    assert.equal(again.status, 422)
    assert.include(again.text, 'already')
    const inside = await visitor.submit(PAGE, { kind: '7:1', url: 'https://10.0.0.1/' })
    assert.equal(inside.status, 422)
    assert.include(inside.text, 'public')
    assert.include(inside.text, 'https://10.0.0.1/')
  })

  test('sends a test event, logs it, and resends it', async ({ assert }) => {
    const endpoint = await makeEndpoint(account.id, receiver.url)
    receiver.behave = (response) => response.writeHead(418).end('<b>short & stout</b>')
    assert.equal((await act(endpoint.id, 'test')).status, 302)
    await runTurns()
    const [tested] = await listDeliveries(endpoint)
    const log = await visitor.get(`${PAGE}${endpoint.id}/?kind=test`)
    assert.include(log.text, '(test)')
    assert.include(log.text, 'Failed')
    const none = await visitor.get(`${PAGE}${endpoint.id}/?kind=real`)
    assert.include(none.text, 'No matching deliveries.')
    const page = await visitor.get(`${PAGE}${endpoint.id}/deliveries/${tested!.id}/`)
    assert.include(page.text, '&lt;b&gt;short &amp; stout&lt;/b&gt;')
    assert.include(page.text, 'Response status 418.')
    assert.include(page.text, `webhook-id: ${tested!.event_id}`)
    const replayed = await act(endpoint.id, `deliveries/${tested!.id}/replay`)
    assert.equal(replayed.status, 302)
    await runTurns()
    const [first, second] = receiver.received
    assert.equal(second!.body, first!.body)
    assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id'])
  })

  test('shows the log in pages, newest first', async ({ assert }) => {
    const endpoint = await makeEndpoint(account.id, receiver.url)
    for (let n = 0; n < 25; n++) await send(account.id, { n })
    const ids = (await listDeliveries(endpoint)).map(({ id }) => String(id)).reverse()
    const listed = (text: string) =>
      [...text.matchAll(/deliveries\/(\d+)\/"/g)].map(([, id]) => id!)
    const first = await visitor.get(`${PAGE}${endpoint.id}/`)
    const [, next] = /<a href="([^"]+)" rel="next">/.exec(first.text)!
    const second = await visitor.get(next!.replaceAll('&amp;', '&'))
    assert.deepEqual([...listed(first.text), ...listed(second.text)], ids)
    assert.notInclude(second.text, 'rel="next"')
  })

  test('disables, enables, and deletes a webhook', async ({ assert }) => {
    const endpoint = await makeEndpoint(account.id, receiver.url)
    await act(endpoint.id, 'enabled', { enabled: 'false' })
    assert.equal(await send(account.id, {}), 0)
    await act(endpoint.id, 'enabled', { enabled: 'true' })
    assert.equal(await send(account.id, {}), 1)
    assert.equal((await act(endpoint.id, 'delete')).location, PAGE)
    assert.isEmpty(await listDeliveries(endpoint))
    assert.equal((await visitor.get(`${PAGE}${endpoint.id}/`)).status, 404)
  })

  test('changes the URL, not the event type or the secret', async ({ assert }) => {
    const endpoint = await makeEndpoint(account.id, 'https://example.org/old')
    for (const [url, problem] of [
      ['https://192.168.0.1/', 'public'],
      ['', 'class="problem"'],
    ] as const) {
      const refused = await act(endpoint.id, 'edit', { url, event_type: '7' })
      assert.equal(refused.status, 422)
      assert.include(refused.text, problem)
    }
    assert.include((await visitor.get(`${PAGE}${endpoint.id}/`)).text, 'https://example.org/old')
    assert.equal((await act(endpoint.id, 'edit', { url: receiver.url })).status, 302)
    await act(endpoint.id, 'test')
    await runTurns()
    assert.lengthOf(receiver.received, 1)
  })

  test('selects and changes the field names of payloads', async ({ assert }) => {
    const form = { kind: '6:1', url: receiver.url, public_names: 'true' }
    const added = await visitor.submit(PAGE, form)
    const [, id] = /action="\/profile\/webhooks\/(\d+)\/test\/"/.exec(added.text)!
    assert.match(added.text, /name="public_names"[^>]*checked/)
    const tested = async () => {
      await act(id!, 'test')
      const { body } = (await listDeliveries({ id: id!, secret: '' })).at(-1)!
      return JSON.parse(body).payload.results[0]
    }
    assert.property(await tested(), 'pacer_sequence_number')
    await act(id!, 'edit', { url: receiver.url })
    assert.property(await tested(), 'registry_sequence_number')
  })

  test('returns 404 for webhooks of other accounts', async ({ assert }) => {
    const owner = await makeAccount()
    const theirs = await makeEndpoint(owner.id, receiver.url)
    await send(owner.id, { secret: 'theirs' })
    const [delivery] = await listDeliveries(theirs)
    const mine = await makeEndpoint(account.id, receiver.url)
    for (const path of [
      `${theirs.id}/`,
      `${theirs.id}/deliveries/${delivery!.id}/`,
      `${mine.id}/deliveries/${delivery!.id}/`,
    ])
      assert.equal((await visitor.get(PAGE + path)).status, 404, path)
    for (const path of [
      `${theirs.id}/edit`,
      `${theirs.id}/enabled`,
      `${theirs.id}/secret`,
      `${theirs.id}/test`,
      `${theirs.id}/delete`,
      `${theirs.id}/deliveries/${delivery!.id}/replay`,
      `${mine.id}/deliveries/${delivery!.id}/replay`,
    ]) {
      const form = { url: receiver.url }
      const { status } = await visitor.submit(`${PAGE}${path}/`, form, { from: PAGE })
      assert.equal(status, 404, path)
    }
    const [after, ...more] = await listDeliveries(theirs)
    assert.isEmpty(more)
    assert.equal(after!.status, STATUS.inProgress)
  })

  test('shows staff the state of endpoints and stuck deliveries', async ({ assert }) => {
    const endpoint = await makeEndpoint(account.id, receiver.url)
    receiver.behave = refuse
    await send(account.id, {})
    await runTurns()
    const staff = await signedIn(await makeAccount({ rights: ['webhooks.view'] }))
    const unknown = await makeEndpoint((await makeAccount()).id, receiver.url)
    const { text } = await staff.get(`/admin/webhooks/?q=${unknown.id}`)
    assert.notMatch(text, /slow or none|on time/)
    const endpoints = await staff.get(`/admin/webhooks/?account=${account.username}`)
    assert.include(endpoints.text, receiver.url)
    assert.include(endpoints.text, 'slow or none')
    const deliveries = await staff.get(`/admin/deliveries/?webhook=${endpoint.id}&status=1`)
    assert.include(deliveries.text, 'Queued for retry')
    const stuck = await staff.get(`/admin/deliveries/?webhook=${endpoint.id}&due=stuck`)
    assert.include(stuck.text, 'No matching deliveries.')
  })

  test('requires a staff permission, and rejects changes to accounts with more permissions', async ({
    assert,
  }) => {
    const endpoint = await makeEndpoint(account.id, receiver.url)
    await send(account.id, { secret: 'theirs' })
    await runTurns()
    const [delivery] = await listDeliveries(endpoint)
    const base = `/admin/webhooks/${endpoint.id}/`
    const forms = ['enabled/', 'test/', `deliveries/${delivery!.id}/replay/`]
    const sent = (staff: Visitor, form: string) =>
      staff.submit(base + form, { enabled: 'false' }, { from: '/profile/settings/' })
    const viewer = await signedIn(await makeAccount({ rights: ['webhooks.view'] }))
    for (const path of [base, `${base}deliveries/${delivery!.id}/`]) {
      const { status, text } = await viewer.get(path)
      assert.equal(status, 200)
      assert.notInclude(text, '<button>Resend')
      assert.notInclude(text, 'theirs')
      assert.equal((await visitor.get(path)).status, 403)
    }
    for (const form of forms) {
      assert.equal((await sent(viewer, form)).status, 403, form)
      assert.equal((await sent(visitor, form)).status, 403, form)
    }
    const rights = ['webhooks.view', 'webhooks.manage']
    const support = await signedIn(await makeAccount({ rights }))
    for (const form of forms) assert.equal((await sent(support, form)).location, base, form)
    assert.include((await support.get(base)).text, 'The webhook is disabled. Enable it first.')
    for (const path of ['/admin/webhooks/0/', '/admin/webhooks/x/', `${base}deliveries/0/`])
      assert.equal((await support.get(path)).status, 404, path)

    const boss = await makeAccount({ rights: ['*'] })
    const theirs = await makeEndpoint(boss.id, receiver.url)
    const path = `/admin/webhooks/${theirs.id}/`
    const refused = await support.submit(
      `${path}enabled/`,
      { enabled: 'false' },
      { from: '/profile/settings/' }
    )
    assert.equal(refused.status, 403)
    const database = await app.container.make('lucid.db')
    const entries = await database.from('audit_entries').where('action', 'like', 'webhook.%')
    assert.includeMembers(
      entries.filter(({ account_id: id }) => Number(id) === account.id).map(({ action }) => action),
      ['webhook.disable', 'webhook.test']
    )
    assert.isEmpty(entries.filter(({ account_id: id }) => Number(id) === boss.id))
  })

  test('staff enable webhooks and resend failed deliveries together', async ({ assert }) => {
    const boss = await makeAccount({ rights: ['*'] })
    const [ours, theirs] = [
      await makeEndpoint(account.id, receiver.url),
      await makeEndpoint(boss.id, receiver.url),
    ]
    receiver.behave = refuse
    await send(account.id, {})
    await send(boss.id, {})
    await runTurns()
    const database = await app.container.make('lucid.db')
    const ids = [ours.id, theirs.id]
    await database
      .from('webhook_deliveries')
      .whereIn('webhook_id', ids)
      .update({ status: STATUS.failed })
    const [failed] = await listDeliveries(ours)
    const [forbidden] = await listDeliveries(theirs)
    const staff = await signedIn(
      await makeAccount({ rights: ['webhooks.view', 'webhooks.manage'] })
    )
    const resend = '/admin/deliveries/several/resend/'
    assert.include((await staff.get('/admin/deliveries/')).text, `href="${resend}"`)
    const page = `${resend}?q=${account.username}`
    const { text } = await staff.get(page)
    assert.include(text, '1 row matches the filters')
    assert.include(text, 'that were already resent')
    assert.include(text, `name="row-${failed!.id}"`)
    const choose = (path: string, rows: unknown[]) =>
      staff.submit(path, Object.fromEntries(rows.map((id) => [`row-${id}`, 'on'])), { from: path })
    await choose(page, [failed!.id])
    assert.include((await staff.get(page)).text, 'No rows match.')
    const events = (await listDeliveries(ours)).map(({ event_id: event }) => event)
    assert.deepEqual(events, [failed!.event_id, failed!.event_id])
    // The account has more permissions than this member of the staff.
    const refused = await choose(`${resend}?q=${boss.username}`, [forbidden!.id])
    assert.include((await staff.get(refused.location!)).text, '0 of 1 done')
    assert.lengthOf(await listDeliveries(theirs), 1)

    await database
      .from('webhooks')
      .whereIn('id', ids)
      .update({ enabled: false, disabled_at: new Date() })
    const enable = `/admin/webhooks/several/enable/?state=failed`
    assert.include((await staff.get(enable)).text, `name="row-${ours.id}"`)
    const enabled = await choose(enable, ids)
    assert.equal(enabled.location, '/admin/webhooks/?state=failed')
    assert.include((await staff.get(enabled.location!)).text, '1 of 2 done')
    const rows = await database.from('webhooks').whereIn('id', ids).orderBy('id')
    assert.deepEqual(
      rows.map((row) => row.enabled),
      [true, false]
    )
  })
})
