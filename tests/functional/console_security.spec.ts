/**
 * Attacks on accounts and their pages.
 */
import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import hash from '@adonisjs/core/services/hash'
import app from '@adonisjs/core/services/app'
import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import loggerConfig from '#config/logger'
import { OPERATOR, StaffActions } from '#app/accounts/staff_actions'
import { settings } from '#start/env'
import { isApiPath } from '#api/roots'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { mailedLink, mailedPath, mailsTo } from '#tests/helpers/mails'
import { signedIn, Visitor, type Form } from '#tests/helpers/visitor'

const COURTS = '/api/rest/v4/courts/'
const USAGE = '/api/rest/v4/api-usage/'
const SETTINGS = '/profile/settings/'
const NEW_PASSWORD = 'eleven rusty lanterns sway'
const AWAY = /^\/sign-in\//

const database = () => app.container.make('lucid.db')
const rowOf = async (id: number) => (await database()).from('accounts').where({ id }).firstOrFail()
const withAddress = async () => {
  const email = `${randomUUID()}@example.org`
  return { ...(await makeAccount({ email })), email }
}

function registration(
  username = `new-${randomUUID().slice(0, 13)}`
): Form & { username: string; email: string } {
  return {
    username,
    email: `${randomUUID()}@example.org`,
    password: NEW_PASSWORD,
    password_confirmation: NEW_PASSWORD,
    consent: 'true',
  }
}

/** A visitor with the same cookies. */
function twinOf(visitor: Visitor): Visitor {
  const twin = new Visitor()
  for (const [name, value] of visitor.cookies) twin.cookies.set(name, value)
  return twin
}

/** Forms that need no session: only the owner has the key in the URL. */
const KEYED = /^\/alert\/(.+\/:key|disable|docket\/unsubscribe)$/

/** For programs that send no cookies: the MCP server and the OAuth provider. */
const FOR_PROGRAMS = /^\/(mcp|o|\.well-known)(\/|$)/

/** Statements that run every few seconds outside requests: token use and request counts. */
const AT_INTERVALS = /last_used_at|request_minutes|account_hours/

test.group('forms from other sites', () => {
  test('every form of the console requires the CSRF token of its session', async ({ assert }) => {
    const router = await app.container.make('router')
    const forms = Object.values(router.toJSON())
      .flat()
      .filter(({ methods, pattern }) => methods.includes('POST') && !isApiPath(pattern))
      .filter(({ pattern }) => !KEYED.test(pattern.replace(/\/$/, '')))
      .filter(({ pattern }) => !FOR_PROGRAMS.test(pattern))
      .map(({ pattern }) => pattern.replace(':key', '0'.repeat(40)).replaceAll(/:\w+/g, '1'))
    assert.includeMembers(forms, ['/sign-in', '/sign-out', '/profile/settings', '/profile/delete'])

    const account = await makeAccount({ rights: ['*'] })
    const visitor = await signedIn(account)
    const stranger = await signedIn(await makeAccount())
    const foreign = await stranger.csrfToken('/profile/')
    const before = await rowOf(account.id)
    const { password } = account
    const credentials = { password, current: password, password_confirmation: password }
    for (const path of forms) {
      for (const answer of [
        await visitor.post(`${path}/`, credentials),
        await visitor.post(`${path}/`, { ...credentials, _csrf: foreign }),
        await visitor.post(`${path}/`, credentials, { 'x-csrf-token': foreign }),
        await visitor.post(`${path}/?_csrf=${foreign}`, { ...credentials, '_csrf[]': foreign }),
      ]) {
        assert.equal(answer.status, 403, path)
        assert.include(answer.text, '<h1>403 Forbidden</h1>', path)
        assert.include(answer.text, 'This form has expired', path)
        assert.include(answer.text, 'action="/sign-out/"', path)
        assert.equal(answer.headers.get('cache-control'), 'no-store')
      }
    }
    assert.deepEqual(await rowOf(account.id), before)
    assert.equal((await visitor.get('/profile/')).status, 200)
  })

  test('pages are not cached or framed, and run no scripts from other sites', async ({
    assert,
  }) => {
    const visitor = await signedIn(await makeAccount())
    for (const path of ['/profile/', '/profile/api-token/', '/sign-in/', '/profile/nowhere/']) {
      const { headers } = await visitor.get(path)
      const policy = headers.get('content-security-policy')
      assert.match(policy!, /default-src 'self';.*form-action 'self';.*frame-ancestors 'none'/)
      assert.notMatch(policy!, /script-src|unsafe-eval/)
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('cache-control'), 'no-store', path)
      assert.equal(headers.get('referrer-policy'), 'same-origin')
    }
    const cookie = (await new Visitor().get('/sign-in/')).headers.getSetCookie().join()
    assert.match(cookie, /HttpOnly/i)
    assert.match(cookie, /SameSite=Lax/i)
    assert.notMatch(cookie, /Domain=/i)
  })

  test('input is escaped when it is shown again', async ({ assert }) => {
    const hostile = `"><script>alert(1)</script>~{{ 7 * 7 }}~`
    const visitor = await signedIn(await makeAccount())
    const answers = [
      await visitor.submit(SETTINGS, { first_name: hostile, email: hostile, time_zone: hostile }),
      await new Visitor().submit('/sign-in/', { username: hostile, password: 'x', next: hostile }),
      await new Visitor().submit('/register/', { ...registration(), username: hostile }),
      await new Visitor().get(`/sign-in/?next=${encodeURIComponent(hostile)}`),
    ]
    for (const { text } of answers) {
      assert.notInclude(text, '<script>alert')
      assert.notInclude(text, '~49~')
    }
  })
})

test.group('sessions', () => {
  test('signing in replaces a session ID set by an attacker', async ({ assert }) => {
    const attacker = new Visitor()
    await attacker.get('/sign-in/')
    const victim = twinOf(attacker)
    await victim.signIn(await makeAccount())
    assert.equal((await victim.get('/profile/')).status, 200)
    assert.notEqual(victim.cookie, attacker.cookie)
    assert.match((await attacker.get('/profile/')).location!, AWAY)
  })

  test('forged cookies are anonymous', async ({ assert }) => {
    const { id } = await makeAccount()
    for (const value of [
      `${id}`,
      'x'.repeat(8000),
      's:%',
      's%3Aabc.def',
      `s:${Buffer.from(JSON.stringify({ message: randomUUID() })).toString('base64url')}.x`,
      '%00',
      'j:{"account_id":1}',
      'a; curia_session=b; =; ;;',
    ]) {
      const visitor = new Visitor()
      visitor.cookies.set('curia_session', value)
      assert.match((await visitor.get('/profile/')).location ?? '', AWAY, value)
      assert.equal((await visitor.get(COURTS, { accept: 'application/json' })).status, 200, value)
      assert.equal((await visitor.get(USAGE, { accept: 'application/json' })).status, 401, value)
    }
  })

  test('a new password ends sessions, even one that is saved again afterwards', async ({
    assert,
  }) => {
    const account = await makeAccount()
    const [here, elsewhere] = [await signedIn(account), await signedIn(account)]
    const old = twinOf(here)
    const db = await database()
    const rows = await db.from('sessions').where('user_id', String(account.id))
    assert.lengthOf(rows, 2)
    await here.submit('/profile/password/change/', {
      current: account.password,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    })
    assert.equal((await here.get('/profile/')).status, 200)
    for (const visitor of [elsewhere, old])
      assert.match((await visitor.get('/profile/')).location!, AWAY)

    // A request that was running when its session ended saves the session again.
    for (const row of rows) {
      await db.from('sessions').where('id', row.id).delete()
      await db.table('sessions').insert({ ...row, user_id: null })
    }
    for (const visitor of [elsewhere, old]) {
      assert.match((await visitor.get('/profile/')).location!, AWAY)
      assert.equal((await visitor.get(USAGE, { accept: 'application/json' })).status, 401)
    }
  })

  test('deactivating an account ends its sessions permanently', async ({ assert }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const staff = new StaffActions(await database(), OPERATOR)
    await staff.setActive(account.id, false)
    const left = async () => [
      (await visitor.get('/profile/')).status,
      (await visitor.get(USAGE, { accept: 'application/json' })).status,
    ]
    assert.deepEqual(await left(), [302, 401])
    await staff.setActive(account.id, true)
    assert.deepEqual(await left(), [302, 401])
  })
})

test.group('the session as an API credential', () => {
  const JSON_ONLY = { accept: 'application/json' }
  const AUTHORS = '/api/rest/v4/fixture-authors/'

  test('reads both versions as its account until sign-out', async ({ assert }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    for (const version of ['v3', 'v4'])
      assert.equal((await visitor.get(`/api/rest/${version}/courts/`, JSON_ONLY)).status, 200)
    const usage = await visitor.get(USAGE, JSON_ONLY)
    assert.equal(usage.status, 200)
    assert.equal(JSON.parse(usage.text).historical_usage.total, 2)
    const copy = twinOf(visitor)
    await visitor.submit('/sign-out/', {}, { from: '/profile/' })
    assert.equal((await copy.get(USAGE, JSON_ONLY)).status, 401)
  })

  test('writing requires the CSRF token of the session, but not with an API token', async ({
    assert,
    client,
  }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const own = await visitor.csrfToken('/profile/')
    const foreign = await (await signedIn(await makeAccount())).csrfToken('/profile/')
    const write = (headers: Record<string, string>) =>
      visitor.ask('POST', AUTHORS, {
        body: JSON.stringify({ name: randomUUID() }),
        headers: { ...JSON_ONLY, 'content-type': 'application/json', ...headers },
      })
    for (const [headers, detail] of [
      [{}, /^CSRF Failed: CSRF token missing/],
      [{ 'x-csrf-token': foreign }, /^CSRF Failed: CSRF token incorrect/],
      [{ 'x-csrf-token': 'x' }, /^CSRF Failed: CSRF token incorrect/],
    ] as const) {
      const refused = await write(headers)
      assert.equal(refused.status, 403)
      assert.match(JSON.parse(refused.text).detail, detail)
    }
    for (const name of ['x-csrf-token', 'x-csrftoken'])
      assert.equal((await write({ [name]: own })).status, 201, name)
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      assert.equal((await visitor.ask(method, `${AUTHORS}1/`, { headers: JSON_ONLY })).status, 403)
    const byToken = client.post(AUTHORS).json({ name: randomUUID() })
    ;(await byToken.header('authorization', account.authorization)).assertStatus(201)
  })

  test('no API response sets a cookie or allows credentials from other sites', async ({
    assert,
  }) => {
    const visitor = await signedIn(await makeAccount())
    for (const path of [
      COURTS,
      '/api/rest/v3/courts/',
      USAGE,
      `${COURTS}nowhere/`,
      '/api/rest/v4/',
      '/api/nothing/',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        for (const accept of ['application/json', 'text/html']) {
          const { headers } = await visitor.ask(method, path, {
            headers: { accept, origin: 'https://example.org' },
          })
          assert.isEmpty(headers.getSetCookie(), `${method} ${path}`)
          assert.isNull(headers.get('access-control-allow-credentials'))
        }
      }
    }
  })
})

test.group('redirects', () => {
  test('"next" redirects only within this server', async ({ assert }) => {
    const account = await makeAccount()
    const inside = await signedIn(account)
    for (const next of [
      'https://example.org/',
      '//example.org/',
      '///example.org',
      '/\\example.org',
      '\\\\example.org',
      '/\t/example.org',
      '/\n/example.org',
      ' //example.org',
      'javascript:alert(1)',
      'example.org',
      '/a\r\nset-cookie: x=1',
      '/ü',
      '',
    ]) {
      const visitor = new Visitor()
      const answer = await visitor.submit('/sign-in/', { ...account, id: '', next })
      assert.equal(answer.location, '/profile/', JSON.stringify(next))
      const led = await inside.get(`/sign-in/?next=${encodeURIComponent(next)}`)
      assert.equal(led.location, '/profile/', JSON.stringify(next))
    }
    for (const query of [
      'next[]=//example.org',
      'next[a]=//example.org',
      'next=/a&next=//example.org',
    ])
      assert.equal((await inside.get(`/sign-in/?${query}`)).location, '/profile/')
  })
})

test.group('unexpected values', () => {
  const WANTED: Form = {
    id: '999999999',
    is_active: 'false',
    isActive: 'false',
    role_id: '1',
    role: 'Administrator',
    rights: '*',
    email_confirmed_at: '2020-01-01',
    confirmed: 'true',
    emailConfirmedAt: '2020-01-01',
    date_created: '2020-01-01',
    last_sign_in: '2020-01-01',
    account_id: '1',
    __proto__: 'x',
  }

  test('have no effect in a registration', async ({ assert }) => {
    const form = registration()
    const answer = await new Visitor().submit('/register/', { ...WANTED, ...form })
    assert.equal(answer.status, 302)
    const db = await database()
    const row = await db.from('accounts').where('username', form.username).firstOrFail()
    assert.include(row, { is_active: true, role_id: null, email_confirmed_at: null })
    assert.isNull(row.last_sign_in)
    assert.notEqual(Number(row.id), 999_999_999)
    assert.isNull(await db.from('account_rights').where('account_id', row.id).first())
  })

  test('have no effect in the settings, on any account', async ({ assert }) => {
    const account = await withAddress()
    const other = await makeAccount()
    const visitor = await signedIn(account)
    const [before, untouched] = [await rowOf(account.id), await rowOf(other.id)]
    const answer = await visitor.submit(SETTINGS, {
      ...WANTED,
      id: String(other.id),
      account_id: String(other.id),
      username: 'another',
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
      first_name: 'Ada',
      time_zone: 'UTC',
    })
    assert.equal(answer.location, SETTINGS)
    const after = await rowOf(account.id)
    const { date_modified: modified, words } = after
    assert.deepEqual(after, {
      ...before,
      date_modified: modified,
      words,
      first_name: 'Ada',
      log_searches: false,
    })
    assert.deepEqual(await rowOf(other.id), untouched)
  })
})

test.group('password guessing', () => {
  /** The number of passwords that are checked and hashed during a function. */
  async function hashes(work: () => Promise<unknown>): Promise<{ checked: number; made: number }> {
    const { verify, make } = hash
    const counts = { checked: 0, made: 0 }
    hash.verify = (...values) => (counts.checked++, verify.apply(hash, values))
    hash.make = (...values) => (counts.made++, make.apply(hash, values))
    try {
      await work()
    } finally {
      Object.assign(hash, { verify, make })
    }
    return counts
  }

  test('an unknown username costs as many hashes as a known one', async ({ assert, client }) => {
    const account = await withAddress()
    const silent = await makeAccount()
    const db = await database()
    await db.from('accounts').where('id', silent.id).update({ password: null })
    const visitor = new Visitor()
    await visitor.signIn({ username: 'nobody', password: 'x' })
    const names = [account.username, account.email, silent.username, randomUUID(), 'no@example.org']
    for (const username of names) {
      const form = await hashes(() => visitor.signIn({ username, password: 'wrong' }))
      assert.deepEqual(form, { checked: 1, made: 0 }, username)
      const basic = Buffer.from(`${username}:wrong`).toString('base64')
      const api = await hashes(() => client.get(COURTS).header('authorization', `Basic ${basic}`))
      assert.deepEqual(api, { checked: 1, made: 0 }, username)
    }
  })

  test('a registration costs as many hashes for an email address with an account', async ({
    assert,
  }) => {
    const { email } = await withAddress()
    const visitor = new Visitor()
    for (const form of [registration(), { ...registration(), email }]) {
      const counts = await hashes(() => visitor.submit('/register/', form))
      assert.deepEqual(counts, { checked: 0, made: 1 })
    }
  })

  test('limits form and password attempts per IP address', async ({ assert, client }) => {
    const account = await makeAccount()
    const visitor = new Visitor()
    const form = { username: account.username, password: 'wrong', _csrf: '' }
    form._csrf = await visitor.csrfToken('/sign-in/')
    const inside = await signedIn(account)
    const own = { ...form, _csrf: await inside.csrfToken(SETTINGS) }
    // A different username each time, because wrong passwords are also limited per username.
    const wrong = (n: number) => `Basic ${Buffer.from(`other-${n}:wrong`).toString('base64')}`
    await withLimits(async () => {
      for (let n = 0; n < 10; n++) assert.equal((await visitor.post('/sign-in/', form)).status, 422)
      for (const path of ['/sign-in/', '/sign-in/code/'])
        assert.equal((await visitor.post(path, form)).status, 429, path)
      for (let n = 0; n < 10; n++)
        assert.equal((await visitor.post('/register/', form)).status, 422)
      for (const path of ['/register/', '/reset-password/', '/email-confirmation/request/'])
        assert.equal((await visitor.post(path, form)).status, 429, path)
      for (const path of [
        '/profile/api-token/reset/',
        '/profile/password/change/',
        '/profile/delete/',
        SETTINGS,
      ])
        assert.equal((await inside.post(path, own)).status, 429, path)
      const refused = await visitor.post('/sign-in/', form)
      assert.match(refused.headers.get('retry-after')!, /^\d+$/)
      assert.include(refused.text, '<h1>429 Too Many Requests</h1>')
      assert.equal((await visitor.get('/sign-in/')).status, 200)

      const ask = async (value: string) =>
        (await client.get(USAGE).header('authorization', value)).status()
      const answers: number[] = []
      for (let n = 0; n < 21; n++) answers.push(await ask(wrong(n)))
      assert.deepEqual(answers, [...Array.from({ length: 20 }, () => 401), 429])
      assert.equal(await ask(account.basic), 429)
      assert.equal(await ask(account.authorization), 200)
    })
  })

  test('forged forms do not count against an IP address', async ({ assert }) => {
    const account = await makeAccount()
    const key = 'k'.repeat(40)
    await withLimits(async () => {
      const stranger = new Visitor()
      for (const path of [
        '/sign-in/',
        '/sign-in/code/',
        '/register/',
        '/reset-password/',
        '/email-confirmation/request/',
        `/email/confirm/${key}/`,
        `/confirm-password/${key}/`,
        '/profile/settings/',
        '/profile/password/change/',
        '/profile/second-factor/',
        '/profile/delete/',
      ]) {
        for (const forged of [{}, { _csrf: 'forged' }] as Record<string, string>[]) {
          for (let n = 0; n < 11; n++) {
            const { status } = await stranger.post(path, { username: account.username, ...forged })
            assert.equal(status, 403, path)
          }
        }
      }
      const visitor = new Visitor()
      assert.equal((await visitor.submit('/register/', {})).status, 422)
      assert.equal((await visitor.signIn(account)).status, 302)
    })
  })

  test('attempts at other forms from an IP address do not block sign-in', async ({ assert }) => {
    const account = await makeAccount()
    const visitor = new Visitor()
    const token = await visitor.csrfToken('/register/')
    await withLimits(async () => {
      const statuses: number[] = []
      for (let n = 0; n < 11; n++)
        statuses.push((await visitor.post('/register/', { _csrf: token })).status)
      assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 422), 429])
      assert.equal((await new Visitor().signIn(account)).status, 302)
    })
  })

  test('limits wrong passwords per username across IP addresses', async ({ assert }) => {
    const account = await makeAccount()
    const other = await makeAccount()
    const basic = (name: string, password: string) =>
      `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
    let host = 0
    /** Sends each request from a different IP address. */
    const ask = (authorization: string) =>
      new Promise<number>((resolve, reject) => {
        httpRequest(
          {
            host: process.env.HOST,
            port: process.env.PORT,
            path: COURTS,
            localAddress: `127.0.9.${++host}`,
            headers: { authorization },
          },
          (response) => response.resume().once('end', () => resolve(response.statusCode!))
        )
          .once('error', reject)
          .end()
      })
    await withLimits(async () => {
      assert.equal(await ask(account.basic), 200)
      for (const name of [account.username, `nobody-${randomUUID()}`]) {
        const answers: number[] = []
        for (let n = 0; n < 12; n++)
          answers.push(await ask(basic(n % 2 ? name : name.toUpperCase(), `wrong ${n}`)))
        assert.deepEqual(answers, [...Array.from({ length: 10 }, () => 401), 429, 429], name)
      }
      const visitor = new Visitor()
      assert.equal((await visitor.signIn(account)).status, 429)
      assert.equal(await ask(other.basic), 200)
      assert.equal(await ask(account.authorization), 200)
    })
  })

  test('a request for a link costs the same for an unknown email address', async ({ assert }) => {
    const { email } = await withAddress()
    const db = await database()
    const visitor = new Visitor()
    for (const path of ['/reset-password/', '/email-confirmation/request/']) {
      const statements = async (address: string) => {
        const token = await visitor.csrfToken(path)
        const run: string[] = []
        const connection = db.connection().getWriteClient()
        const note = ({ sql }: { sql: string }) => {
          if (!AT_INTERVALS.test(sql)) run.push(sql.replaceAll(/\s+/g, ' '))
        }
        connection.on('query', note)
        try {
          assert.equal((await visitor.post(path, { email: address, _csrf: token })).status, 200)
        } finally {
          connection.off('query', note)
        }
        return run
      }
      const unknown = await statements(`nobody-${email}`)
      assert.isNotEmpty(unknown.filter((sql) => /job/.test(sql)))
      assert.deepEqual(await statements(email), unknown)
    }
  })

  test('too many concurrent password checks return 503 with Retry-After', async ({
    assert,
    client,
  }) => {
    const { verify } = hash
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    hash.verify = async () => {
      await held
      return false
    }
    const visitor = new Visitor()
    const form = { username: 'x', password: 'x', _csrf: await visitor.csrfToken('/sign-in/') }
    const basic = (n: number) => `Basic ${Buffer.from(`busy-${n}:x`).toString('base64')}`
    const settled: number[] = []
    const waiting = Array.from({ length: 103 }, async (_, n) => {
      const response = await client.get(COURTS).header('authorization', basic(n))
      settled.push(response.status())
    })
    try {
      while (!settled.length) await wait(10)
      assert.deepEqual(settled, [503])
      const refused = await visitor.post('/sign-in/', form)
      assert.equal(refused.status, 503)
      assert.equal(refused.headers.get('retry-after'), '1')
      assert.include(refused.text, 'Too many passwords')
    } finally {
      release()
      await Promise.all(waiting)
      hash.verify = verify
    }
    assert.equal(settled.filter((status) => status === 401).length, 102)
  })
})

test.group('links in emails', () => {
  const choose = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }

  /** Sends a form with any Host header. */
  async function postAs(host: string, path: string, values: Form): Promise<number> {
    const visitor = new Visitor()
    const body = new URLSearchParams({ _csrf: await visitor.csrfToken(path), ...values })
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          host: process.env.HOST,
          port: process.env.PORT,
          path,
          method: 'POST',
          headers: {
            host,
            'x-forwarded-host': host,
            'forwarded': `host=${host}`,
            'cookie': visitor.cookie,
            'content-type': 'application/x-www-form-urlencoded',
          },
        },
        (response) => {
          response.resume()
          resolve(response.statusCode!)
        }
      )
      sent.on('error', reject).end(body.toString())
    })
  }

  test('point to this server, whatever the Host header of the request', async ({
    assert,
    cleanup,
  }) => {
    const { email } = await withAddress()
    const form = registration()
    assert.equal(await postAs('evil.example.org', '/reset-password/', { email }), 200)
    assert.equal(await postAs('evil.example.org', '/register/', form), 302)
    const here = `http://${process.env.HOST}:${process.env.PORT}`
    for (const address of [email, form.email])
      assert.equal((await mailedLink(address)).origin, here)
    cleanup(() => void (settings.appUrl = null))
    settings.appUrl = 'https://curia.example.org/law'
    await postAs('evil.example.org', '/reset-password/', { email })
    assert.match(
      (await mailedLink(email)).href,
      /^https:\/\/curia\.example\.org\/law\/confirm-pass/
    )
  })

  test('work once, even in concurrent requests', async ({ assert }) => {
    const { email } = await withAddress()
    const visitor = new Visitor()
    await visitor.submit('/reset-password/', { email })
    const link = await mailedPath(email)
    const token = await visitor.csrfToken(link)
    const answers = await Promise.all(
      [1, 2, 3].map(() => twinOf(visitor).post(link, { _csrf: token, ...choose }))
    )
    assert.sameMembers(
      answers.map(({ status }) => status),
      [302, 410, 410]
    )
    assert.equal((await visitor.get(link)).status, 410)
  })

  test('expire', async ({ assert }) => {
    const { email, id } = await withAddress()
    const form = registration()
    const visitor = new Visitor()
    await visitor.submit('/reset-password/', { email })
    await visitor.submit('/register/', form)
    const db = await database()
    const before = (await rowOf(id)).password
    for (const [address, hours] of [
      [email, 2],
      [form.email, 120],
    ] as const) {
      const link = await mailedPath(address)
      const token = await visitor.csrfToken(link)
      const row = db.from('account_links').where('email', address)
      const { expires_at: expiry, date_created: made } = await row.clone().firstOrFail()
      assert.approximately(expiry.getTime() - made.getTime(), hours * 3_600_000, 60_000)
      await row.update({ expires_at: new Date(Date.now() - 1000) })
      assert.equal((await visitor.get(link)).status, 410)
      assert.equal((await visitor.post(link, { _csrf: token, ...choose })).status, 410)
    }
    assert.equal((await rowOf(id)).password, before)
    const made = await db.from('accounts').where('username', form.username).firstOrFail()
    assert.isNull(made.email_confirmed_at)
  })

  test('work for their purpose only', async ({ assert }) => {
    const { email } = await withAddress()
    const form = registration()
    const visitor = new Visitor()
    await visitor.submit('/reset-password/', { email })
    await visitor.submit('/register/', form)
    const resetKey = (await mailedPath(email)).split('/').at(-2)
    const confirmKey = (await mailedPath(form.email)).split('/').at(-2)
    const token = await visitor.csrfToken('/sign-in/')
    for (const path of [`/confirm-password/${confirmKey}/`, `/email/confirm/${resetKey}/`]) {
      assert.equal((await visitor.get(path)).status, 410)
      assert.equal((await visitor.post(path, { _csrf: token, ...choose })).status, 410)
    }
    for (const key of [
      'x',
      '0'.repeat(40),
      `${resetKey}0`,
      resetKey!.toUpperCase(),
      "'--",
      '%00',
      '%ff',
      '%e0%a4%a',
    ])
      assert.include([400, 404, 410], (await visitor.get(`/confirm-password/${key}/`)).status, key)
    assert.equal((await visitor.get(`/confirm-password/${resetKey}/`)).status, 200)
  })

  test('requested by an intruder stop working when the owner sets a new password', async ({
    assert,
  }) => {
    const account = await withAddress()
    const intruder = await signedIn(account)
    const theirs = `${randomUUID()}@example.org`
    await intruder.submit(SETTINGS, { email: theirs, time_zone: 'UTC' })
    const link = await mailedPath(theirs)
    const owner = new Visitor()
    await owner.submit('/reset-password/', { email: account.email })
    await owner.submit(await mailedPath(account.email), choose)
    assert.equal((await owner.get(link)).status, 410)
    assert.equal((await rowOf(account.id)).email, account.email)
  })

  test('to a previous email address of the account stop working', async ({ assert }) => {
    const account = await withAddress()
    const visitor = await signedIn(account)
    await visitor.submit('/reset-password/', { email: account.email })
    const old = await mailedPath(account.email)
    const next = `${randomUUID()}@example.org`
    await visitor.submit(SETTINGS, { email: next, time_zone: 'UTC' })
    await visitor.submit(await mailedPath(next))
    assert.equal((await rowOf(account.id)).email, next)
    assert.equal((await visitor.get(old)).status, 410)
  })
})

test.group('odd input', () => {
  const FORMS: [path: string, fields: string[]][] = [
    ['/sign-in/', ['username', 'password', 'next']],
    [
      '/register/',
      [
        'first_name',
        'last_name',
        'username',
        'email',
        'password',
        'password_confirmation',
        'consent',
      ],
    ],
    ['/reset-password/', ['email']],
    ['/email-confirmation/request/', ['email']],
    [SETTINGS, ['first_name', 'last_name', 'email', 'time_zone', 'log_searches', 'auto_subscribe']],
    ['/profile/api-token/', ['name', 'days', 'read_only']],
    ['/profile/api-token/reset/', ['password']],
    ['/profile/password/change/', ['current', 'password', 'password_confirmation']],
    ['/profile/delete/', ['password']],
  ]

  async function visitors(): Promise<(path: string) => [Visitor, token: string]> {
    const [outside, inside] = [new Visitor(), await signedIn(await makeAccount())]
    const tokens = [await outside.csrfToken('/sign-in/'), await inside.csrfToken('/profile/')]
    return (path) => (path.startsWith('/profile/') ? [inside, tokens[1]!] : [outside, tokens[0]!])
  }

  test('in one field of each form returns an error page, never a server error', async ({
    assert,
  }) => {
    const who = await visitors()
    for (const [path, fields] of FORMS) {
      const [visitor, token] = who(path)
      for (const field of fields) {
        const usual: Form = {
          ...registration(),
          time_zone: 'UTC',
          name: 'x',
          current: 'x',
        }
        const rest = new URLSearchParams({ ...usual, _csrf: token })
        rest.delete(field)
        for (const odd of [
          `${field}=a%00b`,
          `${field}=${'x'.repeat(1_000_000)}`,
          `${field}[]=a&${field}[]=b`,
          `${field}[a]=b`,
          `${field}[__proto__]=b`,
          `${field}[a][b][c]=d`,
          `${field}=%ff%fe`,
          `${field}=%`,
        ]) {
          const { status, text } = await visitor.ask('POST', path, {
            body: `${rest}&${odd}`,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          })
          const what = `${path} ${odd.slice(0, 40)}: ${status}`
          // Invalid UTF-8 is decoded as text, and some names are never read.
          if (/=%|__proto__/.test(odd) || field === 'next') assert.isBelow(status, 500, what)
          else assert.include([413, 422], status, what)
          assert.notInclude(text, '[object', what)
          if (status >= 400) assert.match(text, /<html lang="en">[^]*<h1>/, what)
        }
      }
    }
  })

  test('instead of a form is also rejected', async ({ assert }) => {
    const who = await visitors()
    const json = 'application/json'
    const bodies: [type: string, body: string][] = [
      ['application/x-www-form-urlencoded', ''],
      ['application/x-www-form-urlencoded', '&&&=&=x&[]=&__proto__=1&constructor=1'],
      ['application/x-www-form-urlencoded; charset=nonsense', 'a=b'],
      ['application/x-www-form-urlencoded; charset=utf-16', 'a=b'],
      ['text/plain', 'username=a'],
      ['nonsense', 'x'],
      [json, 'null'],
      [json, '[]'],
      [json, '"text"'],
      [json, '1'],
      [json, '{'],
      [
        json,
        '{"username": {"a": 1}, "email": ["a"], "password": 1, "name": {}, "time_zone": null}',
      ],
      [json, '{"username": "\\ud800", "password": "\\u0000", "email": true, "name": "\\u0000"}'],
      [json, `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
      [
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nfile\r\n--x--\r\n',
      ],
      ['multipart/form-data', 'x'],
    ]
    for (const [path] of FORMS) {
      const [visitor, token] = who(path)
      for (const [type, body] of bodies) {
        const { status, text } = await visitor.ask('POST', path, {
          body,
          headers: { 'content-type': type, 'x-csrf-token': token },
        })
        const what = `${path} ${type} ${body.slice(0, 40)}: ${status}`
        assert.isAtLeast(status, 400, what)
        // Accepted files would stay on the disk.
        if (type.startsWith('multipart')) assert.equal(status, 415, what)
        assert.isBelow(status, 500, what)
        assert.match(text, /<html lang="en">[^]*<h1>/, what)
      }
    }
  })

  test('in URLs of pages and tokens finds nothing', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const token = await visitor.csrfToken('/profile/')
    for (const id of ['0', '-1', '9'.repeat(30), '1.5', 'x', '%00', '%ff', "1'--"]) {
      const { status } = await visitor.post(`/profile/api-token/${id}/revoke/`, { _csrf: token })
      assert.include([302, 400, 404], status, id)
    }
    const { status, text } = await visitor.get('/profile/nowhere/')
    assert.equal(status, 404)
    assert.include(text, '<h1>404 Not Found</h1>')
    assert.include(text, 'action="/sign-out/"')
    const outside = await new Visitor().get('/profile/nowhere/')
    assert.equal(outside.status, 404)
    assert.notInclude(outside.text, 'action="/sign-out/"')
  })

  test('concurrent registrations cannot share a username or email address', async ({ assert }) => {
    const username = `rival-${randomUUID().slice(0, 8)}`
    const rivals = [new Visitor(), new Visitor()]
    const tokens = await Promise.all(rivals.map((visitor) => visitor.csrfToken('/register/')))
    const race = async (...forms: Form[]) =>
      (
        await Promise.all(
          forms.map((form, n) => rivals[n]!.post('/register/', { ...form, _csrf: tokens[n]! }))
        )
      ).map(({ status }) => status)
    assert.sameMembers(await race(registration(username), registration(username)), [302, 422])
    const form = registration()
    const rival = { ...registration(), email: form.email }
    assert.deepEqual(await race(form, rival), [302, 302])
    const db = await database()
    assert.lengthOf(await db.from('accounts').where('email', form.email), 1)
  })
})

test.group('secrets', () => {
  /** A logger with the server's settings that writes everything into a list. */
  function loudLogger(): [Logger, lines: string[]] {
    const lines: string[] = []
    const destination = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const { redact } = loggerConfig.loggers.app
    return [new Logger({ enabled: true, level: 'trace', redact, destination }), lines]
  }

  test('passwords, tokens, and link keys are never logged, even after a failure', async ({
    assert,
    cleanup,
  }) => {
    const [loud, lines] = loudLogger()
    const logger = await app.container.make('logger')
    const { child } = logger
    logger.child = loud.child.bind(loud) as typeof child
    cleanup(() => void (logger.child = child))

    const account = await withAddress()
    const visitor = await signedIn(account)
    await visitor.get('/profile/api-token/')
    const form = registration()
    await visitor.submit('/reset-password/', { email: account.email })
    const link = await mailedPath(account.email)
    const key = link.split('/').at(-2)!

    const db = await database()
    await db.rawQuery('ALTER TABLE mails RENAME TO mails_away')
    try {
      const registering = await new Visitor().submit('/register/', form)
      assert.equal(registering.status, 500)
      assert.include(registering.text, '<h1>500 Internal Server Error</h1>')
      assert.notInclude(registering.text, 'mails')
      const choosing = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
      assert.equal((await visitor.submit(link, choosing)).status, 500)
    } finally {
      await db.rawQuery('ALTER TABLE mails_away RENAME TO mails')
    }
    const log = lines.join('')
    assert.lengthOf(log.match(/request failed/g)!, 2)
    for (const secret of [account.password, account.token, key, NEW_PASSWORD, visitor.cookie])
      assert.notInclude(log, secret)
    assert.notInclude(log, (await rowOf(account.id)).password)
    assert.notMatch(log, /[0-9a-f]{40}|\$scrypt\$/)
    // The failed requests are rolled back.
    assert.isNull(await db.from('accounts').where('username', form.username).first())
    assert.equal((await visitor.get(link)).status, 200)
  })

  test('invalid rows are not quoted in the log', async ({ assert }) => {
    const db = await database()
    const { password } = await rowOf((await makeAccount()).id)
    const insert = db.table('accounts').insert({ username: 'x', password, time_zone: null })
    const error = await insert.then(
      () => assert.fail('the row was taken'),
      (failure: Error) => failure
    )
    assert.notInclude(error.message, password)
    const [loud, lines] = loudLogger()
    loud.error({ err: error }, 'request failed')
    assert.include(lines.join(''), 'time_zone')
    // Long values are truncated.
    assert.notInclude(lines.join(''), password.slice(0, 20))
  })

  test('a database dump contains no working link', async ({ assert }) => {
    const { email } = await withAddress()
    const visitor = new Visitor()
    await visitor.submit('/reset-password/', { email })
    const key = (await mailedPath(email)).split('/').at(-2)!
    assert.lengthOf(await mailsTo(email), 1)
    const db = await database()
    for (const table of ['mails', 'account_links', 'sessions', 'accounts'])
      assert.notInclude(JSON.stringify(await db.from(table)), key, table)
  })
})
