/**
 * Discovery and client registration (tool server, oauth 1).
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { postEndless } from '#tests/helpers/endless_body'
import { attemptLimits } from '#app/throttle/attempt_limit'
import { ORIGIN, register, registered, RETURN_TO } from '../client.js'

const json = async (response: Response) => (await response.json()) as any

test.group('OAuth: discovery', () => {
  test('both documents are identical and have an issuer without a trailing slash', async ({
    assert,
  }) => {
    const [oauth, openid] = await Promise.all(
      ['oauth-authorization-server', 'openid-configuration'].map(async (name) =>
        json(await fetch(`${ORIGIN()}/.well-known/${name}`))
      )
    )
    assert.deepEqual(oauth, openid)
    assert.equal(oauth.issuer, ORIGIN())
    assert.deepInclude(oauth, {
      authorization_endpoint: `${ORIGIN()}/o/authorize/`,
      token_endpoint: `${ORIGIN()}/o/token/`,
      registration_endpoint: `${ORIGIN()}/o/register/`,
      revocation_endpoint: `${ORIGIN()}/o/revoke_token/`,
      introspection_endpoint: `${ORIGIN()}/o/introspect/`,
      userinfo_endpoint: `${ORIGIN()}/o/userinfo/`,
      jwks_uri: `${ORIGIN()}/o/.well-known/jwks.json`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'api', 'api:read'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${ORIGIN()}/docs/oauth/`,
    })
    assert.equal((await fetch(oauth.service_documentation)).status, 200)
    assert.sameMembers(oauth.revocation_endpoint_auth_methods_supported, [
      'client_secret_basic',
      'client_secret_post',
      'none',
    ])
    assert.sameMembers(oauth.introspection_endpoint_auth_methods_supported, [
      'client_secret_basic',
      'client_secret_post',
    ])
    assert.sameMembers(oauth.grant_types_supported, ['authorization_code', 'refresh_token'])
    assert.sameMembers(oauth.token_endpoint_auth_methods_supported, [
      'client_secret_basic',
      'client_secret_post',
      'none',
    ])
  })

  test('ignores headers with another host', async ({ assert }) => {
    const response = await fetch(`${ORIGIN()}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    const document = await json(response)
    assert.equal(document.issuer, ORIGIN())
    assert.equal(document.token_endpoint, `${ORIGIN()}/o/token/`)
  })

  test('the tool server refers to the provider and its scopes', async ({ assert }) => {
    const metadata = await json(await fetch(`${ORIGIN()}/.well-known/oauth-protected-resource/mcp`))
    assert.deepEqual(metadata.authorization_servers, [ORIGIN()])
    assert.deepEqual(metadata.scopes_supported, ['openid', 'api', 'api:read'])
  })

  test('publishes only public keys', async ({ assert }) => {
    const { keys } = await json(await fetch(`${ORIGIN()}/o/.well-known/jwks.json`))
    assert.isNotEmpty(keys)
    for (const key of keys) {
      assert.equal(key.kty, 'RSA')
      for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi']) assert.notProperty(key, part)
    }
  })
})

test.group('OAuth: registration', () => {
  test('issues an ID and, for confidential clients, a secret that is stored as a hash', async ({
    assert,
  }) => {
    const open = await registered({ client_name: undefined, grant_types: undefined })
    assert.match(String(open.client_name), /^MCP Client [0-9a-f]{8}$/)
    assert.deepEqual(open.grant_types, ['authorization_code'])
    assert.deepEqual(open.response_types, ['code'])
    assert.notProperty(open, 'client_secret')
    assert.notProperty(open, 'application_type')

    const confidential = await registered({ token_endpoint_auth_method: undefined })
    assert.equal(confidential.token_endpoint_auth_method, 'client_secret_basic')
    assert.equal(confidential.client_secret_expires_at, 0)
    const database = await app.container.make('lucid.db')
    const { payload } = await database
      .from('oauth_records')
      .where({ model: 'Client', key: confidential.client_id })
      .firstOrFail()
    assert.notInclude(JSON.stringify(payload), confidential.client_secret!)
  })

  test('rejects {0}')
    .with([
      ['a URL without TLS', { redirect_uris: ['http://example.org/'] }],
      ['a custom scheme', { redirect_uris: ['myapp://callback'] }],
      ['a javascript: URL', { redirect_uris: ['javascript:alert(1)'] }],
      ['a fragment', { redirect_uris: ['https://example.org/#x'] }],
      ['credentials in a URL', { redirect_uris: ['https://a:b@example.org/'] }],
      ...[
        'https:/evil.example/',
        'https:evil.example/',
        'https:///evil.example/',
        'https:\\\\evil.example',
        'https://a.example\\b',
        'https://a.example/\r\nX: y',
        'https://a.example/\t',
        'https://a.example/ b',
        ' https://a.example/',
        'https://a.example/\u00e9',
        'https://\u00e4.example/',
        'https://a.example/%zz',
        'https://a.example/<b>',
        'https://*.example/',
        'https://@evil.example/',
        'https://.',
        'http://127.0.0.1.evil.example/',
        'http://localhost.evil.example/',
        'http://localhost:99999/',
      ].map((uri) => [`the URL ${JSON.stringify(uri)}`, { redirect_uris: [uri] }]),
      ['an HTTPS URL for a loopback host', { redirect_uris: [RETURN_TO, 'https://localhost/'] }],
      ['no list of URLs', { redirect_uris: undefined }],
      ['a list of URLs that is a string', { redirect_uris: RETURN_TO }],
      ['a valid and an invalid URL', { redirect_uris: [RETURN_TO, 'http://example.org/'] }],
      ['an empty list of URLs', { redirect_uris: [] }],
      ['a URL that is not a string', { redirect_uris: [1] }],
      ['eleven URLs', { redirect_uris: Array(11).fill(RETURN_TO) }],
      ['an unsupported grant type', { grant_types: ['authorization_code', 'client_credentials'] }],
      ['only the refresh grant type', { grant_types: ['refresh_token'] }],
      ['an unsupported response type', { response_types: ['token'] }],
      ['an unsupported authentication method', { token_endpoint_auth_method: 'private_key_jwt' }],
      ['a long name', { client_name: 'x'.repeat(256) }],
      ['a name that is not a string', { client_name: {} }],
    ] as [string, object][])
    .run(async ({ assert }, [, metadata]) => {
      const response = await register(metadata)
      assert.equal(response.status, 400)
      const { error, error_description: description } = await json(response)
      const isAboutUris = Object.hasOwn(metadata, 'redirect_uris')
      assert.equal(error, isAboutUris ? 'invalid_redirect_uri' : 'invalid_client_metadata')
      assert.isAbove(description.length, 10)
    })

  test('accepts URLs with ports, paths, and queries', async ({ assert }) => {
    for (const uri of [
      'https://a.example',
      'https://a.example:8443/back?to=%2Fx&y=1',
      'HTTPS://a.example/',
      'https://xn--4ca.example/a/b;c=d/(e)',
      'http://localhost/',
      'http://localhost:3000',
      'http://[::1]:80/callback',
      'http://127.0.0.2/callback',
    ]) {
      const { redirect_uris: uris } = await registered({ redirect_uris: [uri] })
      assert.deepEqual(uris, [uri])
    }
  })

  test('rejects bodies that are too large or not an object', async ({ assert }) => {
    for (const body of ['', '[]', 'null', '{', `{"client_name": "${'x'.repeat(70_000)}"}`]) {
      const response = await fetch(`${ORIGIN()}/o/register/`, { method: 'POST', body })
      assert.equal(response.status, 400, body.slice(0, 20))
    }
    const deep = '{"client_name":'
    for (const [unit, head] of [
      ['[', deep],
      ['{"a":', deep],
      ['"k":1,', '{'],
      ['x', `${deep}"`],
    ] as const) {
      const headers = { 'content-type': 'application/json' }
      const answered = await postEndless('/o/register/', headers, unit, head)
      assert.equal(answered.status, 400)
      assert.equal(JSON.parse(answered.text).error, 'invalid_client_metadata')
    }
    const streamed = await fetch(`${ORIGIN()}/o/register/`, {
      method: 'POST',
      body: new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode('x'.repeat(40_000)))
        },
      }),
      duplex: 'half',
    } as RequestInit).catch(() => undefined)
    assert.oneOf(streamed?.status, [400, undefined])
  })

  test('allows cross-origin requests', async ({ assert }) => {
    const preflight = await fetch(`${ORIGIN()}/o/register/`, { method: 'OPTIONS' })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
    assert.equal((await fetch(`${ORIGIN()}/o/register/`)).status, 405)
  })

  test('limits registrations per IP address', async ({ assert }) => {
    attemptLimits.enabled = true
    try {
      const statuses = []
      for (let count = 0; count < 61; count++) statuses.push((await register()).status)
      assert.equal(statuses.at(-1), 429)
      assert.equal(statuses[0], 201)
      const refused = await register()
      assert.equal((await json(refused)).error, 'rate_limited')
      assert.isNotNull(refused.headers.get('retry-after'))
    } finally {
      attemptLimits.enabled = false
    }
  })
})
