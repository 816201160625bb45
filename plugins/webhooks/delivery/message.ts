/**
 * Signatures as Standard Webhooks has them: HMAC-SHA256 over ID, time and
 * body, under the key in a secret.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { withPublicKeys } from '#app/names/names'
import type { WebhookEventDefinition } from '#app/webhooks/define_webhook_event'
import type { EndpointRow } from '../rows.js'
import type { WebhookEvents } from '#app/webhooks/webhook_events'

const PREFIX = 'whsec_'
/** Bytes of a new key; the standard asks for 24 to 64. */
const KEY_BYTES = 32

/** A new secret: `whsec_` and the key in base64. */
export function makeSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64')
}

export interface SignedRequest {
  /** ID of the event, the same on every attempt. */
  id: string
  /** Unix time of the attempt, in seconds. */
  timestamp: number
  /** The text as it is sent, in UTF-8. */
  body: string
}

/** The headers that let a receiver check a request; one signature for each secret. */
export function signatureHeaders(
  { id, timestamp, body }: SignedRequest,
  secrets: string[]
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/** What is sent to an endpoint. */
interface Sent {
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
