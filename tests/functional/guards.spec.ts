/**
 * `ctx.auth` and the guards of `config/auth.ts`.
 */
import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { test } from '@japa/runner'
import { SetPassword } from '#app/accounts/actions/passwords'
import { AccountCache } from '#app/accounts/account_cache'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'

const USAGE = '/api/rest/v4/api-usage/'

async function recordOf({ id }: TestAccount) {
  return (await (await app.container.make(AccountCache)).account(id))!
}

async function requestWith(headers: Record<string, string>) {
  const ctx = await testUtils.createHttpContext()
  Object.assign(ctx.request.request.headers, headers)
  return ctx
}

test.group('guards', () => {
  test('each signs in a test client', async ({ client }) => {
    const account = await makeAccount()
    const record = await recordOf(account)
    const { token, password } = account
    ;(await client.get(USAGE).withGuard('token').loginAs(record, token)).assertStatus(200)
    ;(await client.get(USAGE).withGuard('basic').loginAs(record, password)).assertStatus(200)
    ;(await client.get(USAGE).loginAs(record)).assertStatus(200)
    ;(await client.get('/profile/').loginAs(record)).assertStatus(200)
    ;(await client.get(USAGE)).assertStatus(401)
  })

  test('a session from before a password change signs no one in', async ({ client }) => {
    const account = await makeAccount()
    const record = await recordOf(account)
    const database = await app.container.make('lucid.db')
    await database.transaction((trx) =>
      new SetPassword().handle(trx, account.id, `${account.password} new`)
    )
    ;(await client.get(USAGE).loginAs(record)).assertStatus(401)
  })

  test('a cached token is identified without a promise', async ({ assert }) => {
    const { id, authorization, username } = await makeAccount()
    let ctx = await requestWith({ authorization })
    // Wait until this process has been notified that the account was created.
    let identified = ctx.auth.identify()
    for (let tries = 0; identified && tries < 100; tries++) {
      await identified
      ctx = await requestWith({ authorization })
      identified = ctx.auth.identify()
    }
    assert.isUndefined(identified)
    assert.include(ctx.auth.user, { id, username })
    assert.equal(ctx.auth.authenticatedViaGuard, 'token')
    assert.isTrue(ctx.auth.isAuthenticated)
    assert.isUndefined((await requestWith({})).auth.identify())
  })

  test("the guards of the package's interface find the same account", async ({ assert }) => {
    const { id, authorization, basic } = await makeAccount()
    for (const [name, value] of Object.entries({ token: authorization, basic })) {
      const { auth } = await requestWith({ authorization: value })
      assert.isTrue(await auth.checkUsing(['web', 'token', 'basic']))
      assert.equal(auth.authenticatedViaGuard, name)
      assert.equal((await auth.authenticateUsing(['token', 'basic'])).id, id)
    }
    const { auth } = await requestWith({ authorization: 'Token wrong' })
    assert.isFalse(await auth.checkUsing(['token', 'basic']))
    assert.isUndefined(auth.user)
    assert.throws(() => auth.getUserOrFail(), /not provided/)
  })
})
