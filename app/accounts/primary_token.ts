import ApiToken from '#app/models/api_token'
import { revealToken } from './tokens.js'

/** The primary token of an account, to be shown to its owner; null when it was encrypted under another key. */
export async function primaryToken(accountId: number): Promise<string | null> {
  const token = await ApiToken.query().where({ accountId, isPrimary: true }).first()
  return token?.encrypted ? revealToken(token.encrypted) : null
}
