/** Notices of electronic filing for tests, in the layout of district courts. */
import { parseNotice, type Notice } from '#app/court_pages/notice'

/** The parts of a notice in HTML that differ from the usual ones. */
export interface NoticeParts {
  title?: string
  dates?: string
  /** The rows of the cases. */
  cases?: string
  text?: string
  after?: string
}

/** A row of the table of cases. */
export const row = (label: string, value: string) =>
  `<tr><td><strong>${label}:</strong></td><td>${value}</td></tr>`
/** The table of one case. */
export const caseRows = (name: string, number: string, document: string, id = 77) =>
  `<table>${row('Case Name', name)}${row('Case Number', `<a href=https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?${id}>${number}</a>`)}${row('Document Number', document)}</table>`
/** A link to a document. */
export const document = (
  number: string,
  id = '99917000021',
  query = 'caseid=77&de_seq_num=30&magic_num=12'
) => `<a href="https://ecf.inkd.uscourts.gov/doc1/${id}?${query}">${number}</a>`
/** The usual case. */
export const QUILL = caseRows('Quill v. Blot', '3:31-cv-00021-AB', document('9'))
/** The heading of the list of recipients. */
export const MAILED = '<b>3:31-cv-00021-AB Notice has been electronically mailed to: </b><br>'

const page = ({
  title = 'Notice of Electronic Filing',
  dates = 'The following transaction was entered on 3/5/2031 at 1:09 PM EST and filed on 3/4/2031',
  cases = QUILL,
  text = 'NOTICE of Ink',
  after = `${MAILED}Bea Pen &nbsp; bea@pen.example<br>`,
}: NoticeParts) =>
  `<b>${title}</b><div><br>${dates}<br>${cases}<p><strong>Docket Text:</strong><br><b>${text}</b></p>${after}</div>`

/** A raw message with an HTML body. */
export const htmlMessage = (body: string, subject = 'x', from = 'cmecf@inkd.uscourts.gov') =>
  Buffer.from(
    `From: ${from}\r\nSubject: ${subject}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`
  )
/** The notice with the given parts. */
export const read = (parts: NoticeParts, subject?: string) =>
  parseNotice(htmlMessage(page(parts), subject), 'inkd')
/** The entry in one case of a notice. */
export const announcedEntry = (notice: Notice | null, at = 0) =>
  notice?.dockets[at]?.docket_entries[0]
