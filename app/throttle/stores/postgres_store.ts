/** Stores ledgers in the table `throttle_ledgers`. */
import type pg from 'pg'
import { openPool } from '#app/database/pool'
import { inTransaction } from '#app/database/transaction'
import type { LedgerChange, LedgerStore, StoredLedger } from './ledger_store.js'

/** A separate pool, so that limits can be checked even if the archive's connections are busy. */
const CONNECTIONS = 3

/** Milliseconds after which an unresponsive process loses its lock. */
const LOCK_TIMEOUT = 2_000

const FORGET_EVERY = 3_600_000

interface Row {
  caller: string
  version: string
  state: Buffer
}

export class PostgresStore implements LedgerStore {
  readonly #pool: pg.Pool

  readonly #forgetting: NodeJS.Timeout

  constructor(connection: pg.ClientConfig) {
    this.#pool = openPool({
      ...connection,
      max: CONNECTIONS,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 5_000,
      idle_in_transaction_session_timeout: LOCK_TIMEOUT,
      // If the database host crashes, at most the last half second of counts is lost.
      options: '-c synchronous_commit=off',
      application_name: 'curia throttle',
    })
    this.#forgetting = setInterval(() => void this.forget().catch(() => {}), FORGET_EVERY).unref()
  }

  /**
   * Deletes ledgers that no window needs: IP addresses without requests for a day, and deleted
   * accounts.
   */
  async forget(): Promise<void> {
    await this.#pool.query(
      `DELETE FROM throttle_ledgers l
       WHERE saved_at < now() - interval '25 hours'
         AND (caller LIKE 'address:%' OR caller LIKE 'account:%' AND NOT EXISTS (
           SELECT 1 FROM accounts WHERE id = substring(l.caller FROM 9)::bigint))`
    )
  }

  async load(callers: readonly string[]): Promise<StoredLedger[]> {
    const { rows } = await this.#pool.query<Row>({
      name: 'throttle_load',
      text: 'SELECT caller, version, state FROM throttle_ledgers WHERE caller = ANY($1)',
      values: [callers],
    })
    return inOrder(callers, rows)
  }

  async save(changes: readonly LedgerChange[]): Promise<boolean> {
    try {
      const [only] = changes
      const { rowCount } =
        changes.length === 1 && only!.version > 0
          ? await this.#pool.query({
              name: 'throttle_save_one',
              text: `UPDATE throttle_ledgers SET version = version + 1, state = $3, saved_at = now()
                     WHERE caller = $1 AND version = $2`,
              values: [only!.caller, only!.version, only!.bytes],
            })
          : await this.#pool.query({
              name: 'throttle_save',
              text: 'SELECT save_throttle_ledgers($1, $2, $3)',
              values: columnsOf(changes),
            })
      return rowCount === 1
    } catch (error) {
      if ((error as { code?: string }).code === STALE) return false
      throw error
    }
  }

  async saveAlone(
    callers: readonly string[],
    change: (stored: StoredLedger[]) => LedgerChange[]
  ): Promise<void> {
    const client = await this.#pool.connect()
    try {
      await inTransaction(client, async () => {
        await client.query(
          `INSERT INTO throttle_ledgers (caller, version, state) SELECT unnest($1::text[]), 0, '' ON CONFLICT DO NOTHING`,
          [callers]
        )
        const { rows } = await client.query<Row>(
          `SELECT caller, version, state FROM throttle_ledgers WHERE caller = ANY($1) ORDER BY caller FOR UPDATE`,
          [callers]
        )
        const changes = change(inOrder(callers, rows))
        if (changes.length)
          await client.query('SELECT save_throttle_ledgers($1, $2, $3)', columnsOf(changes))
      })
      client.release()
    } catch (error) {
      // A connection with an open transaction can't be reused.
      client.release(true)
      throw error
    }
  }

  /** Saves ledgers that no other process keeps. */
  async overwrite(changes: readonly Omit<LedgerChange, 'version'>[]): Promise<void> {
    await this.#pool.query({
      name: 'throttle_overwrite',
      text: `INSERT INTO throttle_ledgers (caller, version, state)
             SELECT caller, 1, state FROM unnest($1::text[], $2::bytea[]) AS given (caller, state)
             ON CONFLICT (caller) DO UPDATE
             SET version = throttle_ledgers.version + 1, state = excluded.state, saved_at = now()`,
      values: [changes.map(({ caller }) => caller), changes.map(({ bytes }) => bytes)],
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#forgetting)
    await this.#pool.end()
  }
}

/** SQLSTATE of `save_throttle_ledgers` when a version has changed: serialization_failure. */
const STALE = '40001'

function columnsOf(changes: readonly LedgerChange[]): unknown[] {
  return [
    changes.map(({ caller }) => caller),
    changes.map(({ version }) => version),
    changes.map(({ bytes }) => bytes),
  ]
}

function inOrder(callers: readonly string[], rows: Row[]): StoredLedger[] {
  const byCaller = new Map(rows.map((row) => [row.caller, row]))
  return callers.map((caller) => {
    const row = byCaller.get(caller)
    return { version: Number(row?.version ?? 0), bytes: row?.state.length ? row.state : null }
  })
}
