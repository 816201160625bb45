/**
 * Access tokens as the API accepts them: looked up in one statement with
 * their grant and client, so that what was revoked ends at once.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { BearerToken } from '#app/accounts/bearer_tokens'
import { NamedStatement } from '#app/database/named_statement'
import { Reader } from '#app/database/reader'
import { storedKey } from './postgres_adapter.js'
import type { Database } from '@adonisjs/lucid/database'
import { LRUCache } from 'lru-cache'

const TOKEN = new NamedStatement(`
  SELECT t.account_id::text, t.payload->>'scope', g.id::text
  FROM oauth_records t
  JOIN oauth_records g ON g.model = 'Grant' AND g.key = t.grant_id
  JOIN oauth_records c ON c.model IN ('Client', 'ClientDocument') AND c.key = t.client_id
  WHERE t.model = 'AccessToken' AND t.key = $1 AND t.expires_at > now() AND t.account_id IS NOT NULL`)

/** What access tokens of the provider look like. */
const SHAPE = /^[\w-]{20,100}$/

let use: GrantUse | undefined

export default async function verifyBearer(
  token: string,
  app: ApplicationService
): Promise<BearerToken | undefined> {
  if (!SHAPE.test(token)) return undefined
  const reader = await app.container.make(Reader)
  const [row] = await reader.rows(TOKEN, [storedKey('AccessToken', token)])
  if (!row) return undefined
  const [accountId, scope, grantId] = row
  use ??= new GrantUse(await app.container.make('lucid.db'))
  use.note(Number(grantId))
  return { accountId: Number(accountId), scopes: (scope ?? '').split(' ') }
}

/** Milliseconds for which one note is enough. */
const PRECISION = 60_000

/** When grants were last used: at most one write a minute for each, and none without requests. */
class GrantUse {
  readonly #noted = new LRUCache<number, true>({ max: 10_000, ttl: PRECISION })

  constructor(readonly database: Database) {}

  /** Does not wait: what is lost in a crash is the time of one use. */
  note(grantId: number): void {
    if (this.#noted.has(grantId)) return
    this.#noted.set(grantId, true)
    void this.database
      .rawQuery('UPDATE oauth_records SET last_used_at = now() WHERE id = ?', [grantId])
      .catch(() => this.#noted.delete(grantId))
  }
}
