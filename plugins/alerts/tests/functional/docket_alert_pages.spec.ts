/** Pages of docket alerts, and links that require no login. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import {
  makeAccount,
  withLimits,
  type TestAccount,
  type TestAccountWishes,
} from '#tests/helpers/accounts'
import { mailsTo } from '#tests/helpers/mails'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn, Visitor } from '#tests/helpers/visitor'
import { ask, member } from '../alert_helpers.js'

const ALERTS = '/api/rest/v4/docket-alerts/'
const LIST = '/profile/docket-alerts/'
const TOGGLE = '/alert/docket/toggle/'

test.group('pages of docket alerts', (group) => {
  let docket: OwnDocket
  let account: TestAccount
  let email: string
  let owner: Visitor
  const anybody = new Visitor()

  group.each.setup(async () => {
    docket = await makeDocket()
    email = `${Math.random().toString(36).slice(2)}@example.org`
    account = await makeAccount({ email })
    owner = await signedIn(account)
    return () => docket.remove()
  })

  const page = () => `/docket/${docket.id}/`
  const toggle = (visitor = owner, more = {}) =>
    visitor.submit(TOGGLE, { docket: String(docket.id), ...more }, { from: page() })
  async function stored() {
    const database = await app.container.make('lucid.db')
    return database.from('docket_alerts').where('user_id', account.id).first()
  }
  const link = (action: string, key: string) => `/alert/docket/${action}/${key}/`

  test('follows and unfollows a docket on its page', async ({ assert }) => {
    const { text: stranger } = await anybody.get(page())
    assert.notInclude(stranger, 'Follow this docket')
    const [, next] = /href="\/sign-in\/\?next=([^"]+)"[^>]*>Sign in to follow this docket</.exec(
      stranger
    )!
    const { username, password } = account
    const signIn = { username, password, next: decodeURIComponent(next!) }
    const back = (await new Visitor().submit('/sign-in/', signIn)).location
    assert.match(back!, new RegExp(`^/docket/${docket.id}/[^/]+/#docket-alert$`))
    assert.include((await owner.get(page())).text, 'Follow this docket')
    assert.equal((await toggle()).location, `${page()}#docket-alert`)
    assert.equal((await stored()).alert_type, 1)
    assert.include((await owner.get(page())).text, 'Stop following this docket')
    const form = { docket: String(docket.id), _csrf: await owner.csrfToken(page()) }
    for (const [referer, location] of [
      [
        `http://archive.test${page()}x/?q=motion&order_by=desc`,
        `${page()}x/?q=motion&order_by=desc#docket-alert`,
      ],
      ['https://evil.example/docket/1/', `${page()}#docket-alert`],
      [`http://archive.test/docket/${docket.id}0/`, `${page()}#docket-alert`],
      ['nothing', `${page()}#docket-alert`],
    ])
      assert.equal((await owner.post(TOGGLE, form, { referer: referer! })).location, location)
    const { text } = await owner.get(LIST)
    assert.include(text, 'Ash &lt;b&gt; v. Beech &amp; Sons')
    assert.equal((await toggle(owner, { from: 'list' })).location, LIST)
    assert.isNull(await stored())
    assert.include((await owner.get(LIST)).text, 'following any dockets yet')
  })

  test('limits only accounts without a membership or permission to five dockets: {who}')
    .with<{ who: string; wishes: TestAccountWishes; isLimited: boolean }[]>([
      { who: 'without a membership', wishes: {}, isLimited: true },
      { who: 'with a membership', wishes: { membership: member('legacy') }, isLimited: false },
      {
        who: 'with a permission',
        wishes: { rights: ['unlimited_docket_alerts'] },
        isLimited: false,
      },
    ])
    .run(async ({ assert }, { wishes, isLimited }) => {
      account = await makeAccount(wishes)
      owner = await signedIn(account)
      const dockets = await Promise.all(Array.from({ length: 5 }, () => makeDocket()))
      const database = await app.container.make('lucid.db')
      for (const [at, { id }] of dockets.entries())
        assert.equal((await ask(account, 'POST', ALERTS, { docket: id })).status(), 201, `${at}`)
      assert.equal((await owner.get(page())).text.includes('up to 5 dockets'), isLimited)
      await owner.submit(TOGGLE, { docket: String(docket.id) }, { from: LIST })
      const follows = async () => database.from('docket_alerts').where('docket_id', docket.id)
      assert.lengthOf(await follows(), isLimited ? 0 : 1)

      // The API has no limit.
      const made = await ask(account, 'POST', ALERTS, { docket: docket.id })
      assert.equal(made.status(), isLimited ? 201 : 400)
      await database.from('docket_alerts').where('docket_id', docket.id).update({ alert_type: 0 })
      const [{ secret_key: key }] = await follows()
      const answer = await anybody.post(link('subscribe', key), {})
      assert.equal(answer.status, isLimited ? 403 : 200)
      const again = { docket: String(docket.id), from: 'list' }
      if (isLimited) {
        await owner.submit(TOGGLE, again, { from: LIST })
        assert.include((await owner.get(LIST)).text, 'up to 5 dockets')
      }
      await dockets[0]!.remove()
      assert.equal((await anybody.post(link('subscribe', key), {})).status, 200)
      for (const one of dockets.slice(1)) await one.remove()
    })

  test('rejects forms without a CSRF token or with an invalid docket', async ({ assert }) => {
    const forged = await owner.post(TOGGLE, { docket: String(docket.id) })
    assert.equal(forged.status, 403)
    assert.isNull(await stored())
    for (const wrong of ['', 'x', '999999999'])
      assert.equal((await toggle(owner, { docket: wrong })).status, 404)
  })

  test('sorts the list', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const [low, high] = await database.from('dockets').where('case_name', '<>', '').limit(2)
    for (const { id } of [low, high])
      await database.table('docket_alerts').insert({
        user_id: account.id,
        docket_id: id,
        secret_key: Math.random().toString(36).padEnd(40, 'y').slice(2, 42),
      })
    const order = async (query: string) => {
      const { text } = await owner.get(`${LIST}${query}`)
      return [...text.matchAll(/href="\/docket\/(\d+)\/"/g)].map(([, id]) => Number(id))
    }
    const up = await order('?order_by=name')
    assert.lengthOf(up, 2)
    assert.deepEqual(await order('?order_by=-name'), up.toReversed())
    for (const odd of [
      '?order_by=toString',
      '?order_by=a;b',
      '?page=-1',
      '?page=x',
      '?order_by[]=name',
    ])
      assert.lengthOf(await order(odd), 2, odd)
    assert.lengthOf(await order('?page=2'), 0)
  })

  test('unsubscribes and subscribes by links in emails, with confirmation emails', async ({
    assert,
  }) => {
    await toggle()
    const { secret_key: key } = await stored()
    const asked = await anybody.get(link('unsubscribe', key))
    assert.include(asked.text, 'Unsubscribe')
    assert.include(asked.headers.get('cache-control'), 'no-store')
    assert.equal((await stored()).alert_type, 1)

    const done = await anybody.post(link('unsubscribe', key), {})
    assert.include(done.text, 'You no longer get emails about this docket.')
    assert.equal((await stored()).alert_type, 0)
    await anybody.post(link('unsubscribe', key), {})
    const mails = await mailsTo(email)
    assert.lengthOf(mails, 1)
    assert.include(mails[0], 'Subject: [Unsubscribed]: Ash <b> v. Beech & Sons (1:26-cv-00077)')
    assert.include(mails[0], link('subscribe', key))

    await anybody.post(link('subscribe', key), {})
    assert.equal((await stored()).alert_type, 1)
    assert.include((await mailsTo(email))[1], 'Subject: [Subscribed]:')
  })

  test('unsubscribes with one POST from an email program', async ({ assert }) => {
    await toggle()
    const { secret_key: key } = await stored()
    const path = link('one-click-unsubscribe', key)
    const { status } = await new Visitor().post(path, { 'List-Unsubscribe': 'One-Click' })
    assert.equal(status, 200)
    assert.equal((await stored()).alert_type, 0)
  })

  test('rejects unknown keys, and limits attempts', async ({ assert }) => {
    for (const key of ['a'.repeat(40), 'x', '%00', 'a'.repeat(400)]) {
      assert.equal((await anybody.get(link('unsubscribe', key))).status, 404)
      assert.equal((await anybody.post(link('one-click-unsubscribe', key), {})).status, 404)
    }
    await withLimits(async () => {
      const statuses = []
      for (let n = 0; n < 4; n++)
        statuses.push((await anybody.post(link('subscribe', 'a'.repeat(40)), {})).status)
      assert.deepEqual(statuses, [404, 404, 404, 429])
    })
  })

  test("redirects from a court system's case ID to the docket", async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    await docket.change({ registry_case_id: '4711-x' })
    const { court_id: court } = await database.from('dockets').where('id', docket.id).first()
    const at = `/alert/docket/new/?registry_case_id=4711-x&court_id=${court}`
    assert.equal((await owner.get(at)).location, `${page()}#docket-alert`)
    assert.equal((await owner.get('/alert/docket/new/?registry_case_id=1')).status, 404)
    assert.match((await anybody.get(at)).location!, /^\/sign-in\//)
  })
})
