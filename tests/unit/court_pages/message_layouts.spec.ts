/** Notices as courts and mail programs lay them out: the same filing in many messages. */
import { test } from '@japa/runner'
import { parseNotice } from '#app/court_pages/notice'

const CASE_LINK = 'https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?77'
const DOCUMENT_LINK =
  'https://ecf.inkd.uscourts.gov/doc1/99917000021?caseid=77&de_seq_num=30&magic_num=1234'
const SUBJECT = 'Activity in Case 3:31-cv-00021-AB-CDE Quill et al v. Blot Notice (Other)'

const HTML = `<p><strong>***NOTE TO PUBLIC ACCESS USERS*** One free copy.</strong></p>
<p align=center><strong>U.S. District Court</strong></p><p align=center><strong>District of Ink</strong></p>
<b>Notice of Electronic Filing</b><div><br>
The following transaction was entered by Pen, Bea on 3/5/2031 at 1:09 PM EST and filed
on 3/4/2031 <br>
<table border=0><tr><td><strong>Case Name:</strong></td><td>Quill et al v. Blot</td></tr>
<tr><td><strong>Case Number:</strong></td><td><a href=${CASE_LINK}>3:31-cv-00021-AB-CDE</a></td></tr>
<tr><td><strong>Filer:</strong></td><td>Ada Quill</td></tr>
<tr><td><strong>Document Number:</strong></td><td><a href="${DOCUMENT_LINK}" >9</a></td></tr></table>
<p><strong>Docket Text:</strong><br><font color="#0000cc"><b>NOTICE of Ink under § 9
by Ada Quill (Pen, Bea)</b></font></p>
<b>3:31-cv-00021-AB-CDE Notice has been electronically mailed to: </b><br><br>
Bea Pen &nbsp; &nbsp; bea@pen.example, ink@pen.example<br><br>Cy Nib , Jr &nbsp; &nbsp; cy@nib.example<br>
<b>3:31-cv-00021-AB-CDE Notice will not be electronically mailed to:</b><br>Dot Blot<br>12 Ink Street<br>
<p>The following document(s) are associated with this transaction:</p><strong>Document description:</strong>Main Document<br></div>`

const TEXT = `***NOTE TO PUBLIC ACCESS USERS*** One free copy.

U.S. District Court
District of Ink

Notice of Electronic Filing
The following transaction was entered  by Pen, Bea  on 3/5/2031
1:09 PM  and filed on 3/4/2031


Case Name: Quill et al v. Blot

Case Number: 3:31-cv-00021-AB-CDE ${CASE_LINK}

Filer:  Ada Quill


Document Number: 9


Copy the URL address from the line below into the location bar
of your Web browser to view the document:
${DOCUMENT_LINK}


Docket Text:
NOTICE <i>of Ink</i> under § 9   by Ada
Quill (Pen, Bea)



3:31-cv-00021-AB-CDE Notice has been electronically mailed to:
Bea                 Pen
   bea@pen.example, ink@pen.example

Cy Nib , Jr
        cy@nib.example


3:31-cv-00021-AB-CDE Notice will be delivered by other means to::

Dot Blot
12 Ink Street

The following document(s) are associated with this transaction:
Document description: Main Document
`

/** A message with one part, or the head of one with several. */
const message = (type: string, body: string | Buffer, headers = '', subject = SUBJECT) =>
  Buffer.concat([
    Buffer.from(
      `From: cmecf@inkd.uscourts.gov\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n${headers}\r\n`
    ),
    Buffer.from(body),
  ])

const part = (type: string, body: string, headers = '') =>
  `--=_x\r\nContent-Type: ${type}\r\n${headers}\r\n${body}\r\n`
const multipart = (kind: string, ...parts: string[]) =>
  message(`multipart/${kind}; boundary="=_x"`, `${parts.join('')}--=_x--\r\n`)

const western = (text: string) => Buffer.from(text, 'latin1')
const base64 = (text: string) => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
const quotedPrintable = (text: string) =>
  text
    .replaceAll(/[^\r\n]{50}/g, '$&\v')
    .replaceAll('=', '=3D')
    .replaceAll('§', '=C2=A7')
    .replaceAll('\v', '=\r\n')
const attached = (inner: Buffer, disposition: string) =>
  multipart(
    'mixed',
    part('text/plain', 'See below. Bea'),
    part('message/rfc822', inner.toString(), `Content-Disposition: ${disposition}\r\n`)
  )
const quoted = (text: string) =>
  `See below.\n\n${text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}`
const forwarded = (html: string) =>
  `<p>See below.</p><hr><p><b>From:</b> cmecf@inkd.uscourts.gov<br><b>Sent:</b> Tuesday<br><b>Subject:</b> ${SUBJECT}</p>${html}`
/** As mail programs convert HTML to text. */
const converted = TEXT.replaceAll(
  /^(Notice of .*|Case Name:|Case Number:|Docket Text:)/gm,
  '*$1*'
).replace(` ${CASE_LINK}`, ` <${CASE_LINK}>`)
const nested = HTML.replaceAll('<strong>', '<div><span><strong><span style="x">').replaceAll(
  '</strong>',
  '</span></strong></span></div>'
)

const LAYOUTS: [name: string, message: Buffer][] = [
  ['HTML', message('text/html; charset=utf-8', HTML)],
  ['HTML without a charset', message('text/html', HTML)],
  ['text', message('text/plain; charset=utf-8', TEXT)],
  ['text with CR LF', message('text/plain; charset=utf-8', TEXT.replaceAll('\n', '\r\n'))],
  [
    'HTML in base64',
    message('text/html; charset=utf-8', base64(HTML), 'Content-Transfer-Encoding: base64\r\n'),
  ],
  [
    'text in base64',
    message('text/plain; charset=utf-8', base64(TEXT), 'Content-Transfer-Encoding: base64\r\n'),
  ],
  [
    'quoted-printable HTML',
    message(
      'text/html; charset=utf-8',
      quotedPrintable(HTML),
      'Content-Transfer-Encoding: quoted-printable\r\n'
    ),
  ],
  [
    'quoted-printable text',
    message(
      'text/plain; charset=utf-8',
      quotedPrintable(TEXT),
      'Content-Transfer-Encoding: quoted-printable\r\n'
    ),
  ],
  ['HTML in windows-1252', message('text/html; charset=windows-1252', western(HTML))],
  ['undeclared windows-1252', message('text/html', western(HTML))],
  ['windows-1252 declared as UTF-8', message('text/plain; charset="UTF-8"', western(TEXT))],
  ['the HTML body alone', Buffer.from(HTML)],
  ['the HTML body alone in windows-1252', western(HTML)],
  [
    'both alternatives',
    multipart(
      'alternative',
      part('text/plain; charset=utf-8', TEXT),
      part('text/html; charset=utf-8', HTML)
    ),
  ],
  [
    'text with an HTML disclaimer',
    multipart(
      'mixed',
      part('text/plain; charset=utf-8', TEXT),
      part('text/html', '<p>Confidential.</p>')
    ),
  ],
  [
    'a text note before HTML',
    multipart('mixed', part('text/plain', 'See below.'), part('text/html; charset=utf-8', HTML)),
  ],
  ['a forward in HTML', message('text/html; charset=utf-8', forwarded(HTML), '', `FW: ${SUBJECT}`)],
  [
    'a forward in quoted text',
    message('text/plain; charset=utf-8', quoted(TEXT), '', `Fwd: ${SUBJECT}`),
  ],
  [
    'a twice quoted forward',
    message('text/plain; charset=utf-8', quoted(quoted(TEXT)), '', `Fwd: FW: ${SUBJECT}`),
  ],
  [
    'an attached message',
    attached(message('text/html; charset=utf-8', HTML), 'attachment; filename=notice.eml'),
  ],
  ['an inline message', attached(message('text/html; charset=utf-8', HTML), 'inline')],
  ['HTML converted to text', message('text/plain; charset=utf-8', converted)],
  ['deeply nested elements', message('text/html; charset=utf-8', nested)],
  [
    'uppercase labels',
    message(
      'text/html; charset=utf-8',
      HTML.replaceAll(/Case Name|Case Number|Docket Text/g, (found) => found.toUpperCase())
    ),
  ],
  [
    'a title with the court',
    message(
      'text/html; charset=utf-8',
      HTML.replace('Notice of Electronic', 'District of Ink [LIVE] - Notice of Electronic')
    ),
  ],
  [
    'invisible characters',
    message('text/html; charset=utf-8', HTML.replaceAll('Case', '\u200BCase\u0007')),
  ],
  ['another external mark', message('text/html; charset=utf-8', HTML, '', `[EXTERNAL] ${SUBJECT}`)],
  [
    'links replaced by Outlook',
    message(
      'text/html; charset=utf-8',
      HTML.replaceAll(
        DOCUMENT_LINK,
        `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(DOCUMENT_LINK)}&data=05%7C`
      )
    ),
  ],
  [
    'links replaced by Proofpoint',
    message(
      'text/html; charset=utf-8',
      HTML.replaceAll(DOCUMENT_LINK, `https://urldefense.com/v3/__${DOCUMENT_LINK}__;!!x`)
    ),
  ],
]

const EXPECTED = {
  court_id: 'inkd',
  appellate: false,
  acms: false,
  contains_attachments: false,
  email_recipients: [
    { name: 'Bea Pen', email_addresses: ['bea@pen.example', 'ink@pen.example'] },
    { name: 'Cy Nib Jr', email_addresses: ['cy@nib.example'] },
  ],
  dockets: [
    {
      case_name: 'Quill v. Blot',
      docket_number: '3:31-cv-00021',
      federal_dn_office_code: '3',
      federal_dn_case_type: 'cv',
      federal_dn_judge_initials_assigned: 'AB',
      federal_dn_judge_initials_referred: 'CDE',
      federal_defendant_number: null,
      date_filed: null,
      docket_entries: [
        {
          date_filed: '2031-03-04',
          date_entered: '2031-03-05',
          description: 'NOTICE of Ink under § 9 by Ada Quill (Pen, Bea)',
          short_description: 'Notice (Other)',
          document_number: '9',
          document_url: DOCUMENT_LINK,
          pacer_doc_id: '99907000021',
          pacer_case_id: '77',
          pacer_seq_no: '30',
          pacer_magic_num: '1234',
        },
      ],
    },
  ],
}

test.group('layouts of a notice', () => {
  for (const [name, raw] of LAYOUTS) {
    test(`are read alike: ${name}`, async ({ assert }) => {
      const notice = await parseNotice(raw, 'inkd')
      // A body alone has no subject.
      const short = raw.includes('Subject:') ? 'Notice (Other)' : ''
      const expected = structuredClone(EXPECTED)
      expected.dockets[0]!.docket_entries[0]!.short_description = short
      assert.deepEqual(notice, expected)
    })
  }
})
