/**
 * Runs jobs in this process: one loop for each concurrent job.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss, type Job } from 'pg-boss'
import { logFailure } from '#app/database/database_unavailable'
import { retryConflicts } from '#app/database/retry_conflicts'
import { namedWork } from '#app/support/process_stop'
import { traced } from '#app/support/tracing/spans'
import { inContext } from '#app/support/work_context'
import { logAttempt, splitRequest, countAttempt } from './job_request.js'
import { JOB_DEFAULTS, type JobDefinition } from './define_job.js'
import { DUE_QUEUES, REQUEUE_ORPHANS, runnerName } from './orphans.js'
import { connectionOptions, HEARTBEAT, QUIET, SCHEMA, TIMES_QUEUE } from './queues.js'
import type { Database } from '@adonisjs/lucid/database'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Logger } from '@adonisjs/core/logger'
import type { ConnectionSettings } from '#app/database/connection'
import type { Maintenance } from '#app/maintenance/maintenance'
import type { JobRegistry } from './job_registry.js'

/** Connections in addition to the listening connection. */
const CONNECTIONS = 3
/** Poll intervals in seconds. */
const POLL_INTERVALS = {
  /** For each loop on its queue, while NOTIFY announces jobs. */
  withNotify: 3600,
  /** For each loop on its queue, while the listening connection is lost. */
  withoutNotify: 2,
  /** For delayed jobs that are due and jobs of dead processes: one statement for all queues. */
  due: 5,
  /** For jobs that exceed their timeout. */
  supervise: 60,
}
export type PollIntervals = typeof POLL_INTERVALS
/** Milliseconds a stop waits for running jobs, before and after aborting their signal. */
const STOP_TIMEOUTS = { beforeSignal: 4_000, afterSignal: 1_000 }

interface Running {
  job: Job
  stop: AbortController
}

export class JobRunner {
  readonly #running = new Set<Running>()
  /** Worker IDs of the loops, by job. */
  readonly #loops = new Map<string, string[]>()
  readonly #name = runnerName()
  #boss: PgBoss | undefined
  #looking: NodeJS.Timeout | undefined
  #stopping = false
  #stopped: Promise<void> | undefined
  #starting: Promise<void> | undefined
  #adjusting: Promise<void> = Promise.resolve()

  constructor(
    readonly services: Omit<JobServices, 'timeZone'>,
    readonly watched: (boss: PgBoss) => PgBoss
  ) {}

  /** Starts running jobs. A stop during the start waits for it. */
  start(): Promise<void> {
    this.#starting = this.#start()
    return this.#starting
  }

  async #start(): Promise<void> {
    const { connection } = this.services
    const pollIntervals = { ...POLL_INTERVALS, ...this.services.pollIntervals }
    const boss = this.watched(
      new PgBoss({
        ...connectionOptions(connection),
        application_name: this.#name,
        max: CONNECTIONS,
        migrate: false,
        useListenNotify: true,
        superviseIntervalSeconds: pollIntervals.supervise,
        monitorIntervalSeconds: pollIntervals.supervise,
        maintenanceIntervalSeconds: 3600,
        ...QUIET,
      })
    )
    this.#boss = boss
    await boss.start()
    await boss.getDb().executeSql(REQUEUE_ORPHANS)
    // Scheduled jobs are announced like all others, so they need no frequent polling.
    await boss.updateQueue(TIMES_QUEUE, { notify: true })
    this.#pollDueJobs(boss, pollIntervals)
    const { maintenance } = this.services
    await maintenance?.follow()
    maintenance?.onChange(() => {
      this.#adjust().catch((error: unknown) =>
        logFailure(this.services.logger, error, 'background jobs')
      )
    })
    await this.#adjust()
  }

  /** Starts or pauses running jobs for maintenance; running jobs finish. */
  #adjust(): Promise<void> {
    this.#adjusting = this.#adjusting
      .catch(() => {})
      .then(async () => {
        const boss = this.#boss
        const isOn = this.services.maintenance?.state.isOn ?? false
        if (!boss || this.#stopping || isOn !== this.#loops.size > 0) return
        const jobs = this.services.registry.all()
        if (isOn) {
          this.#loops.clear()
          for (const { name } of jobs) await boss.offWork(name, { wait: false })
        } else {
          const pollIntervals = { ...POLL_INTERVALS, ...this.services.pollIntervals }
          for (const job of jobs) await this.#work(boss, job, pollIntervals)
        }
      })
    return this.#adjusting
  }

  #pollDueJobs(boss: PgBoss, pollIntervals: PollIntervals): void {
    this.#looking = setInterval(() => {
      const looked = boss.getDb().executeSql(DUE_QUEUES, [[...this.#loops.keys()]])
      looked
        .then(({ rows }: { rows: { name: string }[] }) => {
          for (const { name } of rows)
            for (const loop of this.#loops.get(name) ?? []) boss.notifyWorker(loop)
        })
        .catch((error: unknown) => {
          if (!this.#stopping) logFailure(this.services.logger, error, 'background jobs')
        })
    }, pollIntervals.due * 1000).unref()
  }

  async #work(
    boss: PgBoss,
    definition: JobDefinition,
    pollIntervals: PollIntervals
  ): Promise<void> {
    const { concurrency } = { ...JOB_DEFAULTS, ...definition }
    const loops: string[] = []
    this.#loops.set(definition.name, loops)
    for (let n = 0; n < concurrency && !this.#stopping; n++) {
      const loop: string = await boss.work<object>(
        definition.name,
        {
          pollingIntervalSeconds: pollIntervals.withoutNotify,
          notifyPollingIntervalSeconds: pollIntervals.withNotify,
          heartbeatRefreshSeconds: HEARTBEAT / 3,
        },
        async ([job]: Job<object>[]) => {
          try {
            await this.#runAttempt(job!)
          } finally {
            // One notification covers all jobs sent together.
            boss.notifyWorker(loop)
          }
        }
      )
      loops.push(loop)
    }
  }

  /**
   * Runs one attempt.
   *
   * @throws errors of the handler
   */
  async run(job: Job, signal: AbortSignal): Promise<void> {
    const { registry, app } = this.services
    const { handler } = registry.get(job.name)
    const { data, requestId, traceparent } = splitRequest(job.data)
    const began = performance.now()
    try {
      const attempt = job.retryCount + 1
      const attributes = {
        'curia.job': job.name,
        'curia.job_id': job.id,
        'curia.attempt': attempt,
        ...(requestId ? { 'curia.request_id': requestId } : {}),
      }
      await inContext({ requestId, job: { name: job.name, id: job.id } }, () =>
        traced(`job ${job.name}`, { kind: 'consumer', attributes, cause: traceparent ?? '' }, () =>
          retryConflicts(
            async () =>
              handler(data, {
                app,
                signal,
                attempt,
                ...(this.#boss ? { runner: this.#name } : {}),
              }),
            { signal }
          )
        )
      )
      countAttempt(job.name, 'done', began)
    } catch (error) {
      countAttempt(job.name, 'failed', began)
      throw error
    }
  }

  async #runAttempt(job: Job): Promise<void> {
    const running = { job, stop: new AbortController() }
    this.#running.add(running)
    try {
      await namedWork(`job ${job.name} ${job.id}`, () =>
        this.run(job, AbortSignal.any([job.signal, running.stop.signal]))
      )
    } catch (error) {
      // The runner aborted it: not a failed attempt.
      if (running.stop.signal.aborted) await this.#requeue(job)
      else logAttempt(this.services.logger, job, error)
      throw error
    } finally {
      this.#running.delete(running)
    }
  }

  /** Resolves when the running jobs have ended or are requeued. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop())
  }

  async #stop(): Promise<void> {
    this.#stopping = true
    // A failed start rejected its own promise.
    await this.#starting?.catch(() => {})
    const boss = this.#boss
    if (!boss) return
    clearInterval(this.#looking)
    for (const { name } of this.services.registry.all()) void boss.offWork(name, { wait: false })
    await this.#idle(STOP_TIMEOUTS.beforeSignal)
    for (const { stop } of this.#running) stop.abort()
    await this.#idle(STOP_TIMEOUTS.afterSignal)
    for (const { job } of this.#running) await this.#requeue(job)
    await boss.stop({ graceful: false })
  }

  async #idle(milliseconds: number): Promise<void> {
    const deadline = Date.now() + milliseconds
    while (this.#running.size && Date.now() < deadline) await sleep(20)
    // The result of the last job may still be on its way to the database.
    await sleep(50)
  }

  /** Requeues a job without counting the attempt. */
  async #requeue({ name, id, retryCount }: Job): Promise<void> {
    await this.#boss!.getDb().executeSql(
      `UPDATE ${SCHEMA}.job SET state = 'created', started_on = NULL, heartbeat_on = NULL
       WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3
         -- Of a singleton one waits at most: then this is an attempt that failed.
         AND NOT EXISTS (SELECT 1 FROM ${SCHEMA}.job WHERE name = $1 AND policy = 'stately' AND state = 'created')`,
      [name, id, retryCount]
    )
  }
}

export interface JobServices {
  app: ApplicationService
  connection: ConnectionSettings
  database: Pick<Database, 'connection'>
  registry: JobRegistry
  /** Time zone of job schedules. */
  timeZone: string
  /** Pauses jobs while it is on. */
  maintenance?: Pick<Maintenance, 'state' | 'onChange' | 'follow'>
  logger: Pick<Logger, 'error' | 'warn'>
  /** Poll intervals in seconds; shorter in tests. */
  pollIntervals?: Partial<PollIntervals>
}
