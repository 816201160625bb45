/**
 * Sign-in of an application, from registration to API requests, including the
 * errors of each step.
 */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'
import {
  authorizePath,
  connect,
  decide,
  exchange,
  follow,
  ORIGIN,
  refresh,
  registered,
  RETURN_TO,
  tokensIn,
  verifier,
  withBearer,
} from '../client.js'

const COURTS = '/api/rest/v4/courts/?fields=id'

async function visitorOfNewAccount() {
  const account = await makeAccount()
  return { account, visitor: await signedIn(account) }
}

test.group('OAuth: sign-in of an application', () => {
  test('gives a registered application access to the API after consent', async ({ assert }) => {
    const { account, visitor } = await visitorOfNewAccount()
    const client = await registered()
    const code = verifier()
    const answer = await decide(visitor, { client, verifier: code })
    assert.equal(answer.get('state'), 'xyz')
    assert.equal(answer.get('iss'), ORIGIN())
    const tokens = await tokensIn(await exchange(client, answer.get('code')!, code))
    assert.equal(tokens.scope, 'openid api')
    assert.equal(tokens.expires_in, 3600)
    const [, claims] = tokens.id_token!.split('.')
    const { sub, aud, iss } = JSON.parse(Buffer.from(claims!, 'base64url').toString())
    assert.deepEqual(
      { sub, aud, iss },
      { sub: String(account.id), aud: client.client_id, iss: ORIGIN() }
    )

    const response = await withBearer(COURTS, tokens.access_token)
    assert.equal(response.status, 200)
    const info = await withBearer('/o/userinfo/', tokens.access_token)
    assert.deepEqual(await info.json(), { sub: String(account.id) })
    const usage = await withBearer('/api/rest/v4/api-usage/', tokens.access_token)
    assert.equal(usage.status, 200)
  })

  test('redirects the visitor to the sign-in page and back', async ({ assert, client: http }) => {
    const client = await registered()
    const path = authorizePath({ client, verifier: verifier() })
    const start = await http.get(path).redirects(0)
    start.assertStatus(303)
    const interaction = new URL(start.header('location')!, ORIGIN())
    const page = await http.get(interaction.pathname).redirects(0)
    page.assertStatus(302)
    assert.include(page.header('location'), encodeURIComponent('/oauth/interaction/'))
  })

  test('shows the application, its scopes, and the redirect URI', async ({ assert }) => {
    const { visitor, account } = await visitorOfNewAccount()
    const client = await registered({ client_name: 'A <b>bold</b> client' })
    const { pathname } = await follow(visitor, authorizePath({ client, verifier: verifier() }))
    const { text, headers } = await visitor.get(pathname)
    assert.include(text, 'A &lt;b&gt;bold&lt;/b&gt; client')
    assert.include(text, account.username)
    assert.include(text, RETURN_TO)
    assert.include(text, 'Use the API on your behalf')
    assert.include(
      headers.get('content-security-policy'),
      "form-action 'self' http://127.0.0.1:9911"
    )
  })

  test('requires consent each time; the owner can deny it', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const { client } = await connect(visitor)
    const { pathname } = await follow(visitor, authorizePath({ client, verifier: verifier() }))
    assert.match(pathname, /^\/oauth\/interaction\//)
    const answer = await decide(visitor, { client, verifier: verifier() }, 'deny')
    assert.equal(answer.get('error'), 'access_denied')
    assert.isNull(answer.get('code'))
  })

  test('uses the account currently signed in to the browser', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const { client } = await connect(visitor)
    const other = await makeAccount()
    const otherVisitor = await signedIn(other)
    for (const [name, value] of visitor.cookies)
      if (!otherVisitor.cookies.has(name)) otherVisitor.cookies.set(name, value)
    const tokens = await connect(otherVisitor, { client })
    const info = await withBearer('/o/userinfo/', tokens.access_token)
    assert.deepEqual(await info.json(), { sub: String(other.id) })
  })

  test('defaults to the API scope and ignores unknown scopes', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    assert.equal((await connect(visitor, { scope: '' })).scope, 'api')
    assert.equal((await connect(visitor, { scope: 'api admin' })).scope, 'api')
  })

  test('rejects requests without PKCE or with the plain method', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const client = await registered()
    for (const parameters of [
      { code_challenge: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge_method: undefined },
    ]) {
      const path = authorizePath({ client, verifier: verifier(), with: parameters })
      const { searchParams } = await follow(visitor, path)
      assert.isNotNull(searchParams.get('error'), JSON.stringify(parameters))
      assert.isNull(searchParams.get('code'))
    }
    const implicit = authorizePath({
      client,
      verifier: verifier(),
      with: { response_type: 'token' },
    })
    assert.include((await follow(visitor, implicit)).hash, 'error=unsupported_response_type')
  })

  test('never redirects to an unregistered URI', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const client = await registered()
    for (const uri of [
      'https://evil.example/',
      'http://127.0.0.1:9911/callback/..',
      '//evil.example',
    ]) {
      const path = authorizePath({ client, verifier: verifier(), with: { redirect_uri: uri } })
      const { status, location, text } = await visitor.get(path)
      assert.equal(status, 400, uri)
      assert.isNull(location)
      assert.include(text, 'Sign-in failed')
      assert.include(text, '<code>invalid_redirect_uri</code>')
    }
    const path = authorizePath({ client: { client_id: '<script>' }, verifier: verifier() })
    const { status, text } = await visitor.get(path)
    assert.equal(status, 400)
    assert.notInclude(text, '<script>')
  })

  test('accepts any port of a loopback URI', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const client = await registered()
    const uri = 'http://127.0.0.1:50123/callback'
    const path = authorizePath({ client, verifier: verifier(), with: { redirect_uri: uri } })
    assert.match((await follow(visitor, path)).pathname, /^\/oauth\/interaction\//)
  })

  test('binds the consent page to one browser', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const client = await registered()
    const { pathname } = await follow(visitor, authorizePath({ client, verifier: verifier() }))
    const { visitor: stranger } = await visitorOfNewAccount()
    assert.equal((await stranger.get(pathname)).status, 404)
    assert.equal((await visitor.get('/oauth/interaction/unknown/')).status, 404)
  })
})

test.group('OAuth: tokens', () => {
  test('reuse of a code revokes its tokens', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const client = await registered()
    const code = verifier()
    const answer = await decide(visitor, { client, verifier: code })
    const { access_token: token } = await tokensIn(
      await exchange(client, answer.get('code')!, code)
    )
    assert.equal((await withBearer(COURTS, token)).status, 200)
    const again = await exchange(client, answer.get('code')!, code)
    assert.equal(again.status, 400)
    assert.equal(((await again.json()) as any).error, 'invalid_grant')
    assert.equal((await withBearer(COURTS, token)).status, 401)
  })

  test('a code requires its verifier', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const client = await registered()
    const answer = await decide(visitor, { client, verifier: verifier() })
    assert.equal((await exchange(client, answer.get('code')!, verifier())).status, 400)
  })

  test('a refresh token works once and revokes the previous access token', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const first = await connect(visitor)
    const second = await tokensIn(await refresh(first.client, first.refresh_token))
    assert.notEqual(second.refresh_token, first.refresh_token)
    assert.equal((await withBearer(COURTS, first.access_token)).status, 401)
    assert.equal((await withBearer(COURTS, second.access_token)).status, 200)
  })

  test('reuse of a refresh token revokes the whole grant', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const first = await connect(visitor)
    const second = await tokensIn(await refresh(first.client, first.refresh_token))
    assert.equal((await refresh(first.client, first.refresh_token)).status, 400)
    assert.equal((await withBearer(COURTS, second.access_token)).status, 401)
    assert.equal((await refresh(first.client, second.refresh_token)).status, 400)
  })

  test('one of several concurrent refreshes succeeds', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const { client, refresh_token: token } = await connect(visitor)
    const responses = await Promise.all(Array.from({ length: 5 }, () => refresh(client, token)))
    assert.lengthOf(
      responses.filter(({ status }) => status === 200),
      1
    )
  })

  test('revokes a token immediately, with its refresh token', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const { client, access_token: token, refresh_token: refreshToken } = await connect(visitor)
    const response = await fetch(`${ORIGIN()}/o/revoke_token/`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client.client_id, token }),
    })
    assert.equal(response.status, 200)
    assert.equal((await withBearer(COURTS, token)).status, 401)
    assert.equal((await refresh(client, refreshToken)).status, 400)
  })

  test('another client cannot use or revoke a token', async ({ assert }) => {
    const { visitor } = await visitorOfNewAccount()
    const { access_token: token, refresh_token: refreshToken } = await connect(visitor)
    const other = await registered()
    assert.equal((await refresh(other, refreshToken)).status, 400)
    const confidential = await registered({ token_endpoint_auth_method: 'client_secret_post' })
    const introspected = await fetch(`${ORIGIN()}/o/introspect/`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: confidential.client_id,
        client_secret: confidential.client_secret!,
        token,
      }),
    })
    assert.deepEqual(await introspected.json(), { active: false })
  })

  test('a confidential client must send its secret and can introspect its tokens', async ({
    assert,
  }) => {
    const { visitor } = await visitorOfNewAccount()
    const client = await registered({ token_endpoint_auth_method: 'client_secret_post' })
    const code = verifier()
    const answer = await decide(visitor, { client, verifier: code })
    const form = {
      grant_type: 'authorization_code',
      code: answer.get('code')!,
      redirect_uri: RETURN_TO,
      code_verifier: code,
      client_id: client.client_id,
    }
    const ask = (secret: string) =>
      fetch(`${ORIGIN()}/o/token/`, {
        method: 'POST',
        body: new URLSearchParams({ ...form, client_secret: secret }),
      })
    assert.equal((await ask('wrong')).status, 401)
    const { access_token: token } = await tokensIn(await ask(client.client_secret!))
    const introspected = await fetch(`${ORIGIN()}/o/introspect/`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: client.client_id,
        client_secret: client.client_secret!,
        token,
      }),
    })
    assert.deepInclude((await introspected.json()) as object, { active: true, scope: 'openid api' })
  })
})
