/**
 * Files in the body of a create: streamed to a folder of this machine, never
 * into memory, and removed again unless the record is committed.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'

/** First bytes of a file that hooks see. */
const HEAD = 1024

/** A file that came with a request. */
export interface ReceivedFile {
  /** Where it is until the request ends. */
  path: string
  size: number
  sha1: string
  /** Its first 1,024 bytes. */
  head: Buffer
}

/** A file on its way to where it is kept. */
export interface KeptFile {
  /** What the column of the field holds. */
  value: string
  /** Puts it there, durably; called just before the record is committed. */
  publish: () => Promise<void>
  /** Removes what is left of it; harmless after `publish`. */
  discard: () => Promise<void>
}

/** The field of a resource whose value is a file of a multipart body. */
export interface FileField {
  name: string
  maxBytes: number
  /** Folder for files of requests that are under way. */
  folder: () => string
  keep: (file: ReceivedFile) => Promise<KeptFile>
}

/** What belongs to a multipart body besides its file. */
const AROUND = 1_000_000

/**
 * @param declared Content-Length
 * @throws ApiError 400 for a body that declares to be too long for a file of the field
 */
export function checkDeclaredLength(field: FileField, declared: string | undefined): void {
  if (Number(declared) > field.maxBytes + AROUND)
    throw new ApiError(400, { [field.name]: [tooLarge(field)] }, { connection: 'close' })
}

/**
 * Streams a file to the folder of the field.
 *
 * @throws ApiError 413 once it is longer than allowed; nothing of it is left then
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
