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
