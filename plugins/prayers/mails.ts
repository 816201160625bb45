/**
 * Mails about prayers (fetch-and-upload, 3).
 */
import { address, mail } from '#app/mail/mails'
import type { Mail } from '#app/mail/outbox'
import type { PrayedDocument } from './prayed_document.js'
import { priceOf } from './price.js'

const LONGEST_DESCRIPTION = 1000

interface Grant {
  document: PrayedDocument
  /** When it was asked for. */
  asked: Date
  /** How many waited for it. */
  waited: number
}

export function grantedMail(recipient: string, { document, asked, waited }: Grant): Mail {
  return notice(
    mail(recipient, 'A document you requested is now on Curia', [
      about(document),
      address(document.path || `/docket/${document.docket_id}/`),
      `You asked for it on ${asked.toISOString().slice(0, 10)}. ${waited === 1 ? 'Nobody else' : `${waited - 1} more`} waited for it. The court system asks $${priceOf(document)} for it.`,
      'Your prayers:',
      address('/profile/prayers/'),
    ]),
    document
  )
}

export function unavailableMail(recipient: string, document: PrayedDocument): Mail {
  return notice(
    mail(recipient, 'A document you requested is unavailable for purchase', [
      about(document),
      'The court system does not sell this document now: it may be sealed, or it has no number there. Your prayer stays, and is granted should the document come here all the same. To take it back:',
      address('/profile/prayers/'),
    ]),
    document
  )
}

const notice = (made: Mail, { id }: PrayedDocument): Mail => ({
  ...made,
  notice: true,
  entity: `prayer.document:${id}`,
})

function about(document: PrayedDocument): string {
  const { case_name: name, docket_number: docket, court, date_filed: filed } = document
  const attachment =
    document.attachment_number === null ? '' : `, attachment ${document.attachment_number}`
  return [
    `${name}${docket ? ` (${docket})` : ''}, ${court}`,
    `${document.document_number ? `document ${document.document_number}${attachment}` : 'a document without a number'}${filed ? `, filed ${filed}` : ''}`,
    document.description.slice(0, LONGEST_DESCRIPTION),
  ]
    .filter(Boolean)
    .join(': ')
}
