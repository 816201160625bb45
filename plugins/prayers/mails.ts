import { absoluteUrl } from '#app/mail/view_mail'
import { ViewMail } from '#app/mail/view_mail'
import type { PrayedDocument } from './prayed_document.js'
import { formatDocumentPrice } from '#plugins/federal_records/public/prices'

const MAX_DESCRIPTION_LENGTH = 1000

interface Grant {
  document: PrayedDocument
  /** When it was requested. */
  asked: Date
  /** Number of accounts that requested it. */
  waited: number
}

export class PrayerGrantedMail extends ViewMail {
  override subject = 'A document you requested is now on Curia'
  override isNotice = true

  constructor(
    recipient: string,
    readonly grant: Grant
  ) {
    super(recipient)
  }

  prepare() {
    const { document, asked, waited } = this.grant
    this.about(`prayer.document:${document.id}`)
    this.useViews('prayers::mails/granted', {
      document: described(document),
      page: absoluteUrl(document.path || `/docket/${document.docket_id}/`),
      asked: asked.toISOString().slice(0, 10),
      others: waited - 1,
      price: formatDocumentPrice(document),
      prayers: absoluteUrl('/profile/prayers/'),
    })
  }
}

export class DocumentUnavailableMail extends ViewMail {
  override subject = "A document you requested can't be purchased"
  override isNotice = true

  constructor(
    recipient: string,
    readonly document: PrayedDocument
  ) {
    super(recipient)
  }

  prepare() {
    this.about(`prayer.document:${this.document.id}`)
    this.useViews('prayers::mails/unavailable', {
      document: described(this.document),
      prayers: absoluteUrl('/profile/prayers/'),
    })
  }
}

function described(document: PrayedDocument): string {
  const { case_name: name, docket_number: docket, court, date_filed: filed } = document
  const attachment =
    document.attachment_number === null ? '' : `, attachment ${document.attachment_number}`
  return [
    `${name}${docket ? ` (${docket})` : ''}, ${court}`,
    `${document.document_number ? `document ${document.document_number}${attachment}` : 'a document without a number'}${filed ? `, filed ${filed}` : ''}`,
    document.description.slice(0, MAX_DESCRIPTION_LENGTH),
  ]
    .filter(Boolean)
    .join(': ')
}
