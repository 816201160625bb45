/**
 * Sends one JSON request to an embedding service: only to the configured host,
 * with a timeout and a maximum response size.
 */
import { EmbeddingFailed } from './embedder.js'

/** Maximum response size in bytes: 100 texts of a few chunks each, with numbers in decimal. */
const MAX_RESPONSE_SIZE = 32 * 1024 * 1024
/** Maximum number of characters of an error message that are passed on. */
const MAX_REASON_LENGTH = 200

export interface ServiceRequest {
  url: URL
  body: unknown
  /** Sent as a bearer token. */
  key: string | null
  /** Timeout in milliseconds for the whole request. */
  timeout: number
  signal?: AbortSignal
}

/** @throws EmbeddingFailed unless the response is JSON with status 200 */
export async function postJson(request: ServiceRequest): Promise<unknown> {
  const { url, body, key, timeout, signal } = request
  const deadline = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept': 'application/json',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: JSON.stringify(body),
      // Redirects aren't followed: the texts and the key are for this host.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    const text = await readBounded(response, url)
    if (response.status !== 200) throw refusal(response, text, request)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof EmbeddingFailed) throw error
    if (signal?.aborted) throw signal.reason
    throw new EmbeddingFailed('unavailable', reasonOf(error, url, deadline.aborted, timeout))
  }
}

async function readBounded(response: Response, url: URL): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_RESPONSE_SIZE)
      throw new EmbeddingFailed(
        'unavailable',
        `The embedding service at ${url.host} returned more than ${MAX_RESPONSE_SIZE} bytes.`
      )
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function refusal(response: Response, text: string, { url, key }: ServiceRequest): EmbeddingFailed {
  const { status } = response
  const said = `The embedding service at ${url.host} returned ${status}`
  if (status >= 300 && status < 400)
    return new EmbeddingFailed(
      'misconfigured',
      `${said}, a redirect, which Curia does not follow. Set EMBEDDINGS_URL to its target.`
    )
  if (status === 401 || status === 403)
    return new EmbeddingFailed('misconfigured', `${said}. Check EMBEDDINGS_KEY.`)
  if (status === 404 || status === 405)
    return new EmbeddingFailed(
      'misconfigured',
      `${said} for ${url.pathname}. Check EMBEDDINGS_URL and EMBEDDINGS_MODEL.`
    )
  const reason = text.replaceAll(key || '\0', '…').replace(/\s+/g, ' ')
  const kind = [400, 413, 422].includes(status) ? 'refused' : 'unavailable'
  return new EmbeddingFailed(kind, `${said}: ${reason.slice(0, MAX_REASON_LENGTH)}`)
}

function reasonOf(error: unknown, url: URL, late: boolean, timeout: number): string {
  const service = `The embedding service at ${url.host}`
  if (late) return `${service} did not respond within ${timeout / 1000} s.`
  if (error instanceof SyntaxError) return `${service} returned invalid JSON.`
  const { cause } = error as Error & { cause?: { code?: string } }
  return `${service} is unreachable${cause?.code ? ` (${cause.code})` : ''}.`
}
