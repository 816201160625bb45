/**
 * Background jobs on pg-boss: sent inside the caller's transaction, so that
 * nothing is announced that was rolled back and nothing committed is lost.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fromKnex, PgBoss } from 'pg-boss'
import { logFailure } from '#app/database/database_away'
import { stopSignal } from '#app/support/process_stop'
import { withRequest } from './job_request.js'
import { JobRunner, type JobServices } from './job_runner.js'
import type { JobRegistry } from './job_registry.js'
import { RUNNING_INDEX } from './orphans.js'
import { connectionOptions, prepareQueues, SCHEMA } from './queues.js'

/** For what runs; for the list of the console, its order and its rows. */
const INDEXES = [
  RUNNING_INDEX,
  `CREATE INDEX IF NOT EXISTS job_created ON ${SCHEMA}.job_common (created_on, id)`,
  `CREATE INDEX IF NOT EXISTS job_key ON ${SCHEMA}.job_common (id)`,
]

export interface SendOptions {
  /** Not before. */
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
   * @param trx it is sent when this is committed; null sends it at once
   * @param data JSON, without secrets
   * @returns its ID; null for a singleton of which one waits already
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
   * Gives a failed job one more attempt, at the next look at its queue.
   *
   * @returns false when it is none that failed
   */
  async retry(trx: TransactionClientContract, name: string, id: string): Promise<boolean> {
    const boss = await this.#sending()
    const answer = await boss.retry(name, id, { db: fromKnex(trx.knexClient) })
    // Its types leave out what it answers.
    return (answer as { affected: number }).affected > 0
  }

  /** Makes the tables and queues; in one process at a time. */
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

  /** Has this process run jobs from now on. */
  async work(): Promise<void> {
    this.#runner ??= new JobRunner(this.services, (boss) => this.#watched(boss))
    await this.#runner.start()
  }

  /** Runs what waits of a job here and now, until nothing does. */
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

  /** Takes no more jobs, gives those that run some seconds, and hands back what is left. */
  async stopWork(): Promise<void> {
    await this.#runner?.stop()
  }

  /** Stops the work, and then what sends jobs. */
  async stop(): Promise<void> {
    await this.stopWork()
    await (await this.#sender?.catch(() => undefined))?.stop({ graceful: false })
  }

  /** Sends through the pool of the application; looks at the schema and the queues once. */
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
      // Of a job that ends after it was returned to its queue.
      if (!stopSignal.aborted) logFailure(logger, error, 'background jobs')
    })
    boss.on('warning', ({ message }) => logger.warn(`background jobs: ${message}`))
    return boss
  }
}
