/**
 * What an attempt leads to: delivered, another try, a mail to the owner, or
 * an endpoint that is switched off.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { switchOffFailing } from '../endpoints/endpoints.js'
import { mailOwner } from './owner_mails.js'
import type { PostAnswer } from './http_post.js'
import { isTooOld, nextAttempt, RETRIES } from './queues.js'
import { type DeliveryRow, type EndpointRow, STATUS } from '../rows.js'
import { counter } from '#app/support/metrics'

/** Milliseconds within which an answer is a quick one. */
const QUICK = 1000
/** Failed attempts of the oldest failing event after which its owner gets an email. */
const MAILED_AFTER = [1, 5]

export interface Attempt {
  began: Date
  milliseconds: number
  /** As they were sent. */
  headers: Record<string, string>
  /** Undefined when there was none; `error` says why. */
  answer?: PostAnswer
  error: string
}

/** Whether an answer says that the event was accepted. */
function isSuccess(answer: PostAnswer | undefined): boolean {
  return !!answer && answer.status >= 200 && answer.status < 300
}

/** Writes an attempt down, with what follows from it. */
export async function recordAttempt(
  trx: TransactionClientContract,
  deliveryId: string,
  attempt: Attempt
): Promise<void> {
  const { webhook_id: webhookId } = (await trx
    .from('webhook_deliveries')
    .where('id', deliveryId)
    .first()) ?? { webhook_id: null }
  // Several may end at once; the endpoint first, so that none waits in a circle.
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
  // Deleted while the request was on its way.
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
  await recordFailure(trx, { endpoint, delivery, attempt })
}

interface Failure {
  endpoint: EndpointRow
  delivery: DeliveryRow
  attempt: Attempt
}

async function recordFailure(
  trx: TransactionClientContract,
  { endpoint, delivery, attempt }: Failure
): Promise<void> {
  const over = { status: STATUS.failed, next_attempt: null }
  if (delivery.debug) return change(trx, delivery, attempt, over)

  await trx.from('webhooks').where('id', endpoint.id).increment('failure_count', 1)
  // Its endpoint was switched off in the meantime.
  if (delivery.status === STATUS.disabled) return change(trx, delivery, attempt, {})

  const now = new Date()
  const failed = delivery.attempts + 1
  const next = nextAttempt(failed, now)
  const again = next && !isTooOld(delivery.date_created, next)
  const oldest = await isOldestFailing(trx, delivery)
  await change(trx, delivery, attempt, again ? { status: STATUS.retry, next_attempt: next } : over)
  if (!oldest) return
  if (failed > RETRIES) await switchOffFailing(trx, endpoint)
  else if (again && MAILED_AFTER.includes(failed)) await mailOwner(trx, endpoint, 'failing')
}

/** Only the oldest of what fails speaks for the endpoint, or each would. */
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
