/**
 * Transactions of linking: marked with their origin, in order with what
 * looks for opinions to link again, and never in the way of an import.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { markOrigin } from '#app/events/publication'
import { lockKey } from '#app/support/advisory_locks'

/** What the change log calls the changes of linking. */
const ORIGIN = 'citations'

export type LinkingDatabase = Pick<QueryClientContract, 'rawQuery' | 'transaction'>

type Work<T> = (trx: TransactionClientContract) => Promise<T>

/** Alone: shared by transactions that look up cases and write. With the key of an opinion: exclusive. */
const LOCK = lockKey('link')

/**
 * Children first, as imports lock them. Locked before any row: an import
 * locks a table and then its rows, so that a transaction with a lock on a row
 * that waits for the table would be in a deadlock with it.
 */
const LOCK_TABLES = `LOCK TABLE opinions_cited, parentheticals, unmatched_citations, opinions, opinion_clusters
  IN ROW EXCLUSIVE MODE NOWAIT`
const TABLE_IS_LOCKED = '55P03'
const WAIT = 1_000

/** A cited opinion was deleted, or two transactions locked the same rows in another order. */
const PASSING = new Set(['23503', '23505', '40P01', '40001'])
const MAX_ATTEMPTS = 3

/**
 * Runs a transaction that looks up cases and writes what follows. While an
 * import has one of the tables, it waits without holding anything. Passing
 * conflicts are tried again.
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
 * Runs a transaction that looks for opinions to link again: after all that
 * are being linked, so that it sees what these cite; those linked later see
 * what has changed.
 */
export async function queueingTransaction<T>(database: LinkingDatabase, work: Work<T>): Promise<T> {
  return database.transaction(async (trx) => {
    await trx.rawQuery(`SELECT pg_advisory_xact_lock(${LOCK})`)
    return work(trx)
  })
}

/** Serializes transactions that link the same opinions: the last one to look up cases is the last to write. */
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
