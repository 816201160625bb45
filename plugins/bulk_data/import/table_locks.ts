/**
 * Table locks of imports, always acquired here and in the same order.
 *
 * An import never aborts a reader: an attempt to acquire all locks ends before
 * PostgreSQL checks for deadlocks and releases them, so blocked readers
 * continue after a fraction of a second.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { durationText } from '#app/support/progress_display'
import { isLockConflict } from '#app/database/retry_conflicts'

/** Duration of an attempt in milliseconds; doubled each time. */
const ATTEMPT = { first: 50, most: 400 }
/** Maximum duration of an attempt as a share of `deadlock_timeout` (1 s by default). */
const DEADLOCK_SHARE = 0.5
/** Milliseconds between two attempts. */
const PAUSE = { first: 50, most: 1_000 }
/** Milliseconds between two reports. */
const REPORT_EVERY = 5_000

export interface TableLock {
  /** Name in SQL, quoted if needed. */
  table: string
  /** `SHARE ROW EXCLUSIVE` blocks writers; `ACCESS EXCLUSIVE` also blocks readers. */
  mode: 'SHARE ROW EXCLUSIVE' | 'ACCESS EXCLUSIVE'
}

export interface LockWait {
  /** Timeout in milliseconds. */
  patience: number
  /** Receives the blocking session every few seconds. */
  report?: (line: string) => void
}

/**
 * Locks tables until the caller's transaction ends.
 *
 * @returns false if other sessions used the tables until the timeout; no locks are held then
 */
export async function lockTables(
  client: pg.ClientBase,
  locks: TableLock[],
  { patience, report }: LockWait
): Promise<boolean> {
  const ordered = inOrder(locks)
  const began = Date.now()
  const limit = Math.min(ATTEMPT.most, (await deadlockTimeout(client)) * DEADLOCK_SHARE)
  let reported = began
  let time = ATTEMPT.first
  let pause = PAUSE.first
  for (;;) {
    if (await attempt(client, ordered, Math.min(time, limit))) return true
    if (Date.now() - began >= patience) return false
    if (report && Date.now() - reported >= REPORT_EVERY) {
      reported = Date.now()
      report(await describeHolder(client, ordered))
    }
    await sleep(pause * (0.5 + Math.random()))
    time *= 2
    pause = Math.min(pause * 2, PAUSE.most)
  }
}

/** Sorts the locks by table and keeps the stronger lock of each table. */
function inOrder(locks: TableLock[]): TableLock[] {
  const byName = new Map<string, TableLock>()
  for (const lock of locks) {
    const name = lock.table.replaceAll('"', '')
    if (byName.get(name)?.mode !== 'ACCESS EXCLUSIVE') byName.set(name, lock)
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, lock]) => lock)
}

/** @returns milliseconds */
async function deadlockTimeout(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ milliseconds: number }>(
    `SELECT setting::int AS milliseconds FROM pg_settings WHERE name = 'deadlock_timeout'`
  )
  return rows[0]!.milliseconds
}

/** @param time timeout in milliseconds for all locks together */
async function attempt(client: pg.ClientBase, locks: TableLock[], time: number): Promise<boolean> {
  const end = Date.now() + time
  await client.query('SAVEPOINT table_locks')
  try {
    for (const { table, mode } of locks) {
      // 0 would disable the timeout.
      const left = Math.max(1, Math.ceil(end - Date.now()))
      await client.query(
        `SET LOCAL lock_timeout = ${left}; LOCK TABLE ONLY ${table} IN ${mode} MODE`
      )
    }
    await client.query('SET LOCAL lock_timeout = 0; RELEASE table_locks')
    return true
  } catch (error) {
    if (!isLockConflict(error)) throw error
    await client.query('ROLLBACK TO table_locks; RELEASE table_locks')
    return false
  }
}

interface Holder {
  table: string
  process: number
  application: string
  state: string | null
  seconds: number | null
}

/** Describes the session that has used one of the tables the longest. */
async function describeHolder(client: pg.ClientBase, locks: TableLock[]): Promise<string> {
  const tables = locks.map(({ table }) => table).join(', ')
  // Within a transaction, session statistics are cached until they are cleared.
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await client.query<Holder>(
    `SELECT l.relation::regclass::text AS table, a.pid AS process, coalesce(a.application_name, '') AS application, a.state,
            extract(epoch FROM clock_timestamp() - a.xact_start)::float AS seconds
     FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     JOIN unnest($1::text[], $2::text[]) AS wanted (name, mode) ON l.relation = wanted.name::regclass
     WHERE l.locktype = 'relation' AND l.granted AND l.pid <> pg_backend_pid()
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (wanted.mode = 'ACCESS EXCLUSIVE' OR l.mode NOT IN ('AccessShareLock', 'RowShareLock'))
     ORDER BY a.xact_start NULLS LAST LIMIT 1`,
    [locks.map(({ table }) => table), locks.map(({ mode }) => mode)]
  )
  const [holder] = rows
  if (!holder) return `waiting for a lock on ${tables}`
  const { table, process, application, state, seconds } = holder
  const since = seconds === null ? '' : ` for ${durationText(seconds)}`
  const what = state === 'idle in transaction' ? 'idle in a transaction' : 'in a transaction'
  return `waiting for a lock on ${table}: session "${application}" (process ${process}) has been ${what}${since}`
}
