/**
 * Runs jobs in this process: one loop for each job that may run at once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss, type Job } from 'pg-boss'
import { JOB_DEFAULTS, type JobDefinition } from './define_job.js'
import type { JobServices } from './jobs.js'
import { GIVE_BACK_ORPHANS, GIVE_BACK_SILENT, runnerName } from './orphans.js'
import { connectionOptions, HEARTBEAT, SCHEMA } from './queues.js'

/** Connections beside the one that listens. */
const CONNECTIONS = 3
/** Seconds between looks. */
const PACE = {
  /** At a queue, while jobs are announced; also how late a second attempt may be. */
  hearing: 10,
  /** At a queue, while they are not. */
  deaf: 2,
  /** For jobs whose process died. */
  orphans: 5,
  /** For jobs that took too long. */
  supervise: 30,
}
export type Pace = typeof PACE
/** Milliseconds a stop waits for jobs that run, before they are told, and after. */
const PATIENCE = { untold: 4_000, told: 1_000 }

interface Running {
  job: Job
  stop: AbortController
}

export class JobRunner {
  readonly #running = new Set<Running>()
  readonly #name = runnerName()
  #boss: PgBoss | undefined
  #orphans: NodeJS.Timeout | undefined
  #stopping = false

  constructor(
    readonly services: Omit<JobServices, 'timeZone'>,
    readonly watched: (boss: PgBoss) => PgBoss
  ) {}

  async start(): Promise<void> {
    const { connection, registry } = this.services
    const pace = { ...PACE, ...this.services.pace }
    const boss = this.watched(
      new PgBoss({
        ...connectionOptions(connection),
        application_name: this.#name,
        max: CONNECTIONS,
        migrate: false,
        useListenNotify: true,
        superviseIntervalSeconds: pace.supervise,
        monitorIntervalSeconds: pace.supervise,
        maintenanceIntervalSeconds: 3600,
      })
    )
    this.#boss = boss
    await boss.start()
    await boss.getDb().executeSql(GIVE_BACK_ORPHANS)
    this.#giveBackSilent(boss, pace)
    for (const job of registry.all()) await this.#work(boss, job, pace)
  }

  #giveBackSilent(boss: PgBoss, pace: Pace): void {
    this.#orphans = setInterval(() => {
      const given = boss.getDb().executeSql(GIVE_BACK_SILENT)
      given.catch((error: unknown) => {
        if (!this.#stopping) this.services.logger.error({ err: error }, 'background jobs')
      })
    }, pace.orphans * 1000).unref()
  }

  async #work(boss: PgBoss, definition: JobDefinition, pace: Pace): Promise<void> {
    const { concurrency } = { ...JOB_DEFAULTS, ...definition }
    for (let n = 0; n < concurrency && !this.#stopping; n++) {
      const loop: string = await boss.work<object>(
        definition.name,
        {
          pollingIntervalSeconds: pace.deaf,
          notifyPollingIntervalSeconds: pace.hearing,
          heartbeatRefreshSeconds: HEARTBEAT / 3,
        },
        async ([job]: Job<object>[]) => {
          try {
            await this.#attend(job!)
          } finally {
            // One announcement stands for all that were sent together.
            boss.notifyWorker(loop)
          }
        }
      )
    }
  }

  /**
   * Runs one attempt.
   *
   * @throws what the handler throws
   */
  async run(job: Job, signal: AbortSignal): Promise<void> {
    const { registry, app } = this.services
    const { handler } = registry.get(job.name)
    await handler(job.data, {
      app,
      signal,
      attempt: job.retryCount + 1,
      ...(this.#boss ? { runner: this.#name } : {}),
    })
  }

  async #attend(job: Job): Promise<void> {
    const running = { job, stop: new AbortController() }
    this.#running.add(running)
    try {
      await this.run(job, AbortSignal.any([job.signal, running.stop.signal]))
    } catch (error) {
      // Ended because we asked it to: no attempt that failed.
      if (running.stop.signal.aborted) await this.#handBack(job)
      throw error
    } finally {
      this.#running.delete(running)
    }
  }

  async stop(): Promise<void> {
    const boss = this.#boss
    if (!boss || this.#stopping) return
    this.#stopping = true
    clearInterval(this.#orphans)
    for (const { name } of this.services.registry.all()) void boss.offWork(name, { wait: false })
    await this.#idle(PATIENCE.untold)
    for (const { stop } of this.#running) stop.abort()
    await this.#idle(PATIENCE.told)
    for (const { job } of this.#running) await this.#handBack(job)
    await boss.stop({ graceful: false })
  }

  async #idle(milliseconds: number): Promise<void> {
    const deadline = Date.now() + milliseconds
    while (this.#running.size && Date.now() < deadline) await sleep(20)
    // The answer of the last one is still on its way to the database.
    await sleep(50)
  }

  /** As if it had not begun: it does not count as an attempt. */
  async #handBack({ name, id, retryCount }: Job): Promise<void> {
    await this.#boss!.getDb().executeSql(
      `UPDATE ${SCHEMA}.job SET state = 'created', started_on = NULL, heartbeat_on = NULL
       WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3
         -- Of a singleton one waits at most: then this is an attempt that failed.
         AND NOT EXISTS (SELECT 1 FROM ${SCHEMA}.job WHERE name = $1 AND policy = 'stately' AND state = 'created')`,
      [name, id, retryCount]
    )
  }
}
