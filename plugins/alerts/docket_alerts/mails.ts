/**
 * Mails of docket alerts (alerts, 2).
 */
import { address, mail } from '#app/mail/mails'
import { escaped, htmlMessage, linkAsHtml } from '#app/mail/html'
import type { Mail } from '#app/mail/outbox'
import { storageAddress } from '#app/storage/stored_files'
import type { ShownDocument, ShownEntry } from '#plugins/federal_records/webhooks/payload'
import type { AlertedCase } from './cases.js'

/** Entries a mail shows, and documents of each. */
export const MAILED_ENTRIES = 50
const MAILED_DOCUMENTS = 20
const LONGEST_CASE = 100
const LONGEST_DESCRIPTION = 1000

export interface NewEntries {
  docket: AlertedCase
  /** Those the mail shows. */
  entries: ShownEntry[]
  /** How many there are. */
  count: number
  /** Secret key of the alert. */
  key: string
  note: string
  /** Names of the tags its owner has put on the docket. */
  tags: string[]
}

/** Page that ends an alert, or begins it again. */
export const linkOf = (
  action: 'subscribe' | 'unsubscribe' | 'one-click-unsubscribe',
  key: string
) => address(`/alert/docket/${action}/${key}/`)

export function newEntriesMail(recipient: string, news: NewEntries): Mail {
  const { docket, entries, count, key, note } = news
  const tags = news.tags.join(', ')
  const title = `${count} New Docket ${count === 1 ? 'Entry' : 'Entries'} for ${named(docket)}`
  const more = count - entries.length
  const rest = more > 0 ? `${more} more on the page of the docket.` : ''
  const page = address(docket.path)
  const unsubscribe = linkOf('unsubscribe', key)
  return {
    recipient,
    subject: title,
    notice: true,
    entity: `docket.alert:${docket.id}`,
    unsubscribe: linkOf('one-click-unsubscribe', key),
    body: [
      `${docket.name}${docket.number ? ` (${docket.number})` : ''}\n${docket.court}\n${page}`,
      ...(note ? [`Your note: ${note}`] : []),
      ...(tags ? [`Your tags: ${tags}`] : []),
      ...entries.map(entryAsText),
      ...(rest ? [rest] : []),
      `You follow this docket. To end this:\n${unsubscribe}`,
    ]
      .join('\n\n')
      .concat('\n'),
    html: htmlMessage(
      title,
      [
        `<h1 style="font-size: 1.3em;">${linkAsHtml(page, docket.name)}</h1>`,
        `<p>${escaped([docket.number, docket.court].filter(Boolean).join(' · '))}</p>`,
        ...(note ? [`<p>Your note: ${escaped(note)}</p>`] : []),
        ...(tags ? [`<p>Your tags: ${escaped(tags)}</p>`] : []),
        ...entries.map(entryAsHtml),
        ...(rest ? [`<p>${rest}</p>`] : []),
        `<p>You follow this docket. ${linkAsHtml(unsubscribe, 'Unsubscribe')}</p>`,
      ].join('\n')
    ),
  }
}

export function unsubscribedMail(recipient: string, docket: AlertedCase, key: string): Mail {
  return mail(recipient, `[Unsubscribed]: ${named(docket)}`, [
    `You get no more mails about this docket: ${docket.name}.`,
    'To follow it again:',
    linkOf('subscribe', key),
  ])
}

export function subscribedMail(recipient: string, docket: AlertedCase, key: string): Mail {
  return mail(recipient, `[Subscribed]: ${named(docket)}`, [
    `You follow this docket, and get a mail when it has new entries: ${docket.name}.`,
    address(docket.path),
    'To end this:',
    linkOf('unsubscribe', key),
  ])
}

/** The note of an alert for an appeal says whose appeal it is. */
export function appealMail(
  recipient: string,
  docket: AlertedCase,
  { key, note }: Pick<NewEntries, 'key' | 'note'>
): Mail {
  return {
    ...mail(recipient, `[Appeal]: ${named(docket)}`, [
      `${note}\n${docket.court}`,
      `You follow this docket from now on, because you follow the appeals of that case: ${docket.name}.`,
      address(docket.path),
      'To end this:',
      linkOf('unsubscribe', key),
    ]),
    notice: true,
    entity: `docket.alert:${docket.id}`,
    unsubscribe: linkOf('one-click-unsubscribe', key),
  }
}

/** Name and number of a case, short enough for a subject. */
export function named({ name, number }: Pick<AlertedCase, 'name' | 'number'>): string {
  const short = name.length > LONGEST_CASE ? `${name.slice(0, LONGEST_CASE - 1)}…` : name
  return `${short}${number ? ` (${number})` : ''}`.replace(/\s+/g, ' ')
}

function entryAsText(entry: ShownEntry): string {
  return [
    `${headOf(entry)}\n${cut(entry.description)}`,
    ...entry.recap_documents
      .slice(0, MAILED_DOCUMENTS)
      .map((document) =>
        [titleOf(document), ...linksOf(document).map(({ label, to }) => `${label}: ${to}`)].join(
          '\n  '
        )
      ),
  ].join('\n')
}

function entryAsHtml(entry: ShownEntry): string {
  const documents = entry.recap_documents
    .slice(0, MAILED_DOCUMENTS)
    .map((document) =>
      [
        escaped(titleOf(document)),
        ...linksOf(document).map(({ label, to }) => linkAsHtml(to, label)),
      ].join(' · ')
    )
  return [
    `<h2 style="font-size: 1.1em;">${escaped(headOf(entry))}</h2>`,
    `<p>${escaped(cut(entry.description))}</p>`,
    ...(documents.length
      ? [`<ul>${documents.map((text) => `<li>${text}</li>`).join('')}</ul>`]
      : []),
  ].join('\n')
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

function linksOf(document: ShownDocument): { label: string; to: string }[] {
  const file =
    document.is_available && !document.is_sealed && storageAddress(document.filepath_local)
  return [
    ...(document.absolute_url ? [{ label: 'View', to: address(document.absolute_url) }] : []),
    ...(file ? [{ label: 'Download', to: address(file) }] : []),
  ]
}

const cut = (text: string) =>
  text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION)}…` : text
