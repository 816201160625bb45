/** Character encodings of request bodies, as declared in `Content-Type` (RFC 9110, 8.3.2). */
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '../errors.js'

/** Maximum number of characters of a name in a message. */
const MAX_SHOWN = 100

/** Converts the bytes of a body to text. */
export interface Charset {
  /** Name of the encoding, in lower case; `utf-8` if none is declared. */
  name: string
  /** Whether the encoding was declared. */
  isDeclared: boolean
  /** Replaces invalid bytes, and removes a byte order mark. */
  decode(bytes: Uint8Array): string
  /** @throws TypeError for invalid bytes */
  decodeStrictly(bytes: Uint8Array): string
}

/** The encoding of bodies that don't declare one (RFC 8259, 8.1). */
export const UTF_8 = makeCharset('utf-8', false)

/**
 * The encoding that a `Content-Type` declares.
 *
 * @param type value of the header, if sent
 * @param standard default
 * @throws ApiError 415 for an unknown encoding
 */
export function readCharset(type: string | undefined, standard = UTF_8): Charset {
  const name = type && parseHeaderParameters(type).get('charset')?.trim().toLowerCase()
  if (!name) return standard
  try {
    return makeCharset(name, true)
  } catch {
    throw unsupportedCharset(name)
  }
}

export function unsupportedCharset(name: string): ApiError {
  return ApiError.detail(415, `Unsupported charset "${name.slice(0, MAX_SHOWN)}". Use utf-8.`)
}

/** @throws RangeError for an unknown encoding */
function makeCharset(name: string, isDeclared: boolean): Charset {
  // Python's names.
  const label = name.replaceAll('_', '-').replace(/^latin-(?=\d$)/, 'latin')
  const decode = (bytes: Uint8Array, fatal: boolean) =>
    new TextDecoder(label === 'utf-16' ? byteOrder(bytes) : label, { fatal }).decode(bytes)
  const { encoding } = new TextDecoder(label)
  return {
    name: encoding,
    isDeclared,
    decode: (bytes) => decode(bytes, false),
    decodeStrictly: (bytes) => decode(bytes, true),
  }
}

/**
 * The byte order of UTF-16: that of the byte order mark, or else the one in which the first
 * character, which is ASCII in JSON and forms, has a zero as its other byte.
 */
function byteOrder([first, second]: Uint8Array): string {
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  return isBigEndian ? 'utf-16be' : 'utf-16le'
}

/**
 * Decodes bytes of a declared encoding.
 *
 * @param kind name of the format in the message: `JSON`
 * @throws ApiError 400 if the bytes aren't in this encoding
 */
export function decodeDeclared(bytes: Uint8Array, charset: Charset, kind: string): string {
  try {
    return charset.decodeStrictly(bytes)
  } catch {
    throw ApiError.detail(
      API_ERRORS.malformed_body,
      `${kind} parse error - the body isn't valid ${charset.name}.`
    )
  }
}

/** Parses the parameters of a header, `form-data; name="a"; filename="b.pdf"`, in one pass. */
export function parseHeaderParameters(header: string): Map<string, string> {
  const parameters = new Map<string, string>()
  const each = /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;]*))[^;]*/gsy
  each.lastIndex = Math.max(0, header.indexOf(';'))
  for (const [, name, quoted, plain] of header.matchAll(each)) {
    const value = quoted === undefined ? plain!.trim() : quoted.replaceAll(/\\(["\\])/g, '$1')
    if (!parameters.has(name!.toLowerCase())) parameters.set(name!.toLowerCase(), value)
  }
  return parameters
}
