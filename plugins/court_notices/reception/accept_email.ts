/** Accepts an email for the accounts it was sent to. */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ORIGIN } from '../codes.js'
import { extractNoticeKeys } from '../addresses.js'
import NoticeAddress from '../models/notice_address.js'
import { computeNoticeDigest, NoticeStore } from './keep_notice.js'
import { type MailHead, isAllowedSender } from './mail_head.js'

/** Recipient counts of an email. */
export interface Acceptance {
  accepted: number
  /** Recipients that already had it. */
  repeated: number
  /** Unknown recipients, and emails that weren't sent by a court. */
  dropped: number
}

/** Information from the email provider in addition to the message. */
export interface Envelope {
  /** Envelope recipients; null if only the headers name the recipients. */
  recipients: string[] | null
  /** Whether the provider detected a forged sender or a virus. */
  isRefused: boolean
}

export interface ReceivedEmail {
  /** Local path of the raw message. */
  file: string
  head: MailHead
  envelope: Envelope
}

@inject()
export class EmailReception {
  constructor(
    private database: Database,
    private notices: NoticeStore
  ) {}

  /** @returns counts, after COMMIT */
  async accept({ file, head, envelope }: ReceivedEmail): Promise<Acceptance> {
    const digest = await computeNoticeDigest(file, head)
    const keys = extractNoticeKeys(envelope.recipients ?? head.recipients)
    return this.database.transaction(async (trx) => {
      const counts: Acceptance = { accepted: 0, repeated: 0, dropped: 0 }
      const drop = async (reason: DropReason) => {
        counts.dropped++
        await countDropped(trx, reason)
      }
      if (envelope.isRefused || head.isForged) {
        await drop('forged')
        return counts
      }
      const addresses = await NoticeAddress.ofKeys(trx, keys)
      const unknown = Math.max(keys.length, 1) - addresses.length
      for (let count = 0; count < unknown; count++) await drop('unknown_recipient')
      const { allowed, refused } = await byRight(trx, addresses, head.from)
      for (let count = 0; count < refused; count++) await drop('not_from_a_court')
      for (const accountId of allowed) {
        const notice = { accountId, origin: ORIGIN.email, digest, sender: head.from, file }
        counts[(await this.notices.keep(trx, notice)) ? 'accepted' : 'repeated']++
      }
      return counts
    })
  }
}

/** Accounts that the sender may send to, and the number of other recipients. */
async function byRight(
  trx: TransactionClientContract,
  addresses: NoticeAddress[],
  from: string
): Promise<{ allowed: number[]; refused: number }> {
  const allowed: number[] = []
  for (const { accountId } of addresses.toSorted((one, other) => one.accountId - other.accountId))
    if (await isAllowedSender(trx, from, accountId)) allowed.push(accountId)
  return { allowed, refused: addresses.length - allowed.length }
}

type DropReason = 'unknown_recipient' | 'not_from_a_court' | 'forged'

/** Counts a dropped email for today, in UTC. */
async function countDropped(trx: TransactionClientContract, reason: DropReason): Promise<void> {
  await trx.rawQuery(
    `INSERT INTO dropped_emails (day, reason, count) VALUES ((now() AT TIME ZONE 'UTC')::date, ?, 1)
     ON CONFLICT (day, reason) DO UPDATE SET count = dropped_emails.count + 1`,
    [reason]
  )
}
