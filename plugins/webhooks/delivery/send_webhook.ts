/**
 * `sendWebhook`: an event for the webhooks of an account, in the transaction
 * that makes it happen. What was rolled back is never sent, and what was
 * committed is sent at least once, always under the same ID.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { envelope } from './message.js'
import { queueFor } from './queues.js'
import { STATUS } from '../rows.js'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { Jobs } from '#app/jobs/jobs'

export interface SentEvent {
  /** Name of a declared event: `search_alert`. */
  event: string
  /** Account whose endpoints get it. */
  account: number | string
  /** JSON; where versions differ, a function of the version. Made only when an endpoint wants it. */
  payload: object | ((version: number) => object | Promise<object>)
  /** What happened, in a name of the caller's: sent again under it within 90 days, nothing is done. 200 characters at most. */
  key?: string
}

/** Endpoints events are made for: what failures switched off gets them when it is on again. */
const TAKES_EVENTS = '(w.enabled OR w.disabled_at IS NOT NULL)'

/**
 * Sends an event to the enabled endpoints an account has for it, and holds it
 * back for those that failures switched off.
 *
 * @returns how many deliveries there are now because of it
 * @throws Error for an event no plugin declares
 */
export async function sendWebhook(
  trx: TransactionClientContract,
  { event: name, account, payload, key }: SentEvent
): Promise<number> {
  const webhookEvents = await app.container.make(WebhookEvents)
  const event = webhookEvents.get(name)
  const endpoints = await trx
    .from('webhooks as w')
    .join('accounts as a', 'a.id', 'w.user_id')
    .where({ 'w.user_id': account, 'w.event_type': event.code, 'a.is_active': true })
    .whereRaw(TAKES_EVENTS)
    .select('w.id', 'w.version', 'w.public_names', 'w.is_slow', 'w.enabled')
    .orderBy('w.id')
  const jobs = await app.container.make(Jobs)
  let made = 0
  for (const endpoint of endpoints) {
    const { id, version, is_slow: slow, enabled } = endpoint
    if (!event.versions.includes(version)) continue
    const isHeld = !enabled && !(await isEnabledNow(trx, id))
    const content = typeof payload === 'function' ? await payload(version) : payload
    const { rows } = await trx.rawQuery(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, key, body, status, next_attempt)
       VALUES (?, ?, ?, ?, ?, CASE WHEN ?::boolean THEN NULL ELSE now() END)
       ON CONFLICT (webhook_id, key) DO NOTHING RETURNING id`,
      [
        id,
        randomUUID(),
        key ?? null,
        envelope(webhookEvents, endpoint, { event, payload: content, happened: new Date() }),
        isHeld ? STATUS.disabled : STATUS.inProgress,
        isHeld,
      ]
    )
    if (!rows.length) continue
    made++
    if (!isHeld) await jobs.send(trx, queueFor(slow), { webhook: String(id) })
  }
  return made
}

/** Enabling the endpoint waits for this transaction, and sends the event, too. */
async function isEnabledNow(trx: TransactionClientContract, id: string): Promise<boolean> {
  const { enabled } = await trx.from('webhooks').where('id', id).forShare().firstOrFail()
  return enabled
}
