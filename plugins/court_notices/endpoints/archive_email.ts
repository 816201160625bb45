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

/** Seconds between the clocks of sender and server; also how long a signed request can be repeated. */
const TOLERANCE = 300
const MAX_SIGNATURES = 10

/** What the headers of a request say of its signature. */
interface Signature {
  id: string
  timestamp: string
  /** Of them, one must be right. */
  signatures: Buffer[]
}

/**
 * @param now milliseconds since 1970
 * @throws ApiError 401 for headers that are missing or malformed, and for a time that is too far
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
async function checkSignature(
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

/**
 * Streams the body of a request to a file of this machine, which the caller deletes.
 *
 * @throws ApiError 413 for one that is too long, 400 for one that is empty or ends early;
 *   nothing of it is left then
 */
async function receiveBody(request: IncomingMessage): Promise<ReceivedFile> {
  if (Number(request.headers['content-length']) > BODY.maxBytes) throw tooLarge()
  // A connection that is needed for the answer must not be destroyed with the body.
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

/** What is kept of a body is decided when its signature is known. */
const neverKept = () => Promise.reject(new Error('a body is no stored file'))

const count = (description: string) => ({ type: 'integer', minimum: 0, description })

/** `POST /archive-email/`: the hook of a mail provider (fetch-and-upload, 2.6). */
export default defineEndpoint({
  path: 'archive-email',
  label: 'Court Emails',
  description: `Takes an email of a court for the addresses of accounts: the raw message as \`${RAW}\`, or JSON with it. Signed with the secret of the server (\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`); accounts are not asked for. A repeated email is taken once.`,
  versions: ['v4'],
  access: { signed: true, counted: false, scopes: [EMAIL_SCOPE], anonymousScopes: [EMAIL_SCOPE] },
  methods: { POST: receive },
  body: {
    type: 'object',
    required: ['content'],
    description: 'Notifications of Amazon SES are taken as well, in those of SNS or without.',
    properties: {
      content: { type: 'string', description: 'The raw message.' },
      encoding: {
        type: 'string',
        enum: ['base64'],
        description: 'Of `content`, where it has one.',
      },
      recipients: {
        type: 'array',
        items: { type: 'string' },
        description: 'Addresses it was sent to; those in its headers unless given.',
      },
    },
  },
  answerStatus: 202,
  answer: {
    type: 'object',
    required: ['accepted', 'repeated', 'dropped'],
    properties: {
      accepted: count('Accounts that get it.'),
      repeated: count('Accounts that had it before.'),
      dropped: count('Recipients that are no account, or emails that no court sent.'),
    },
  },
})

async function receive({ ctx }: ApiRequest, app: ApplicationService) {
  const missing = [
    ...(settings.emailKeys.length ? [] : ['COURT_EMAIL_SECRET']),
    ...(settings.emailDomain ? [] : ['COURT_EMAIL_DOMAIN']),
  ]
  if (missing.length) throw new NotSupported(`Court emails need ${missing.join(' and ')}.`)
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
    `Send a message with headers, of at most ${MAX_MESSAGE / 1_000_000} MB.`
  )
