/** Tells staff of text that a filer meant to hide. */
import mail from '@adonisjs/mail/services/main'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { holdersOf } from '#app/accounts/holders_of'
import { absoluteUrl } from '#app/mail/absolute_url'
import { noticeAddress } from '#app/mail/notice_address'
import { ViewMail } from '#app/mail/view_mail'
import { SEAL_RIGHT } from '../rights.js'
import { sealPath } from './paths.js'

interface BadRedaction {
  document: number
  /** Numbers of pages. */
  pages: number[]
}

/** Page numbers an email lists. */
const LISTED_PAGES = 20

export class BadRedactionMail extends ViewMail {
  override subject = 'Bad redaction found in a document'
  override isNotice = true

  constructor(
    recipient: string,
    readonly found: BadRedaction
  ) {
    super(recipient)
  }

  prepare() {
    const { document, pages } = this.found
    this.about(`document.bad_redaction:${document}`)
    // Not what is hidden: an email is one more place to leak it from.
    this.useViews('federal_records::mails/bad_redaction', {
      document,
      pages: pages.slice(0, LISTED_PAGES).join(', '),
      more: Math.max(0, pages.length - LISTED_PAGES),
      review: absoluteUrl(sealPath(document)),
      list: absoluteUrl('/admin/bad-redactions/'),
    })
  }
}

/** Sends an email to everyone who may seal documents, when the transaction is committed. */
export async function mailBadRedaction(
  trx: TransactionClientContract,
  found: BadRedaction
): Promise<void> {
  for (const account of await holdersOf(trx, SEAL_RIGHT)) {
    const recipient = await noticeAddress(trx, account)
    if (recipient) await mail.sendLater(new BadRedactionMail(recipient, found), { trx })
  }
}
