import PostalMime from 'postal-mime'

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

/**
 * Parses a raw message, or a page that was a message's body.
 *
 * @param source bytes of a message with its headers, or of an HTML body alone
 * @returns its headers and bodies; null if the message can't be parsed
 */
export async function readMail(source: Uint8Array): Promise<Mail | null> {
  if (startsWithMarkup(source)) {
    const html = new TextDecoder().decode(source)
    return { subject: '', from: '', sentAt: null, html, text: null }
  }
  try {
    const mail = await PostalMime.parse(source, { maxNestingDepth: MAX_NESTING })
    const sent = mail.date ? new Date(mail.date) : null
    return {
      subject: mail.subject ?? '',
      from: mail.from?.address ?? '',
      sentAt: sent && !Number.isNaN(sent.getTime()) ? sent.toISOString() : null,
      html: mail.html ?? null,
      text: mail.text ?? null,
    }
  } catch {
    return null
  }
}

function startsWithMarkup(source: Uint8Array): boolean {
  const first = source.subarray(0, 256).find((byte) => byte > 0x20 && byte < 0x80)
  return first === 0x3c
}
