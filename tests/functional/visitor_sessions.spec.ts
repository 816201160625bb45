/**
 * Sessions of anonymous visitors are stored in their cookie, never in the database.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { SessionConfig, SessionStoreWithTaggingContract } from '@adonisjs/session/types'
import { test } from '@japa/runner'
import { SessionStore } from '#app/accounts/session_store'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { signedIn, Visitor } from '#tests/helpers/visitor'

const VISIT = 'curia_visitor'
const SESSION = 'curia_session'

const database = await app.container.make('lucid.db')
const sessions = () => database.from('sessions')
const rows = async () => Number((await sessions().count('*', 'count'))[0].count)
const sessionsOf = ({ id }: TestAccount) => sessions().where('user_id', String(id))

test.group('sessions of visitors', () => {
  test('visiting and submitting forms creates no rows', async ({ assert }) => {
    const before = await rows()
    for (const path of ['/sign-in/', '/register/', '/reset-password/', '/profile/']) {
      await new Visitor().get(path)
    }
    const visitor = new Visitor()
    assert.equal((await visitor.signIn({ username: 'nobody', password: 'nothing' })).status, 422)
    assert.equal(await rows(), before)
  })

  test('their cookie is encrypted, lasts two hours, and belongs to one session', async ({
    assert,
  }) => {
    const visitor = new Visitor()
    const { headers } = await visitor.get('/sign-in/')
    const cookie = headers.getSetCookie().find((line) => line.startsWith(`${VISIT}=`))!
    assert.match(cookie, /Max-Age=7200;/)
    assert.match(cookie, /HttpOnly/i)
    assert.match(cookie, /SameSite=Lax/i)
    const readable = Buffer.from(visitor.cookies.get(VISIT)!, 'base64url').toString()
    assert.notInclude(readable, 'csrf')

    const sent = async (cookies: [string, string][]) => {
      const sender = new Visitor()
      const token = await visitor.csrfToken('/sign-in/')
      for (const [name, value] of cookies) sender.cookies.set(name, value)
      return (await sender.post('/sign-in/', { _csrf: token, username: 'a', password: 'b' })).status
    }
    const own = [...visitor.cookies] as [string, string][]
    const other = new Visitor()
    await other.get('/sign-in/')
    assert.equal(await sent(own), 422)
    assert.equal(await sent(own.filter(([name]) => name !== VISIT)), 403)
    assert.equal(await sent([...own, [VISIT, other.cookies.get(VISIT)!]]), 403)
    assert.equal(await sent([...own, [SESSION, other.cookies.get(SESSION)!]]), 403)
  })

  test('signing in starts a new session, so that one set by an attacker stays anonymous', async ({
    assert,
  }) => {
    const planted = new Visitor()
    await planted.get('/sign-in/')
    const victim = new Visitor()
    for (const [name, value] of planted.cookies) victim.cookies.set(name, value)
    const account = await makeAccount()
    const { status, headers } = await victim.signIn(account)
    assert.equal(status, 302)
    assert.match(
      headers.getSetCookie().find((line) => line.startsWith(`${VISIT}=`))!,
      /Max-Age=-?[01];|Expires=Thu, 01 Jan 1970/
    )
    assert.notEqual(victim.cookies.get(SESSION), planted.cookies.get(SESSION))
    assert.equal((await planted.get('/profile/')).status, 302)
    assert.equal((await victim.get('/profile/')).status, 200)
    assert.lengthOf(await sessionsOf(account), 1)
  })

  test('signing out deletes the row, and the old cookies give no access', async ({ assert }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const old = new Visitor()
    for (const [name, value] of visitor.cookies) old.cookies.set(name, value)
    await visitor.submit('/sign-out/', {}, { from: '/profile/' })
    assert.lengthOf(await sessionsOf(account), 0)
    assert.equal((await old.get('/profile/')).status, 302)
  })

  test('an anonymous session expires after two hours on the server, and never signs in', async ({
    assert,
  }) => {
    const kept = {
      read: async () => ({ kept: true }),
    } as unknown as SessionStoreWithTaggingContract
    const readWith = (visit: object) => {
      const request = { encryptedCookie: () => visit }
      const ctx = { request } as unknown as HttpContext
      return new SessionStore(kept, database, ctx, {} as SessionConfig).read('one')
    }
    const values = { 'csrf-secret': 'x' }
    const until = Date.now() + 1000
    assert.deepEqual(await readWith({ id: 'one', until, values }), values)
    for (const visit of [
      { id: 'one', until: Date.now() - 1, values },
      { id: 'one', values },
      { id: 'two', until, values },
      { id: 'one', until, values: { ...values, auth_web: '1.a' } },
    ])
      assert.deepEqual(await readWith(visit), { kept: true })
  })

  test('a sign-in deletes expired sessions', async ({ assert }) => {
    const row = { id: `old-${Date.now()}`, data: '{}', expires_at: new Date(Date.now() - 1000) }
    await database.table('sessions').insert(row)
    await signedIn(await makeAccount())
    assert.isNull(await sessions().where('id', row.id).first())
  })
})
