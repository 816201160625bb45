/**
 * Client libraries of other projects sign in, refresh, and revoke, and read the errors.
 */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { CLIENTS, loadClient, NO_CLIENTS } from '#tests/helpers/client_packages'
import { noteSecrets } from '#tests/helpers/secrets'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import { answerRequest, connect, ORIGIN, registered, RETURN_TO, withBearer } from '../client.js'

const METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const
const COURTS = '/api/rest/v4/courts/?fields=id'
const SCOPE = 'openid api'

const pathOf = (url: string | URL) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

async function visitorOfNewAccount() {
  const account = await makeAccount()
  return { account, visitor: await signedIn(account) }
}

const noteTokens = (...tokens: (string | undefined)[]) =>
  noteSecrets(
    'oauth token',
    tokens.filter((token) => token !== undefined)
  )

test.group('openid-client', () => {
  test('{0}: signs in, reads the account, refreshes, introspects, and revokes')
    .with(METHODS.map((method) => [method] as const))
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ assert }, [method]) => {
      const client = await loadClient('openid-client')
      const { account, visitor } = await visitorOfNewAccount()
      const insecure = { execute: [client.allowInsecureRequests] }
      const metadata = {
        client_name: 'openid-client',
        redirect_uris: [RETURN_TO],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: method,
      }
      const config = await client.dynamicClientRegistration(
        new URL(ORIGIN()),
        metadata,
        undefined,
        insecure
      )
      assert.isTrue(config.serverMetadata().supportsPKCE())
      const verifier = client.randomPKCECodeVerifier()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: RETURN_TO,
        scope: SCOPE,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      const answer = await answerRequest(visitor, pathOf(url))
      const tokens = await client.authorizationCodeGrant(config, answer, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      noteTokens(tokens.access_token, tokens.refresh_token)
      const { sub } = tokens.claims()
      assert.equal(sub, String(account.id))
      assert.deepEqual(await client.fetchUserInfo(config, tokens.access_token, sub), { sub })
      assert.equal((await withBearer(COURTS, tokens.access_token)).status, 200)

      const fresh = await client.refreshTokenGrant(config, tokens.refresh_token)
      noteTokens(fresh.access_token, fresh.refresh_token)
      assert.equal((await withBearer(COURTS, tokens.access_token)).status, 401)
      assert.equal((await withBearer(COURTS, fresh.access_token)).status, 200)
      const state1 = await client.tokenIntrospection(config, fresh.access_token)
      assert.equal(state1.active, method !== 'none')
      await client.tokenRevocation(config, fresh.refresh_token)
      await client.tokenRevocation(config, 'unknown')
      assert.equal((await withBearer(COURTS, fresh.access_token)).status, 401)
    })

  test('reads the errors of the authorization and token endpoints')
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ assert }) => {
      const client = await loadClient('openid-client')
      const { visitor } = await visitorOfNewAccount()
      const { client_id: id } = await registered()
      const config = await client.discovery(new URL(ORIGIN()), id, undefined, client.None(), {
        execute: [client.allowInsecureRequests],
      })
      const verifier = client.randomPKCECodeVerifier()
      const urlFor = async (scope: string) =>
        client.buildAuthorizationUrl(config, {
          redirect_uri: RETURN_TO,
          scope,
          state: 's',
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
      const refused = await visitor.get(pathOf(await urlFor('xyz')))
      const denied = await answerRequest(visitor, pathOf(await urlFor('api')), 'deny')
      for (const [url, code] of [
        [new URL(refused.location!), 'invalid_scope'],
        [denied, 'access_denied'],
      ] as const) {
        const error = await client
          .authorizationCodeGrant(config, url, { pkceCodeVerifier: verifier, expectedState: 's' })
          .catch((caught: unknown) => caught)
        assert.equal(error.error, code)
      }
      const error = await client
        .refreshTokenGrant(config, 'unknown')
        .catch((caught: unknown) => caught)
      assert.equal(error.error, 'invalid_grant')
      const challenged = await client
        .fetchProtectedResource(config, 'x'.repeat(43), new URL(ORIGIN() + COURTS), 'GET')
        .catch((caught: unknown) => caught)
      assert.equal(challenged.cause[0].parameters.error, 'invalid_token')
    })
})

test.group('oauth4webapi', () => {
  const insecure = async () => {
    const oauth = await loadClient('oauth4webapi')
    return { oauth, options: { [oauth.allowInsecureRequests]: true } }
  }

  test('{0}: accepts the metadata')
    .with([['oauth2'], ['oidc']] as const)
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ assert }, [algorithm]) => {
      const { oauth, options } = await insecure()
      const issuer = new URL(ORIGIN())
      const response = await oauth.discoveryRequest(issuer, { ...options, algorithm })
      const server = await oauth.processDiscoveryResponse(issuer, response)
      assert.equal(server.issuer, ORIGIN())
    })

  test('{0}: signs in, refreshes, and revokes')
    .with(METHODS.map((method) => [method] as const))
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ assert }, [method]) => {
      const { oauth, options } = await insecure()
      const { visitor } = await visitorOfNewAccount()
      const issuer = new URL(ORIGIN())
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
      )
      const metadata = {
        redirect_uris: [RETURN_TO],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: method,
      }
      const client = await oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(server, metadata, options)
      )
      const auth = {
        client_secret_basic: oauth.ClientSecretBasic,
        client_secret_post: oauth.ClientSecretPost,
        none: oauth.None,
      }[method](client.client_secret)
      const verifier = oauth.generateRandomCodeVerifier()
      const url = new URL(server.authorization_endpoint)
      url.search = String(
        new URLSearchParams({
          client_id: client.client_id,
          redirect_uri: RETURN_TO,
          response_type: 'code',
          scope: SCOPE,
          state: 's',
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
      )
      const answer = await answerRequest(visitor, pathOf(url))
      const parameters = oauth.validateAuthResponse(server, client, answer, 's')
      const tokens = await oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(
          server,
          client,
          auth,
          parameters,
          RETURN_TO,
          verifier,
          options
        )
      )
      noteTokens(tokens.access_token, tokens.refresh_token)
      const fresh = await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refresh_token, options)
      )
      noteTokens(fresh.access_token, fresh.refresh_token)
      const read = await oauth.protectedResourceRequest(
        fresh.access_token,
        'GET',
        new URL(ORIGIN() + COURTS),
        undefined,
        undefined,
        options
      )
      assert.equal(read.status, 200)
      for (const token of ['unknown', fresh.access_token, fresh.refresh_token])
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(server, client, auth, token, options)
        )
      const error = await oauth
        .processRevocationResponse(
          await oauth.revocationRequest(server, client, auth, tokens.id_token, options)
        )
        .catch((caught: unknown) => caught)
      assert.equal(error.error, 'unsupported_token_type')
      assert.equal((await withBearer(COURTS, fresh.access_token)).status, 401)
    })

  test('reads the challenge for a wrong secret')
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ assert }) => {
      const { oauth, options } = await insecure()
      const { client_id: id } = await registered({ token_endpoint_auth_method: undefined })
      const server = { issuer: ORIGIN(), token_endpoint: `${ORIGIN()}/o/token/` }
      const auth = oauth.ClientSecretBasic('wrong')
      const client = { client_id: id }
      const response = await oauth.refreshTokenGrantRequest(server, client, auth, 'x', options)
      const error = await oauth
        .processRefreshTokenResponse(server, client, response)
        .catch((caught: unknown) => caught)
      const [challenge] = error.cause
      assert.equal(challenge.scheme, 'basic')
      assert.equal(challenge.parameters.error, 'invalid_client')
    })

  test('{0}: reads the challenges')
    .with([
      ['/api/rest/v4/courts/'],
      ['/api/rest/v3/courts/'],
      ['/courtlistener/api/rest/v4/courts/'],
      ['/courtlistener/api/rest/v3/courts/'],
      ['/mcp'],
    ] as const)
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ assert }, [path]) => {
      const { oauth, options } = await insecure()
      const { visitor } = await visitorOfNewAccount()
      const challengeOf = async (token: string) => {
        const method = path === '/mcp' ? 'POST' : 'GET'
        const url = new URL(ORIGIN() + path)
        const error = await oauth
          .protectedResourceRequest(token, method, url, undefined, undefined, options)
          .catch((caught: unknown) => caught)
        const [challenge] = error.cause
        assert.equal(challenge.scheme, 'bearer')
        return challenge.parameters
      }
      assert.equal((await challengeOf('x'.repeat(43))).error, 'invalid_token')
      const { access_token: token } = await connect(visitor, { scope: 'openid' })
      const { error, scope } = await challengeOf(token)
      assert.equal(error, 'insufficient_scope')
      assert.include(scope.split(/[ :]/), 'api')
    })
})

test.group('simple-oauth2', () => {
  test('{0}: signs in, refreshes, and revokes')
    .with([['header'], ['body']] as const)
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ assert }, [authorizationMethod]) => {
      const { AuthorizationCode } = await loadClient('simple-oauth2')
      const { calculatePKCECodeChallenge, randomPKCECodeVerifier } =
        await loadClient('openid-client')
      const { visitor } = await visitorOfNewAccount()
      const { client_id: id, client_secret: secret } = await registered({
        token_endpoint_auth_method: undefined,
      })
      const client = new AuthorizationCode({
        client: { id, secret },
        auth: {
          tokenHost: ORIGIN(),
          tokenPath: '/o/token/',
          authorizePath: '/o/authorize/',
          revokePath: '/o/revoke_token/',
        },
        options: { authorizationMethod },
      })
      const verifier = randomPKCECodeVerifier()
      const url = client.authorizeURL({
        redirect_uri: RETURN_TO,
        scope: SCOPE,
        state: 's',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      const answer = await answerRequest(visitor, pathOf(url))
      const first = await client.getToken({
        code: answer.searchParams.get('code'),
        redirect_uri: RETURN_TO,
        code_verifier: verifier,
      })
      const second = await first.refresh()
      for (const { token } of [first, second]) noteTokens(token.access_token, token.refresh_token)
      assert.equal((await withBearer(COURTS, second.token.access_token)).status, 200)
      await second.revokeAll()
      assert.equal((await withBearer(COURTS, second.token.access_token)).status, 401)
      const error = await second.refresh().catch((caught: unknown) => caught)
      assert.equal(error.data.payload.error, 'invalid_grant')
    })
})

test.group('passport-oauth2', () => {
  type Outcome = { url?: string; user?: unknown; error?: unknown; challenge?: unknown }

  /** Runs a strategy as Passport does. */
  const authenticate = (strategy: any, request: object, options: object = {}) =>
    new Promise<Outcome>((resolve) => {
      const run = Object.assign(Object.create(strategy), {
        redirect: (url: string) => resolve({ url }),
        success: (user: unknown) => resolve({ user }),
        fail: (challenge: unknown) => resolve({ challenge }),
        error: (error: unknown) => resolve({ error }),
      })
      run.authenticate(request, options)
    })

  const signIn = async (visitor: Visitor, settings: object) => {
    const { default: OAuth2Strategy } = await loadClient('passport-oauth2')
    const strategy = new OAuth2Strategy(
      {
        authorizationURL: `${ORIGIN()}/o/authorize/`,
        tokenURL: `${ORIGIN()}/o/token/`,
        callbackURL: RETURN_TO,
        pkce: true,
        state: true,
        ...settings,
      },
      (token: string, refresh: string, _profile: object, done: (...values: any[]) => void) => {
        noteTokens(token, refresh)
        done(null, { token, refresh })
      }
    )
    const request = { session: {}, query: {}, headers: {}, connection: {} }
    const { url } = await authenticate(strategy, request, { scope: SCOPE.split(' ') })
    const finish = (answer: URL) =>
      authenticate(strategy, { ...request, query: Object.fromEntries(answer.searchParams) })
    return { url: url!, finish, visitor }
  }

  test('signs in with and without a secret')
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ assert }) => {
      for (const method of METHODS) {
        const { visitor } = await visitorOfNewAccount()
        const client = await registered({ token_endpoint_auth_method: method })
        const settings = { clientID: client.client_id, clientSecret: client.client_secret }
        const { url, finish } = await signIn(visitor, settings)
        const { user } = await finish(await answerRequest(visitor, pathOf(url)))
        const { token } = user as { token: string }
        assert.equal((await withBearer(COURTS, token)).status, 200, method)
      }
    })

  test('reports a denial')
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ assert }) => {
      const { visitor } = await visitorOfNewAccount()
      const client = await registered()
      const { url, finish } = await signIn(visitor, { clientID: client.client_id })
      const outcome = await finish(await answerRequest(visitor, pathOf(url), 'deny'))
      assert.include(JSON.stringify(outcome.challenge), 'denied')
    })
})
