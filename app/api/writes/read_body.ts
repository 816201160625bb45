import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import bodies from '#config/bodies'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import {
  FieldLimit,
  collectFormFields,
  parseFormPairs,
  tooManyFields,
} from '../bodies/form_fields.js'
import { JsonLimits } from '../bodies/json_limits.js'
import { MultipartReader } from '../bodies/multipart.js'
import { readText, readBodyChunks, type TextLimits } from '../bodies/read_text.js'
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
 * reported before invalid bodies.
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
  const type = ctx.request.header('content-type')
  if (type && !ctx.request.is(PARSES)) {
    throw ApiError.detail(415, `Unsupported media type "${type}" in request.`)
  }
  if (!type && hasBody(ctx))
    throw ApiError.detail(
      415,
      `The request has a body but no Content-Type header. Set it to one of: ${PARSES.join(', ')}.`
    )
  const { request } = ctx.request
  if (!type) return {}
  if (ctx.request.is(['multipart/form-data'])) return readParts(request, type, { reading, file })
  return ctx.request.is(['application/json']) ? readJson(request) : readForm(request)
}

/**
 * Reads a JSON body. Keys like `__proto__` are ordinary keys.
 *
 * @returns an empty string for an empty body
 * @throws ApiError as `readText`; 400 for invalid JSON and exceeded limits
 */
export async function readJson(
  request: IncomingMessage,
  { maxBytes = bodies.maxBytes }: Partial<TextLimits> = {}
): Promise<unknown> {
  const limits = new JsonLimits()
  const text = await readText(request, { maxBytes, check: (chunk) => limits.check(chunk) })
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
 * Reads a URL-encoded form.
 *
 * @throws ApiError as `readText`; 400 for too many fields
 */
export async function readForm(request: IncomingMessage): Promise<Record<string, unknown>> {
  const limit = new FieldLimit()
  const { maxBytes } = bodies
  const text = await readText(request, { maxBytes, check: (chunk) => limit.check(chunk) })
  return collectFormFields(parseFormPairs(text))
}

interface PartReading {
  reading: BodyReading
  file: FileTaker | undefined
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
    return await fieldsIn(new MultipartReader(chunks, type, bodies.maxParts), how)
  } finally {
    await chunks.return(undefined)
  }
}

async function fieldsIn(
  reader: MultipartReader,
  { reading, file }: PartReading
): Promise<Record<string, unknown>> {
  const pairs: [string, string][] = []
  let size = 0
  for (let head = await reader.next(); head; head = await reader.next()) {
    const { name, filename } = head
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
    pairs.push([name, Buffer.concat(chunks).toString()])
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

/**
 * Reads the body of a request to an endpoint that isn't a resource, as an object.
 *
 * @throws ApiError as `readBody`, and 400 if it isn't an object
 */
export async function readObjectBody(ctx: HttpContext): Promise<object> {
  const body = await readBody(ctx)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError(400, { non_field_errors: ['Invalid data. Expected an object.'] })
  return body
}
