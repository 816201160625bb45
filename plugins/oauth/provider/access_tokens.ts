import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { LRUCache } from 'lru-cache'
import type { BearerToken } from '#app/accounts/bearer_tokens'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { storedKey } from './postgres_adapter.js'

const TOKEN = new NamedStatement(`
  SELECT t.account_id::text, t.payload->>'scope', g.id::text
  FROM oauth_records t
  JOIN oauth_records g ON g.model = 'Grant' AND g.key = t.grant_id
  JOIN oauth_records c ON c.model IN ('Client', 'ClientDocument') AND c.key = t.client_id
  WHERE t.model = 'AccessToken' AND t.key = $1 AND t.expires_at > now() AND t.account_id IS NOT NULL`)

/** Format of access tokens. */
const SHAPE = /^[\w-]{20,100}$/

/** Milliseconds between two updates of `last_used_at`. */
const PRECISION = 60_000

/**
 * Verifies access tokens for the API. Reads the token, grant, and client in one
 * statement, so that revocation takes effect immediately.
 */
export class AccessTokens {
  /** Recently used grants, to limit writes to one per minute for each grant. */
  readonly #noted = new LRUCache<number, true>({ max: 10_000, ttl: PRECISION })

  constructor(
    readonly reader: Reader,
    readonly database: Database
  ) {}

  async verify(token: string): Promise<BearerToken | undefined> {
    if (!SHAPE.test(token)) return undefined
    const [row] = await this.reader.rows(TOKEN, [storedKey('AccessToken', token)])
    if (!row) return undefined
    const [accountId, scope, grantId] = row
    this.#note(Number(grantId))
    return { accountId: Number(accountId), scopes: (scope ?? '').split(' ') }
  }

  /** Records the use of a grant in the background; a crash loses at most the last update. */
  #note(grantId: number): void {
    if (this.#noted.has(grantId)) return
    this.#noted.set(grantId, true)
    void this.database
      .rawQuery('UPDATE oauth_records SET last_used_at = now() WHERE id = ?', [grantId])
      .catch(() => this.#noted.delete(grantId))
  }
}

export default async function verifyBearer(
  token: string,
  app: ApplicationService
): Promise<BearerToken | undefined> {
  const tokens = await app.container.make(AccessTokens)
  return tokens.verify(token)
}
