/**
 * Background jobs on pg-boss: sent inside the caller's transaction, so that
 * rolled-back work sends no job and committed work always does.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fromKnex, PgBoss } from 'pg-boss'
import { logFailure } from '#app/database/database_unavailable'
import { stopSignal } from '#app/support/process_stop'
import { withRequest } from './job_request.js'
import { JobRunner, type JobServices } from './job_runner.js'
import type { JobRegistry } from './job_registry.js'
import { RUNNING_INDEX } from './orphans.js'
import { connectionOptions, prepareQueues, SCHEMA } from './queues.js'

/** For running jobs; for staff lists, which read queues and rows. */
const INDEXES = [
  RUNNING_INDEX,
  `CREATE INDEX IF NOT EXISTS job_created ON ${SCHEMA}.job_common (created_on, id)`,
  `CREATE INDEX IF NOT EXISTS job_key ON ${SCHEMA}.job_common (id)`,
]

export interface SendOptions {
  /** Earliest start. */
  startAfter?: Date
}

export class Jobs {
  readonly registry: JobRegistry
  #sender: Promise<PgBoss> | undefined
  #runner: JobRunner | undefined

  constructor(readonly services: JobServices) {
    this.registry = services.registry
  }

  /**
   * Sends a job.
   *
   * @param trx sends the job when it commits; null sends it immediately
   * @param data JSON, without secrets
   * @returns its ID; null if a singleton is already queued
   */
  async send(
    trx: TransactionClientContract | null,
    name: string,
    data: object,
    { startAfter }: SendOptions = {}
  ): Promise<string | null> {
    this.registry.get(name)
    const boss = await this.#sending()
    return boss.send(name, withRequest(data), {
      ...(trx ? { db: fromKnex(trx.knexClient) } : {}),
      ...(startAfter ? { startAfter } : {}),
    })
  }

  /**
   * Gives a failed job one more attempt, at the next poll of its queue.
   *
   * @returns false if the job hasn't failed
   */
  async retry(trx: TransactionClientContract, name: string, id: string): Promise<boolean> {
    const boss = await this.#sending()
    const answer = await boss.retry(name, id, { db: fromKnex(trx.knexClient) })
    // The package's types omit the result.
    return (answer as { affected: number }).affected > 0
  }

  /** Creates the tables and queues; in one process at a time. */
  async prepare(): Promise<void> {
    const { connection, registry, timeZone } = this.services
    const boss = this.#watched(
      new PgBoss({ ...connectionOptions(connection), max: 1, supervise: false, schedule: false })
    )
    await boss.start()
    try {
      await prepareQueues(boss, registry.all(), timeZone)
      for (const statement of INDEXES) await boss.getDb().executeSql(statement)
    } finally {
      await boss.stop({ graceful: false })
    }
  }

  /** Starts running jobs in this process. */
  async work(): Promise<void> {
    this.#runner ??= new JobRunner(this.services, (boss) => this.#watched(boss))
    await this.#runner.start()
  }

  /** Runs the queued jobs of one kind in this process until none is left. */
  async runWaiting(name: string): Promise<void> {
    const boss = await this.#sending()
    const runner = new JobRunner(this.services, () => boss)
    for (;;) {
      const [job] = await boss.fetch<object>(name)
      if (!job) return
      try {
        await runner.run(job, new AbortController().signal)
        await boss.complete(name, job.id)
      } catch (error) {
        await boss.fail(name, job.id, error as Error)
      }
    }
  }

  /** Stops taking jobs, lets running jobs finish for some seconds, and requeues the rest. */
  async stopWork(): Promise<void> {
    await this.#runner?.stop()
  }

  /** Stops the runner, then the sender. */
  async stop(): Promise<void> {
    await this.stopWork()
    await (await this.#sender?.catch(() => undefined))?.stop({ graceful: false })
  }

  /** Sends through the application's pool; checks the schema and the queues once. */
  #sending(): Promise<PgBoss> {
    this.#sender ??= this.#startSender().catch((error) => {
      this.#sender = undefined
      throw error
    })
    return this.#sender
  }

  async #startSender(): Promise<PgBoss> {
    const knex = this.services.database.connection().getWriteClient()
    const boss = new PgBoss({
      db: fromKnex(knex),
      schema: SCHEMA,
      migrate: false,
      supervise: false,
      schedule: false,
    })
    return this.#watched(boss).start()
  }

  #watched(boss: PgBoss): PgBoss {
    const { logger } = this.services
    boss.on('error', (error) => {
      // Occurs for a job that ends after it was requeued.
      if (!stopSignal.aborted) logFailure(logger, error, 'background jobs')
    })
    boss.on('warning', ({ message }) => logger.warn(`background jobs: ${message}`))
    return boss
  }
}
