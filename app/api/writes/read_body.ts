import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import bodies from '#config/bodies'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import { readCharset, decodeDeclared, UTF_8, type Charset } from '../bodies/charset.js'
import {
  FieldLimit,
  collectFormFields,
  readFormPairs,
  tooManyFields,
} from '../bodies/form_fields.js'
import { JsonLimits } from '../bodies/json_limits.js'
import { MultipartReader } from '../bodies/multipart.js'
import { readBodyChunks, readBytes, type TextLimits } from '../bodies/read_text.js'
import { PARSES } from '../metadata.js'
import type { BodyReading } from './validate.js'

/** Maximum number of characters of a name in a message. */
const MAX_NAME_LENGTH = 100

/** The field that accepts a file, and its handler. */
export interface FileTaker {
  name: string
  take: (part: Readable) => Promise<void>
}

const FORMS = PARSES.filter((type) => type !== 'application/json')

/** Whether the body of a request is a form. */
export function isForm({ request }: HttpContext): boolean {
  return request.is(FORMS) !== null
}

/**
 * Reads the body of a write. This isn't a global middleware, so that unsupported methods are
 * reported before invalid bodies. The media type of a missing body doesn't matter: clients often
 * declare one for all requests.
 *
 * @param file handles the file of a multipart body, whose field then has no value
 * @returns an empty object if there is no body
 * @throws ApiError 400, 413, or 415 when the body can't be read
 */
export async function readBody(
  ctx: HttpContext,
  reading: BodyReading = {},
  file?: FileTaker
): Promise<unknown> {
  if (!hasBody(ctx)) return {}
  const type = ctx.request.header('content-type')
  if (!type)
    throw ApiError.detail(
      415,
      `The request has a body but no Content-Type header. Set it to one of: ${PARSES.join(', ')}.`
    )
  if (!ctx.request.is(PARSES))
    throw ApiError.detail(415, `Unsupported media type "${type}" in request.`)
  const { request } = ctx.request
  if (ctx.request.is(['multipart/form-data'])) return readParts(request, type, { reading, file })
  if (!ctx.request.is(['application/json'])) return readForm(request)
  const body = await readJson(request)
  return body === '' ? {} : body
}

/**
 * Reads a JSON body in its declared encoding. Keys like `__proto__` are ordinary keys.
 *
 * @returns an empty string for an empty body
 * @throws ApiError as `readBytes`; 400 for invalid JSON, bytes that aren't in the encoding, and
 *   exceeded limits; 415 for an unknown encoding
 */
export async function readJson(
  request: IncomingMessage,
  { maxBytes = bodies.maxBytes }: Partial<TextLimits> = {}
): Promise<unknown> {
  const charset = readCharset(request.headers['content-type'])
  const limits = new JsonLimits()
  const check = (chunk: Uint8Array) => limits.check(chunk)
  const isUtf8 = charset.name === UTF_8.name
  const bytes = await readBytes(request, { maxBytes, check: isUtf8 ? check : undefined })
  const text = decodeDeclared(bytes, charset, 'JSON')
  // In other encodings, the bytes of the punctuation can be parts of letters.
  if (!isUtf8) check(Buffer.from(text))
  try {
    return text === '' ? text : JSON.parse(text)
  } catch (error) {
    throw ApiError.detail(
      API_ERRORS.malformed_body,
      `JSON parse error - ${(error as Error).message}`
    )
  }
}

/**
 * Reads a URL-encoded form in its declared encoding.
 *
 * @throws ApiError as `readBytes` and `readFormPairs`; 400 for too many fields
 */
export async function readForm(request: IncomingMessage): Promise<Record<string, unknown>> {
  const charset = readCharset(request.headers['content-type'])
  const limit = new FieldLimit()
  const { maxBytes } = bodies
  const body = await readBytes(request, { maxBytes, check: (chunk) => limit.check(chunk) })
  return collectFormFields(readFormPairs(body, charset))
}

interface PartReading {
  reading: BodyReading
  file: FileTaker | undefined
  /** Encoding of parts that don't declare one. */
  charset?: Charset
}

/**
 * Reads a multipart body. An unexpected file ends the request before the file is stored, or, if
 * the request policy is `lenient`, counts as a field without a value.
 */
async function readParts(
  request: IncomingMessage,
  type: string,
  how: PartReading
): Promise<Record<string, unknown>> {
  const chunks = readBodyChunks(request)
  try {
    const reader = new MultipartReader(chunks, type, bodies.maxParts)
    return await fieldsIn(reader, { ...how, charset: readCharset(type) })
  } finally {
    await chunks.return(undefined)
  }
}

async function fieldsIn(
  reader: MultipartReader,
  { reading, file, charset: standard }: PartReading
): Promise<Record<string, unknown>> {
  const pairs: [string, string][] = []
  let size = 0
  for (let head = await reader.next(); head; head = await reader.next()) {
    const { name, filename, type } = head
    // Browsers send an empty file name for a file input without a file.
    if (!name || filename === '') continue
    if (filename !== undefined && name === file?.name) {
      await file.take(Readable.from(reader.content(), { objectMode: false }))
      continue
    }
    if (filename !== undefined && !reading.isLenient) throw noFiles(name)
    const chunks: Buffer[] = []
    for await (const chunk of reader.content()) {
      if ((size += chunk.length) > bodies.maxFieldBytes)
        throw ApiError.detail(API_ERRORS.body_too_large, 'The request body is too large.')
      if (filename === undefined) chunks.push(chunk)
    }
    if (pairs.length === bodies.maxFields) throw tooManyFields()
    const charset = filename === undefined ? readCharset(type, standard) : UTF_8
    const content = Buffer.concat(chunks)
    pairs.push([
      name,
      charset.isDeclared ? decodeDeclared(content, charset, 'Multipart') : content.toString(),
    ])
  }
  return collectFormFields(pairs)
}

function noFiles(name: string): ApiError {
  return ApiError.detail(
    415,
    `This endpoint doesn't accept files, but "${name.slice(0, MAX_NAME_LENGTH)}" is one. Send only fields.`
  )
}

function hasBody({ request: { request } }: HttpContext): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return encoding !== undefined || Number(length) > 0
}
