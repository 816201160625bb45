/**
 * Sends an event to an account's webhooks in the transaction that causes it.
 * Rolled-back events are never sent. Committed events are sent at least once,
 * always with the same ID.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { CREATED, envelope } from './message.js'
import { queueFor } from './queues.js'
import { STATUS } from '../rows.js'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { Jobs } from '#app/jobs/jobs'

export interface SentEvent {
  /** Name of a declared event, such as `search_alert`. */
  event: string
  /** Account whose endpoints receive it. */
  account: number | string
  /** JSON, or a function of the version. The function is called only if an endpoint receives the event. */
  payload: object | ((version: number) => object | Promise<object>)
  /** Identifies the occurrence, in up to 200 characters. An event with a key used in the last 90 days isn't sent again. */
  key?: string
}

/** SQL condition: enabled, or disabled after failures. The latter receive events when they're enabled again. */
const TAKES_EVENTS = '(w.enabled OR w.disabled_at IS NOT NULL)'

/**
 * Sends an event to an account's enabled endpoints, and stores it for endpoints
 * that were disabled after failures.
 *
 * @returns number of created deliveries
 * @throws Error if no plugin declares the event
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
    .select(trx.raw(CREATED))
    .orderBy('w.id')
  const jobs = await app.container.make(Jobs)
  let made = 0
  for (const endpoint of endpoints) {
    const { id, version, is_slow: slow, enabled, created } = endpoint
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
        envelope(webhookEvents, endpoint, { event, payload: content, created }),
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

/**
 * Sends an event that isn't specific to an account to every account with an endpoint for it.
 *
 * @returns the number of new deliveries
 * @throws Error if no plugin declares the event
 */
export async function sendWebhookToAll(
  trx: TransactionClientContract,
  sent: Omit<SentEvent, 'account'>
): Promise<number> {
  const { code } = (await app.container.make(WebhookEvents)).get(sent.event)
  const accounts = await trx
    .from('webhooks as w')
    .where('w.event_type', code)
    .whereRaw(TAKES_EVENTS)
    .distinct('w.user_id')
    .orderBy('w.user_id')
  let made = 0
  for (const { user_id: account } of accounts) made += await sendWebhook(trx, { ...sent, account })
  return made
}

/** Locks the endpoint, so that enabling it waits for this transaction and sends the event. */
async function isEnabledNow(trx: TransactionClientContract, id: string): Promise<boolean> {
  const { enabled } = await trx.from('webhooks').where('id', id).forShare().firstOrFail()
  return enabled
}
