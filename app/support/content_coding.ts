/**
 * Compression of responses (RFC 9110, 8.4 and 12.5.3), and the responses that aren't
 * compressed (resources/docs/mechanisms.md, Compression).
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

/** In order of preference, if a client gives them equal weight. */
const CODINGS: readonly Coding[] = ['br', 'gzip']

/** Minimum size in bytes; compression of smaller responses saves less than its header adds. */
const MIN_SIZE = 1024
/** Bytes that can be compressed in less time than handing them to another thread takes. */
const MAX_SYNC_SIZE = 256 * 1024

/**
 * At these levels, compression takes a tenth of the time that creating the response takes;
 * `npm run bench http` measures it.
 */
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const GZIP: ZlibOptions = { level: 1 }

const brotliApart = promisify<string | Buffer, BrotliOptions, Buffer>(brotliCompress)
const gzipApart = promisify<string | Buffer, ZlibOptions, Buffer>(gzip)

/** Compresses a response. */
export function compressed(body: string | Buffer, coding: Coding): Buffer | Promise<Buffer> {
  const isBrotli = coding === 'br'
  if (body.length > MAX_SYNC_SIZE)
    return isBrotli ? brotliApart(body, BROTLI) : gzipApart(body, GZIP)
  return isBrotli ? brotliCompressSync(body, BROTLI) : gzipSync(body, GZIP)
}

/** Compresses a response that is sent in parts. */
export function compressor(coding: Coding): Transform {
  return coding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP)
}

/**
 * The coding of a response; undefined if it isn't compressed.
 *
 * @param size size of the body in bytes
 * @param cacheControl the response's Cache-Control header
 */
export function selectContentCoding(
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

/** The `Vary` header of responses that may be compressed. */
export function varyByCoding(...names: string[]): string {
  return (settings.compression ? [...names, 'Accept-Encoding'] : names).join(', ')
}

/**
 * The preferred coding of an Accept-Encoding header; undefined if none is accepted. For equal
 * weights, the framework's `request.encoding` uses the first one, which in browsers is gzip.
 */
export function acceptedCoding(header: string | undefined): Coding | undefined {
  if (!header) return undefined
  const weights = weightsOf(header)
  let best: Coding | undefined
  let most = weights.get('identity') ?? 0
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0
    // For equal weights, compression is preferred.
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
