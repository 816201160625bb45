import { rm } from 'node:fs/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import { ApiError } from '#app/support/api_error'
import { NotSupported } from '#app/support/domain_error'
import type { ApiRequest } from '#api/api_request'
import { defineEndpoint } from '#api/define_endpoint'
import { EMAIL_ERRORS } from '../errors.js'
import { MAX_MESSAGE, BODY } from '../files.js'
import { EmailReception, type Acceptance, type Envelope } from '../reception/accept_email.js'
import { JSON_TYPE, RAW, unwrap } from './envelope.js'
import { readHead } from '../reception/mail_head.js'
import { EMAIL_SCOPE } from '../rights.js'
import settings from '../settings.js'
import type { IncomingMessage, IncomingHttpHeaders } from 'node:http'
import { PassThrough } from 'node:stream'
import { API_ERRORS } from '#api/errors'
import { receiveFile, type ReceivedFile } from '#api/writes/received_file'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Maximum clock difference in seconds, and how long a signed request can be repeated. */
const TOLERANCE = 300
const MAX_SIGNATURES = 10

/** Signature headers of a request. */
interface Signature {
  id: string
  timestamp: string
  /** At least one must be valid. */
  signatures: Buffer[]
}

/**
 * @param now milliseconds since 1970
 * @throws ApiError 401 for missing or malformed headers and for a timestamp out of range
 */
function readSignature(headers: IncomingHttpHeaders, now: number): Signature {
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
      `webhook-timestamp differs by more than ${TOLERANCE} seconds from the server's clock.`,
      CHALLENGE
    )
  const signatures = listed
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .slice(0, MAX_SIGNATURES)
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
  if (!signatures.length)
    throw refusal('webhook-signature must be "v1," followed by the signature.')
  return { id, timestamp, signatures }
}

/** Required in 401 responses (RFC 9110, 11.6.1). */
const CHALLENGE = { 'www-authenticate': 'Signature' }

const refusal = (said: string) => ApiError.detail(EMAIL_ERRORS.invalid_signature, said, CHALLENGE)

/**
 * @param file path of the body
 * @throws ApiError 401 for a signature that matches none of the keys
 */
async function checkSignature(
  { id, timestamp, signatures }: Signature,
  { keys, file }: { keys: readonly Buffer[]; file: string }
): Promise<void> {
  const macs = keys.map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.`))
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
    for (const mac of macs) mac.update(chunk)
  const right = macs.map((mac) => mac.digest())
  // Compare all signatures, so that the response time reveals nothing.
  const found = signatures.filter((one) => right.filter((mac) => isEqual(mac, one)).length > 0)
  if (!found.length) throw refusal("webhook-signature doesn't match the body.")
}

const isEqual = (one: Buffer, other: Buffer) =>
  one.length === other.length && timingSafeEqual(one, other)

/**
 * Streams a request body to a local file, which the caller deletes.
 *
 * @throws ApiError 413 for a body that is too large, 400 for an empty or incomplete body; no file
 *   is left in these cases
 */
async function receiveBody(request: IncomingMessage): Promise<ReceivedFile> {
  if (Number(request.headers['content-length']) > BODY.maxBytes) throw tooLarge()
  // Destroying the request would also close the connection, which the response needs.
  const body = new PassThrough()
  const endEarly = () => {
    if (!request.complete) body.destroy(ApiError.detail(400, 'The body ended early.'))
  }
  request.once('close', endEarly).pipe(body)
  try {
    return await receiveFile({ ...BODY, keep: neverKept }, body)
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) throw tooLarge()
    throw error
  } finally {
    request.off('close', endEarly).unpipe(body)
  }
}

function tooLarge(): ApiError {
  const most = Math.floor(BODY.maxBytes / 1_000_000)
  return ApiError.detail(API_ERRORS.body_too_large, `The body is larger than ${most} MB.`, {
    connection: 'close',
  })
}

/** Nothing is stored before the signature is verified. */
const neverKept = () => Promise.reject(new Error('request bodies are not stored'))

const count = (description: string) => ({ type: 'integer', minimum: 0, description })

/** `POST /archive-email/`: inbound webhook of email providers (fetch-and-upload, 2.6). */
export default defineEndpoint({
  path: 'archive-email',
  label: 'Court Emails',
  description: `Accepts an email from a court for the court email addresses of accounts: the raw message as \`${RAW}\`, or JSON that contains it. Requests are signed with the server's secret (\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`) and need no account. Duplicate emails are processed once.`,
  versions: ['v4'],
  access: { signed: true, counted: false, scopes: [EMAIL_SCOPE], anonymousScopes: [EMAIL_SCOPE] },
  methods: { POST: receive },
  body: {
    type: 'object',
    required: ['content'],
    description: 'Amazon SES notifications are accepted as well, with or without the SNS envelope.',
    properties: {
      content: { type: 'string', description: 'The raw message.' },
      encoding: {
        type: 'string',
        enum: ['base64'],
        description: 'Encoding of `content`; omit for plain text.',
      },
      recipients: {
        type: 'array',
        items: { type: 'string' },
        description: 'Recipient email addresses; default: the recipients in the headers.',
      },
    },
  },
  otherBodies: { [RAW]: { type: 'string', format: 'binary', description: 'The raw message.' } },
  answerStatus: 202,
  errorStatuses: [501],
  answer: {
    type: 'object',
    required: ['accepted', 'repeated', 'dropped'],
    properties: {
      accepted: count('Accounts that received the email.'),
      repeated: count('Accounts that already had the email.'),
      dropped: count("Unknown recipients, and emails that weren't sent by a court."),
    },
  },
})

async function receive({ ctx }: ApiRequest, app: ApplicationService) {
  const missing = [
    ...(settings.emailKeys.length ? [] : ['COURT_EMAIL_SECRET']),
    ...(settings.emailDomain ? [] : ['COURT_EMAIL_DOMAIN']),
  ]
  if (missing.length) throw new NotSupported(`Court emails require ${missing.join(' and ')}.`)
  const { request } = ctx.request
  const signature = readSignature(request.headers, Date.now())
  const type = mediaType(ctx.request.header('content-type'))
  if (ctx.request.header('content-encoding'))
    throw ApiError.detail(415, 'Send the body without Content-Encoding.')
  const { path: file, size } = await receiveBody(request)
  try {
    await checkSignature(signature, { keys: settings.emailKeys, file })
    if (type === RAW && size > MAX_MESSAGE) throw noEmail()
    return { status: 202, body: await take(app, file, type) }
  } finally {
    await rm(file, { force: true })
  }
}

function mediaType(header = ''): string {
  const type = header.split(';')[0]!.trim().toLowerCase()
  if (type === RAW || type === JSON_TYPE) return type
  throw ApiError.detail(415, `Send ${RAW} or ${JSON_TYPE}.`)
}

const FROM_HEADERS: Envelope = { recipients: null, isRefused: false }

async function take(app: ApplicationService, file: string, type: string): Promise<Acceptance> {
  const envelope = type === JSON_TYPE ? await unwrap(file) : FROM_HEADERS
  const head = await readHead(file)
  if (!head) throw noEmail()
  const reception = await app.container.make(EmailReception)
  return reception.accept({ file, head, envelope })
}

const noEmail = () =>
  ApiError.detail(
    EMAIL_ERRORS.no_email,
    `Send an email with headers, up to ${MAX_MESSAGE / 1_000_000} MB.`
  )
