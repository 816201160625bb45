/** What a client can ask for, in the words of the consent page. */
export const SCOPES: Readonly<Record<string, string>> = {
  'openid': 'See the ID of your account.',
  'api': 'Use the API for you: search, read, and change what belongs to your account.',
  'api:read': 'Read and search with the API for you, without changing anything.',
}

/** What a request without scopes asks for. */
export const DEFAULT_SCOPE = 'api'

/** Those of a request that exist, in the order of the list. */
export function knownScopes(asked: string): string[] {
  const names = asked.split(' ')
  return Object.keys(SCOPES).filter((scope) => names.includes(scope))
}

/** Lifetimes in seconds (tool server, oauth 1). */
export const ACCESS_TOKEN_SECONDS = 3600
export const REFRESH_TOKEN_SECONDS = 30 * 86_400
export const CODE_SECONDS = 60
export const ID_TOKEN_SECONDS = 36_000
/** From the request of a client to the decision of the owner. */
export const INTERACTION_SECONDS = 600
/** The provider asks each time; the account is the one of the server's own session. */
export const SESSION_SECONDS = 600
/** A grant outlives its refresh tokens, each of which extends it. */
export const GRANT_SECONDS = 365 * 86_400
