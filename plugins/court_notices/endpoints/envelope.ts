/** Extracts the message from a request body in JSON. */
import { readFile, writeFile } from 'node:fs/promises'
import { ApiError } from '#app/support/api_error'
import { EMAIL_ERRORS } from '../errors.js'
import { MAX_MESSAGE } from '../files.js'
import type { Envelope } from '../reception/accept_email.js'

/** Accepted media types. */
export const RAW = 'message/rfc822'
export const JSON_TYPE = 'application/json'

type Json = Record<string, unknown>

/**
 * Replaces a provider's JSON in the file with the message it contains. Reads `content` and
 * `recipients`, or an Amazon SES notification with or without the SNS envelope.
 *
 * @param file path of the body
 * @throws ApiError 400 if the message is missing or too large
 */
export async function unwrap(file: string): Promise<Envelope> {
  const body = parsed(await readFile(file, 'utf8'))
  const notice = body.Type === 'Notification' ? parsed(body.Message) : body
  const receipt = objectOf(notice.receipt)
  const { content } = notice
  if (typeof content !== 'string' || !content) throw noEmail('The JSON has no "content".')
  const encodings = [notice.encoding, objectOf(receipt.action).encoding]
  const isBase64 = encodings.some((one) => String(one).toLowerCase() === 'base64')
  const message = Buffer.from(content, isBase64 ? 'base64' : 'utf8')
  if (message.length > MAX_MESSAGE)
    throw noEmail(`The message is larger than ${MAX_MESSAGE / 1_000_000} MB.`)
  await writeFile(file, message)
  return {
    recipients: textsOf(notice.recipients ?? receipt.recipients),
    isRefused: ['dmarcVerdict', 'virusVerdict'].some(
      (verdict) => objectOf(receipt[verdict]).status === 'FAIL'
    ),
  }
}

function parsed(text: unknown): Json {
  try {
    const value: unknown = JSON.parse(String(text))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  } catch {
    // Rejected below.
  }
  throw noEmail('The body is not a JSON object.')
}

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}

const textsOf = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null

const noEmail = (said: string) => ApiError.detail(EMAIL_ERRORS.no_email, said)
