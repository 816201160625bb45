/** The message in the body of a request: the body itself, or a member of JSON. */
import { readFile, writeFile } from 'node:fs/promises'
import { ApiError } from '#app/support/api_error'
import { EMAIL_ERRORS } from '../errors.js'
import { MAX_MESSAGE } from '../files.js'
import type { Envelope } from '../reception/accept_email.js'

/** Media types of bodies. */
export const RAW = 'message/rfc822'
export const JSON_TYPE = 'application/json'

/** Whatever JSON may hold. */
type Json = Record<string, unknown>

/**
 * Reads JSON of a provider and puts the message in the place of it: `content` and `recipients`, or
 * what Amazon SES hands over by SNS, with its envelope or without.
 *
 * @param file path of the body
 * @throws ApiError 400 without a message, or with one that is too long
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
    // Refused below.
  }
  throw noEmail('The body is not a JSON object.')
}

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}

const textsOf = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null

const noEmail = (said: string) => ApiError.detail(EMAIL_ERRORS.no_email, said)
