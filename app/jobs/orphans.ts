/**
 * Jobs of killed processes. Every job runner requeues jobs without a
 * heartbeat; a runner that starts and finds no other running requeues them
 * immediately. The next attempt is not delayed, but counts, so that a job
 * that crashes its process is not retried forever.
 */
import { randomUUID } from 'node:crypto'
import { SCHEMA } from './queues.js'

const RUNNERS = 'curia job runner '
const CONNECTED = 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database()'

/** Name of the database connections of a process that runs jobs. */
export const runnerName = () => RUNNERS + randomUUID()

/** SQL: the number of processes that run jobs. */
export const RUNNER_COUNT = `(SELECT count(DISTINCT application_name)::int FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE '${RUNNERS}%')`

/** SQL: whether a column names a process that no longer runs jobs. */
export const isGone = (column: string) =>
  `(${column} IS NOT NULL AND NOT EXISTS (${CONNECTED} AND application_name = ${column}))`

/** Lets the query skip jobs of earlier months when it looks for running jobs. */
export const RUNNING_INDEX = `CREATE INDEX IF NOT EXISTS job_running ON ${SCHEMA}.job_common (heartbeat_on) WHERE state = 'active'`

/** Jobs without retries left expire through the heartbeat. At most one job of a singleton is queued for a retry. */
const requeue = (which: string) => `
  UPDATE ${SCHEMA}.job j SET state = 'retry', heartbeat_on = NULL, start_after = now()
  WHERE state = 'active' AND retry_count < retry_limit AND ${which}
    AND NOT EXISTS (SELECT 1 FROM ${SCHEMA}.job other
                    WHERE other.name = j.name AND other.policy = 'stately' AND other.state = 'retry')`

/**
 * Requeues jobs without a heartbeat, and returns the queues
 * of `$1` that have due jobs: NOTIFY announces
 * neither requeued nor delayed jobs.
 */
export const DUE_QUEUES = `
  WITH given AS (
    ${requeue(`heartbeat_on < now() - heartbeat_seconds * interval '1 second'`)} RETURNING name
  )
  SELECT name FROM unnest($1::text[]) AS queue (name)
  WHERE name IN (SELECT given.name FROM given) OR EXISTS (
    SELECT 1 FROM ${SCHEMA}.job WHERE job.name = queue.name
      AND state < 'active' AND NOT blocked AND start_after <= now())`

/**
 * Requeues all jobs started before its own connection, if no other process
 * runs jobs. Processes that start later keep their jobs.
 */
export const REQUEUE_ORPHANS = requeue(`
  started_on < (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())
    AND NOT EXISTS (${CONNECTED} AND application_name LIKE '${RUNNERS}%' AND application_name <> current_setting('application_name'))`)
