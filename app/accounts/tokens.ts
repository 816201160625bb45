/**
 * API tokens: forty hexadecimal digits. The database has their hash; the
 * primary one is also kept encrypted, because its owner may look at it.
 */
import { hash, randomBytes } from 'node:crypto'
import encryption from '@adonisjs/core/services/encryption'
import ApiToken from '#app/models/api_token'
import type { Database } from '@adonisjs/lucid/database'

export const TOKEN = /^[0-9a-f]{40}$/

/** Characters at a token's end that are shown to tell tokens apart. */
const ENDING = 4

/** The form under which a token is stored and looked up. A token is random enough to need no salt. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** The primary token, to be shown to its owner; null when it was encrypted under another key. */
export function revealToken(encrypted: string): string | null {
  return encryption.decrypt<string>(encrypted, PURPOSE)
}

/** The form in which the primary token is kept for its owner. */
export function encryptToken(token: string): string {
  return encryption.encrypt(token, { purpose: PURPOSE })
}

const PURPOSE = 'api token'

/** A new token, or key of a link: random, so it cannot be guessed. */
export function makeToken(): string {
  return randomBytes(20).toString('hex')
}

/** What is stored of every token. */
export function storedForm(token: string): { hash: string; ending: string } {
  return { hash: hashToken(token), ending: token.slice(-ENDING) }
}

/** The primary token of an account, to be shown to its owner; null when it was encrypted under another key. */
export async function primaryToken(accountId: number): Promise<string | null> {
  const token = await ApiToken.query().where({ accountId, isPrimary: true }).first()
  return token?.encrypted ? revealToken(token.encrypted) : null
}

const WRITE_EVERY = 15_000

/**
 * When tokens were last used: noted in memory, written now and then.
 */
export class TokenUse {
  #noted = new Map<number, number>()
  readonly #timer: NodeJS.Timeout

  constructor(readonly database: Database) {
    this.#timer = setInterval(() => void this.write().catch(() => {}), WRITE_EVERY).unref()
  }

  note(tokenId: number): void {
    this.#noted.set(tokenId, Date.now())
  }

  /** Writes what was noted since the last time. */
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
