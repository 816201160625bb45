/** Bodies of requests, and their signatures according to Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto'
import { withPublicKeys } from '#app/names/names'
import type { WebhookEventDefinition } from '#app/webhooks/define_webhook_event'
import type { EndpointRow } from '../rows.js'
import type { WebhookEvents } from '#app/webhooks/webhook_events'

const PREFIX = 'whsec_'
/** Bytes of a new key; the standard allows 24 to 64. */
const KEY_BYTES = 32

/** @returns a new secret: `whsec_` and the Base64-encoded key */
export function makeSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64')
}

export interface SignedRequest {
  /** ID of the event, the same on every attempt. */
  id: string
  /** Unix time of the attempt, in seconds. */
  timestamp: number
  /** Body as sent, in UTF-8. */
  body: string
}

/** Signature headers, with one signature per secret. */
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

/** SQL column `created`: the creation date of an endpoint with the alias `w`, as in the API. */
export const CREATED = `to_char(w.date_created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') AS created`

interface Sent {
  event: WebhookEventDefinition
  /** JSON. */
  payload: object
  /** Creation date of the endpoint. */
  created: string
}

/** Body of an event's request, with the endpoint's field names. */
export function envelope(
  events: WebhookEvents,
  { version, public_names: isPublic }: Pick<EndpointRow, 'version' | 'public_names'>,
  { event, payload, created }: Sent
): string {
  return JSON.stringify({
    payload: isPublic ? withPublicKeys(payload, events.publicNames(event)) : payload,
    webhook: {
      event_type: event.code,
      version,
      date_created: created,
      deprecation_date: event.deprecated?.[version] ?? null,
    },
  })
}
