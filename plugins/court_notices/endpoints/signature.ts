/**
 * Signatures of requests as Standard Webhooks has them: HMAC-SHA256 over ID,
 * time and body, under one of the keys of this server.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '#app/support/api_error'
import { EMAIL_ERRORS } from '../errors.js'

/** Seconds between the clocks of sender and server; also how long a signed request can be repeated. */
const TOLERANCE = 300
const MAX_SIGNATURES = 10

/** What the headers of a request say of its signature. */
export interface Signature {
  id: string
  timestamp: string
  /** Of them, one must be right. */
  signatures: Buffer[]
}

/**
 * @param now milliseconds since 1970
 * @throws ApiError 401 for headers that are missing or malformed, and for a time that is too far
 */
export function readSignature(headers: IncomingHttpHeaders, now: number): Signature {
  const [id, timestamp, listed] = ['id', 'timestamp', 'signature'].map((name) => {
    const value = headers[`webhook-${name}`]
    return typeof value === 'string' ? value : ''
  }) as [string, string, string]
  if (!/^[\x21-\x2d\x2f-\x7e]{1,255}$/.test(id))
    throw refusal('webhook-id must be 1 to 255 visible ASCII characters without dots.')
  if (!/^\d{1,12}$/.test(timestamp))
    throw refusal('webhook-timestamp must be the time in seconds since 1970.')
  if (Math.abs(Number(timestamp) - now / 1000) > TOLERANCE)
    throw ApiError.detail(
      EMAIL_ERRORS.stale_signature,
      `webhook-timestamp is more than ${TOLERANCE} seconds from the time of this server.`,
      CHALLENGE
    )
  const signatures = listed
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .slice(0, MAX_SIGNATURES)
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
  if (!signatures.length) throw refusal('webhook-signature must be "v1," and the signature.')
  return { id, timestamp, signatures }
}

/** RFC 9110, 11.6.1: a 401 names a scheme. */
const CHALLENGE = { 'www-authenticate': 'Signature' }

const refusal = (said: string) => ApiError.detail(EMAIL_ERRORS.invalid_signature, said, CHALLENGE)

/**
 * @param file path of the body
 * @throws ApiError 401 for a signature under none of the keys
 */
export async function checkSignature(
  { id, timestamp, signatures }: Signature,
  { keys, file }: { keys: readonly Buffer[]; file: string }
): Promise<void> {
  const macs = keys.map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.`))
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
    for (const mac of macs) mac.update(chunk)
  const right = macs.map((mac) => mac.digest())
  // All are compared, so that the time tells nothing.
  const found = signatures.filter((one) => right.filter((mac) => isEqual(mac, one)).length > 0)
  if (!found.length) throw refusal('webhook-signature is not right for this body.')
}

const isEqual = (one: Buffer, other: Buffer) =>
  one.length === other.length && timingSafeEqual(one, other)
