/**
 * Limits of JSON bodies, checked in one pass over the bytes before parsing, because parsing
 * large values can take seconds.
 */
import { ApiError } from '#app/support/api_error'
import bodies from '#config/bodies'
import { API_ERRORS } from '../errors.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** 1 for the bytes above except the backslash, which is significant only within strings. */
const COUNTS = new Uint8Array(256)
for (const byte of [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT])
  COUNTS[byte] = 1

export interface JsonMaxima {
  maxDepth: number
  maxObjectKeys: number
  /** Maximum number of keys of all objects, and of items of all lists. */
  maxKeys: number
}

/**
 * Counts the depth, keys, and items of JSON that arrives in chunks. Invalid JSON is counted as
 * far as possible and left to the parser.
 */
export class JsonLimits {
  readonly #max: JsonMaxima
  /** Number of keys of each open object; -1 for a list. */
  readonly #open: number[] = []
  /** Index of the innermost open object or list; -1 outside. */
  #depth = -1
  #keys = 0
  #items = 0
  #inString = false
  #escaped = false

  constructor(max: JsonMaxima = bodies) {
    this.#max = max
  }

  /** @throws ApiError 400 when a limit is exceeded */
  check(chunk: Uint8Array): void {
    const { length } = chunk
    let at = this.#inString ? this.#endOfString(chunk, 0) : 0
    for (; at < length; at++) {
      const byte = chunk[at]!
      if (COUNTS[byte] === 0) continue
      if (byte === QUOTE) at = this.#endOfString(chunk, at + 1) - 1
      else this.#count(byte)
    }
  }

  /** @returns the position after the string; the length of the chunk if it hasn't ended */
  #endOfString(chunk: Uint8Array, start: number): number {
    const { length } = chunk
    let escaped = this.#escaped
    for (let at = start; at < length; at++) {
      const byte = chunk[at]!
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = true
      else if (byte === QUOTE) {
        this.#inString = this.#escaped = false
        return at + 1
      }
    }
    this.#inString = true
    this.#escaped = escaped
    return length
  }

  #count(byte: number): void {
    switch (byte) {
      case OPEN_OBJECT:
        return this.#enter(0)
      case OPEN_LIST:
        return this.#enter(-1)
      case COLON:
        return this.#countKey()
      case COMMA:
        // Outside a list it follows a key, or isn't JSON.
        if (this.#open[this.#depth] !== -1) return
        if (++this.#items >= this.#max.maxKeys)
          throw tooComplex(this.#max.maxKeys, 'items in its lists')
        return
      default:
        if (this.#depth >= 0) this.#depth--
    }
  }

  #enter(keys: number): void {
    if (++this.#depth >= this.#max.maxDepth)
      throw ApiError.detail(
        API_ERRORS.malformed_body,
        'JSON parse error - the body is nested too deeply.'
      )
    this.#open[this.#depth] = keys
  }

  #countKey(): void {
    if (++this.#keys > this.#max.maxKeys) throw tooComplex(this.#max.maxKeys, 'keys')
    if (this.#depth < 0 || this.#open[this.#depth]! < 0) return
    if (++this.#open[this.#depth]! > this.#max.maxObjectKeys)
      throw tooComplex(this.#max.maxObjectKeys, 'keys in one object')
  }
}

/** The error for a body that exceeds a limit: 1,000 `fields`. */
export function tooComplex(limit: number, things: string): ApiError {
  return ApiError.detail(
    API_ERRORS.body_too_complex,
    `The request body has more than ${limit.toLocaleString('en')} ${things}.`
  )
}
