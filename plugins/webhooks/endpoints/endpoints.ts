/**
 * Endpoints: switched on and off, by their owners and by their failures.
 */
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { queueFor, OLDEST_HOURS } from '../delivery/queues.js'
import { mailOwner } from '../delivery/owner_mails.js'
import { type EndpointRow, STATUS, WAITING } from '../rows.js'
import { Jobs } from '#app/jobs/jobs'

type Change = Pick<EndpointRow, 'id' | 'url' | 'enabled'>

/** What follows when an owner has changed an endpoint. */
export async function endpointChanged(
  trx: TransactionClientContract,
  before: Change,
  after: Change
): Promise<void> {
  // Whether the new address answers is still to be seen.
  if (before.url !== after.url)
    await trx.from('webhooks').where('id', after.id).update({ is_slow: true })
  if (before.enabled && !after.enabled) await holdBack(trx, after.id)
  if (!before.enabled && after.enabled) await resume(trx, after.id)
}

/** Disables an endpoint after the last failure of its oldest failing event, and notifies its owner. */
export async function switchOffFailing(
  trx: TransactionClientContract,
  endpoint: EndpointRow
): Promise<void> {
  if (!endpoint.enabled) return
  await trx
    .from('webhooks')
    .where('id', endpoint.id)
    .update({ enabled: false, disabled_at: new Date(), reminders: 0, date_modified: new Date() })
  await holdBack(trx, endpoint.id)
  await mailOwner(trx, endpoint, 'stopped')
}

/** What an endpoint that was switched off had still to get waits for it to be switched on. */
async function holdBack(trx: TransactionClientContract, webhookId: string): Promise<void> {
  await trx
    .from('webhook_deliveries')
    .where({ webhook_id: webhookId, debug: false })
    .whereIn('status', [...WAITING])
    .update({ status: STATUS.disabled, next_attempt: null, date_modified: new Date() })
}

/** What an endpoint that is switched on again missed is sent now, unless it is too old. */
async function resume(trx: TransactionClientContract, webhookId: string): Promise<void> {
  await trx
    .from('webhooks')
    .where('id', webhookId)
    .update({ failure_count: 0, disabled_at: null, reminders: 0 })
  await trx.rawQuery(
    `UPDATE webhook_deliveries SET date_modified = now(), attempts = 0,
       status = CASE WHEN date_created > now() - make_interval(hours => ?) THEN ?::smallint ELSE ?::smallint END,
       next_attempt = CASE WHEN date_created > now() - make_interval(hours => ?) THEN now() END
     WHERE webhook_id = ? AND status = ?`,
    [OLDEST_HOURS, STATUS.inProgress, STATUS.failed, OLDEST_HOURS, webhookId, STATUS.disabled]
  )
  // Whether it answers now is still to be seen.
  await (await app.container.make(Jobs)).send(trx, queueFor(true), { webhook: webhookId })
}
