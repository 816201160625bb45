import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { holdBack } from '../endpoints/endpoints.js'
import { OwnerMails } from './owner_mails.js'
import type { PostAnswer } from './http_post.js'
import { isTooOld, nextAttempt, RETRIES } from './queues.js'
import { type DeliveryRow, type EndpointRow, STATUS } from '../rows.js'
import { counter } from '#app/support/metrics'

/** Responses within this number of milliseconds count as fast. */
const QUICK = 1000
/** Numbers of failed attempts of the oldest failing event after which the owner gets an email. */
const MAILED_AFTER = [1, 5]

export interface Attempt {
  began: Date
  milliseconds: number
  /** As sent. */
  headers: Record<string, string>
  /** Undefined if there was no response; see `error`. */
  answer?: PostAnswer
  error: string
}

/** Whether the receiver accepted the event. */
function isSuccess(answer: PostAnswer | undefined): boolean {
  return !!answer && answer.status >= 200 && answer.status < 300
}

interface Failure {
  endpoint: EndpointRow
  delivery: DeliveryRow
  attempt: Attempt
}

/** Records attempts and their outcome: delivered, a retry, an email to the owner, or a disabled endpoint. */
@inject()
export class Outcomes {
  constructor(private ownerMails: OwnerMails) {}

  /** Records an attempt and updates the delivery and its endpoint. */
  async record(
    trx: TransactionClientContract,
    deliveryId: string,
    attempt: Attempt
  ): Promise<void> {
    const { webhook_id: webhookId } = (await trx
      .from('webhook_deliveries')
      .where('id', deliveryId)
      .first()) ?? { webhook_id: null }
    // Locks the endpoint first in every transaction, which prevents deadlocks.
    const endpoint: EndpointRow | null = await trx
      .from('webhooks')
      .where('id', webhookId)
      .forUpdate()
      .first()
    const delivery: DeliveryRow | null = await trx
      .from('webhook_deliveries')
      .where('id', deliveryId)
      .forUpdate()
      .first()
    // The delivery or its endpoint was deleted during the request.
    if (!endpoint || !delivery) return

    await writeAttempt(trx, delivery, attempt)
    countAttempt(isSuccess(attempt.answer))
    const slow = !isSuccess(attempt.answer) || attempt.milliseconds > QUICK
    if (slow !== endpoint.is_slow)
      await trx.from('webhooks').where('id', endpoint.id).update({ is_slow: slow })
    if (isSuccess(attempt.answer)) {
      return change(trx, delivery, attempt, {
        status: STATUS.delivered,
        date_delivered: new Date(),
        next_attempt: null,
      })
    }
    await this.#recordFailure(trx, { endpoint, delivery, attempt })
  }

  async #recordFailure(
    trx: TransactionClientContract,
    { endpoint, delivery, attempt }: Failure
  ): Promise<void> {
    const over = { status: STATUS.failed, next_attempt: null }
    if (delivery.debug) return change(trx, delivery, attempt, over)

    await trx.from('webhooks').where('id', endpoint.id).increment('failure_count', 1)
    // The endpoint was disabled during the request.
    if (delivery.status === STATUS.disabled) return change(trx, delivery, attempt, {})

    const now = new Date()
    const failed = delivery.attempts + 1
    const next = nextAttempt(failed, now)
    const again = next && !isTooOld(delivery.date_created, next)
    const oldest = await isOldestFailing(trx, delivery)
    await change(
      trx,
      delivery,
      attempt,
      again ? { status: STATUS.retry, next_attempt: next } : over
    )
    if (!oldest) return
    if (failed > RETRIES) await this.#disable(trx, endpoint)
    else if (again && MAILED_AFTER.includes(failed))
      await this.ownerMails.send(trx, endpoint, 'failing')
  }

  /** Disables a failing endpoint and notifies its owner. */
  async #disable(trx: TransactionClientContract, endpoint: EndpointRow): Promise<void> {
    if (!endpoint.enabled) return
    await trx
      .from('webhooks')
      .where('id', endpoint.id)
      .update({ enabled: false, disabled_at: new Date(), reminders: 0, date_modified: new Date() })
    await holdBack(trx, endpoint.id)
    await this.ownerMails.send(trx, endpoint, 'stopped')
  }
}

/** Whether a delivery is the oldest failing one. Only that one triggers emails and disables the endpoint. */
async function isOldestFailing(
  trx: TransactionClientContract,
  { id, webhook_id: webhookId }: DeliveryRow
): Promise<boolean> {
  const older = await trx
    .from('webhook_deliveries')
    .where({ webhook_id: webhookId, status: STATUS.retry, debug: false })
    .where('id', '<', id)
    .first()
  return !older
}

async function change(
  trx: TransactionClientContract,
  { id, attempts }: DeliveryRow,
  { answer }: Attempt,
  changes: Record<string, unknown>
): Promise<void> {
  await trx
    .from('webhook_deliveries')
    .where('id', id)
    .update({
      ...changes,
      attempts: attempts + 1,
      status_code: answer?.status ?? null,
      date_modified: new Date(),
    })
}

async function writeAttempt(
  trx: TransactionClientContract,
  { id }: DeliveryRow,
  { began, milliseconds, headers, answer, error }: Attempt
): Promise<void> {
  await trx.table('webhook_attempts').insert({
    date_created: began,
    delivery_id: id,
    milliseconds,
    request_headers: JSON.stringify(headers),
    status_code: answer?.status ?? null,
    response_body: answer?.text ?? '',
    error,
  })
}

const attempts = counter(
  'curia_webhook_attempts_total',
  'Attempts to deliver events to webhooks, by outcome.',
  ['outcome']
)

function countAttempt(isDelivered: boolean): void {
  attempts.inc({ outcome: isDelivered ? 'delivered' : 'failed' })
}
