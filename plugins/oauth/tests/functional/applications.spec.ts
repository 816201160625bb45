/**
 * Connected applications, the staff list of clients, signing keys, and pruning.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { downloadAccountData } from '#tests/helpers/take_out'
import { signedIn } from '#tests/helpers/visitor'
import pruneJob from '../../prune_job.js'
import { OAuthProviders } from '../../provider/providers.js'
import { rotateKeys } from '../../provider/signing_keys.js'
import { connect, ORIGIN, registered, withBearer } from '../client.js'

const PAGE = '/profile/applications/'
const COURTS = '/api/rest/v4/courts/?fields=id'

const database = () => app.container.make('lucid.db')
const prune = async () =>
  pruneJob.handler({} as never, { app, signal: new AbortController().signal } as never)

async function connected() {
  const account = await makeAccount()
  const visitor = await signedIn(account)
  return { account, visitor, ...(await connect(visitor)) }
}

test.group('connected applications', () => {
  test('lists applications with their scopes and revokes their access', async ({ assert }) => {
    const { account, visitor, access_token: token } = await connected()
    await withBearer(COURTS, token)
    const { text } = await visitor.get(PAGE)
    assert.include(text, 'Test Client')
    assert.include(text, 'Use the API on your behalf')
    const { applications } = await downloadAccountData<{ applications: object[] }>(visitor, account)
    assert.lengthOf(applications, 1)
    assert.include(applications[0], { name: 'Test Client' })
    const [path] = /\/profile\/applications\/\d+\/revoke\//.exec(text)!
    const stranger = await signedIn(await makeAccount())
    await connect(stranger)
    await stranger.submit(path, {}, { from: PAGE })
    assert.equal((await withBearer(COURTS, token)).status, 200)

    assert.equal((await visitor.submit(path, {}, { from: PAGE })).status, 302)
    assert.equal((await withBearer(COURTS, token)).status, 401)
    assert.include((await visitor.get(PAGE)).text, 'No application has access')
    const entries = await (await database()).from('audit_entries').where('account_id', account.id)
    assert.sameMembers(
      entries.map(({ action }) => action),
      ['oauth.grant', 'oauth.revoke']
    )
  })

  test('lose access when the account is deleted', async ({ assert }) => {
    const { account, access_token: token } = await connected()
    await (await database()).rawQuery('DELETE FROM accounts WHERE id = ?', [account.id])
    assert.equal((await withBearer(COURTS, token)).status, 401)
  })
})

test.group('OAuth clients, for staff', () => {
  test('requires permissions to list and remove clients', async ({ assert }) => {
    const { access_token: token, client } = await connected()
    const staff = await signedIn(
      await makeAccount({ rights: ['oauth_clients.view', 'oauth_clients.remove'] })
    )
    const { text } = await staff.get('/admin/oauth-clients/')
    assert.include(text, client.client_id)
    const row = text.slice(text.indexOf(client.client_id))
    const [path] = /\/admin\/oauth-clients\/\d+\/remove\//.exec(row)!
    const user = await signedIn(await makeAccount())
    assert.equal((await user.get('/admin/oauth-clients/')).status, 403)
    assert.equal((await user.submit(path, {}, { from: PAGE_WITH_FORM })).status, 403)
    assert.equal((await withBearer(COURTS, token)).status, 200)
    assert.equal((await staff.submit(path, {}, { from: '/admin/oauth-clients/' })).status, 302)
    assert.equal((await withBearer(COURTS, token)).status, 401)
    assert.notInclude((await staff.get('/admin/oauth-clients/')).text, client.client_id)
  })
})

const PAGE_WITH_FORM = '/profile/settings/'

test.group('OAuth: signing keys', () => {
  test('rotation signs with a new key and keeps the previous one published for a day', async ({
    assert,
  }) => {
    const kidOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid
    const kids = async () => {
      const response = await fetch(`${ORIGIN()}/o/.well-known/jwks.json`)
      return ((await response.json()) as any).keys.map(({ kid }: any) => kid)
    }
    const { id_token: first, visitor } = await connected()
    await rotateKeys(await database())
    ;(await app.container.make(OAuthProviders)).forget()
    const { id_token: second } = await connect(visitor)
    assert.notEqual(kidOf(first!), kidOf(second!))
    assert.includeMembers(await kids(), [kidOf(first!), kidOf(second!)])

    await (
      await database()
    ).rawQuery(
      `UPDATE oauth_keys SET date_retired = date_retired - interval '2 days' WHERE date_retired IS NOT NULL`
    )
    await prune()
    ;(await app.container.make(OAuthProviders)).forget()
    assert.deepEqual(await kids(), [kidOf(second!)])
  })

  test('encrypts signing keys in the database', async ({ assert }) => {
    await connected()
    const keys = await (await database()).from('oauth_keys')
    for (const { encrypted } of keys) assert.notInclude(encrypted, '"kty"')
  })
})

test.group('OAuth: records', () => {
  test('stores only hashes of tokens', async ({ assert }) => {
    const { access_token: token, refresh_token: refreshToken } = await connected()
    const rows = await (await database()).from('oauth_records')
    for (const secret of [token, refreshToken]) assert.notInclude(JSON.stringify(rows), secret)
  })

  test('deletes expired records and unused clients', async ({ assert }) => {
    const { access_token: token, client } = await connected()
    const unused = await registered()
    await (
      await database()
    ).rawQuery(
      `UPDATE oauth_records SET date_created = now() - interval '31 days' WHERE model = 'Client'`
    )
    await (
      await database()
    ).rawQuery(
      `UPDATE oauth_records SET expires_at = now() - interval '2 hours' WHERE model = 'AccessToken'`
    )
    await prune()
    const left = await (await database()).from('oauth_records').select('model', 'key')
    const keys = left.map(({ key }) => key)
    assert.include(keys, client.client_id)
    assert.notInclude(keys, unused.client_id)
    assert.notInclude(
      left.map(({ model }) => model),
      'AccessToken'
    )
    assert.equal((await withBearer(COURTS, token)).status, 401)
  })
})
