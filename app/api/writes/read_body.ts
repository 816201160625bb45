import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import bodies from '#config/bodies'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import { FieldLimit, fieldsOf, pairsOf, tooManyFields } from '../bodies/form_fields.js'
import { JsonLimits } from '../bodies/json_limits.js'
import { MultipartReader } from '../bodies/multipart.js'
import { readText, received, type TextLimits } from '../bodies/read_text.js'
import { PARSES } from '../metadata.js'

/** Longest name that is repeated to who sent it. */
const MAX_NAME_LENGTH = 100

/** The field that takes a file, and what takes it. */
export interface FileTaker {
  name: string
  take: (part: Readable) => Promise<void>
}

/**
 * The body of a write. Read here and not in a global middleware, so that a
 * wrong method is reported before a wrong body.
 *
 * @param file takes the file of a multipart body; its field holds no value then
 * @returns an empty object without a body
 * @throws ApiError 400, 413 or 415 when it cannot be read
 */
export async function readBody(ctx: HttpContext, file?: FileTaker): Promise<unknown> {
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
  if (ctx.request.is(['multipart/form-data'])) return readParts(request, type, file)
  return ctx.request.is(['application/json']) ? readJson(request) : readForm(request)
}

/**
 * JSON of any request. Names that objects inherit are keys like others.
 *
 * @returns an empty text for an empty body
 * @throws ApiError as `readText`; 400 for what is not JSON, and for more than bodies may hold
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
 * An urlencoded form.
 *
 * @throws ApiError as `readText`; 400 for more fields than forms may have
 */
export async function readForm(request: IncomingMessage): Promise<Record<string, unknown>> {
  const limit = new FieldLimit()
  const { maxBytes } = bodies
  const text = await readText(request, { maxBytes, check: (chunk) => limit.check(chunk) })
  return fieldsOf(pairsOf(text))
}

/** Fields of a multipart body. A file that is not asked for ends the request before it is written anywhere. */
async function readParts(
  request: IncomingMessage,
  type: string,
  file: FileTaker | undefined
): Promise<Record<string, unknown>> {
  const chunks = received(request)
  try {
    return await fieldsIn(new MultipartReader(chunks, type, bodies.maxParts), file)
  } finally {
    await chunks.return(undefined)
  }
}

async function fieldsIn(
  reader: MultipartReader,
  file: FileTaker | undefined
): Promise<Record<string, unknown>> {
  const pairs: [string, string][] = []
  let size = 0
  for (let head = await reader.next(); head; head = await reader.next()) {
    const { name, filename } = head
    // Browsers send an input without a file so.
    if (!name || filename === '') continue
    if (filename !== undefined) {
      if (name !== file?.name) throw noFiles(name)
      await file.take(Readable.from(reader.content(), { objectMode: false }))
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of reader.content()) {
      if ((size += chunk.length) > bodies.maxFieldBytes)
        throw ApiError.detail(API_ERRORS.body_too_large, 'The request body is too large.')
      chunks.push(chunk)
    }
    if (pairs.length === bodies.maxFields) throw tooManyFields()
    pairs.push([name, Buffer.concat(chunks).toString()])
  }
  return fieldsOf(pairs)
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
 * The body of a request to an endpoint that is no resource, as an object.
 *
 * @throws ApiError as `readBody`, and 400 when it is no object
 */
export async function bodyOf(ctx: HttpContext): Promise<object> {
  const body = await readBody(ctx)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError(400, { non_field_errors: ['Invalid data. Expected an object.'] })
  return body
}
