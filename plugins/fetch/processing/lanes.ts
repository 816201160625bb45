/**
 * Lanes: the fetches of an account from a court run one at a time, in the order in which they are
 * due. A request that will be retried later doesn't delay the others.
 */
import { setTimeout } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { JobContext } from '#app/jobs/define_job'
import { Jobs } from '#app/jobs/jobs'
import { isGone } from '#app/jobs/orphans'
import { OPEN, LANE_JOB } from '../codes.js'
import { RequestProcessor } from './process_request.js'

export interface Lane {
  account: string
  court: string
}

/** Duration of a lease in seconds: the timeout of the job. */
const LEASE = 1800

const IS_DUE = `status IN (${OPEN.join(', ')}) AND (next_attempt IS NULL OR next_attempt <= clock_timestamp())`
const IS_PAUSED = 'SELECT 1 FROM fetch_paused_courts p WHERE p.court_id = asked_court_id'

type Context = Pick<JobContext, 'signal' | 'runner'>

/** Lanes that this process is working on. */
const working = new Set<string>()

/** Milliseconds between attempts to release a lease. */
const RELEASE_EVERY = 500

@inject()
export class Lanes {
  constructor(
    private database: Database,
    private jobs: Jobs,
    private processor: RequestProcessor
  ) {}

  /** Processes the due requests of a lane, unless another process does. */
  async work(lane: Lane, context: Context): Promise<void> {
    const { signal } = context
    const name = `${lane.account} ${lane.court}`
    if (working.has(name)) return
    working.add(name)
    // If the database's response was lost, the lease may still have been stored.
    let isHeld = true
    try {
      isHeld = await this.#lease(lane, context.runner)
      if (!isHeld) return
      for (let id = await this.#nextOf(lane); id !== undefined; id = await this.#nextOf(lane)) {
        signal.throwIfAborted()
        await this.processor.process(id, signal)
      }
    } finally {
      if (isHeld) await this.#release(lane, context).finally(() => working.delete(name))
      else working.delete(name)
    }
    // Check after the release: a job that started before it found the lease taken and ended.
    if ((await this.#nextOf(lane)) !== undefined) await this.jobs.send(null, LANE_JOB, lane)
  }

  /** Releases a lease, with retries while the database is unavailable. */
  async #release({ account, court }: Lane, { signal, runner }: Context): Promise<void> {
    for (let waited = 0; ; waited += RELEASE_EVERY) {
      try {
        await this.database.rawQuery(
          'DELETE FROM fetch_lanes WHERE user_id = ? AND court_id = ? AND leased_by IS NOT DISTINCT FROM ?',
          [account, court, runner ?? null] as string[]
        )
        return
      } catch (error) {
        if (signal.aborted || waited > LEASE * 1000) throw error
        await setTimeout(RELEASE_EVERY, undefined, { ref: false })
      }
    }
  }

  async #lease({ account, court }: Lane, runner?: string) {
    const { rows } = await this.database.rawQuery<{ rows: unknown[] }>(
      `INSERT INTO fetch_lanes (user_id, court_id, leased_by, leased_until)
       SELECT a.id, c.id, ?, clock_timestamp() + make_interval(secs => ?)
       FROM accounts a, courts c WHERE a.id = ? AND c.id = ?
       ON CONFLICT (user_id, court_id) DO UPDATE
         SET leased_by = excluded.leased_by, leased_until = excluded.leased_until
         WHERE fetch_lanes.leased_until < clock_timestamp() OR ${isGone('fetch_lanes.leased_by')}
       RETURNING 1`,
      [runner ?? null, LEASE, account, court] as string[]
    )
    return rows.length > 0
  }

  /** The oldest due request of a lane; undefined if no request is due or the court is paused. */
  async #nextOf({ account, court }: Lane): Promise<number | undefined> {
    const { rows } = await this.database.rawQuery<{ rows: { id: string }[] }>(
      `SELECT id FROM fetch_requests
       WHERE user_id = ? AND asked_court_id = ? AND ${IS_DUE} AND NOT EXISTS (${IS_PAUSED})
       ORDER BY id LIMIT 1`,
      [account, court]
    )
    return rows[0] && Number(rows[0].id)
  }

  /** Queues a job for each lane with due requests and no lease. */
  async sendStuck(): Promise<number> {
    const { rows } = await this.database.rawQuery<{ rows: Lane[] }>(
      `SELECT DISTINCT user_id::text AS account, asked_court_id AS court FROM fetch_requests r
       WHERE ${IS_DUE} AND asked_court_id IS NOT NULL AND NOT EXISTS (${IS_PAUSED})
         AND date_modified < now() - interval '30 seconds'
         AND NOT EXISTS (
           SELECT 1 FROM fetch_lanes l WHERE l.user_id = r.user_id AND l.court_id = r.asked_court_id
             AND l.leased_until >= clock_timestamp() AND NOT ${isGone('l.leased_by')})`
    )
    for (const lane of rows) await this.jobs.send(null, LANE_JOB, lane)
    return rows.length
  }
}
