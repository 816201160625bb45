/** Jobs that send due deliveries, remind owners, and delete old deliveries. */
import type { ApplicationService } from '@adonisjs/core/types'
import { isGone } from '#app/jobs/orphans'
import { deleteInSlices } from '#app/jobs/delete_in_slices'
import { defineJob, type JobContext, type JobDefinition } from '#app/jobs/define_job'
import { QUEUES, queueFor, OLDEST_HOURS } from './queues.js'
import { OwnerMails } from './owner_mails.js'
import { type EndpointRow, STATUS } from '../rows.js'
import { Deliverer } from './deliverer.js'
import { Jobs } from '#app/jobs/jobs'

/** Days for which deliveries are kept. */
export const KEPT_DAYS = 90
/** Maximum pending events of an endpoint that was disabled after failures; older ones are deleted. */
export const MAX_HELD = 10_000
/** Number of daily reminders after an endpoint is disabled. */
const REMINDERS = 3

interface Turn {
  webhook: string
}

async function deliverTurn(
  { webhook }: Turn,
  { app, signal, attempt, runner }: JobContext
): Promise<void> {
  const deliverer = await app.container.make(Deliverer)
  const served = await deliverer.deliverDue(webhook, signal, runner)
  // The lease may belong to a process that died while running this job.
  if (!served && attempt > 1) throw new Error('another process holds the lease for the endpoint')
}

const turns = Object.values(QUEUES).map((name) =>
  defineJob<Turn>({ name, expireInSeconds: 60, concurrency: 6, handler: deliverTurn })
)

const lookForDue = defineJob({
  name: 'webhooks.look_for_due',
  cron: '* * * * *',
  singleton: true,
  handler: async (_, { app }) => void (await sendDue(app)),
})

/** Queues a job for each endpoint with due deliveries that has no queued job. */
export async function sendDue(app: ApplicationService): Promise<number> {
  const database = await app.container.make('lucid.db')
  const jobs = await app.container.make(Jobs)
  return database.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string; is_slow: boolean }[] }>(
      `UPDATE webhooks SET queued_at = clock_timestamp()
       WHERE id IN (SELECT DISTINCT webhook_id FROM webhook_deliveries
                    WHERE status IN (0, 1) AND next_attempt <= clock_timestamp())
         AND (leased_until IS NULL OR leased_until < clock_timestamp() OR ${isGone('leased_by')})
         AND (queued_at IS NULL OR queued_at < clock_timestamp() - interval '1 hour')
       RETURNING id, is_slow`
    )
    for (const { id, is_slow: slow } of rows) await jobs.send(trx, queueFor(slow), { webhook: id })
    return rows.length
  })
}

const remind = defineJob({
  name: 'webhooks.remind',
  cron: '0 12 * * *',
  singleton: true,
  handler: async (_, { app }) => {
    const database = await app.container.make('lucid.db')
    const ownerMails = await app.container.make(OwnerMails)
    await database.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: EndpointRow[] }>(
        `UPDATE webhooks SET reminders = reminders + 1
         WHERE disabled_at IS NOT NULL AND NOT enabled AND reminders < ?
           AND disabled_at <= now() - make_interval(days => reminders + 1)
         RETURNING *`,
        [REMINDERS]
      )
      for (const endpoint of rows) await ownerMails.send(trx, endpoint, 'still_stopped')
    })
  },
})

/** Deletes pending events that are too old or over the limit. They were never attempted. */
const dropHeld = defineJob({
  name: 'webhooks.drop_held',
  cron: '25 * * * *',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const database = await app.container.make('lucid.db')
    const where = `id IN (
      SELECT id FROM (
        SELECT d.id, d.date_created, row_number() OVER (PARTITION BY d.webhook_id ORDER BY d.id DESC) AS place
        FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
        WHERE d.status = ? AND d.attempts = 0 AND NOT w.enabled AND w.disabled_at IS NOT NULL
      ) AS held
      WHERE place > ? OR date_created < now() - make_interval(hours => ?))`
    const values = [STATUS.disabled, MAX_HELD, OLDEST_HOURS]
    await deleteInSlices(
      database,
      { table: 'webhook_deliveries', where, values, orderBy: 'id' },
      signal
    )
  },
})

const prune = defineJob({
  name: 'webhooks.prune',
  cron: '40 3 * * *',
  singleton: true,
  handler: async (_, { app, signal }) => {
    const database = await app.container.make('lucid.db')
    const where = 'date_created < now() - make_interval(days => ?)'
    await deleteInSlices(
      database,
      { table: 'webhook_deliveries', where, values: [KEPT_DAYS], orderBy: 'date_created' },
      signal
    )
    await database.from('webhook_secrets').where('date_expires', '<', new Date()).delete()
  },
})

const jobs: JobDefinition[] = [...turns, lookForDue, remind, dropHeld, prune]

export default jobs
