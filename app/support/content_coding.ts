/**
 * Compression of answers (RFC 9110, 8.4 and 12.5.3), and which of them stay
 * as they are (resources/docs/mechanisms.md, Compression).
 */
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib'
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '#start/env'

export type Coding = 'br' | 'gzip'

/** In order of preference, where a client gives both the same weight. */
const CODINGS: readonly Coding[] = ['br', 'gzip']

/** Bytes; below, the header that names the coding eats the gain. */
const MIN_SIZE = 1024
/** Bytes that are compressed in less time than it takes to hand them to another thread. */
const MAX_SYNC_SIZE = 256 * 1024

/** Levels at which an answer costs a tenth of what making it does; `npm run bench http` measures. */
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const GZIP: ZlibOptions = { level: 1 }

const brotliApart = promisify<string | Buffer, BrotliOptions, Buffer>(brotliCompress)
const gzipApart = promisify<string | Buffer, ZlibOptions, Buffer>(gzip)

/** Compresses an answer. */
export function compressed(body: string | Buffer, coding: Coding): Buffer | Promise<Buffer> {
  const isBrotli = coding === 'br'
  if (body.length > MAX_SYNC_SIZE)
    return isBrotli ? brotliApart(body, BROTLI) : gzipApart(body, GZIP)
  return isBrotli ? brotliCompressSync(body, BROTLI) : gzipSync(body, GZIP)
}

/** Compresses an answer that is sent in parts. */
export function compressor(coding: Coding): Transform {
  return coding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP)
}

/**
 * The coding of an answer; undefined for those that are sent as they are.
 *
 * @param size of the body, in bytes
 * @param cacheControl header of the answer
 */
export function codingOf(
  { request, auth }: HttpContext,
  size: number,
  cacheControl: unknown
): Coding | undefined {
  if (!settings.compression || size < MIN_SIZE) return undefined
  // The size of a compressed response reveals secrets in it to an attacker who controls other parts of it (BREACH).
  if (auth.authenticatedViaGuard === 'web' || /no-store|no-transform/.test(String(cacheControl)))
    return undefined
  return acceptedCoding(request.header('accept-encoding'))
}

/** `Vary` of answers that may be compressed. */
export function varyByCoding(...names: string[]): string {
  return (settings.compression ? [...names, 'Accept-Encoding'] : names).join(', ')
}

/**
 * The preferred coding of an Accept-Encoding header; undefined for none. Between
 * equal weights the framework's `request.encoding` takes the one named first,
 * which in browsers is gzip.
 */
export function acceptedCoding(header: string | undefined): Coding | undefined {
  if (!header) return undefined
  const weights = weightsOf(header)
  let best: Coding | undefined
  let most = weights.get('identity') ?? 0
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0
    // Compressed is better than not where the weights are equal.
    if (weight > most || (weight === most && weight > 0 && !best)) {
      best = coding
      most = weight
    }
  }
  return best
}

const WEIGHTED = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [, name, weight = '1'] = WEIGHTED.exec(part) ?? []
    if (name) weights.set(name.toLowerCase().replace(/^x-gzip$/, 'gzip'), Number(weight))
  }
  return weights
}
