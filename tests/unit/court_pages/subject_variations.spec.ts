/** Subjects of notices, from which short descriptions and numbers are read. */
import { test } from '@japa/runner'
import { parseNotice } from '#app/court_pages/notice'
import { parseCourtPage } from '#app/court_pages/read_page'
import {
  announcedEntry,
  caseRows,
  document,
  htmlMessage,
  read,
} from '../../court_pages/notice_messages.js'

const describe = async (subject: string, name: string, number: string) =>
  announcedEntry(await read({ cases: caseRows(name, number, document('9')) }, subject))
    ?.short_description

test.group('short descriptions in notices of bankruptcy courts', () => {
  for (const [subject, expected = 'Order'] of [
    ['31-10001-abc Ada Quill Order'],
    ['NEF 31-10001-abc Ada Quill Order'],
    ['Re: Ada Quill 31-10001-abc Order'],
    ['31-10001-abc Order Re: Ada Quill'],
    ['Ch-7, 31-10001-abc, Ada Quill, Order'],
    ['31-10001-abc7 Order - Ada Quill - CH 7'],
    ['31-10001-abc: Order'],
    ['(31-10001-abc) Order'],
    ['[31-10001-abc] Ada Quill Order'],
    ['Case 31-10001-abc Ada Quill Order'],
    ['Case: 31-10001-abc Ada Quill; Order'],
    ['Case No. 31-10001-abc Order'],
    ['BK 31-10001-abc Ada Quill Order'],
    ['BK-31-10001-abc Ada Quill - Order'],
    ['Bankruptcy Case 31-10001-abc Order'],
    ['Order (31-10001-abc Ada Quill)'],
    ['Ada Quill Order 31-10001-abc'],
    ['Order 31-10001-abc'],
    ['31-10001-abc Ada Quill Order Ch'],
    ['"Order" 31-10001-abc Ada Quill'],
    [
      '31-10001-abc Ada Quill Motion to Convert Case to Chapter 7',
      'Motion to Convert Case to Chapter 7',
    ],
    ['31-10001-abc Case Management Order', 'Case Management Order'],
    [
      'Multiple Cases "31-10001 Ada Quill v. Nib Close Adversary Case" - abc',
      'Close Adversary Case',
    ],
    ['31-10001-abc Order on Case 31-10002', 'Order on Case 31-10002'],
  ] as [string, string?][]) {
    test(`are "${expected}" in "${subject}"`, async ({ assert }) => {
      assert.equal(await describe(subject, 'Ada Quill', '31-10001-abc'), expected)
    })
  }
})

test.group('short descriptions in notices of district courts', () => {
  for (const [subject, expected = 'Order'] of [
    ['Activity in Case 3:31-cv-00021-AB Quill v. Blot Corporation Order'],
    ['Activity in Case 3:31-cv-00021-AB Quill v. Blot Corporation et al Order'],
    ['NEF for 3:31-cv-00021-AB Quill v. Blot Corporation: Order'],
    ['Fwd: RE: [EXTERNAL] Activity in Case 3:31-cv-00021-AB Quill v. Blot Corporation Order'],
    ['Activity in Case ILN/1:31-cv-02960 Quill v. Blot Corporation Order'],
    ['Activity in Case 3:31-cv-00021-AB', ''],
    [
      'Activity in Case 3:31-cv-00021-AB Quill v. Blot Corporation Order AND Judgment',
      'Order AND Judgment',
    ],
  ] as [string, string?][]) {
    test(`are "${expected}" in "${subject}"`, async ({ assert }) => {
      assert.equal(
        await describe(subject, 'Quill v. Blot Corporation', '3:31-cv-00021-AB'),
        expected
      )
    })
  }
})

interface AppealParts {
  subject?: string
  name?: string
  document?: string
  description?: string
}

const LINK = 'https://ecf.ca9.uscourts.gov/docs1/009130000001?uid=0123456789abcdef'
const appeal = async ({
  subject = '31-1234 Quill v. Blot "Brief"',
  name = 'Quill v. Blot',
  document: printed = 'Document(s)',
  description = 'Main document',
}: AppealParts) =>
  announcedEntry(
    await parseNotice(
      htmlMessage(
        `<b>United States Court of Appeals for the Ninth Circuit</b><br><b>Notice of Docket Activity</b><p>The following transaction was entered on 03/05/2031 at 10:11:12 AM Pacific Standard Time and filed on 03/04/2031</p>
<table><tr><td>Case Name:</td><td>${name}</td></tr><tr><td>Case Number:</td><td><a href="https://ecf.ca9.uscourts.gov/n/beam/servlet/TransportRoom?servlet=CaseSummary.jsp&caseNum=31-1234">31-1234</a></td></tr><tr><td>Document(s):</td><td><a href="${LINK}">${printed}</a></td></tr></table>
<p><b>Docket Text:</b><br>Filed brief. [9000001] [31-1234]</p><p><b>Notice will be electronically mailed to:</b></p>Bea Pen: bea@pen.example<br><p>The following document(s) are associated with this transaction:<br><b>Document Description:</b> ${description}<br></p>`,
        subject,
        'ca9_ecf@ca9.uscourts.gov'
      ),
      'ca9'
    )
  )

test.group('unread text of notices excludes', () => {
  const NUMBER = '3:31-cv-00021-AB'
  for (const part of [
    'Filer:<br>Ada Quill<br>Cy Blot<br>Di Reed<br>',
    '<b>Original filename:</b>Order on Motion 2.pdf<br>',
    'WARNING: CASE CLOSED on 02/21/2031<br>',
    'Chapter: 11<br>',
  ]) {
    test(`"${part}"`, async ({ assert }) => {
      const body = `<b>Notice of Electronic Filing</b><br>The following transaction was entered on 3/5/2031 at 1:09 PM EST and filed on 3/4/2031<br>${caseRows('Quill v. Blot', NUMBER, document('9'))}${part}<p><b>Docket Text:</b><br>ORDER of Ink</p>`
      const reading = await parseCourtPage(htmlMessage(body), 'inkd')
      assert.equal(reading?.kind, 'notice')
      assert.deepEqual(reading?.coverage.unread, [])
    })
  }
})

test.group('notices of docket activity', () => {
  for (const [parts, expected] of [
    [{}, 'Brief'],
    [{ description: 'Main Document.' }, 'Brief'],
    [{ description: 'Opening_Brief' }, 'Opening Brief'],
    [{ subject: '31-1234 Quill v. Blot “Brief”' }, 'Brief'],
    [{ subject: '31-1234 "Quill" v. Blot "Brief"', name: '"Quill" v. Blot' }, 'Brief'],
    [{ subject: '31-1234 Quill v. Blot "Motion to "Strike" filed"' }, 'Motion to "Strike" filed'],
    [{ subject: '31-1234 Quill v. Blot', description: 'Letter' }, 'Letter'],
    [{ subject: '31-1234 Quill v. Blot' }, ''],
  ] as [AppealParts, string][]) {
    test(`have the short description "${expected}" for ${JSON.stringify(parts)}`, async ({
      assert,
    }) => {
      assert.equal((await appeal(parts))?.short_description, expected)
    })
  }

  for (const [printed, number] of [
    ['Document(s)', null],
    ['12', '12'],
    ['Document(s) 12', '12'],
    ['Document(s) #12', '12'],
    ['Document(s): 12 pages', null],
  ] as const) {
    test(`have the number ${number} for "${printed}"`, async ({ assert }) => {
      assert.equal((await appeal({ document: printed }))?.document_number, number)
    })
  }

  test('have the names of recipients in targets of links', async ({ assert }) => {
    const notice = await parseNotice(
      htmlMessage(
        `<b>United States Court of Appeals for the Ninth Circuit</b><br><b>Notice of Docket Activity</b><p>The following transaction was entered on 03/05/2031 at 10:11:12 AM Pacific Standard Time and filed on 03/04/2031</p><table><tr><td>Case Name:</td><td>Quill v. Blot</td></tr><tr><td>Case Number:</td><td>31-1234</td></tr><tr><td>Document(s):</td><td><a href="${LINK}">Document(s)</a></td></tr></table><p><b>Docket Text:</b><br>Filed brief.</p><p><b>Notice will be electronically mailed to:</b><br><a name="R0">Bea Pen, Counsel</a>: bea@pen.example, b@pen.example<br><a name="R1">Bo Nib</a>: bo@nib.example<br></p><p>The following document(s) are associated with this transaction:</p>`,
        '31-1234 Quill v. Blot "Brief"',
        'ca9_ecf@ca9.uscourts.gov'
      ),
      'ca9'
    )
    assert.deepEqual(notice?.email_recipients, [
      { name: 'Bea Pen, Counsel:', email_addresses: ['bea@pen.example', 'b@pen.example'] },
      { name: 'Bo Nib:', email_addresses: ['bo@nib.example'] },
    ])
  })
})
