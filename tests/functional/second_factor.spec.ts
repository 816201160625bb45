/**
 * Two-factor sign-in of users and staff, over HTTP.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { OPERATOR, StaffActions } from '#app/accounts/staff_actions'
import AuditEntry from '#app/models/audit_entry'
import SecondFactor from '#app/models/second_factor'
import { settings } from '#start/env'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { mailsTo } from '#tests/helpers/mails'
import { createAuthenticatorApp } from '#tests/helpers/authenticator_app'
import { codesOn, withSecondFactor } from '#tests/helpers/second_factor'
import { signedIn, Visitor } from '#tests/helpers/visitor'

const PAGE = '/profile/second-factor/'
const CHANGE = '/profile/second-factor/change/'
const CODE = '/sign-in/code/'

const database = () => app.container.make('lucid.db')

async function requiredOfStaff(work: () => Promise<void>): Promise<void> {
  settings.staffSecondFactor = true
  try {
    await work()
  } finally {
    settings.staffSecondFactor = false
  }
}

test.group('two-factor sign-in', () => {
  test('is set up, required at sign-in, and disabled; the owner gets emails', async ({
    assert,
  }) => {
    const account = await makeAccount({ email: `${randomUUID()}@example.org`, confirmed: true })
    const { recovery, code } = await withSecondFactor(account)
    assert.lengthOf(new Set(recovery), 10)

    const visitor = new Visitor()
    assert.equal((await visitor.signIn(account)).location, CODE)
    // The password alone gives no access.
    assert.match((await visitor.get('/profile/')).location!, /^\/sign-in\//)
    assert.equal((await visitor.submit(CODE, { code: '000 000' })).status, 422)
    const signed = await visitor.submit(CODE, { code: code() })
    assert.equal(signed.location, '/profile/')
    assert.equal((await visitor.get('/profile/')).status, 200)
    assert.include((await visitor.get(PAGE)).text, 'Remaining recovery codes: 10.')

    const removed = await visitor.submit(
      CHANGE,
      { password: account.password, code: recovery[0]!, change: 'remove' },
      { from: PAGE }
    )
    assert.equal(removed.location, PAGE)
    const { email } = await (await database()).from('accounts').where({ id: account.id }).first()
    const subjects = (await mailsTo(email)).map((mail) => /^Subject: (.+)$/m.exec(mail)![1])
    assert.deepEqual(subjects, [
      'Two-factor sign-in was enabled',
      'Two-factor sign-in was disabled',
    ])
    assert.equal((await new Visitor().signIn(account)).location, '/profile/')
  })

  test('accepts each code once', async ({ assert }) => {
    const account = await makeAccount()
    const { code, recovery } = await withSecondFactor(account)
    const used = code()
    for (const [text, location] of [
      [used, '/profile/'],
      [used, null],
      [recovery[1]!.toUpperCase().replace('-', ' '), '/profile/'],
      [recovery[1]!, null],
      ['', null],
      ['\u0000', null],
    ] as const) {
      const visitor = new Visitor()
      await visitor.signIn(account)
      const answer = await visitor.submit(CODE, { code: text })
      assert.equal(answer.location, location, text)
      if (!location && /\w/.test(text)) assert.match(answer.text, /Incorrect( or used)? code\./)
    }
    // One of two concurrent requests succeeds.
    const both = await Promise.all(
      [1, 2].map(async () => {
        const visitor = new Visitor()
        await visitor.signIn(account)
        return (await visitor.submit(CODE, { code: recovery[2]! })).location
      })
    )
    assert.sameMembers(both, ['/profile/', null])
  })

  test('requires the password and a valid code to be enabled', async ({ assert }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const code = createAuthenticatorApp((await visitor.get(PAGE)).text)
    for (const [password, given, said] of [
      ['wrong password', code(), 'Incorrect password.'],
      [account.password, '123', 'Incorrect code.'],
    ] as const) {
      const refused = await visitor.submit(PAGE, { password, code: given })
      assert.equal(refused.status, 422)
      assert.include(refused.text, said)
    }
    assert.equal((await new Visitor().signIn(account)).location, '/profile/')
    assert.isNull((await SecondFactor.findOrFail(account.id)).dateConfirmed)
  })

  test('never shows the key once it is enabled', async ({ assert }) => {
    const account = await makeAccount()
    const { visitor, code } = await withSecondFactor(account)
    const page = await visitor.get(PAGE)
    assert.notInclude(page.text, 'class="qr"')
    assert.equal(
      (await visitor.submit(PAGE, { password: account.password, code: code(1) })).location,
      PAGE
    )
    const { secret } = await SecondFactor.findOrFail(account.id)
    assert.notMatch(secret, /^[A-Z2-7]{32}$/)
  })

  test('replaces recovery codes', async ({ assert }) => {
    const account = await makeAccount()
    const { visitor, recovery } = await withSecondFactor(account)
    const { text } = await visitor.submit(
      CHANGE,
      { password: account.password, code: recovery[0]!, change: 'codes' },
      { from: PAGE }
    )
    const fresh = codesOn(text)
    assert.lengthOf(fresh, 10)
    for (const [code, location] of [
      [recovery[1]!, null],
      [fresh[0]!, '/profile/'],
    ] as const) {
      const other = new Visitor()
      await other.signIn(account)
      assert.equal((await other.submit(CODE, { code })).location, location)
    }
  })

  test('rejects HTTP Basic with a hint to use a token; tokens work', async ({ assert, client }) => {
    const account = await makeAccount()
    const ask = (authorization: string) =>
      client.get('/api/rest/v4/courts/?page_size=1').header('authorization', authorization)
    ;(await ask(account.basic)).assertStatus(200)
    await withSecondFactor(account)
    const refused = await ask(account.basic)
    refused.assertStatus(401)
    assert.match(refused.body().detail, /two-factor sign-in.*Use a token/)
    ;(await ask(account.authorization)).assertStatus(200)
    // The error for a wrong password doesn't reveal it.
    const wrong = `Basic ${Buffer.from(`${account.username}:nope`).toString('base64')}`
    assert.equal((await ask(wrong)).body().detail, 'Invalid username/password.')
  })

  test('limits attempts to enter a code', async ({ assert }) => {
    const account = await makeAccount()
    await withSecondFactor(account)
    await withLimits(async () => {
      const visitor = new Visitor()
      await visitor.signIn(account)
      const statuses: number[] = []
      for (let n = 0; n < 6; n++)
        statuses.push((await visitor.submit(CODE, { code: '111111' })).status)
      assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429])
    })
  })

  test('ends a sign-in if the password changes during it', async ({ assert }) => {
    const account = await makeAccount()
    const { code, visitor } = await withSecondFactor(account)
    const waiting = new Visitor()
    await waiting.signIn(account)
    const password = `pw ${randomUUID()}`
    await visitor.submit('/profile/password/change/', {
      current: account.password,
      password,
      password_confirmation: password,
    })
    const late = await waiting.ask('POST', CODE, {
      body: new URLSearchParams({
        code: code(),
        _csrf: await waiting.csrfToken('/sign-in/'),
      }),
    })
    assert.equal(late.location, '/sign-in/')
    assert.equal((await new Visitor().get(CODE)).location, '/sign-in/')
  })
})

test.group('two-factor sign-in of staff', () => {
  test('STAFF_SECOND_FACTOR requires staff to set it up before a session starts', async ({
    assert,
    client,
  }) => {
    const staff = await makeAccount({ rights: ['dashboard.view'] })
    const user = await makeAccount()
    const before = await signedIn(staff)
    await requiredOfStaff(async () => {
      assert.match((await before.get('/admin/')).location!, /^\/sign-in\//)
      const basic = await client
        .get('/api/rest/v4/courts/?page_size=1')
        .header('authorization', staff.basic)
      basic.assertStatus(401)
      const visitor = new Visitor()
      assert.equal((await visitor.signIn(staff)).location, CODE)
      const code = createAuthenticatorApp((await visitor.get(CODE)).text)
      assert.equal((await visitor.submit(CODE, { code: '1' })).status, 422)
      const done = await visitor.submit(CODE, { code: code() })
      assert.lengthOf(codesOn(done.text), 10)
      assert.equal((await visitor.get('/admin/')).status, 200)
      assert.equal((await new Visitor().signIn(user)).location, '/profile/')
    })
  })

  test('staff can disable it for an owner who lost the app, and the audit log records it', async ({
    assert,
  }) => {
    const account = await makeAccount()
    await withSecondFactor(account)
    const path = `/admin/accounts/${account.id}/`
    const remove = `${path}second-factor/remove/`
    const reader = await signedIn(await makeAccount({ rights: ['accounts.view'] }))
    assert.equal((await reader.submit(remove, {}, { from: '/profile/settings/' })).status, 403)
    const staff = await signedIn(await makeAccount({ rights: ['accounts.view', 'accounts.edit'] }))
    assert.include((await staff.get(path)).text, 'Disable two-factor sign-in')
    await staff.submit(remove, {}, { from: path })
    const [entry] = await AuditEntry.listNewestByAccount(account.id, 1)
    assert.deepInclude(entry!.serialize(), { action: 'second_factor.remove' })
    assert.equal((await new Visitor().signIn(account)).location, '/profile/')
  })

  test('operators can disable it', async ({ assert }) => {
    const account = await makeAccount()
    await withSecondFactor(account)
    await new StaffActions(await database(), OPERATOR).removeSecondFactor(account.id)
    assert.isNull(await SecondFactor.find(account.id))
  })
})
