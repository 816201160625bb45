/**
 * What is sent: a payload, and what the receiver must know of it.
 */
import type { WebhookEventDefinition } from './define_webhook_event.js'

/**
 * The text of an event's request.
 *
 * @param payload JSON
 * @param happened when it happened; shown in UTC with microseconds
 */
export function envelope(
  event: WebhookEventDefinition,
  version: number,
  payload: object,
  happened: Date
): string {
  return JSON.stringify({
    payload,
    webhook: {
      event_type: event.code,
      version,
      date_created: happened.toISOString().replace('Z', '000+00:00'),
      deprecation_date: event.deprecated?.[version] ?? null,
    },
  })
}
