import { isAscii, isUtf8 } from 'node:buffer'

/**
 * Raw control characters, and the same as character references: `&#1;`, `&#x1F;`, and references
 * that the court cut off, such as `&#03`.
 */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000E-\u001F]/g
const CONTROL_REFERENCES =
  /&#(?:0{0,4}(?:[0-8]|11|1[4-9]|2\d|3[01])(?:;|(?!\d))|x0{0,4}(?:[0-8b]|[ef]|1[\da-f])(?:;|(?![\da-f])))/gi
const CDATA_MARKERS = /<!\[CDATA\[|\]\]>/g
const XML_DECLARATION = /^\s*<\?xml[^>]{0,200}\?>(?=\s*<(?:!doctype\s+)?html)/i

/** An XML document that isn't XHTML, whose CDATA sections the XML parser reads. */
const IS_XML = /^\s*<(?:\?xml\b(?![^>]{0,200}\?>\s*<(?:!doctype\s+)?html)|rss[\s>])/i

/**
 * The text of a page: UTF-8, with bytes that aren't UTF-8 in the Western encoding of old pages
 * (Windows-1252), without control characters. HTML is without CDATA markers, and without an XML
 * declaration before it.
 *
 * @param bytes the page as received
 */
export function decodePage(bytes: Uint8Array): string {
  const text = decodeText(bytes).replace(CONTROLS, '').replace(CONTROL_REFERENCES, '')
  if (IS_XML.test(text)) return text
  return text.replace(CDATA_MARKERS, '').replace(XML_DECLARATION, '')
}

/** Text in UTF-8, with bytes that are invalid in it read as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (isAscii(buffer)) return buffer.toString('latin1')
  if (!isUtf8(buffer)) return decodeMixed(bytes)
  const text = buffer.toString('utf8')
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}

const BYTE_ORDER_MARK = '\uFEFF'

/** Bytes from 0x80 in Windows-1252, as UTF-8. */
const WESTERN = Array.from({ length: 0x80 }, (_, at) =>
  new TextEncoder().encode(new TextDecoder('windows-1252').decode(Uint8Array.of(at + 0x80)))
)
/** Bytes in UTF-8 of any character of Windows-1252. */
const MAX_LENGTH = 3

/** Courts insert text from old databases into newer pages, so one page can mix both encodings. */
function decodeMixed(bytes: Uint8Array): string {
  const text = new Uint8Array(bytes.length * MAX_LENGTH)
  let end = 0
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at)
    const western = length === 0 ? WESTERN[bytes[at] - 0x80] : undefined
    if (western) for (const byte of western) text[end++] = byte
    for (let next = 0; next < length; next++) text[end++] = bytes[at + next]
    at += length || 1
  }
  return new TextDecoder().decode(text.subarray(0, end))
}

/**
 * Lead bytes of UTF-8 sequences, with the number of following bytes and the range of the second
 * (RFC 3629, section 4).
 */
const LEADS: [first: number, last: number, following: number, low: number, high: number][] = [
  [0xc2, 0xdf, 1, 0x80, 0xbf],
  [0xe0, 0xe0, 2, 0xa0, 0xbf],
  [0xed, 0xed, 2, 0x80, 0x9f],
  [0xe1, 0xef, 2, 0x80, 0xbf],
  [0xf0, 0xf0, 3, 0x90, 0xbf],
  [0xf4, 0xf4, 3, 0x80, 0x8f],
  [0xf1, 0xf3, 3, 0x80, 0xbf],
]

/** The length of the UTF-8 sequence at a place, or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]
  if (lead < 0x80) return 1
  const form = LEADS.find(([first, last]) => lead >= first && lead <= last)
  if (!form) return 0
  const [, , following, low, high] = form
  for (let next = 1; next <= following; next++) {
    const byte = bytes[at + next] ?? 0
    if (byte < (next === 1 ? low : 0x80) || byte > (next === 1 ? high : 0xbf)) return 0
  }
  return following + 1
}
