/** Scopes with their descriptions on the consent page. */
export const SCOPES: Readonly<Record<string, string>> = {
  'openid': 'See the ID of your account.',
  'api': 'Use the API on your behalf: search, read, and change the data of your account.',
  'api:read': 'Use the API for you to search and read only.',
}

/** Scope of requests without a scope. */
export const DEFAULT_SCOPE = 'api'

/** Returns the known scopes of a request in the order of `SCOPES`. */
export function knownScopes(asked: string): string[] {
  const names = asked.split(' ')
  return Object.keys(SCOPES).filter((scope) => names.includes(scope))
}

/** Paths of the provider's endpoints. */
export const ROUTES = {
  authorization: '/o/authorize/',
  token: '/o/token/',
  revocation: '/o/revoke_token/',
  introspection: '/o/introspect/',
  userinfo: '/o/userinfo/',
  registration: '/o/register/',
  jwks: '/o/.well-known/jwks.json',
}

/** Lifetimes in seconds (tool server, oauth 1). */
export const ACCESS_TOKEN_SECONDS = 3600
export const REFRESH_TOKEN_SECONDS = 30 * 86_400
export const CODE_SECONDS = 60
export const ID_TOKEN_SECONDS = 36_000
/** Time for the account owner to allow or deny a request. */
export const INTERACTION_SECONDS = 600
/** Short, because consent is required each time and the server has its own sessions. */
export const SESSION_SECONDS = 600
/** A grant outlives its refresh tokens; each refresh extends it. */
export const GRANT_SECONDS = 365 * 86_400
