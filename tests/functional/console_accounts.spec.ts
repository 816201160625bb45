/**
 * Accounts as their owners use them: pages, forms, and emails over HTTP.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Gate } from '#api/gate'
import { SetPromotion } from '#app/accounts/actions/membership'
import { settings } from '#start/env'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { mailedPath, mailsTo } from '#tests/helpers/mails'
import { signedIn, Visitor, type Form } from '#tests/helpers/visitor'

const COURTS = '/api/rest/v4/courts/'
const PASSWORD = 'seven purple anvils hum'
const NEW_PASSWORD = 'eleven rusty lanterns sway'

const database = () => app.container.make('lucid.db')
const accountRow = async (username: string) =>
  (await database()).from('accounts').where({ username }).first()

/** A page without its CSRF tokens, which differ on each request. */
const withoutToken = (page: string) => page.replaceAll(/<[^>]+csrf[^>]+>/g, '')

/** A registration form with an unused username. */
function registration(changes: Form = {}) {
  const username = `new-${randomUUID().slice(0, 13)}`
  return {
    username,
    email: `${username}@example.org`,
    first_name: 'Ada',
    last_name: 'Byron',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    consent: 'true',
    ...changes,
  } satisfies Form
}

const withAddress = () => makeAccount({ email: `${randomUUID()}@example.org` })

async function addressOf(id: number): Promise<string> {
  return (await (await database()).from('accounts').where({ id }).firstOrFail()).email
}

test.group('registration', () => {
  test('register, confirm by email, sign in, and use the token', async ({ assert, client }) => {
    const form = registration()
    const visitor = new Visitor()
    const registered = await visitor.submit('/register/', form)
    assert.equal(registered.location, '/register/success/')
    assert.include((await visitor.get('/register/success/')).text, 'Check your email')

    const early = await visitor.submit('/sign-in/', form)
    assert.equal(early.status, 422)
    assert.include(early.text, 'not confirmed yet')
    assert.include(early.text, '/email-confirmation/request/')

    const link = await mailedPath(form.email)
    const page = await visitor.get(link)
    assert.equal(page.status, 200)
    assert.include(page.text, form.email)
    // Opening the link does not use it.
    assert.isNull((await accountRow(form.username)).email_confirmed_at)
    const confirmed = await visitor.submit(link)
    assert.equal(confirmed.location, '/sign-in/')
    assert.include((await visitor.get('/sign-in/')).text, 'Email address confirmed.')

    assert.equal((await visitor.signIn(form)).location, '/profile/')
    assert.include((await visitor.get('/profile/')).text, `Welcome, ${form.username}`)
    const { text } = await visitor.get('/profile/api-token/')
    const token = /id="token"[^>]*value="([0-9a-f]{40})"/.exec(text)![1]
    const response = await client.get(COURTS).header('authorization', `Token ${token}`)
    response.assertStatus(200)
    assert.include(await accountRow(form.username), { first_name: 'Ada', last_name: 'Byron' })
  })

  test('a new link replaces the first, and only an unconfirmed account gets one', async ({
    assert,
  }) => {
    const form = registration()
    const visitor = new Visitor()
    await visitor.submit('/register/', form)
    const first = await mailedPath(form.email)
    const ask = (email: string) => visitor.submit('/email-confirmation/request/', { email })
    const asked = await ask(form.email.toUpperCase())
    const second = await mailedPath(form.email)
    assert.notEqual(first, second)
    assert.include((await visitor.get(first)).text, 'no longer works')
    assert.equal((await visitor.submit(second)).location, '/sign-in/')

    const unknown = await ask(`nobody-${form.email}`)
    assert.equal(asked.status, 200)
    assert.equal(withoutToken(unknown.text), withoutToken(asked.text))
    await ask(form.email)
    assert.lengthOf(await mailsTo(form.email), 2)
    assert.lengthOf(await mailsTo(`nobody-${form.email}`), 0)
  })

  test('an email address with an account gets the same response, and is notified', async ({
    assert,
  }) => {
    const known = await withAddress()
    const email = await addressOf(known.id)
    const fresh = registration()
    const taken = registration({ email: email.toUpperCase() })
    const answers = []
    for (const form of [fresh, taken]) {
      const { status, location, text } = await new Visitor().submit('/register/', form)
      answers.push({ status, location, text })
    }
    assert.deepEqual(answers[0], answers[1])
    assert.isNull(await accountRow(taken.username))
    const [mail] = await mailsTo(email)
    assert.include(mail, 'already has an account')
    assert.notMatch(mail!, /[0-9a-f]{40}/)
  })

  test('errors are shown next to their fields, and all input except passwords is kept', async ({
    assert,
  }) => {
    const { username } = await makeAccount()
    const cases: [changes: Form, field: string, problem: RegExp][] = [
      [{ username: username.toUpperCase() }, 'username', /This username is taken/],
      [{ username: 'a b' }, 'username', /Use only letters, digits/],
      [{ username: '..' }, 'username', /other than a period/],
      [{ username: '.' }, 'username', /other than a period/],
      [{ username: 'somebody@example.org' }, 'username', /your own email address/],
      [{ username: 'x'.repeat(151) }, 'username', /At most 150/],
      [{ username: ' ' }, 'username', /This field is required/],
      [{ email: 'nonsense' }, 'email', /valid email address/],
      [{ password_confirmation: 'other' }, 'password_confirmation', /don&#x27;t match/],
      [{ consent: '' }, 'consent', /Select this check box/],
      [{ first_name: 'x'.repeat(151) }, 'first_name', /At most 150/],
    ]
    const visitor = new Visitor()
    for (const [changes, field, problem] of cases) {
      const { status, text } = await visitor.submit('/register/', registration(changes))
      const name = JSON.stringify(changes)
      assert.equal(status, 422, name)
      const note = new RegExp(`id="field-${field}-note">([^<]+)<`).exec(text)
      assert.match(note?.[1] ?? 'no note', problem, name)
      assert.include(text, 'value="Byron"', name)
      assert.notInclude(text, PASSWORD)
    }
  })

  test('rejects passwords that are common, short, or derived from the username', async ({
    assert,
  }) => {
    const visitor = new Visitor()
    const refused = ['short', 'password123', 'qwertyuiop', '1234567890', 'aaaaaaaaaaaaaaaa']
    for (const password of [...refused, 'iloveyou2024', 'x'.repeat(201), 'bartholomeus']) {
      const form = registration({ password, password_confirmation: password })
      const { status, text } = await visitor.submit('/register/', {
        ...form,
        last_name: 'Bartholomeus',
      })
      assert.equal(status, 422, password)
      assert.match(text, /id="field-password-note">[^<]*(at least 10|at most 200|too easy)/)
      assert.isNull(await accountRow(form.username), password)
    }
  })

  test('a server with closed registration creates no accounts', async ({ assert, cleanup }) => {
    const visitor = new Visitor()
    const form = { ...registration(), _csrf: await visitor.csrfToken('/register/') }
    settings.registration = 'closed'
    cleanup(() => void (settings.registration = 'open'))
    for (const answer of [
      await visitor.get('/register/'),
      await visitor.post('/register/', form),
    ]) {
      assert.equal(answer.status, 403)
      assert.include(answer.text, 'Registration is closed')
    }
    assert.isNull(await accountRow(form.username))
    for (const path of ['/', '/sign-in/'])
      assert.notInclude((await visitor.get(path)).text, '/register/')
  })
})

test.group('usage page', () => {
  test('states whether rate limits are off', async ({ assert, cleanup }) => {
    const { options } = await app.container.make(Gate)
    const { limits } = options
    cleanup(() => void (options.limits = limits))
    const visitor = await signedIn(await makeAccount())
    for (const path of ['/profile/', '/profile/api-usage/']) {
      options.limits = false
      assert.include((await visitor.get(path)).text, 'Rate limits are off')
      options.limits = true
      assert.notInclude((await visitor.get(path)).text, 'Rate limits are off')
    }
  })
})

test.group('sign-in', () => {
  test('accepts usernames and email addresses in any case, and redirects to the requested page', async ({
    assert,
  }) => {
    const account = await withAddress()
    const email = await addressOf(account.id)
    for (const username of [account.username, account.username.toUpperCase(), email]) {
      const visitor = new Visitor()
      const away = await visitor.get('/profile/api-usage/?a=1')
      assert.equal(away.location, `/sign-in/?next=${encodeURIComponent('/profile/api-usage/?a=1')}`)
      const { text } = await visitor.get(away.location!)
      const next = /name="next" value="([^"]*)"/.exec(text)![1]!
      const answer = await visitor.submit('/sign-in/', { ...account, id: '', username, next })
      assert.equal(answer.location, '/profile/api-usage/?a=1', username)
    }
    assert.isNotNull((await accountRow(account.username)).last_sign_in)
  })

  test('errors do not reveal usernames without the password', async ({ assert }) => {
    const { id, username, password } = await makeAccount()
    const visitor = new Visitor()
    const attempt = async (form: Form) => {
      const { status, text } = await visitor.submit('/sign-in/', form)
      assert.equal(status, 422)
      assert.notInclude(text, form.password)
      return /id="field-username-note">([^<]+)</.exec(text)?.[1]
    }
    const wrong = await attempt({ username, password: 'wrong' })
    assert.equal(wrong, 'Incorrect username or password.')
    assert.equal(await attempt({ username: `no-${username}`, password }), wrong)
    await (await database()).from('accounts').where({ id }).update({ is_active: false })
    assert.equal(await attempt({ username, password: 'wrong' }), wrong)
    assert.match((await attempt({ username, password }))!, /is closed/)
  })

  test('a signed-in user is redirected, and signing out ends the session', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    assert.equal(
      (await visitor.get('/sign-in/?next=/profile/settings/')).location,
      '/profile/settings/'
    )
    const stolen = new Visitor()
    for (const [name, value] of visitor.cookies) stolen.cookies.set(name, value)
    assert.equal(
      (await visitor.submit('/sign-out/', {}, { from: '/profile/' })).location,
      '/sign-in/'
    )
    for (const each of [visitor, stolen])
      assert.match((await each.get('/profile/')).location!, /^\/sign-in\//)
  })
})

test.group('passwords', () => {
  test('a reset link works once, ends all sessions, and starts none', async ({ assert }) => {
    const account = await withAddress()
    const email = await addressOf(account.id)
    const before = await signedIn(account)
    const visitor = new Visitor()
    assert.include((await visitor.get('/reset-password/')).text, 'Back to sign-in')
    await visitor.submit('/reset-password/', { email: email.toUpperCase() })
    const link = await mailedPath(email)
    assert.include((await visitor.get(link)).text, 'Choose a new password')
    const choose = (password: string, again = password) =>
      visitor.submit(link, { password, password_confirmation: again })
    assert.equal((await choose('password123')).status, 422)
    assert.equal((await choose(NEW_PASSWORD, PASSWORD)).status, 422)
    assert.equal((await choose(NEW_PASSWORD)).location, '/sign-in/')
    assert.match((await before.get('/profile/')).location!, /^\/sign-in\//)
    assert.match((await visitor.get('/profile/')).location!, /^\/sign-in\//)
    assert.include((await visitor.get(link)).text, 'no longer works')
    assert.equal((await visitor.signIn(account)).status, 422)
    assert.equal((await visitor.signIn({ ...account, password: NEW_PASSWORD })).status, 302)
    assert.include((await mailsTo(email)).at(-1), 'was changed')
  })

  test('a reset request gets the same response for an unknown email address', async ({
    assert,
  }) => {
    const { id } = await withAddress()
    const email = await addressOf(id)
    const closed = await withAddress()
    const db = await database()
    await db.from('accounts').where('id', closed.id).update({ is_active: false })
    const visitor = new Visitor()
    const answers = []
    for (const address of [email, `no-${email}`, await addressOf(closed.id)]) {
      const { status, text } = await visitor.submit('/reset-password/', { email: address })
      answers.push(`${status} ${withoutToken(text)}`)
    }
    assert.match(answers[0]!, /^200 .*If an account uses this email address/s)
    assert.equal(answers[1], answers[0])
    assert.equal(answers[2], answers[0])
    assert.lengthOf(await mailsTo(email), 1)
    assert.lengthOf(await mailsTo(`no-${email}`), 0)
    assert.lengthOf(await mailsTo(await addressOf(closed.id)), 0)
  })

  test('a reset confirms an unconfirmed email address', async ({ assert }) => {
    const form = registration()
    const visitor = new Visitor()
    await visitor.submit('/register/', form)
    await mailedPath(form.email)
    await visitor.submit('/reset-password/', { email: form.email })
    await visitor.submit(await mailedPath(form.email), {
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    })
    const answer = await visitor.signIn({ ...form, password: NEW_PASSWORD })
    assert.equal(answer.location, '/profile/')
  })

  test('a change requires the current password, and ends all other sessions', async ({
    assert,
    client,
  }) => {
    const account = await withAddress()
    const [here, elsewhere] = [await signedIn(account), await signedIn(account)]
    const change = (current: string, password: string) =>
      here.submit('/profile/password/change/', {
        current,
        password,
        password_confirmation: password,
      })
    for (const [current, password, problem] of [
      ['wrong', NEW_PASSWORD, 'Incorrect password.'],
      [account.password, 'password123', 'too easy to guess'],
      [account.password, `${account.username}1`, 'too easy to guess'],
    ] as const) {
      const refused = await change(current, password)
      assert.equal(refused.status, 422)
      assert.include(refused.text, problem)
      assert.notInclude(refused.text, account.password)
    }
    assert.equal((await elsewhere.get('/profile/')).status, 200)
    assert.equal((await change(account.password, NEW_PASSWORD)).location, '/profile/settings/')
    assert.include((await here.get('/profile/settings/')).text, 'Password changed')
    assert.match((await elsewhere.get('/profile/')).location!, /^\/sign-in\//)
    ;(await client.get(COURTS).header('authorization', account.basic)).assertStatus(401)
    ;(await client.get(COURTS).header('authorization', account.authorization)).assertStatus(200)
    assert.include((await mailsTo(await addressOf(account.id))).at(-1), 'was changed')
  })
})

test.group('settings', () => {
  const SETTINGS = '/profile/settings/'

  test('names, the time zone, and preferences are saved', async ({ assert }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const values = { first_name: 'Æsop "<b>"', last_name: '', time_zone: 'Europe/Berlin' }
    assert.equal((await visitor.submit(SETTINGS, values)).location, SETTINGS)
    assert.include(await accountRow(account.username), { ...values, log_searches: false })
    const { text } = await visitor.get(SETTINGS)
    assert.include(text, 'Changes saved.')
    assert.include(text, 'value="Æsop &quot;&lt;b&gt;&quot;"')
    assert.match(text, /value="Europe\/Berlin" selected/)
    assert.notMatch(text, /name="log_searches"[^>]*checked/)
    await visitor.submit(SETTINGS, { ...values, log_searches: 'true' })
    assert.include(await accountRow(account.username), {
      log_searches: true,
      auto_subscribe: false,
    })
    await visitor.submit(SETTINGS, { ...values, auto_subscribe: 'true' })
    assert.isTrue((await accountRow(account.username)).auto_subscribe)
    assert.match((await visitor.get(SETTINGS)).text, /name="auto_subscribe"[^>]*checked/)

    const nowhere = await visitor.submit(SETTINGS, { ...values, time_zone: 'Moon/Base' })
    assert.equal(nowhere.status, 422)
    assert.match(nowhere.text, /id="field-time_zone-note">[^<]+</)
    assert.notInclude((await visitor.get(SETTINGS)).text, 'Changes saved.')
  })

  test('a new email address applies once it is confirmed, and the old one is notified', async ({
    assert,
  }) => {
    const account = await withAddress()
    const old = await addressOf(account.id)
    const wanted = `next-${old}`
    const visitor = await signedIn(account)
    const change = (email: string) => visitor.submit(SETTINGS, { email, time_zone: 'UTC' })
    await change(wanted)
    assert.equal(await addressOf(account.id), old)
    assert.include((await mailsTo(old)).at(-1), wanted)
    assert.equal((await visitor.submit(await mailedPath(wanted))).location, '/profile/')
    assert.equal(await addressOf(account.id), wanted)

    // The same email address in another case, or an empty one, changes nothing.
    await change(wanted.toUpperCase())
    await change('')
    assert.equal(await addressOf(account.id), wanted)
    assert.lengthOf(await mailsTo(wanted), 1)
  })

  test('the email address of another account gets the same response, but no link', async ({
    assert,
  }) => {
    const other = await withAddress()
    const taken = await addressOf(other.id)
    const account = await withAddress()
    const visitor = await signedIn(account)
    const notices = []
    for (const email of [`free-${taken}`, taken]) {
      await visitor.submit(SETTINGS, { email, time_zone: 'UTC' })
      notices.push(/role="status">([^<]+)/.exec((await visitor.get(SETTINGS)).text)![1])
    }
    assert.equal(notices[0], notices[1])
    assert.lengthOf(await mailsTo(taken), 0)
  })

  test('an account and its data are deleted after its password is entered', async ({
    assert,
    client,
  }) => {
    const account = await withAddress()
    const visitor = await signedIn(account)
    const elsewhere = await signedIn(account)
    const wrong = await visitor.submit('/profile/delete/', { password: 'wrong' })
    assert.equal(wrong.status, 422)
    assert.isNotNull(await accountRow(account.username))
    const { password } = account
    assert.equal((await visitor.submit('/profile/delete/', { password })).location, '/sign-in/')
    assert.include((await visitor.get('/sign-in/')).text, 'Account deleted.')
    assert.isNull(await accountRow(account.username))
    assert.match((await elsewhere.get('/profile/')).location!, /^\/sign-in\//)
    ;(await client.get(COURTS).header('authorization', account.authorization)).assertStatus(401)
    const db = await database()
    for (const table of ['api_tokens', 'account_links', 'memberships', 'rate_overrides'])
      assert.isNull(await db.from(table).where('account_id', account.id).first(), table)
    assert.isNull(await db.from('sessions').where('user_id', String(account.id)).first())
  })
})

test.group('tokens, usage, and membership', () => {
  const TOKENS = '/profile/api-token/'

  test('shows the last use of the token, and the requests in the last five minutes', async ({
    assert,
    client,
  }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    assert.match((await visitor.get(TOKENS)).text, /Last used:\s+never/)
    const reset = async () =>
      />Your account made (.*) in the last ([^.]*)\./.exec(
        (await visitor.get(`${TOKENS}reset/`)).text
      )
    assert.isNull(await reset())
    const ask = (authorization: string) => client.get(COURTS).header('authorization', authorization)
    // Without limits, because password attempts are counted by IP address.
    ;(await ask(account.basic)).assertStatus(200)
    assert.match((await visitor.get(TOKENS)).text, /Last used:\s+never/)
    await withLimits(async () => {
      ;(await client.get(COURTS).header('cookie', visitor.cookie)).assertStatus(200)
      assert.match((await visitor.get(TOKENS)).text, /Last used:\s+never/)
      assert.include(await reset(), 'one request')
      const before = new Date()
      ;(await ask(account.authorization)).assertStatus(200)
      const [, shown] = /Last used:\s+<time[^>]* title="([-\d]+ [\d:]{5}):\d\d UTC"/.exec(
        (await visitor.get(TOKENS)).text
      )!
      const minutes = [before, new Date()].map((time) =>
        time.toISOString().slice(0, 16).replace('T', ' ')
      )
      assert.include(minutes, shown!)
      assert.includeMembers([...(await reset())!], ['2 requests', '5 minutes'])
    })
  })

  test('the token is shown to its owner, and replaced after the password is entered', async ({
    assert,
    client,
  }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const shown = async () =>
      /id="token"[^>]*value="([^"]+)"/.exec((await visitor.get(TOKENS)).text)![1]!
    const status = async (token: string) =>
      (await client.get(COURTS).header('authorization', `Token ${token}`)).status()
    assert.equal(await shown(), account.token)
    const wrong = await visitor.submit(`${TOKENS}reset/`, { password: 'wrong' })
    assert.equal(wrong.status, 422)
    assert.equal(await status(account.token), 200)
    const { password } = account
    assert.equal((await visitor.submit(`${TOKENS}reset/`, { password })).location, TOKENS)
    const fresh = await shown()
    assert.deepEqual([await status(account.token), await status(fresh)], [401, 200])
  })

  test('a link can preselect read-only access of a new token', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const isReadOnly = async (query: string) =>
      /<input id="field-read_only"[^>]*\schecked\s/.test((await visitor.get(TOKENS + query)).text)
    assert.isTrue(await isReadOnly('?read_only=true'))
    assert.isFalse(await isReadOnly(''))
    assert.isFalse(await isReadOnly('?read_only[]=true'))
  })

  test('extra tokens are shown once, limited in number, and revoked by their owner only', async ({
    assert,
    client,
  }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const wishes = { name: 'Robot <1>', read_only: 'true', days: '30' }
    const { text } = await visitor.submit(TOKENS, wishes)
    const token = /id="added"[^>]*value="([0-9a-f]{40})"/.exec(text)![1]!
    assert.include(text, 'Robot &lt;1&gt;')
    assert.notInclude((await visitor.get(TOKENS)).text, token)
    const ask = () => client.get(COURTS).header('authorization', `Token ${token}`)
    ;(await ask()).assertStatus(200)

    for (const [changes, field] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ days: '0' }, 'days'],
      [{ days: '1.5' }, 'days'],
      [{ days: 'soon' }, 'days'],
    ] as const) {
      const refused = await visitor.submit(TOKENS, { ...wishes, ...changes })
      assert.equal(refused.status, 422)
      assert.include(refused.text, `id="field-${field}-note"`)
    }

    const revoke = /action="(\/profile\/api-token\/\d+\/revoke\/)"/.exec(text)![1]!
    const stranger = await signedIn(await makeAccount())
    await stranger.submit(revoke, {}, { from: TOKENS })
    ;(await ask()).assertStatus(200)
    assert.equal((await visitor.submit(revoke, {}, { from: TOKENS })).location, TOKENS)
    ;(await ask()).assertStatus(401)

    for (let made = 0; made < 20; made++) await visitor.submit(TOKENS, { name: `t${made}` })
    const refused = await visitor.submit(TOKENS, { name: 'one more' })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'up to 20 additional tokens')
  })

  test('the usage page has the same numbers as the API', async ({ assert, client, cleanup }) => {
    const account = await makeAccount({ overrides: { citations: ['0/min'] } })
    const visitor = await signedIn(account)
    assert.include((await visitor.get('/profile/api-usage/')).text, 'No requests yet')
    for (let n = 0; n < 3; n++)
      await client.get(COURTS).header('authorization', account.authorization)
    const report = await client
      .get('/api/rest/v4/api-usage/')
      .header('authorization', account.authorization)
    const { text } = await visitor.get('/profile/api-usage/')
    assert.match(text, /<span class="badge badge-bad">blocked<\/span>/)
    assert.include(text, 'set by staff')
    assert.match(text, /Total<\/th>\s*<td class="number">3</)
    assert.include(text, 'Vertical axis: requests.')
    assert.match(text, /<li[^>]* aria-label="[\d-]+: 3 requests"|: 3 requests/)
    for (const { rate, used, remaining } of report.body().current_usage) {
      assert.match(
        text,
        new RegExp(
          `${rate}</th>[\\s\\S]*?<td[^>]*>${used}</td>\\s*<td[^>]*>${remaining.toLocaleString('en')}</td>`
        )
      )
    }
    const db = await database()
    cleanup(async () => {
      await db.transaction((trx) => new SetPromotion().handle(trx, false))
    })
    await db.transaction((trx) => new SetPromotion().handle(trx, true))
    assert.include((await visitor.get('/profile/api-usage/')).text, 'doubled by the promotion')
  })

  test('the membership page shows whether a membership is active', async ({ assert }) => {
    const page = async (membership?: Parameters<typeof makeAccount>[0]) =>
      (await (await signedIn(await makeAccount(membership))).get('/profile/membership/')).text
    assert.include(await page(), 'No membership')
    const one = { level: 'tier_2', payment_status: 'succeeded', termination_date: null }
    assert.match(
      await page({ membership: one }),
      /Status<\/dt><dd><span class="badge badge-good">active/
    )
    assert.match(
      await page({ membership: { ...one, payment_status: 'failed' } }),
      /Status<\/dt><dd><span class="badge badge-warn">inactive/
    )
  })
})
