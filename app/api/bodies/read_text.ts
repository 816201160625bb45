/** Reads request bodies: decompressed, limited in size, and abandoned when they exceed a limit. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '../errors.js'
import { UTF_8 } from './charset.js'

/** Number of chunks after which the average size is checked, and the minimum average in bytes. */
const SMALL_CHUNKS = 5_000
const FAIR_BYTES = 16

export interface TextLimits {
  /** Maximum size of the body, both before and after decompression. */
  maxBytes: number
  /** Called with each chunk; may throw to stop reading. */
  check?: (chunk: Buffer) => void
}

/**
 * Reads a body as UTF-8. Invalid bytes are replaced, and a byte order mark is removed.
 *
 * @throws ApiError as `readBytes`
 */
export async function readText(request: IncomingMessage, limits: TextLimits): Promise<string> {
  return UTF_8.decode(await readBytes(request, limits))
}

/**
 * Reads a decompressed body.
 *
 * @throws ApiError 413 above the limit, 415 for an unknown Content-Encoding, 400 for a body
 *   that isn't encoded as declared or is incomplete, and errors of `check`
 */
export async function readBytes(
  request: IncomingMessage,
  { maxBytes, check }: TextLimits
): Promise<Buffer> {
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  for await (const chunk of unpacked(request, maxBytes)) {
    check?.(chunk)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The bytes of a body as sent.
 *
 * @param maxBytes maximum size; undefined if the reader has other limits
 * @throws ApiError 413 above the limit, 400 if the body is incomplete
 */
export async function* readBodyChunks(
  request: IncomingMessage,
  maxBytes = Infinity
): AsyncGenerator<Buffer> {
  try {
    yield* bounded(inFairChunks(request), maxBytes)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw ApiError.detail(API_ERRORS.malformed_body, 'The request body is incomplete.')
  } finally {
    // Skips the rest of an abandoned body, which would otherwise block the connection.
    request.resume()
  }
}

/**
 * Node.js has a cost per chunk: a megabyte in chunks of one byte takes seconds. The connection
 * is closed, because skipping the rest would take as long.
 */
async function* inFairChunks(request: IncomingMessage): AsyncGenerator<Buffer> {
  let [chunks, size] = [0, 0]
  // Destroying the request would close the connection on which other errors are sent.
  const all = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  for await (const chunk of all) {
    size += chunk.length
    if (++chunks > SMALL_CHUNKS && size < chunks * FAIR_BYTES) {
      request.socket.destroy()
      throw new Error('The request body arrived in too many small chunks.')
    }
    yield chunk
  }
}

async function* bounded(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    yield chunk
  }
}

async function* unpacked(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  const packed = readBodyChunks(request, maxBytes)
  const encoding = request.headers['content-encoding'] || 'identity'
  const unpack = decompressor(encoding)
  if (!unpack) return yield* packed
  const source = Readable.from(packed, { objectMode: false })
  source.once('error', (error) => unpack.destroy(error)).pipe(unpack)
  try {
    yield* bounded(unpack, maxBytes)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw ApiError.detail(
      400,
      `The request body isn't in the declared Content-Encoding, "${encoding}".`
    )
  } finally {
    source.destroy()
    unpack.destroy()
  }
}

function decompressor(encoding: string) {
  switch (encoding) {
    case 'identity':
      return undefined
    case 'gzip':
    case 'deflate':
      return createUnzip()
    case 'br':
      return createBrotliDecompress()
    default:
      throw ApiError.detail(415, `Unsupported Content-Encoding: ${encoding.slice(0, 100)}`)
  }
}

function tooLarge(): ApiError {
  return ApiError.detail(API_ERRORS.body_too_large, 'The request body is too large.')
}
