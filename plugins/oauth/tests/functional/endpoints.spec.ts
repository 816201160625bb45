/**
 * Requests and errors of the endpoints, as strict clients expect them: authorization by POST,
 * scopes, revocation (RFC 7009), client authentication, and headers (RFC 6749).
 */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'
import { PostgresAdapter } from '../../provider/postgres_adapter.js'
import {
  authorizePath,
  computeCodeChallenge,
  connect,
  decide,
  exchange,
  ORIGIN,
  registered,
  RETURN_TO,
  tokensIn,
  verifier,
  withBearer,
  type Registered,
} from '../client.js'

const json = async (response: Response) => (await response.json()) as any

const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(ORIGIN() + path, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams(form),
  })

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

/** Parameters of an authorization request. */
function parametersFor(client: Registered, more: Record<string, string> = {}) {
  return {
    client_id: client.client_id,
    redirect_uri: RETURN_TO,
    response_type: 'code',
    scope: 'openid api',
    state: 'a b&c',
    code_challenge: computeCodeChallenge(verifier()),
    code_challenge_method: 'S256',
    ...more,
  }
}

const locationOf = (response: Response) => new URL(response.headers.get('location')!, ORIGIN())

const connectNewAccount = async () => connect(await signedIn(await makeAccount()))

test.group('OAuth: authorization requests', () => {
  test('are accepted by POST, as a form, in the URL, or both', async ({ assert }) => {
    const client = await registered()
    const all = parametersFor(client)
    const { scope, state, ...some } = all
    for (const [query, form] of [
      [{}, all],
      [{ scope, state }, some],
      [all, {}],
    ] as [Record<string, string>, Record<string, string>][]) {
      const response = await send(`/o/authorize/?${new URLSearchParams(query)}`, form)
      assert.equal(response.status, 303)
      assert.match(locationOf(response).pathname, /^\/oauth\/interaction\//)
    }
    const without = await fetch(`${ORIGIN()}/o/authorize/?${new URLSearchParams(all)}`, {
      method: 'POST',
      redirect: 'manual',
    })
    assert.equal(without.status, 303)
  })

  test('by POST lead to tokens after consent', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const client = await registered()
    const code = verifier()
    const started = await visitor.post('/o/authorize/', {
      ...parametersFor(client),
      code_challenge: computeCodeChallenge(code),
    })
    const { pathname } = new URL(started.location!, ORIGIN())
    const decided = await visitor.submit(`${pathname}/`, { decision: 'allow' }, { from: pathname })
    const { location } = await visitor.get(new URL(decided.location!, ORIGIN()).pathname)
    const { searchParams } = new URL(location!)
    assert.equal(searchParams.get('state'), 'a b&c')
    const tokens = await tokensIn(await exchange(client, searchParams.get('code')!, code))
    assert.equal(
      (await withBearer('/api/rest/v4/courts/?fields=id', tokens.access_token)).status,
      200
    )
  })

  test('by POST: {0}')
    .with([
      ['a repeated parameter', 400, 'application/x-www-form-urlencoded', 'client_id=a&client_id=b'],
      ['no client', 400, 'application/x-www-form-urlencoded', ''],
      ['JSON', 415, 'application/json', '{"client_id": "x"}'],
      ['a multipart body', 415, 'multipart/form-data; boundary=x', '--x--'],
      ['a body that is too large', 413, 'application/x-www-form-urlencoded', 'x'.repeat(70_000)],
    ] as [string, number, string, string][])
    .run(async ({ assert }, [, status, type, body]) => {
      const headers = { 'content-type': type }
      const response = await fetch(`${ORIGIN()}/o/authorize/`, { method: 'POST', headers, body })
      assert.equal(response.status, status)
    })

  test('with only unknown scopes return invalid_scope and the state to the client', async ({
    assert,
  }) => {
    const client = await registered()
    for (const scope of [
      'xyz',
      'admin write',
      'API',
      'offline_access',
      'profile email',
      'api:write',
      'openid,api',
      'ä',
      '"api"',
      'api\\',
      '  ',
    ])
      for (const method of ['GET', 'POST']) {
        const parameters = parametersFor(client, { scope })
        const response =
          method === 'POST'
            ? await send('/o/authorize/', parameters)
            : await fetch(`${ORIGIN()}/o/authorize/?${new URLSearchParams(parameters)}`, {
                redirect: 'manual',
              })
        assert.equal(response.status, 303, scope)
        const location = locationOf(response)
        assert.equal(location.origin + location.pathname, RETURN_TO)
        const answer = Object.fromEntries(location.searchParams)
        assert.deepInclude(answer, { error: 'invalid_scope', state: 'a b&c', iss: ORIGIN() })
        assert.isAbove(answer.error_description!.length, 10)
        assert.notProperty(answer, 'code')
      }
  })

  test('with known scopes ignore unknown ones', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    for (const [scope, granted] of [
      ['api profile', 'api'],
      ['openid email offline_access', 'openid'],
      ['', 'api'],
      ['api:read api:read', 'api:read'],
    ] as const) {
      const client = await registered()
      const code = verifier()
      const answer = await decide(visitor, { client, verifier: code, scope })
      const tokens = await tokensIn(await exchange(client, answer.get('code')!, code))
      assert.equal(tokens.scope, granted, scope)
    }
  })

  test('with invalid PKCE parameters return invalid_request', async ({ assert }) => {
    const client = await registered()
    for (const wrong of [
      { code_challenge: 'short' },
      { code_challenge: `${'x'.repeat(42)}=` },
      { code_challenge_method: 'S512' },
      { code_challenge_method: 's256' },
      { code_challenge_method: 'plain' },
    ] as Record<string, string>[]) {
      const response = await send('/o/authorize/', parametersFor(client, wrong))
      assert.equal(locationOf(response).searchParams.get('error'), 'invalid_request')
    }
  })

  test('the redirect URI is compared as text, except for the port', async ({ assert }) => {
    const client = await registered()
    for (const uri of [
      'http://127.0.0.1:5/callback\n',
      'http://127.0.0.1:5/call\r\nback',
      'http:/127.0.0.1:5/callback',
      'http:\\\\127.0.0.1:5\\callback',
      ' http://127.0.0.1:5/callback',
      'http://127.1:5/callback',
      'http://127.0.0.1:5/%63allback',
      'http://127.0.0.1:5/callback?x=y',
      'http://127.0.0.1:80@evil.example/callback',
    ]) {
      const path = authorizePath({ client, verifier: verifier(), with: { redirect_uri: uri } })
      const response = await fetch(ORIGIN() + path, { redirect: 'manual' })
      assert.equal(response.status, 400, uri)
      assert.isNull(response.headers.get('location'))
    }
  })
})

test.group('OAuth: token requests', () => {
  test('reject a code with {0}')
    .with([
      ['no verifier', { code_verifier: undefined }],
      ['a short verifier', { code_verifier: 'x'.repeat(42) }],
      ['a long verifier', { code_verifier: 'x'.repeat(129) }],
      ['the challenge as verifier', { code_verifier: 'challenge' }],
      ['another redirect URI', { redirect_uri: 'http://127.0.0.1:9912/callback' }],
    ] as [string, Record<string, string | undefined>][])
    .run(async ({ assert }, [, wrong]) => {
      const visitor = await signedIn(await makeAccount())
      const client = await registered()
      const code = verifier()
      const answer = await decide(visitor, { client, verifier: code })
      const form = {
        grant_type: 'authorization_code',
        client_id: client.client_id,
        code: answer.get('code')!,
        redirect_uri: RETURN_TO,
        code_verifier: code,
        ...wrong,
      }
      if (form.code_verifier === 'challenge') form.code_verifier = computeCodeChallenge(code)
      const given = Object.entries(form).filter(([, value]) => value !== undefined)
      const response = await send('/o/token/', Object.fromEntries(given) as Record<string, string>)
      assert.equal(response.status, 400)
      assert.include(['invalid_grant', 'invalid_request'], (await json(response)).error)
    })

  test('responses are never cached', async ({ assert }) => {
    const { client, refresh_token: token } = await connectNewAccount()
    const id = { client_id: client.client_id }
    for (const response of [
      await send('/o/token/', { ...id, grant_type: 'refresh_token', refresh_token: token }),
      await send('/o/token/', { ...id, grant_type: 'password' }),
      await send('/o/token/', {}),
      await send('/o/token/', { client_id: 'unknown' }),
      await send('/o/revoke_token/', { ...id, token }),
      await send('/o/revoke_token/', id),
      await send('/o/introspect/', { ...id, token }),
    ]) {
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.equal(response.headers.get('pragma'), 'no-cache')
      assert.match(response.headers.get('content-type')!, /^application\/json/)
    }
  })

  test('invalid clients get a Basic challenge if they used the header', async ({ assert }) => {
    const client = await registered({ token_endpoint_auth_method: 'client_secret_basic' })
    const form = { grant_type: 'refresh_token', refresh_token: 'x', token: 'x' }
    for (const path of ['/o/token/', '/o/revoke_token/', '/o/introspect/'])
      for (const [headers, more, challenge] of [
        [basic(client.client_id, 'wrong'), {}, /^Basic realm="[^"]+", error="invalid_client"/],
        [basic('unknown', 'wrong'), {}, /^Basic realm=/],
        [{}, { client_id: client.client_id, client_secret: 'wrong' }, null],
        [{}, { client_id: 'unknown' }, null],
      ] as const) {
        const response = await send(path, { ...form, ...more }, headers)
        assert.equal(response.status, 401)
        assert.equal((await json(response)).error, 'invalid_client')
        const header = response.headers.get('www-authenticate')
        if (challenge) assert.match(header!, challenge)
        else assert.isNull(header)
      }
  })

  test('failures of the database return 503 as JSON', async ({ assert }) => {
    const { client } = await connectNewAccount()
    const { find } = PostgresAdapter.prototype
    PostgresAdapter.prototype.find = async () => {
      throw Object.assign(new Error('canceling statement'), { code: '57014' })
    }
    try {
      for (const path of ['/o/token/', '/o/revoke_token/', '/o/introspect/']) {
        const form = { client_id: client.client_id, token: 'x', grant_type: 'refresh_token' }
        const response = await send(path, form)
        assert.equal(response.status, 503)
        assert.equal((await json(response)).error, 'temporarily_unavailable')
      }
    } finally {
      PostgresAdapter.prototype.find = find
    }
  })
})

test.group('OAuth: revocation (RFC 7009)', () => {
  const revoke = (form: Record<string, string>, headers = {}) =>
    send('/o/revoke_token/', form, headers)

  test('accepts unknown tokens, hints, and all client authentication methods', async ({
    assert,
  }) => {
    const open = await registered()
    const header = await registered({ token_endpoint_auth_method: 'client_secret_basic' })
    const post = await registered({ token_endpoint_auth_method: 'client_secret_post' })
    const secret = ({ client_id: id, client_secret: value }: Registered) => ({
      client_id: id,
      client_secret: value!,
    })
    for (const token of ['unknown', 'x'.repeat(43), 'ä', `${'0'.repeat(40)}`, 'a b'])
      for (const hint of [undefined, 'access_token', 'refresh_token', 'id_token'])
        for (const [form, headers] of [
          [{ client_id: open.client_id }, {}],
          [{}, basic(header.client_id, header.client_secret!)],
          [secret(post), {}],
          [secret(header), {}],
          [{}, basic(post.client_id, post.client_secret!)],
        ] as [Record<string, string>, Record<string, string>][]) {
          const response = await revoke(
            { ...form, token, ...(hint ? { token_type_hint: hint } : {}) },
            headers
          )
          assert.equal(response.status, 200)
          assert.match(response.headers.get('content-type')!, /^application\/json/)
          assert.deepEqual(await json(response), {})
        }
  })

  test('revokes the grant of a refresh token and of an access token', async ({ assert }) => {
    for (const kind of ['access_token', 'refresh_token'] as const)
      for (const hint of [undefined, 'access_token', 'refresh_token']) {
        const tokens = await connectNewAccount()
        const id = { client_id: tokens.client.client_id }
        const hints = hint ? { token_type_hint: hint } : ({} as Record<string, string>)
        assert.equal((await revoke({ ...id, token: tokens[kind], ...hints })).status, 200)
        assert.equal((await withBearer('/api/rest/v4/', tokens.access_token)).status, 401)
        const refreshed = await send('/o/token/', {
          ...id,
          grant_type: 'refresh_token',
          refresh_token: tokens.refresh_token,
        })
        assert.equal((await json(refreshed)).error, 'invalid_grant')
        assert.equal((await revoke({ ...id, token: tokens[kind] })).status, 200)
      }
  })

  test('rejects ID tokens, missing tokens, and other clients', async ({ assert }) => {
    const tokens = await connectNewAccount()
    const id = { client_id: tokens.client.client_id }
    const wrongType = await revoke({ ...id, token: tokens.id_token! })
    assert.equal(wrongType.status, 400)
    assert.equal((await json(wrongType)).error, 'unsupported_token_type')
    const missing = await revoke(id)
    assert.equal(missing.status, 400)
    assert.equal((await json(missing)).error, 'invalid_request')
    const other = await registered()
    const foreign = await revoke({ client_id: other.client_id, token: tokens.access_token })
    assert.equal(foreign.status, 200)
    assert.equal((await withBearer('/api/rest/v4/', tokens.access_token)).status, 200)
  })
})

test.group('OAuth: paths and methods', () => {
  test('{0} returns 405 and lists its methods')
    .with([
      ['GET', '/o/token/', 'POST, OPTIONS'],
      ['PUT', '/o/token/', 'POST, OPTIONS'],
      ['GET', '/o/revoke_token/', 'POST, OPTIONS'],
      ['DELETE', '/o/introspect/', 'POST, OPTIONS'],
      ['PATCH', '/o/userinfo/', 'GET, HEAD, POST, OPTIONS'],
      ['PUT', '/o/authorize/', 'GET, HEAD, POST'],
      ['POST', '/o/.well-known/jwks.json', 'GET, HEAD, OPTIONS'],
      ['POST', '/.well-known/oauth-authorization-server', 'GET, HEAD, OPTIONS'],
    ] as const)
    .run(async ({ assert }, [method, path, allowed]) => {
      const response = await fetch(ORIGIN() + path, { method })
      assert.equal(response.status, 405, `${method} ${path}`)
      assert.equal(response.headers.get('allow'), allowed)
      assert.property(await json(response), 'detail')
    })

  test('unknown paths return 404 as JSON', async ({ assert }) => {
    for (const path of ['/o/', '/o/nothing/', '/o/token/x', '/o/register/x', '/o//token/']) {
      const response = await fetch(ORIGIN() + path)
      assert.equal(response.status, 404, path)
      assert.property(await json(response), 'detail')
    }
  })

  test('the trailing slash is optional', async ({ assert }) => {
    const client = await registered()
    const id = { client_id: client.client_id }
    assert.equal((await send('/o/revoke_token', { ...id, token: 'x' })).status, 200)
    assert.equal((await send('/o/token', { ...id, grant_type: 'x' })).status, 400)
    assert.equal((await fetch(`${ORIGIN()}/o/userinfo`)).status, 401)
    const path = authorizePath({ client, verifier: verifier() }).replace('/?', '?')
    assert.equal((await fetch(ORIGIN() + path, { redirect: 'manual' })).status, 303)
  })
})
