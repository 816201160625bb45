import { counter } from '#app/support/metrics'

const attempts = counter(
  'curia_webhook_attempts_total',
  'Attempts to deliver events to webhooks, by outcome.',
  ['outcome']
)

export function countAttempt(isSuccess: boolean): void {
  attempts.inc({ outcome: isSuccess ? 'delivered' : 'failed' })
}
