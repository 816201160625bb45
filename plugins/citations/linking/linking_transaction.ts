/**
 * Linking transactions. They are marked with their origin, ordered relative
 * to transactions that queue opinions, and never block an import.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { markOrigin } from '#app/events/publication'
import { lockKey } from '#app/support/advisory_locks'

/** Origin of linking in the change log. */
export const ORIGIN = 'citations'

export type LinkingDatabase = Pick<QueryClientContract, 'rawQuery' | 'transaction'>

type Work<T> = (trx: TransactionClientContract) => Promise<T>

/** Shared by transactions that match cases and write; exclusive with the key of an opinion. */
const LOCK = lockKey('link')

/**
 * In the order of imports, children first. Tables are locked before rows: an
 * import locks a table and then its rows, so a transaction that holds a row
 * lock and waits for the table would cause a deadlock.
 */
const LOCK_TABLES = `LOCK TABLE opinions_cited, parentheticals, unmatched_citations, opinions, opinion_clusters
  IN ROW EXCLUSIVE MODE NOWAIT`
const TABLE_IS_LOCKED = '55P03'
const WAIT = 1_000

/** Transient errors: a cited opinion was deleted, or transactions locked the same rows in a different order. */
const PASSING = new Set(['23503', '23505', '40P01', '40001'])
const MAX_ATTEMPTS = 3

/**
 * Runs a transaction that matches cases and writes the results. While an import
 * has locked one of the tables, it holds no locks and retries later. Transient
 * conflicts are retried.
 *
 * @throws the error of the signal
 */
export async function linkingTransaction<T>(
  database: LinkingDatabase,
  work: Work<T>,
  signal?: AbortSignal
): Promise<T> {
  for (let attempt = 1; ;) {
    try {
      return await database.transaction(async (trx) => {
        await trx.rawQuery(LOCK_TABLES)
        await trx.rawQuery(`SELECT pg_advisory_xact_lock_shared(${LOCK})`)
        await markOrigin(trx, ORIGIN)
        return work(trx)
      })
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === TABLE_IS_LOCKED) await tablesAreFree(database, signal)
      else if (attempt++ >= MAX_ATTEMPTS || !code || !PASSING.has(code)) throw error
    }
  }
}

async function tablesAreFree(database: LinkingDatabase, signal?: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(WAIT, undefined, { signal })
    try {
      return await database.transaction(async (trx) => void (await trx.rawQuery(LOCK_TABLES)))
    } catch (error) {
      if ((error as { code?: string }).code !== TABLE_IS_LOCKED) throw error
    }
  }
}

/**
 * Runs a transaction that queues opinions to link again. It waits for current
 * linking transactions to see their results; later ones see the changes.
 */
export async function queueingTransaction<T>(database: LinkingDatabase, work: Work<T>): Promise<T> {
  return database.transaction(async (trx) => {
    await trx.rawQuery(`SELECT pg_advisory_xact_lock(${LOCK})`)
    return work(trx)
  })
}

/** Serializes transactions that link the same opinions, so that the latest matches are written last. */
export async function lockOpinions(
  trx: TransactionClientContract,
  ids: readonly number[]
): Promise<void> {
  await trx.rawQuery(
    `SELECT pg_advisory_xact_lock(${LOCK}, key)
     FROM (SELECT DISTINCT hashint8(id) AS key FROM unnest(?::bigint[]) AS id ORDER BY 1) AS keys`,
    [ids] as never[]
  )
}
