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
