import PostalMime from 'postal-mime'
import { decodeText } from './decode.js'

/** The parts of a message that notice parsers read. */
export interface Mail {
  subject: string
  from: string
  /** The Date header as an ISO time stamp, or null. */
  sentAt: string | null
  html: string | null
  text: string | null
}

/** Maximum nesting depth of multiparts. */
const MAX_NESTING = 32
/** Maximum number of messages that are attached to one another. */
const MAX_ATTACHED = 3

/**
 * Parses a raw message, or a page that was a message's body. A forwarded message that is attached
 * is part of the body, and its subject is used.
 *
 * @param source bytes of a message with its headers, or of an HTML body alone
 * @returns its headers and bodies; null if the message can't be parsed
 */
export async function readMail(source: Uint8Array): Promise<Mail | null> {
  if (startsWithMarkup(source)) {
    return { subject: '', from: '', sentAt: null, html: decodeText(source), text: null }
  }
  try {
    return await parseMail(source, MAX_ATTACHED)
  } catch {
    return null
  }
}

async function parseMail(source: Uint8Array, attached: number): Promise<Mail> {
  const mail = await parseEncoded(source)
  const sent = mail.date ? new Date(mail.date) : null
  const outer: Mail = {
    subject: mail.subject ?? '',
    from: mail.from?.address ?? '',
    sentAt: sent && !Number.isNaN(sent.getTime()) ? sent.toISOString() : null,
    html: mail.html ?? null,
    text: mail.text ?? null,
  }
  const forwarded = mail.attachments.find(({ mimeType }) => mimeType === 'message/rfc822')
  if (!forwarded || attached === 0) return outer
  const inner = await parseMail(bytesOf(forwarded.content), attached - 1)
  return {
    ...outer,
    subject: inner.subject || outer.subject,
    html: together(outer.html, inner.html),
    text: together(outer.text, inner.text),
  }
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

const together = (one: string | null, other: string | null) =>
  one === null || other === null ? (one ?? other) : `${one}\n\n${other}`

/** The character that replaces bytes that are invalid in the declared encoding. */
const INVALID = '\uFFFD'
/** The type of a text part, without a declared encoding, or with UTF-8. */
const TEXT_TYPE =
  /^(content-type:[ \t]{0,20}text\/(?:html|plain))\b[^\r\n]{0,200}(?:\r?\n[ \t][^\r\n]{0,200}){0,5}/gim
const WESTERN_TEXT = 'Content-Type: text/plain; charset=windows-1252'
const OTHER_CHARSET = /charset=(?!["']?(?:utf-?8|us-ascii))/i

/**
 * Parses a message. Courts send text in the Western encoding (Windows-1252) without declaring it,
 * or as UTF-8.
 */
async function parseEncoded(source: Uint8Array) {
  const parse = (bytes: Uint8Array) => PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING })
  const mail = await parse(source)
  if (!mail.html?.includes(INVALID) && !mail.text?.includes(INVALID)) return mail
  const declared = Buffer.from(source)
    .toString('latin1')
    .replace(TEXT_TYPE, (header, type: string) =>
      OTHER_CHARSET.test(header) ? header : `${type}; charset=windows-1252`
    )
  const isTyped = declared.search(TEXT_TYPE) !== -1
  return parse(Buffer.from(isTyped ? declared : `${WESTERN_TEXT}\r\n${declared}`, 'latin1'))
}

function startsWithMarkup(source: Uint8Array): boolean {
  const first = source.subarray(0, 256).find((byte) => byte > 0x20 && byte < 0x80)
  return first === 0x3c
}
