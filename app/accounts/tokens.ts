/**
 * API tokens: forty hexadecimal digits. The database has their hash; the
 * primary one is also kept encrypted, because its owner may look at it.
 */
import { hash, randomBytes } from 'node:crypto'
import encryption from '@adonisjs/core/services/encryption'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

export const TOKEN = /^[0-9a-f]{40}$/

/** Characters at a token's end that are shown to tell tokens apart. */
const ENDING = 4

/** What an extra token is made of. */
export interface TokenWishes {
  name: string
  readOnly: boolean
  expiresAt: Date | null
}

/** The form under which a token is stored and looked up. A token is random enough to need no salt. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/**
 * Gives an account a new primary token; the old one is gone with it.
 *
 * @returns the token
 */
export async function replacePrimaryToken(
  trx: TransactionClientContract,
  accountId: number
): Promise<string> {
  const token = makeToken()
  await trx.from('api_tokens').where({ account_id: accountId, is_primary: true }).delete()
  await trx.table('api_tokens').insert({
    ...rowOf(token),
    account_id: accountId,
    is_primary: true,
    encrypted: encryption.encrypt(token, { purpose: PURPOSE }),
  })
  return token
}

/**
 * Adds a token beside the primary one. It can be read this once only.
 *
 * @returns the token
 */
export async function addToken(
  trx: TransactionClientContract,
  accountId: number,
  { name, readOnly, expiresAt }: TokenWishes
): Promise<string> {
  const token = makeToken()
  await trx.table('api_tokens').insert({
    ...rowOf(token),
    account_id: accountId,
    name,
    read_only: readOnly,
    expires_at: expiresAt,
  })
  return token
}

/** The primary token, to be shown to its owner; null when it was encrypted under another key. */
export function revealToken(encrypted: string): string | null {
  return encryption.decrypt<string>(encrypted, PURPOSE)
}

const PURPOSE = 'api token'

/** A new token, or key of a link: nobody guesses it. */
export function makeToken(): string {
  return randomBytes(20).toString('hex')
}

function rowOf(token: string): { hash: string; ending: string } {
  return { hash: hashToken(token), ending: token.slice(-ENDING) }
}
