/**
 * Jobs of a process that was killed. Whoever runs beside it notices by its
 * silence; who finds nobody else running need not wait for that.
 */
import { randomUUID } from 'node:crypto'
import { SCHEMA } from './queues.js'

const RUNNERS = 'curia job runner '

/** What the connections of a process that runs jobs are called in the database. */
export const runnerName = () => RUNNERS + randomUUID()

/**
 * Gives back the jobs that run, if nobody else runs jobs: for a new runner,
 * over a connection of its own. Who came later than that connection keeps
 * theirs. What was begun counts as an attempt, so that a job that ends its
 * process comes to an end itself.
 */
export const ADOPT = `
  UPDATE ${SCHEMA}.job SET state = 'retry', heartbeat_on = NULL, start_after = now()
  WHERE state = 'active' AND retry_count < retry_limit
    AND started_on < (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())
    AND NOT EXISTS (
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
        AND application_name LIKE '${RUNNERS}%' AND application_name <> current_setting('application_name'))`
