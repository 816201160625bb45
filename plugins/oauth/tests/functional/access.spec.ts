/**
 * Access to the API and the tool server by the scopes of an access token.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import { SetActive } from '#app/accounts/actions/access'
import { connect, ORIGIN, withBearer } from '../client.js'

const COURTS = '/api/rest/v4/courts/?fields=id'
const TAGS = '/api/rest/v4/tags/'

const post = (path: string, token: string, body: object) =>
  withBearer(path, token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function visitorOfNewAccount() {
  const account = await makeAccount()
  return { account, visitor: await signedIn(account) }
}

const remaining = (limits: string | null) => Number(/;r=(\d+)/.exec(limits!)![1])

const tokenOf = async (visitor: Visitor, scope: string) =>
  (await connect(visitor, { scope })).access_token

async function callTool(token: string, name: string, args: object, scheme = 'Bearer') {
  const response = await fetch(`${ORIGIN()}/mcp`, {
    method: 'POST',
    headers: {
      'authorization': `${scheme} ${token}`,
      'content-type': 'application/json',
      'accept': 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  })
  return { response, body: (await response.json()) as any }
}

test.group('OAuth: access to the API', () => {
  test('api allows reads and writes, api:read allows only reads, and openid allows neither', async ({
    assert,
  }) => {
    const { visitor } = await visitorOfNewAccount()
    const writes = await tokenOf(visitor, 'openid api')
    const reads = await tokenOf(visitor, 'api:read')
    const none = await tokenOf(visitor, 'openid')
    const tag = { name: 'oauth', title: 'By OAuth' }
    assert.equal((await withBearer(COURTS, writes)).status, 200)
    assert.equal((await post(TAGS, writes, tag)).status, 201)
    assert.equal((await withBearer(COURTS, reads)).status, 200)
    assert.equal((await post(TAGS, reads, { ...tag, name: 'other' })).status, 403)
    const refused = await withBearer(COURTS, none)
    assert.equal(refused.status, 403)
    assert.include(((await refused.json()) as any).detail, 'requires "api" or "api:read"')
    assert.equal((await withBearer('/o/userinfo/', reads)).status, 403)
  })

  test('rejects a token sent with the wrong scheme', async ({ assert }) => {
    const { account, visitor } = await visitorOfNewAccount()
    const token = await tokenOf(visitor, 'api')
    const asToken = await fetch(ORIGIN() + COURTS, { headers: { authorization: `Token ${token}` } })
    assert.equal(asToken.status, 401)
    const asBearer = await withBearer(COURTS, account.token)
    assert.equal(asBearer.status, 401)
    assert.include(((await asBearer.json()) as any).detail, 'are not bearer tokens')
    for (const wrong of ['x', 'x'.repeat(43), `${token}x`, '%00', 'ä'.normalize()]) {
      const response = await withBearer(COURTS, encodeURIComponent(wrong))
      assert.equal(response.status, 401, wrong)
    }
  })

  test('ends when the account is deactivated', async ({ assert }) => {
    const { account, visitor } = await visitorOfNewAccount()
    const token = await tokenOf(visitor, 'openid api')
    const database = await app.container.make('lucid.db')
    await database.transaction((trx) => new SetActive().handle(trx, account.id, false))
    assert.equal((await withBearer(COURTS, token)).status, 401)
    assert.equal((await withBearer('/o/userinfo/', token)).status, 401)
  })

  test('counts toward the limits of the account, like its API token', async ({ assert }) => {
    const { account, visitor } = await visitorOfNewAccount()
    const token = await tokenOf(visitor, 'api')
    const left = async (headers: Record<string, string>) =>
      (await fetch(ORIGIN() + COURTS, { headers })).headers.get('ratelimit')
    await withLimits(async () => {
      const first = await left({ authorization: `Bearer ${token}` })
      const second = await left({ authorization: `Token ${account.token}` })
      assert.equal(remaining(second), remaining(first) - 1)
    })
  })
})

const API_PATHS = [
  '/api/rest/v4/courts/',
  '/api/rest/v3/courts/',
  '/courtlistener/api/rest/v4/courts/',
  '/courtlistener/api/rest/v3/courts/',
  '/api/rest/v4/',
  '/api/rest/v4/api-usage/',
  '/api/rest/v4/search/?q=x',
  '/api/rest/v4/courts/scotus/',
  '/api/rest/v4/courts/?format=xml',
  '/api/rest/v4/courts/?format=api',
  '/api/rest/v4/courts/choices/jurisdiction/',
  '/api/rest/v4/courts/?format=csv',
]

const challengeOf = (response: Response) => response.headers.get('www-authenticate')

/** Parameters of a challenge; fails if it isn't `Bearer` with the values RFC 6750 allows. */
function bearerParameters(response: Response): Record<string, string> {
  const value = challengeOf(response)!
  const pattern =
    /^Bearer \w+="[\x20\x21\x23-\x5b\x5d-\x7e]*"(?:, \w+="[\x20\x21\x23-\x5b\x5d-\x7e]*")*$/
  if (!pattern.test(value)) throw new Error(value)
  return Object.fromEntries([...value.matchAll(/(\w+)="([^"]*)"/g)].map(([, ...pair]) => pair))
}

test.group('OAuth: challenges of the API (RFC 6750)', () => {
  test('{$self}: an invalid token returns invalid_token')
    .with(API_PATHS)
    .run(async ({ assert }, path) => {
      const response = await withBearer(path, 'x'.repeat(43))
      assert.equal(response.status, 401)
      assert.deepEqual(bearerParameters(response), {
        realm: 'api',
        error: 'invalid_token',
        error_description: 'Invalid or expired bearer token.',
      })
      const token = await fetch(ORIGIN() + path, { headers: { authorization: 'Token x' } })
      assert.equal(token.status, 401)
      assert.equal(challengeOf(token), 'Token realm="api"')
    })

  test('expired, revoked, and inactive accounts return invalid_token', async ({ assert }) => {
    const { account, visitor } = await visitorOfNewAccount()
    const database = await app.container.make('lucid.db')
    const token = await tokenOf(visitor, 'api')
    await database
      .from('oauth_records')
      .where({ model: 'AccessToken', account_id: account.id })
      .update({ expires_at: new Date(Date.now() - 1000) })
    assert.include(bearerParameters(await withBearer(COURTS, token)), { error: 'invalid_token' })
    const { access_token: revoked, client } = await connect(visitor)
    await fetch(`${ORIGIN()}/o/revoke_token/`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client.client_id, token: revoked }),
    })
    assert.include(bearerParameters(await withBearer(COURTS, revoked)), { error: 'invalid_token' })
    const inactive = await tokenOf(visitor, 'api')
    await database.transaction((trx) => new SetActive().handle(trx, account.id, false))
    assert.include(bearerParameters(await withBearer(COURTS, inactive)), {
      error: 'invalid_token',
      error_description: 'User inactive or deleted.',
    })
  })

  test('a missing scope is named', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const none = await tokenOf(visitor, 'openid')
    const reads = await tokenOf(visitor, 'api:read')
    const tag = { name: 'oauth', title: 'By OAuth' }
    for (const [response, scope] of [
      [await withBearer(COURTS, none), 'api:read'],
      [await withBearer('/courtlistener/api/rest/v3/courts/', none), 'api:read'],
      [await post(TAGS, none, tag), 'api'],
      [await post(TAGS, reads, tag), 'api'],
      [await post('/courtlistener/api/rest/v4/tags/', reads, tag), 'api'],
      [await withBearer(`${TAGS}1/`, reads, { method: 'DELETE' }), 'api'],
    ] as const) {
      assert.equal(response.status, 403)
      assert.include(bearerParameters(response), { error: 'insufficient_scope', scope })
      assert.property(await response.json(), 'detail')
    }
  })

  test('requests without credentials get no error code', async ({ assert }) => {
    for (const path of ['/api/rest/v4/api-usage/', '/courtlistener/api/rest/v4/api-usage/']) {
      const response = await fetch(ORIGIN() + path)
      assert.equal(response.status, 401)
      assert.equal(challengeOf(response), 'Bearer realm="api", Token realm="api"')
    }
    const tools = await fetch(`${ORIGIN()}/mcp`, { method: 'POST' })
    assert.sameMembers(Object.keys(bearerParameters(tools)), [
      'realm',
      'resource_metadata',
      'scope',
    ])
  })
})

test.group('OAuth: access to the tool server', () => {
  test('allows tool calls until the token is revoked', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const { access_token: token, client } = await connect(visitor)
    const args = { endpoint_id: 'courts', item_id: 'scotus' }
    const { body } = await callTool(token, 'get_endpoint_item', args)
    assert.isNotOk(body.result.isError)
    await fetch(`${ORIGIN()}/o/revoke_token/`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client.client_id, token }),
    })
    const { response, body: refused } = await callTool(token, 'get_endpoint_item', args)
    assert.equal(response.status, 401)
    assert.include(refused.error_description, 'rejected the request as unauthorized')
    assert.include(response.headers.get('www-authenticate'), 'error="invalid_token"')
  })

  test('returns the required scope if the token lacks it', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const token = await tokenOf(visitor, 'openid')
    const { response } = await callTool(token, 'get_endpoint_item', {})
    assert.equal(response.status, 403)
    assert.include(response.headers.get('www-authenticate'), 'error="insufficient_scope"')
    assert.include(response.headers.get('www-authenticate'), 'scope="openid api"')
  })

  test('keeps stored queries of the API token and the OAuth client separate', async ({
    assert,
  }) => {
    const { account, visitor } = await visitorOfNewAccount()
    const token = await tokenOf(visitor, 'api')
    const query = { endpoint_id: 'courts', query: {}, num_results: 1 }
    const { body } = await callTool(token, 'call_endpoint', query)
    const { query_id: id } = JSON.parse(body.result.content[0].text)
    const own = await callTool(token, 'get_more_results', { query_id: id })
    assert.isNotOk(own.body.result.isError)
    const other = await callTool(account.token, 'get_more_results', { query_id: id }, 'Token')
    assert.isTrue(other.body.result.isError)
  })

  test('keeps citation jobs of the API token and the OAuth client separate', async ({ assert }) => {
    const { account, visitor } = await visitorOfNewAccount()
    const token = await tokenOf(visitor, 'api:read')
    const { body } = await callTool(token, 'analyze_citations', { text: '347 U.S. 483' })
    const [, id] = /Job ID: (\w+)/.exec(body.result.content[0].text)!
    const own = await callTool(token, 'resume_citation_analysis', { job_id: id })
    assert.isNotOk(own.body.result.isError)
    const resumed = { job_id: id }
    const other = await callTool(account.token, 'resume_citation_analysis', resumed, 'Token')
    assert.isTrue(other.body.result.isError)
    assert.include(other.body.result.content[0].text, `Job ID '${id}' not found.`)
  })

  test('a read-only token cannot create an alert with a tool', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const token = await tokenOf(visitor, 'api:read')
    const args = { name: 'a', query: 'q=habeas', rate: 'dly' }
    const { body } = await callTool(token, 'create_search_alert', args)
    assert.isTrue(body.result.isError)
    assert.include(body.result.content[0].text, 'HTTP 403')
  })

  test('keeps stored queries after a token refresh', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const first = await connect(visitor)
    const query = { endpoint_id: 'courts', query: {}, num_results: 1 }
    const { body } = await callTool(first.access_token, 'call_endpoint', query)
    const { query_id: id } = JSON.parse(body.result.content[0].text)
    const { refresh, tokensIn } = await import('../client.js')
    const second = await tokensIn(await refresh(first.client, first.refresh_token))
    const more = await callTool(second.access_token, 'get_more_results', { query_id: id })
    assert.isNotOk(more.body.result.isError)
  })
})
