/** One fetch at a time for each account and court, in the order of the requests. */
import type { ApplicationService } from '@adonisjs/core/types'
import type { JobContext } from '#app/jobs/define_job'
import { Jobs } from '#app/jobs/jobs'
import { isGone } from '#app/jobs/orphans'
import { OPEN } from '../codes.js'
import { LANE_JOB } from '../job_names.js'
import { processRequest } from './process_request.js'

export interface Lane {
  account: string
  court: string
}

/** Seconds a lease holds: as long as a job may take. */
export const LEASE = 1800

const IS_DUE = `status IN (${OPEN.join(', ')}) AND (next_attempt IS NULL OR next_attempt <= clock_timestamp())`
const IS_PAUSED = 'SELECT 1 FROM fetch_paused_courts p WHERE p.court_id = asked_court_id'

/** Works on what waits in a lane, unless another process does. */
export async function workLane(
  lane: Lane,
  { app, signal, runner }: Pick<JobContext, 'app' | 'signal' | 'runner'>
): Promise<void> {
  if (!(await lease(app, lane, runner))) return
  try {
    for (let id = await nextOf(app, lane); id !== undefined; id = await nextOf(app, lane)) {
      signal.throwIfAborted()
      await processRequest(app, id, signal)
    }
  } finally {
    const database = await app.container.make('lucid.db')
    await database
      .from('fetch_lanes')
      .where({ user_id: lane.account, court_id: lane.court })
      .delete()
  }
  // Looked at after the release: a job that came in between found the lease taken, and ended.
  if ((await nextOf(app, lane)) !== undefined)
    await (await app.container.make(Jobs)).send(null, LANE_JOB, lane)
}

async function lease({ container }: ApplicationService, { account, court }: Lane, runner?: string) {
  const database = await container.make('lucid.db')
  const { rows } = await database.rawQuery<{ rows: unknown[] }>(
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

/** The oldest open request of a lane; undefined where none is due, or staff paused the court. */
async function nextOf(
  { container }: ApplicationService,
  { account, court }: Lane
): Promise<number | undefined> {
  const database = await container.make('lucid.db')
  const { rows } = await database.rawQuery<{ rows: { id: string; due: boolean }[] }>(
    `SELECT id, ${IS_DUE} AND NOT EXISTS (${IS_PAUSED}) AS due FROM fetch_requests
     WHERE user_id = ? AND asked_court_id = ? AND status IN (${OPEN.join(', ')})
     ORDER BY id LIMIT 1`,
    [account, court]
  )
  return rows[0]?.due ? Number(rows[0].id) : undefined
}

/** Sends a job for each lane that has something due and no process working on it. */
export async function sendStuck(app: ApplicationService): Promise<number> {
  const database = await app.container.make('lucid.db')
  const jobs = await app.container.make(Jobs)
  const { rows } = await database.rawQuery<{ rows: Lane[] }>(
    `SELECT DISTINCT user_id::text AS account, asked_court_id AS court FROM fetch_requests r
     WHERE ${IS_DUE} AND asked_court_id IS NOT NULL AND NOT EXISTS (${IS_PAUSED})
       AND date_modified < now() - interval '30 seconds'
       AND NOT EXISTS (
         SELECT 1 FROM fetch_lanes l WHERE l.user_id = r.user_id AND l.court_id = r.asked_court_id
           AND l.leased_until >= clock_timestamp() AND NOT ${isGone('l.leased_by')})`
  )
  for (const lane of rows) await jobs.send(null, LANE_JOB, lane)
  return rows.length
}
