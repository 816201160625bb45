/** Emails of docket alerts. */
import { absoluteUrl } from '#app/mail/view_mail'
import { ViewMail } from '#app/mail/view_mail'
import { storageAddress } from '#app/storage/stored_files'
import { buildEntryAnchor } from '#plugins/federal_records/public/pages'
import type { ShownDocument, ShownEntry } from '#plugins/federal_records/public/webhooks'
import type { AlertedCase } from './dockets.js'

/** Maximum entries shown in an email, and documents shown per entry. */
export const MAILED_ENTRIES = 50
const MAILED_DOCUMENTS = 20
/** Maximum alerts in the unsubscribe URL, because a header line is limited to 998 characters (RFC 5322, 2.1.1). */
export const MAX_IN_URL = 15
const MAX_CASE_NAME_LENGTH = 100
const MAX_DESCRIPTION_LENGTH = 1000

export interface NewEntries {
  docket: AlertedCase
  /** Entries shown in the email. */
  entries: ShownEntry[]
  /** Number of all new entries. */
  count: number
  /** Secret key of the alert. */
  key: string
  note: string
  /** Names of the owner's tags on the docket. */
  tags: string[]
}

/** URL of a link with the secret key of an alert. */
export const buildDocketAlertLink = (
  action: 'subscribe' | 'unsubscribe' | 'one-click-unsubscribe',
  key: string
) => absoluteUrl(`/alert/docket/${action}/${key}/`)

/** New entries of a followed docket. */
export class NewEntriesMail extends ViewMail {
  override subject: string
  override isNotice = true

  constructor(
    recipient: string,
    readonly news: NewEntries
  ) {
    super(recipient)
    const { count, docket } = news
    this.subject = `${count} New Docket ${count === 1 ? 'Entry' : 'Entries'} for ${formatCaseTitle(docket)}`
  }

  prepare() {
    const { docket, entries, count, key, note, tags } = this.news
    this.about(`docket.alert:${docket.id}`)
    this.unsubscribeAt(buildDocketAlertLink('one-click-unsubscribe', key))
    this.useViews('alerts::mails/new_entries', {
      docket,
      page: absoluteUrl(docket.path),
      note,
      tags: tags.join(', '),
      entries: entries.map((entry) => shownEntry(entry, docket.path)),
      more: count - entries.length,
      unsubscribe: buildDocketAlertLink('unsubscribe', key),
    })
  }
}

export interface Digest {
  /** Dockets with their entries. */
  dockets: NewEntries[]
  /** Number of all new entries. */
  count: number
  /** Number of dockets that aren't shown. */
  more: number
}

/** New entries of several followed dockets, in a daily or weekly email. */
export class DigestMail extends ViewMail {
  override subject: string
  override isNotice = true

  constructor(
    recipient: string,
    readonly digest: Digest
  ) {
    super(recipient)
    const { dockets, count, more } = digest
    const [only] = dockets
    const title =
      dockets.length + more > 1 ? `${dockets.length + more} Cases` : formatCaseTitle(only!.docket)
    this.subject = `${count} New Docket ${count === 1 ? 'Entry' : 'Entries'} for ${title}`
  }

  prepare() {
    const { dockets, more } = this.digest
    const keys = dockets.slice(0, MAX_IN_URL).map(({ key }) => `keys=${key}`)
    this.unsubscribeAt(absoluteUrl(`/alert/docket/unsubscribe/?${keys.join('&')}`))
    this.useViews('alerts::mails/digest', {
      dockets: dockets.map(({ docket, entries, count, key, note }) => ({
        ...docket,
        page: absoluteUrl(docket.path),
        note,
        entries: entries.map((entry) => shownEntry(entry, docket.path)),
        more: count - entries.length,
        unsubscribe: buildDocketAlertLink('unsubscribe', key),
      })),
      more,
      manage: absoluteUrl('/profile/docket-alerts/'),
    })
  }
}

/** Confirms the action of a link in an email. */
abstract class DocketLinkMail extends ViewMail {
  constructor(
    recipient: string,
    readonly docket: AlertedCase,
    readonly key: string
  ) {
    super(recipient)
  }
}

export class UnsubscribedMail extends DocketLinkMail {
  override subject = `[Unsubscribed]: ${formatCaseTitle(this.docket)}`

  prepare() {
    this.useViews('alerts::mails/unsubscribed', {
      name: this.docket.name,
      subscribe: buildDocketAlertLink('subscribe', this.key),
    })
  }
}

export class SubscribedMail extends DocketLinkMail {
  override subject = `[Subscribed]: ${formatCaseTitle(this.docket)}`

  prepare() {
    this.useViews('alerts::mails/subscribed', {
      name: this.docket.name,
      page: absoluteUrl(this.docket.path),
      unsubscribe: buildDocketAlertLink('unsubscribe', this.key),
    })
  }
}

/** A new appeal that the account now follows. The alert's note names the original case. */
export class AppealMail extends ViewMail {
  override subject: string
  override isNotice = true

  constructor(
    recipient: string,
    readonly docket: AlertedCase,
    readonly alert: Pick<NewEntries, 'key' | 'note'>
  ) {
    super(recipient)
    this.subject = `[Appeal]: ${formatCaseTitle(docket)}`
  }

  prepare() {
    const { id, name, court, path } = this.docket
    const { key, note } = this.alert
    this.about(`docket.alert:${id}`)
    this.unsubscribeAt(buildDocketAlertLink('one-click-unsubscribe', key))
    this.useViews('alerts::mails/appeal', {
      name,
      note,
      court,
      page: absoluteUrl(path),
      unsubscribe: buildDocketAlertLink('unsubscribe', key),
    })
  }
}

/** Name and number of a case, shortened for a subject. */
export function formatCaseTitle({ name, number }: Pick<AlertedCase, 'name' | 'number'>): string {
  const short =
    name.length > MAX_CASE_NAME_LENGTH ? `${name.slice(0, MAX_CASE_NAME_LENGTH - 1)}…` : name
  return `${short}${number ? ` (${number})` : ''}`.replace(/\s+/g, ' ')
}

/** @param path of the docket, whose first page has the newest entries if they are sorted */
function shownEntry(entry: ShownEntry, path: string) {
  const anchor = buildEntryAnchor(entry.id, entry.entry_number)
  return {
    heading: headOf(entry),
    url: absoluteUrl(`${path}?order_by=desc#${anchor}`),
    description: cut(entry.description),
    documents: entry.recap_documents
      .slice(0, MAILED_DOCUMENTS)
      .map((document) => ({ title: titleOf(document), links: linksOf(document) })),
  }
}

function headOf({ entry_number: number, date_filed: date }: ShownEntry): string {
  return [number === null ? 'Unnumbered' : `No. ${number}`, ...(date ? [date] : [])].join(', ')
}

function titleOf({ document_number: number, attachment_number: part, description }: ShownDocument) {
  const place = [number && `Document ${number}`, part !== null && `attachment ${part}`]
  return (
    [place.filter(Boolean).join(', '), cut(description)].filter(Boolean).join(': ') || 'Document'
  )
}

function linksOf(document: ShownDocument): { label: string; url: string }[] {
  const file =
    document.is_available && !document.is_sealed && storageAddress(document.filepath_local)
  return [
    ...(document.absolute_url ? [{ label: 'View', url: absoluteUrl(document.absolute_url) }] : []),
    ...(file ? [{ label: 'Download', url: absoluteUrl(file) }] : []),
  ]
}

const cut = (text: string) =>
  text.length > MAX_DESCRIPTION_LENGTH ? `${text.slice(0, MAX_DESCRIPTION_LENGTH)}…` : text
