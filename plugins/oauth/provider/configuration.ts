/**
 * Configuration of the OAuth provider (tool server, oauth 2): authorization
 * codes with PKCE for all clients, single-use refresh tokens, and opaque
 * access tokens.
 */
import { createHmac } from 'node:crypto'
import type { Database } from '@adonisjs/lucid/database'
import type { ClientAuthMethod, Configuration, JWKS, KoaContextWithOIDC } from 'oidc-provider'
import { appKey } from '#config/app'
import type { AccountCache } from '#app/accounts/account_cache'
import { MetadataError, readMetadata } from './client_metadata.js'
import type { Fetch } from './guarded_fetch.js'
import { library } from './library.js'
import {
  ACCESS_TOKEN_SECONDS,
  CODE_SECONDS,
  DEFAULT_SCOPE,
  GRANT_SECONDS,
  ID_TOKEN_SECONDS,
  INTERACTION_SECONDS,
  REFRESH_TOKEN_SECONDS,
  ROUTES,
  SESSION_SECONDS,
  SCOPES,
  knownScopes,
} from './access.js'
import { CLOCK_TOLERANCE, PostgresAdapter } from './postgres_adapter.js'
import { escapeHtml } from '#app/support/escape_html'

const CLIENT_AUTH_METHODS: ClientAuthMethod[] = [
  'client_secret_basic',
  'client_secret_post',
  'none',
]

/** Maximum sizes in bytes of a metadata document (the library's default) and of linked documents. */
const FETCHED_BYTES = {
  'client_id metadata document': 5 * 1024,
  'jwks_uri': 64 * 1024,
  'sector_identifier_uri': 64 * 1024,
}

interface Parts {
  /** Scheme and host without a trailing slash. */
  issuer: string
  database: Database
  accountCache: AccountCache
  jwks: JWKS
  /** Fetches metadata documents of clients. Without it, they are not accepted. */
  fetch?: Fetch | undefined
}

export function buildProviderConfiguration({
  issuer,
  database,
  accountCache,
  jwks,
  fetch,
}: Parts): Configuration {
  return {
    adapter: (model: string) => new PostgresAdapter(model, database),
    jwks,
    scopes: Object.keys(SCOPES),
    extraParams: { scope: checkScope },
    claims: { openid: ['sub'] },
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: CLIENT_AUTH_METHODS,
    discovery: {
      revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
      introspection_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS.filter(
        (method) => method !== 'none'
      ),
      service_documentation: `${issuer}/docs/oauth/`,
    },
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'RS256',
    },
    clockTolerance: CLOCK_TOLERANCE,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    // Tokens expire with their grant, not with the session of a browser.
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      IdToken: ID_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: SESSION_SECONDS,
      Grant: GRANT_SECONDS,
    },
    ...(fetch ? { fetch, fetchResponseBodyLimits: FETCHED_BYTES } : {}),
    routes: ROUTES,
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_, client, token) => token.clientId === client.clientId,
      },
      introspection: {
        enabled: true,
        allowedPolicy: (_, client, token) =>
          client.clientAuthMethod !== 'none' && token.clientId === client.clientId,
      },
      // They would give access tokens an audience, which the userinfo endpoint rejects.
      resourceIndicators: { enabled: false },
      ...(fetch ? { clientIdMetadataDocument: documents } : {}),
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: { url: (_, { uid }) => `/oauth/interaction/${uid}`, policy: policy() },
    cookies: {
      keys: [createHmac('sha256', appKey).update('oauth cookies').digest('base64url')],
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    async findAccount(_, sub) {
      const account = /^\d{1,15}$/.test(sub) ? await accountCache.account(Number(sub)) : undefined
      if (!account?.active) return undefined
      return { accountId: sub, claims: () => ({ sub }) }
    },
    clientBasedCORS: () => true,
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'html'
      ctx.body = errorPage(error, description)
    },
  }
}

/**
 * Sets the default scope of an authorization request. Unknown scopes are ignored next to known
 * ones, because clients also request scopes of other servers (RFC 6749, 3.3).
 *
 * @throws CustomOIDCProviderError if all scopes are unknown; the library returns it to the client
 */
async function checkScope({ oidc, query }: KoaContextWithOIDC): Promise<void> {
  // As sent: the library has removed scopes such as `offline_access`.
  const { scope } = query
  if (!scope) oidc.params!.scope = DEFAULT_SCOPE
  else if (!knownScopes(String(scope)).length)
    throw new (library().errors.CustomOIDCProviderError)(
      'invalid_scope',
      `Unknown scope. Request one or more of: ${Object.keys(SCOPES).join(', ')}.`
    )
}

/** Client IDs that are URLs of metadata documents. The rules of registration apply. */
const documents = {
  enabled: true,
  ack: 'draft-02',
  allowClient: async (_: unknown, client: { metadata(): object }) => {
    try {
      readMetadata(client.metadata())
      return true
    } catch (error) {
      if (error instanceof MetadataError) return false
      throw error
    }
  },
} as const

/** Requires consent each time. */
function policy() {
  const { interactionPolicy } = library()
  const prompts = interactionPolicy.base()
  prompts
    .get('consent')!
    .checks.add(
      new interactionPolicy.Check(
        'consent_each_time',
        'the account owner must consent each time',
        'interaction_required',
        ({ oidc }: KoaContextWithOIDC) => !oidc.result?.consent
      )
    )
  return prompts
}

const WORDS: Readonly<Record<string, string>> = {
  invalid_client: 'The application is not registered here.',
  invalid_redirect_uri: 'The application requested a redirect URI that it did not register.',
}

/** Page for authorization errors that can't be returned to the application by a redirect. */
function errorPage(error: string, description: string | undefined): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in failed – Curia</title>
</head>
<body>
<main>
<h1>Sign-in failed</h1>
<p>${escapeHtml(WORDS[error] ?? 'The request of the application is invalid.')}</p>
<p>Start again in the application. If it fails again, send this error to its developers: <code>${escapeHtml(error)}</code>${description ? `, ${escapeHtml(description)}` : ''}.</p>
<p><a href="/">Home page</a></p>
</main>
</body>
</html>`
}
