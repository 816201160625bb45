/**
 * The queues in the database: their schema, one queue for each job, and the
 * job schedules.
 */
import type { ConstructorOptions, PgBoss, Queue, UpdateQueueOptions } from 'pg-boss'
import type { ConnectionSettings } from '#app/database/connection'
import { JOB_DEFAULTS, type JobDefinition } from './define_job.js'

/** Schema of pg-boss. */
export const SCHEMA = 'jobs'

const DAY = 86_400
/** Retention of failed jobs, so that staff can inspect them and run them again. */
const FAILED_KEPT_DAYS = 90
/** Retention of queued jobs that no process runs: the maximum. */
const WAITING_KEPT_DAYS = 365
/** Seconds without a heartbeat after which a running job is requeued. */
export const HEARTBEAT = 10

/** The queue that pg-boss uses for scheduled jobs. */
export const TIMES_QUEUE = '__pgboss__send-it'
/**
 * Unneeded polling of pg-boss: for flows, which are not used; for its queues,
 * which change only at startup; and for its own notifications, whose
 * connection has keepalives. Idle connections outlast the minute between
 * scheduled jobs, so that these open none.
 */
export const QUIET = {
  flowIntervalSeconds: DAY,
  idleTimeoutMillis: 90_000,
  queueCacheIntervalSeconds: 3600,
  notifyHeartbeatIntervalMs: 60_000,
  cronWorkerIntervalSeconds: 45,
}

/** Settings shared by all uses of the queues. */
export function connectionOptions(connection: ConnectionSettings): ConstructorOptions {
  const { connectionString, host, port, user, password, database } = connection
  return {
    ...(connectionString
      ? { connectionString }
      : { host, port, user, password: password as string, database }),
    schema: SCHEMA,
    application_name: 'curia jobs',
  }
}

function queueOf(job: JobDefinition) {
  const { retryLimit, backoff, expireInSeconds } = { ...JOB_DEFAULTS, ...job }
  return {
    retryLimit,
    retryDelay: backoff.first,
    retryBackoff: true,
    retryDelayMax: backoff.most,
    expireInSeconds,
    retentionSeconds: WAITING_KEPT_DAYS * DAY,
    deleteAfterSeconds: FAILED_KEPT_DAYS * DAY,
    heartbeatSeconds: HEARTBEAT,
    notify: true,
  }
}

/** Creates missing queues, updates changed queues, and sets the schedules. */
export async function prepareQueues(
  boss: PgBoss,
  jobs: JobDefinition[],
  timeZone: string
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const job of jobs) {
    const wanted = queueOf(job)
    const queue = known.get(job.name)
    if (!queue) {
      const policy = job.singleton ? 'stately' : 'standard'
      await boss.createQueue(job.name, { ...wanted, policy })
    } else if (differs(queue, wanted)) await boss.updateQueue(job.name, wanted)
  }
  await setTimes(boss, jobs, timeZone)
}

function differs(queue: Queue, wanted: UpdateQueueOptions): boolean {
  return Object.entries(wanted).some(([name, value]) => queue[name as keyof Queue] !== value)
}

async function setTimes(boss: PgBoss, jobs: JobDefinition[], timeZone: string): Promise<void> {
  const set = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const { name, cron } of jobs) {
    const schedule = set.get(name)
    if (!cron) continue
    set.delete(name)
    if (schedule?.cron === cron && schedule.timezone === timeZone) continue
    // A schedule missed while no process was running is caught up on once.
    await boss.schedule(name, cron, {}, { tz: timeZone, missed: 'once' })
  }
  for (const name of set.keys()) await boss.unschedule(name)
}
