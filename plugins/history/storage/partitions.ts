/** Weekly partitions of the stored versions: created ahead, and dropped when they are too old. */
import type pg from 'pg'
import { inTransaction } from '#app/database/transaction'
import { ident } from '#app/support/sql_text'

type Client = Pick<pg.ClientBase, 'query'>

/** Weeks that are created ahead. */
const AHEAD = 4
/** Maximum wait for a long transaction; changes wait for the same lock. */
const LOCK_WAIT = '3s'
/** SQLSTATE lock_not_available. */
const LOCKED = '55P03'

const NAME = 'record_versions_'

/**
 * Creates the missing partitions from the oldest row in the default partition on. Its rows move to
 * them.
 */
export async function createPartitions(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; from: string; to: string }>(
    `SELECT name, week::text AS from, (week + interval '168 hours')::text AS to
     FROM (SELECT week AT TIME ZONE 'UTC' AS week, '${NAME}' || to_char(week, 'YYYYMMDD') AS name
           FROM generate_series(date_trunc('week', least(now(), (SELECT min(changed_at) FROM record_versions_default)) AT TIME ZONE 'UTC'),
                                (now() AT TIME ZONE 'UTC') + interval '${AHEAD} weeks', interval '7 days') AS week) AS weeks
     WHERE to_regclass(name) IS NULL ORDER BY week`
  )
  for (const { name, from, to } of rows)
    await unlessLocked(client, async () => {
      // Rows that others insert in the meantime would belong to the new partition.
      await client.query('LOCK TABLE record_versions_default IN ACCESS EXCLUSIVE MODE')
      const { rows: others } = await client.query('SELECT WHERE to_regclass($1) IS NOT NULL', [
        name,
      ])
      if (others.length) return
      await client.query(`CREATE TABLE ${ident(name)} (LIKE record_versions INCLUDING ALL)`)
      await client.query(
        `WITH moved AS (DELETE FROM record_versions_default WHERE changed_at >= $1 AND changed_at < $2 RETURNING *)
         INSERT INTO ${ident(name)} SELECT * FROM moved`,
        [from, to]
      )
      await client.query(
        `ALTER TABLE record_versions ATTACH PARTITION ${ident(name)} FOR VALUES FROM ('${from}') TO ('${to}')`
      )
    })
}

/**
 * Runs work in a transaction that doesn't wait long for locks, because changes would wait for it.
 *
 * @returns whether it ran; the next run of the job tries again
 */
async function unlessLocked(client: Client, work: () => Promise<void>): Promise<boolean> {
  try {
    await inTransaction(client, async () => {
      await client.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`)
      await work()
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== LOCKED) throw error
    return false
  }
}

/**
 * Drops the partitions whose versions are all older.
 *
 * @param days 0 drops all versions
 * @returns names of the dropped partitions
 */
export async function prunePartitions(client: Client, days: number): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
     WHERE inhparent = 'record_versions'::regclass AND relname ~ '^${NAME}[0-9]{8}$'
       AND ($1 = 0 OR (substr(relname, ${NAME.length + 1})::date + 7)::timestamp AT TIME ZONE 'UTC' < now() - make_interval(days => $1))
     ORDER BY 1`,
    [days]
  )
  const dropped: string[] = []
  for (const { name } of rows) {
    const drop = () => client.query(`DROP TABLE ${ident(name)}`).then(() => {})
    if (await unlessLocked(client, drop)) dropped.push(name)
  }
  await client.query(
    'DELETE FROM record_versions_default WHERE $1 = 0 OR changed_at < now() - make_interval(days => $1)',
    [days]
  )
  return dropped
}
