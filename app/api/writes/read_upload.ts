/** Reads bodies with one file, which becomes the value of the resource's file field. */
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { readBody } from './read_body.js'
import type { BodyReading } from './validate.js'
import {
  checkDeclaredLength,
  receiveFile,
  type FileField,
  type KeptFile,
  type ReceivedFile,
} from './received_file.js'

/** A body with its file. */
export interface UploadedBody {
  body: unknown
  /**
   * The body that an Idempotency-Key compares, with the file's content hash instead of its
   * location.
   */
  compared: unknown
  file: ReceivedFile
  kept: KeptFile
}

/**
 * @throws ApiError as `readBody`; 400 by field for a missing or empty file, 413 for a file
 *   that is too large
 */
export async function readUpload(
  ctx: HttpContext,
  field: FileField,
  reading: BodyReading = {}
): Promise<UploadedBody> {
  checkDeclaredLength(field, ctx.request.header('content-length'))
  const receiving: Promise<ReceivedFile>[] = []
  const take = async (part: Readable) => {
    if (receiving.length) throw refusal(field, 'Send one file.')
    const one = receiveFile(field, part)
    receiving.push(one)
    await one
  }
  try {
    const body = await readBody(ctx, reading, { name: field.name, take })
    const file = await receiving[0]
    if (typeof body !== 'object' || body === null || Array.isArray(body) || !file)
      throw refusal(field, missing(body, field))
    if (!file.size) throw refusal(field, 'The submitted file is empty.')
    const kept = await field.keep(file)
    const filled = (value: string) => ({ ...body, [field.name]: value })
    return { body: filled(kept.value), compared: filled(file.sha1), file, kept }
  } catch (error) {
    await discardAll(receiving)
    throw error
  }
}

/** Removes the temporary files of a request, including one that is still being received. */
async function discardAll(receiving: Promise<ReceivedFile>[]): Promise<void> {
  for (const result of await Promise.allSettled(receiving))
    if (result.status === 'fulfilled') await rm(result.value.path, { force: true })
}

/** Removes the remaining files of a body after its request. */
export async function discardUpload({ file, kept }: UploadedBody): Promise<void> {
  await kept.discard()
  await rm(file.path, { force: true })
}

function refusal(field: FileField, said: string): ApiError {
  return new ApiError(400, { [field.name]: [said] })
}

function missing(body: unknown, { name }: FileField): string {
  const isThere = typeof body === 'object' && body !== null && Object.hasOwn(body, name)
  return isThere
    ? 'The submitted data was not a file. Check the encoding type on the form.'
    : 'No file was submitted.'
}
