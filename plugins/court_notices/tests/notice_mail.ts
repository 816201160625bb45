/** Notices for tests, in the format of district courts. */

export interface NoticeOptions {
  caseId: string
  court?: string
  docketNumber?: string
  /** Key of the free copy. */
  link?: string
  number?: number
  from?: string
  to?: string
  subject?: string
  messageId?: string
  /** Whether the notice links to a document. */
  hasDocument?: boolean
  headers?: string
  encoding?: 'base64' | 'quoted-printable'
  /** Other cases of the filing, each with its document link. */
  others?: { caseId: string; number: number; link: string }[]
}

let messages = 0

/** The document ID, with 12 digits, the fourth of which is zero, and the link to the free copy. */
export const buildNoticeDocument = (caseId: string, number = 9) => {
  const serial = caseId.slice(-6).padStart(6, '0') + String(number).padStart(2, '0')
  return {
    id: `0350${serial}`,
    link: `https://ecf.cand.uscourts.gov/doc1/0351${serial}?caseid=${caseId}&de_seq_num=30&magic_num=1234`,
  }
}

/** Docket number, with a serial number derived from the case ID. */
export const buildDocketNumber = (caseId: string) => `3:31-cv-${caseId.slice(-5).padStart(5, '0')}`

/** A raw message. */
export function noticeMail({
  caseId,
  court = 'cand',
  docketNumber = buildDocketNumber(caseId),
  number = 9,
  link = buildNoticeDocument(caseId, number).link,
  from = `efiling@${court}.uscourts.gov`,
  to = `efiling@${court}.uscourts.gov`,
  messageId = `<${Date.now()}.${++messages}@${court}.uscourts.gov>`,
  subject = `Activity in Case ${docketNumber} Quill et al v. Blot Notice (Other)`,
  hasDocument = true,
  headers = '',
  encoding,
  others = [],
}: NoticeOptions): Buffer {
  const shown = hasDocument ? linked(link, number) : `${number}(No document attached)`
  const body = `<html><body><b>Notice of Electronic Filing</b><div>The following transaction was entered by Pen, Bea on 3/5/2031 at 1:09 PM PST and filed on 3/4/2031<br>
<table>${[
    { caseId, number: shown },
    ...others.map((one) => ({ ...one, number: linked(one.link, one.number) })),
  ]
    .map(
      (one) => `<tr><td><strong>Case Name:</strong></td><td>Quill et al v. Blot</td></tr>
<tr><td>Case Number:</td><td><a href="https://ecf.${court}.uscourts.gov/cgi-bin/DktRpt.pl?${one.caseId}">${one.caseId === caseId ? docketNumber : buildDocketNumber(one.caseId)}</a></td></tr>
<tr><td>Filer:</td><td></td></tr><tr><td>Document Number:</td><td>${one.number}</td></tr>`
    )
    .join('')}</table>
<p><strong>Docket Text:</strong><br><font><b>NOTICE of Ink by Ada Quill</b></font></p>
<b>${docketNumber} Notice has been electronically mailed to: </b><br>Bea Pen &nbsp; &nbsp; bea@pen.example<br></div></body></html>`
  return Buffer.from(
    `${headers}Message-Id: ${messageId}\r\nFrom: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n${
      encoding ? `Content-Transfer-Encoding: ${encoding}\r\n` : ''
    }\r\n${encoded(body, encoding)}`
  )
}

const linked = (link: string, number: number) => `<a href="${link}">${number}</a>`

function encoded(body: string, encoding: NoticeOptions['encoding']): string {
  if (encoding === 'base64')
    return Buffer.from(body).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  return encoding ? body.replaceAll('=', '=3D') : body
}
