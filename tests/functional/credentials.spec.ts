import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import Account from '#app/models/account'
import { SetPassword } from '#app/accounts/actions/passwords'
import { IssueToken, ReplaceToken } from '#app/accounts/actions/tokens'
import { makeAccount } from '#tests/helpers/accounts'
import { TokenUse } from '#app/accounts/tokens'

const LISTS = ['/api/rest/v4/courts/', '/api/rest/v3/courts/', '/api/rest/v4/']
const transaction = async (work: Parameters<typeof run>[1]) => run(await database(), work)
const database = () => app.container.make('lucid.db')
const run = (
  db: Awaited<ReturnType<typeof database>>,
  work: (trx: TransactionClientContract) => Promise<unknown>
) => db.transaction(work)

test.group('credentials', () => {
  test('accepts token and Basic in both versions, ignoring the case of the scheme', async ({
    client,
    assert,
  }) => {
    const { token, authorization, basic } = await makeAccount()
    for (const path of LISTS) {
      const other = [`token ${token}`, `TOKEN ${token}`, `Token  ${token}`, `Token\t${token}`]
      for (const value of [authorization, basic, ...other]) {
        const response = await client.get(path).header('authorization', value)
        assert.equal(response.status(), 200, `${path} ${value.split(/\s/)[0]}`)
      }
    }
  })

  test('reports malformed credentials even if none are required', async ({ client, assert }) => {
    const { token, username, password } = await makeAccount()
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const wrong: [value: string, detail: RegExp][] = [
      [`Token ${'0'.repeat(40)}`, /^Invalid token\.$/],
      ['Token nonsense', /^Invalid token\.$/],
      ['Token', /Send a key after "Token"/],
      [`Token ${token} ${token}`, /can't contain spaces/],
      [token, /Send "Token" before the key/],
      ['Digest abc', /Unknown authentication scheme/],
      [`Basic ${base64(`${username}:wrong`)}`, /^Invalid username\/password\.$/],
      [`Basic ${base64(`nobody-${username}:${password}`)}`, /^Invalid username\/password\.$/],
      [`Basic ${base64('no colon')}`, /name:password/],
      [`Basic ${base64(`\0:x`)}`, /name:password/],
      ['Basic', /name:password/],
      ['Basic ÿÿ', /name:password/],
    ]
    for (const path of LISTS) {
      for (const [value, detail] of wrong) {
        const response = await client.get(path).header('authorization', value)
        assert.equal(response.status(), 401, value)
        assert.match(response.body().detail, detail)
        assert.equal(response.header('www-authenticate'), 'Token realm="api"')
      }
    }
  })

  test('reports malformed bearer tokens with a bearer challenge', async ({ client, assert }) => {
    const { token } = await makeAccount()
    const wrong: [value: string, detail: RegExp][] = [
      [`Bearer ${token}`, /^API keys are not bearer tokens\./],
      [`bearer  ${token}`, /^API keys are not bearer tokens\./],
      ['Bearer', /^Send one access token after "Bearer"\.$/],
      ['BEARER ', /^Send one access token after "Bearer"\.$/],
      ['Bearer a b', /^Send one access token after "Bearer"\.$/],
    ]
    for (const path of LISTS) {
      for (const [value, detail] of wrong) {
        const response = await client.get(path).header('authorization', value)
        assert.equal(response.status(), 401, value)
        assert.match(response.body().detail, detail)
        assert.equal(
          response.header('www-authenticate'),
          `Bearer realm="api", error="invalid_token", error_description="${String(response.body().detail).replaceAll('"', "'")}"`
        )
      }
    }
  })

  test('rejects an inactive or unconfirmed account with the reason', async ({ client, assert }) => {
    const { id, authorization, basic } = await makeAccount()
    await client.get(LISTS[0]!).header('authorization', authorization)
    await transaction(async (trx) => {
      const record = await Account.lock(trx, id)
      await record.merge({ isActive: false }).save()
    })
    for (const value of [authorization, basic]) {
      const response = await client.get(LISTS[0]!).header('authorization', value)
      response.assertStatus(401)
      assert.equal(response.body().detail, 'User inactive or deleted.')
    }
    const unconfirmed = await makeAccount({ email: `${id}@example.org`, confirmed: false })
    const response = await client.get(LISTS[0]!).header('authorization', unconfirmed.authorization)
    response.assertStatus(401)
    assert.match(response.body().detail, /not confirmed/)
  })

  test('rejects a replaced token on the next request and accepts its successor', async ({
    client,
    assert,
  }) => {
    const { id, authorization } = await makeAccount()
    const status = async (value: string) =>
      (await client.get(LISTS[0]!).header('authorization', value)).status()
    assert.equal(await status(authorization), 200)
    let fresh = ''
    await transaction(async (trx) => {
      fresh = await new ReplaceToken().handle(trx, id)
    })
    assert.equal(await status(authorization), 401)
    assert.equal(await status(`Token ${fresh}`), 200)
  })

  test('a database dump contains no token or password', async ({ assert }) => {
    const { id, token, password } = await makeAccount()
    const db = await database()
    const rows = [
      ...(await db.from('api_tokens').where('account_id', id)),
      ...(await db.from('accounts').where({ id })),
    ]
    assert.lengthOf(rows, 2)
    const dump = JSON.stringify(rows)
    assert.notInclude(dump, token)
    assert.notInclude(dump, token.slice(0, 20))
    assert.notInclude(dump, password)
  })

  test('extra tokens: read-only tokens cannot write, expired tokens are rejected', async ({
    client,
    assert,
  }) => {
    const { id } = await makeAccount()
    const tokens: Record<string, string> = {}
    await transaction(async (trx) => {
      const soon = new Date(Date.now() + 60_000)
      const past = new Date(Date.now() - 1000)
      tokens.reading = await new IssueToken().handle(trx, id, {
        name: 'r',
        readOnly: true,
        expiresAt: soon,
      })
      tokens.expired = await new IssueToken().handle(trx, id, {
        name: 'e',
        readOnly: false,
        expiresAt: past,
      })
      tokens.writing = await new IssueToken().handle(trx, id, {
        name: 'w',
        readOnly: false,
        expiresAt: null,
      })
    })
    const authors = '/api/rest/v4/fixture-authors/'
    const read = await client.get(authors).header('authorization', `Token ${tokens.reading}`)
    read.assertStatus(200)
    const refusedWrite = await client
      .post(authors)
      .json({ name: 'X' })
      .header('authorization', `Token ${tokens.reading}`)
    refusedWrite.assertStatus(403)
    assert.match(refusedWrite.body().detail, /read-only/)
    const expired = await client.get(authors).header('authorization', `Token ${tokens.expired}`)
    expired.assertStatus(401)
    assert.match(expired.body().detail, /expired/)
    const invalid = await client
      .post(authors)
      .json({})
      .header('authorization', `Token ${tokens.writing}`)
    invalid.assertStatus(400)

    const use = await app.container.make(TokenUse)
    await use.write()
    const used = await (
      await database()
    )
      .from('api_tokens')
      .where('account_id', id)
      .whereNotNull('last_used_at')
    assert.sameMembers(
      used.map(({ name }) => name),
      ['r', 'w']
    )
  })

  test('Basic costs one hash, and a new password replaces the old one immediately', async ({
    client,
    assert,
  }) => {
    const { id, basic, username } = await makeAccount()
    const timed = async () => {
      const started = performance.now()
      ;(await client.get(LISTS[0]!).header('authorization', basic)).assertStatus(200)
      return performance.now() - started
    }
    await timed()
    const { default: hash } = await import('@adonisjs/core/services/hash')
    const verify = hash.verify.bind(hash)
    let hashes = 0
    hash.verify = (...values) => {
      hashes++
      return verify(...values)
    }
    try {
      for (let request = 0; request < 5; request++) await timed()
      assert.equal(hashes, 0)
    } finally {
      hash.verify = verify
    }
    await transaction((trx) => new SetPassword().handle(trx, id, 'another password'))
    await heard()
    ;(await client.get(LISTS[0]!).header('authorization', basic)).assertStatus(401)
    const other = `Basic ${Buffer.from(`${username}:another password`).toString('base64')}`
    ;(await client.get(LISTS[0]!).header('authorization', other)).assertStatus(200)
  })

  test('writing requires an account', async ({ client, assert }) => {
    const response = await client.post('/api/rest/v4/fixture-authors/').json({ name: 'X' })
    response.assertStatus(401)
    assert.equal(response.header('www-authenticate'), 'Bearer realm="api", Token realm="api"')
  })
})

/** Changes must be visible within 100 ms. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 100))
