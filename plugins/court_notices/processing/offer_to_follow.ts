/** Tells the owner of a notice, once for each docket, how to follow it (alerts, 2). */
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/notice_address'
import { FollowOfferMail } from '../mails.js'
import CourtNotice from '../models/court_notice.js'

/** @returns whether an email is sent when the transaction is committed */
export async function offerToFollow(
  _app: ApplicationService,
  trx: TransactionClientContract,
  { accountId, docket }: { accountId: number; docket: number }
): Promise<boolean> {
  if (await CourtNotice.isOffered(trx, accountId, docket)) return false
  const recipient = await noticeAddress(trx, accountId)
  const row = await trx.from('dockets').where({ id: docket }).firstOrFail()
  if (!recipient) return false
  await mail.sendLater(
    new FollowOfferMail(recipient, {
      id: docket,
      name: row.case_name || `Docket ${docket}`,
      number: row.docket_number ?? '',
      slug: row.slug,
    }),
    { trx }
  )
  return true
}
