/**
 * API tokens: 40 hexadecimal digits. The database has their hash; the primary one is also
 * stored encrypted, so that its owner can see it.
 */
import { hash, randomBytes } from 'node:crypto'
import encryption from '@adonisjs/core/services/encryption'
import ApiToken from '#app/models/api_token'
import type { Database } from '@adonisjs/lucid/database'

export const TOKEN = /^[0-9a-f]{40}$/

/** Characters at the end of a token that are shown to identify it. */
const ENDING = 4

/** The hash for storing and finding a token. Tokens are random enough to need no salt. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** The primary token in plain text; null if it was encrypted with another key. */
export function revealToken(encrypted: string): string | null {
  return encryption.decrypt<string>(encrypted, PURPOSE)
}

/** Encrypts the primary token. */
export function encryptToken(token: string): string {
  return encryption.encrypt(token, { purpose: PURPOSE })
}

const PURPOSE = 'api token'

/** A random token or key of a link. */
export function makeToken(): string {
  return randomBytes(20).toString('hex')
}

/** Stored columns of a token. */
export function buildStoredToken(token: string): { hash: string; ending: string } {
  return { hash: hashToken(token), ending: token.slice(-ENDING) }
}

/** The primary token of an account in plain text; null if it was encrypted with another key. */
export async function primaryToken(accountId: number): Promise<string | null> {
  const token = await ApiToken.query().where({ accountId, isPrimary: true }).first()
  return token?.encrypted ? revealToken(token.encrypted) : null
}

const WRITE_EVERY = 15_000

/** Last use of tokens: recorded in memory and written periodically. */
export class TokenUse {
  #noted = new Map<number, number>()
  readonly #timer: NodeJS.Timeout

  constructor(readonly database: Database) {
    this.#timer = setInterval(() => void this.write().catch(() => {}), WRITE_EVERY).unref()
  }

  note(tokenId: number): void {
    this.#noted.set(tokenId, Date.now())
  }

  /** Writes the uses recorded since the last call. */
  async write(): Promise<void> {
    if (!this.#noted.size) return
    const noted = this.#noted
    this.#noted = new Map()
    await this.database.rawQuery(
      `UPDATE api_tokens SET last_used_at = greatest(last_used_at, to_timestamp(used.at / 1000.0))
       FROM unnest(?::bigint[], ?::float8[]) AS used (id, at) WHERE api_tokens.id = used.id`,
      [[...noted.keys()], [...noted.values()]]
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write().catch(() => {})
  }
}
