/**
 * The queues in the database: their schema, one queue for each job, and the
 * times at which jobs are sent by themselves.
 */
import type { ConstructorOptions, PgBoss, Queue, UpdateQueueOptions } from 'pg-boss'
import type { ConnectionSettings } from '#app/database/connection'
import { JOB_DEFAULTS, type JobDefinition } from './define_job.js'

/** Where pg-boss keeps its tables. */
export const SCHEMA = 'jobs'

const DAY = 86_400
/** Failed jobs are kept so long for staff to look at and run again. */
const FAILED_KEPT_DAYS = 90
/** What waits is kept so long, should nothing run it: the longest there is. */
const WAITING_KEPT_DAYS = 365
/** Seconds without a sign after which a running job is given to another process. */
export const HEARTBEAT = 10

/** The queue through which pg-boss sends jobs that have a time. */
export const TIMES_QUEUE = '__pgboss__send-it'
/**
 * Looks of pg-boss that find nothing here: at flows, which are not used; at
 * its queues, which change at a start only; and at its own announcements,
 * whose connection has keepalives. Connections outlast the pause between two
 * jobs of a minute, so that these open none.
 */
export const QUIET = {
  flowIntervalSeconds: DAY,
  idleTimeoutMillis: 90_000,
  queueCacheIntervalSeconds: 3600,
  notifyHeartbeatIntervalMs: 60_000,
  cronWorkerIntervalSeconds: 45,
}

/** Settings every use of the queues shares. */
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

/** Makes the queues that are missing, changes those that are declared differently, and sets the times. */
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
    // A time that passed while nothing ran is made up for, once.
    await boss.schedule(name, cron, {}, { tz: timeZone, missed: 'once' })
  }
  for (const name of set.keys()) await boss.unschedule(name)
}
