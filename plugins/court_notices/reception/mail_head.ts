/** What the headers of a message say: they are read here, the message itself in a thread. */
import { open } from 'node:fs/promises'
import PostalMime from 'postal-mime'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { noticeAddress } from '#app/mail/addresses'

export interface MailHead {
  /** Empty where it has none. */
  messageId: string
  subject: string
  /** Address of the sender, in lower case. */
  from: string
  /** Addresses that it was sent to, as far as its headers tell. */
  recipients: string[]
  /** Whether a server on its way found that its sender is not who it says (RFC 8601). */
  isForged: boolean
}

/** Bytes of headers that are read. */
const MAX_HEAD = 256 * 1024
/** Addresses that are read. */
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
 * @returns undefined for what is no message
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

/** The lines before the first empty one; undefined where headers do not end. */
function headOf(start: Buffer): Buffer | undefined {
  const ends = ['\r\n\r\n', '\n\n'].map((end) => start.indexOf(end)).filter((at) => at > 0)
  return ends.length ? Buffer.concat([start.subarray(0, Math.min(...ends)), END]) : undefined
}

const END = Buffer.from('\r\n\r\n')

/** Domains of the courts; notices of the newer appellate system come from the second. */
const COURTS = /(?:^|\.)(?:uscourts\.gov|fedcourts\.us)$/

/** The court in a sender's address, as the court system calls it: `cand` of `ecf@cand.uscourts.gov`. */
export function courtOfSender(from: string): string | null {
  return (
    /@(?:[a-z0-9-]+\.){0,3}?([a-z0-9-]{2,10})\.(?:uscourts\.gov|fedcourts\.us)$/.exec(from)?.[1] ??
    null
  )
}

/** Whether a court sent it, or the account itself, which forwards what it got. */
export async function maySend(
  trx: TransactionClientContract,
  from: string,
  accountId: number
): Promise<boolean> {
  if (COURTS.test(from.slice(from.lastIndexOf('@') + 1))) return true
  return (await noticeAddress(trx, accountId))?.toLowerCase() === from
}
