/** Verification of webhook requests (Standard Webhooks). */

/** Maximum difference in seconds between the timestamp of a request and the clock. */
const TOLERANCE = 300

/** A webhook request isn't genuine. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}

/** A webhook event. */
export interface WebhookEvent<P = unknown> {
  payload: P
  webhook: {
    event_type: number
    version: number
    date_created: string
    deprecation_date: string | null
  }
}

type GivenHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Verifies a webhook request.
 *
 * @param secret the secret of the webhook, with the prefix `whsec_`
 * @param headers of the request
 * @param body the raw body
 * @returns the event
 * @throws WebhookVerificationError if the signature or the timestamp is invalid
 */
export async function verifyWebhook<P = unknown>(
  secret: string,
  headers: GivenHeaders,
  body: string | Uint8Array
): Promise<WebhookEvent<P>> {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const [id, timestamp, given] = ['id', 'timestamp', 'signature'].map((name) =>
    headerIn(headers, `webhook-${name}`)
  )
  if (!id || !timestamp || !given)
    throw new WebhookVerificationError('The request has no signature.')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE))
    throw new WebhookVerificationError('The timestamp of the request is too old or too new.')
  const key = await crypto.subtle.importKey(
    'raw',
    fromBase64(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify']
  )
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const signature of given.split(' ')) {
    const [version, value = ''] = signature.split(',')
    // Compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, fromBase64(value), content)))
      return JSON.parse(text) as WebhookEvent<P>
  }
  throw new WebhookVerificationError('The signature of the request is invalid.')
}

function headerIn(headers: GivenHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return Array.isArray(entry?.[1]) ? entry[1][0] : entry?.[1]
}

/** Invalid Base64 decodes to nothing, which no signature matches. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
