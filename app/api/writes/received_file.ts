/**
 * Files in create requests. They are streamed to a folder on this machine, and removed unless
 * the record is committed.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'

/** Number of bytes at the start of a file that hooks can read. */
const HEAD = 1024

/** An uploaded file. */
export interface ReceivedFile {
  /** Location until the request ends. */
  path: string
  size: number
  sha1: string
  /** The first 1,024 bytes. */
  head: Buffer
}

/** A file that is being moved to its final location. */
export interface KeptFile {
  /** Value of the field's column. */
  value: string
  /** Stores the file durably. Called just before the record is committed. */
  publish: () => Promise<void>
  /** Removes the remaining data; has no effect after `publish`. */
  discard: () => Promise<void>
}

/** The field of a resource that contains the file of a multipart body. */
export interface FileField {
  name: string
  maxBytes: number
  /** Folder for files of requests in progress. */
  folder: () => string
  keep: (file: ReceivedFile) => Promise<KeptFile>
}

/** Maximum size of the other parts of a multipart body. */
const AROUND = 1_000_000

/**
 * @param declared value of Content-Length
 * @throws ApiError 400 for a body whose declared size is too large for the field
 */
export function checkDeclaredLength(field: FileField, declared: string | undefined): void {
  if (Number(declared) > field.maxBytes + AROUND)
    throw new ApiError(400, { [field.name]: [tooLarge(field)] }, { connection: 'close' })
}

/**
 * Streams a file to the field's folder.
 *
 * @throws ApiError 413 if it is too large, after removing it
 */
export async function receiveFile(field: FileField, source: Readable): Promise<ReceivedFile> {
  const folder = field.folder()
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const hash = createHash('sha1')
  const head: Buffer[] = []
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < HEAD) head.push(chunk.subarray(0, HEAD - size))
      size += chunk.length
      if (size > field.maxBytes)
        return done(ApiError.detail(API_ERRORS.body_too_large, tooLarge(field)))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(source, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, size, sha1: hash.digest('hex'), head: Buffer.concat(head) }
}

function tooLarge({ maxBytes }: FileField): string {
  return `The file is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`
}
