/** Headers of a message. The body is parsed in a thread. */
import { open } from 'node:fs/promises'
import PostalMime from 'postal-mime'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { noticeAddress } from '#app/mail/addresses'

export interface MailHead {
  /** Empty if missing. */
  messageId: string
  subject: string
  /** Email address of the sender, in lowercase. */
  from: string
  /** Recipients named in the headers. */
  recipients: string[]
  /** Whether a mail server found that the sender is forged (RFC 8601). */
  isForged: boolean
}

/** Maximum size of the headers in bytes. */
const MAX_HEAD = 256 * 1024
/** Maximum number of recipients. */
const MAX_RECIPIENTS = 1000

const RECIPIENTS = new Set([
  'to',
  'cc',
  'bcc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
])
const ADDRESS = /[^\s<>,;:"()@]{1,64}@[a-z0-9.-]{1,253}/gi

/**
 * @param file path of a raw message
 * @returns undefined for an invalid message
 */
export async function readHead(file: string): Promise<MailHead | undefined> {
  const head = headOf(await firstBytes(file))
  if (!head) return undefined
  const mail = await PostalMime.parse(head).catch(() => undefined)
  if (!mail?.from?.address) return undefined
  return {
    messageId: mail.messageId ?? '',
    subject: mail.subject ?? '',
    from: mail.from.address.toLowerCase(),
    recipients: mail.headers
      .filter(({ key }) => RECIPIENTS.has(key))
      .flatMap(({ value }) => value.match(ADDRESS) ?? [])
      .slice(0, MAX_RECIPIENTS),
    isForged: mail.headers.some(
      ({ key, value }) => key === 'authentication-results' && /\bdmarc\s*=\s*fail\b/i.test(value)
    ),
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEAD), 0, MAX_HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The lines before the first empty line; undefined if there is no empty line. */
function headOf(start: Buffer): Buffer | undefined {
  const ends = ['\r\n\r\n', '\n\n'].map((end) => start.indexOf(end)).filter((at) => at > 0)
  return ends.length ? Buffer.concat([start.subarray(0, Math.min(...ends)), END]) : undefined
}

const END = Buffer.from('\r\n\r\n')

/** Domains of the courts; the newer appellate system sends from the second. */
const COURTS = /(?:^|\.)(?:uscourts\.gov|fedcourts\.us)$/

/** The court system's ID of the sending court: `cand` for `ecf@cand.uscourts.gov`. */
export function parseSenderCourt(from: string): string | null {
  return (
    /@(?:[a-z0-9-]+\.){0,3}?([a-z0-9-]{2,10})\.(?:uscourts\.gov|fedcourts\.us)$/.exec(from)?.[1] ??
    null
  )
}

/** Whether the sender is a court, or the account itself forwarding a notice. */
export async function isAllowedSender(
  trx: TransactionClientContract,
  from: string,
  accountId: number
): Promise<boolean> {
  if (COURTS.test(from.slice(from.lastIndexOf('@') + 1))) return true
  return (await noticeAddress(trx, accountId))?.toLowerCase() === from
}
