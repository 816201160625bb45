/**
 * Storage of the OAuth provider: the adapter interface of oidc-provider over
 * one table in PostgreSQL.
 */
import { hash } from 'node:crypto'
import type { Database } from '@adonisjs/lucid/database'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { library } from './library.js'

/** Models whose IDs are credentials. Only hashes of them are stored. */
const SECRET = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode'])

/** Seconds after expiry for which the library still accepts records, to tolerate clock skew. */
export const CLOCK_TOLERANCE = 15

type Rows = { rows: { payload: AdapterPayload; consumed: number | null }[]; rowCount: number }

/** Returns the key under which an ID is stored. */
export function storedKey(model: string, id: string): string {
  return SECRET.has(model) ? hash('sha256', id, 'base64url') : id
}

export class PostgresAdapter implements Adapter {
  /** @param model name of the library's model */
  constructor(
    readonly model: string,
    readonly database: Database
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { accountId, clientId, grantId, uid } = payload
    await this.#query(
      `INSERT INTO oauth_records (model, key, payload, account_id, client_id, grant_id, uid, expires_at)
       VALUES (?, ?, ?::jsonb, (SELECT id FROM accounts WHERE id = ?), ?, ?, ?, now() + make_interval(secs => ?))
       ON CONFLICT (model, key) DO UPDATE SET payload = excluded.payload, account_id = excluded.account_id,
         client_id = excluded.client_id, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
      [
        this.model,
        this.#key(id),
        JSON.stringify(SECRET.has(this.model) ? { ...payload, jti: undefined } : payload),
        accountId && /^\d{1,18}$/.test(accountId) ? accountId : null,
        clientId ?? null,
        grantId ?? null,
        this.model === 'Session' ? (uid ?? null) : null,
        expiresIn ?? null,
      ]
    )
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = await this.#find('key = ?', this.#key(id))
    return found && SECRET.has(this.model) ? { ...found, jti: id } : found
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#find('uid = ?', uid)
  }

  /** The device flow is not supported. */
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  /**
   * Marks a code or token as used in one statement, so that one of two
   * concurrent requests fails. A refresh deletes the grant's access tokens.
   *
   * @throws InvalidGrant if it was used before
   */
  async consume(id: string): Promise<void> {
    const { rowCount } = await this.#query(
      `WITH consumed AS (
         UPDATE oauth_records SET consumed_at = now()
         WHERE model = ? AND key = ? AND consumed_at IS NULL RETURNING model, grant_id
       ), ended AS (
         DELETE FROM oauth_records t USING consumed c
         WHERE c.model = 'RefreshToken' AND t.model = 'AccessToken' AND t.grant_id = c.grant_id
       )
       SELECT 1 FROM consumed`,
      [this.model, this.#key(id)]
    )
    if (!rowCount) throw new (library().errors.InvalidGrant)('already used')
  }

  async destroy(id: string): Promise<void> {
    await this.#query('DELETE FROM oauth_records WHERE model = ? AND key = ?', [
      this.model,
      this.#key(id),
    ])
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#query('DELETE FROM oauth_records WHERE model = ? AND grant_id = ?', [
      this.model,
      grantId,
    ])
  }

  async #find(where: string, value: string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.#query(
      `SELECT payload, extract(epoch FROM consumed_at)::bigint::int AS consumed FROM oauth_records
       WHERE model = ? AND ${where} AND (expires_at IS NULL OR expires_at > now() - make_interval(secs => ?))`,
      [this.model, value, CLOCK_TOLERANCE]
    )
    const [row] = rows
    return row && { ...row.payload, ...(row.consumed === null ? {} : { consumed: row.consumed }) }
  }

  #key(id: string): string {
    return storedKey(this.model, id)
  }

  #query(sql: string, values: unknown[]): Promise<Rows> {
    return this.database.rawQuery<Rows>(sql, values as never[])
  }
}
