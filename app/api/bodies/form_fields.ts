/** Fields of URL-encoded and multipart forms. */
import { unescape } from 'node:querystring'
import bodies from '#config/bodies'
import { decodeDeclared, unsupportedCharset, type Charset } from './charset.js'
import { tooComplex } from './json_limits.js'

const AMPERSAND = '&'.charCodeAt(0)

/** Counts the fields of a URL-encoded body that arrives in chunks. */
export class FieldLimit {
  #fields = 1

  /** @throws ApiError 400 when there are too many fields */
  check(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(AMPERSAND); at >= 0; at = chunk.indexOf(AMPERSAND, at + 1))
      if (++this.#fields > bodies.maxFields) throw tooManyFields()
  }
}

export function tooManyFields() {
  return tooComplex(bodies.maxFields, 'fields')
}

/**
 * The pairs of a URL-encoded text, in UTF-8 by default. `URLSearchParams` isn't used because it adds a string for
 * each `+`, which takes a third of a second per megabyte.
 */
export function* parseFormPairs(
  text: string,
  decode = decoded
): Generator<[name: string, value: string]> {
  for (const pair of text.split('&')) {
    if (!pair) continue
    const at = pair.indexOf('=')
    yield at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
  }
}

/**
 * Reads a URL-encoded body in its declared encoding, which must contain ASCII.
 *
 * @returns the pairs
 * @throws ApiError 400 for bytes that aren't in a declared encoding, 415 for UTF-16
 */
export function readFormPairs(
  body: Uint8Array,
  charset: Charset
): Iterable<[name: string, value: string]> {
  if (!charset.isDeclared) return parseFormPairs(charset.decode(body))
  if (charset.name.startsWith('utf-16')) throw unsupportedCharset(charset.name)
  // One character per byte.
  return parseFormPairs(Buffer.from(body).toString('latin1'), (text) => {
    const bytes = text
      .replaceAll('+', ' ')
      .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16))
      )
    return decodeDeclared(Buffer.from(bytes, 'latin1'), charset, 'Form')
  })
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Keeps invalid escapes and replaces invalid UTF-8.
    return unescape(spaced)
  }
}

type Field = string | string[] | Record<string, string>

/**
 * `name[]` is a list, `name[key]` an object with one level; further brackets are part of the
 * key.
 */
const BRACKETS = /^([^[\]]+)\[([^\]]*)\](.*)$/s

/** Fields by name; repeated names become lists. */
export function collectFormFields(
  pairs: Iterable<[name: string, value: string]>
): Record<string, Field> {
  const fields = new Map<string, Field>()
  for (const [written, value] of pairs) {
    const [, name = written, first, more = ''] = BRACKETS.exec(written) ?? []
    const key = first === undefined ? undefined : first + more
    const before = fields.get(name)
    if (key) {
      const members = typeof before === 'object' && !Array.isArray(before) ? before : {}
      fields.set(name, members)
      Object.defineProperty(members, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    } else if (Array.isArray(before)) before.push(value)
    else if (typeof before === 'string') fields.set(name, [before, value])
    else fields.set(name, key === undefined ? value : [value])
  }
  return Object.fromEntries(fields)
}
