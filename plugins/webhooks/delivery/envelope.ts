/**
 * What is sent: a payload, and what the receiver must know of it.
 */
import { withPublicKeys } from '#app/names/names'
import type { WebhookEventDefinition } from '#app/webhooks/define_webhook_event'
import type { EndpointRow } from '../rows.js'
import type { WebhookEvents } from '#app/webhooks/webhook_events'

/** What is sent to an endpoint. */
export interface Sent {
  event: WebhookEventDefinition
  /** JSON. */
  payload: object
  /** Shown in UTC with microseconds. */
  happened: Date
}

/** The text of an event's request, under the names the endpoint asks for. */
export function envelope(
  events: WebhookEvents,
  { version, public_names: isPublic }: Pick<EndpointRow, 'version' | 'public_names'>,
  { event, payload, happened }: Sent
): string {
  return JSON.stringify({
    payload: isPublic ? withPublicKeys(payload, events.publicNames(event)) : payload,
    webhook: {
      event_type: event.code,
      version,
      date_created: happened.toISOString().replace('Z', '000+00:00'),
      deprecation_date: event.deprecated?.[version] ?? null,
    },
  })
}
