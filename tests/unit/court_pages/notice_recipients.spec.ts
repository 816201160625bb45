/** Variants of recipients and subjects of notices. */
import { test } from '@japa/runner'
import { shortDescription } from '#app/court_pages/notice_subject'
import { MAILED, read } from '#tests/court_pages/notice_messages'

test.group('recipients of notices', () => {
  const list = async (html: string) => (await read({ after: html }))?.email_recipients
  const CASES: [line: string, name: string, addresses: string[]][] = [
    ['Bea Pen &nbsp; &nbsp; bea@pen.example', 'Bea Pen', ['bea@pen.example']],
    ['Bea Pen , Jr bea@pen.example', 'Bea Pen Jr', ['bea@pen.example']],
    ['Bea Pen , III &nbsp; bea@pen.example', 'Bea Pen III', ['bea@pen.example']],
    ['Bea Pen, Esq. bea@pen.example', 'Bea Pen, Esq.', ['bea@pen.example']],
    ['Bea Pen ; bea@pen.example', 'Bea Pen', ['bea@pen.example']],
    ['Bea Pen, Counsel: bea@pen.example', 'Bea Pen, Counsel:', ['bea@pen.example']],
    ['Bea Pen &lt;bea@pen.example&gt;', 'Bea Pen', ['bea@pen.example']],
    ['Bea Pen bea@pen.example, ink@pen.example', 'Bea Pen', ['bea@pen.example', 'ink@pen.example']],
    ['Bea Pen bea@pen.example;ink@pen.example', 'Bea Pen', ['bea@pen.example', 'ink@pen.example']],
    ['Bea Pen bea@pen.example,ink@pen.example', 'Bea Pen', ['bea@pen.example', 'ink@pen.example']],
    [
      'Bea Pen <a href="mailto:bea@pen.example">bea@pen.example</a>',
      'Bea Pen',
      ['bea@pen.example'],
    ],
    ['Bea Pen efiling-notice@pen.example', 'Bea Pen', ['efiling-notice@pen.example']],
    ['Bea Pen notice@pen.example', 'Bea Pen', ['notice@pen.example']],
    ["William V O'Pen w@pen.example", "William V O'Pen", ['w@pen.example']],
    ['bea@pen.example', '', ['bea@pen.example']],
  ]
  for (const [line, name, addresses] of CASES) {
    test(`are read from ${line}`, async ({ assert }) => {
      assert.deepEqual(await list(`${MAILED}<br>${line}<br>`), [
        { name, email_addresses: addresses },
      ])
    })
  }

  for (const heading of [
    '3:31-cv-00021-AB Notice has not been electronically mailed to:',
    '3:31-cv-00021-AB Please see Local Rule 5-5; Notice has NOT been electronically mailed to:',
    'Case participants listed below will not receive this electronic notice:',
    'Case participants listed below are terminated and will not receive this electronic notice:',
    'Notice sent via US Mail to:',
    'Notice will be stored in the notice cart for:',
    'The following document(s) are associated with this transaction:',
  ]) {
    test(`are not those below "${heading}"`, async ({ assert }) => {
      assert.deepEqual(
        await list(
          `${MAILED}Bea Pen bea@pen.example<br><b>${heading}</b><br>Cy Nib cy@nib.example`
        ),
        [{ name: 'Bea Pen', email_addresses: ['bea@pen.example'] }]
      )
      assert.deepEqual(await list(`<b>${heading}</b><br>Cy Nib cy@nib.example`), [])
    })
  }

  test('of several cases are listed together', async ({ assert }) => {
    assert.deepEqual(
      await list(
        `<b>31-1 Notice will be electronically mailed to:</b><br><span class="personName">Bea Pen on behalf of Nib</span><br>bea@pen.example<br><b>31-1 Notice will not be electronically mailed to:</b><br>Dot Blot<br><b>31-2 Notice will be electronically mailed to:</b><br>Cy Nib cy@nib.example<br><span class="personName">Eve Pen</span><br>eve@pen.example, ink@pen.example`
      ),
      [
        { name: 'Cy Nib', email_addresses: ['cy@nib.example'] },
        { name: '', email_addresses: ['bea@pen.example', 'eve@pen.example', 'ink@pen.example'] },
      ]
    )
  })
})

test.group('subjects of notices with parts of names', () => {
  const CASES: [subject: string, names: string[], expected: string][] = [
    [
      'Ch-7 5:31-bk-00329-ABC -Ada Victoria Qui Motion to Reopen Case',
      ['Ada Victoria Quill'],
      'Motion to Reopen Case',
    ],
    [
      'Ch-11 31-13584-ABC Notice of Hearing Ada Victoria Quil',
      ['Ada Victoria Quilling'],
      'Notice of Hearing',
    ],
    [
      'Ch-7 31-19628-ABC Close Adversary Case - Hollow Reed & Pow',
      ['Nib v. Blot', 'Hollow Reed & Power, LLC'],
      'Close Adversary Case',
    ],
    [
      '31-11929 BNC Certificate - PDF Document - CH11 - Hollow Reed LLC',
      ['Hollow Reed LLC'],
      'BNC Certificate - PDF Document',
    ],
    [
      '31-11929 BNC Certificate - PDF Document - CH7 - Hollow Reed LLC',
      ['Hollow Reed LLC'],
      'BNC Certificate - PDF Document',
    ],
    [
      '31-1 Docket Order - Continue Hearing (Auto) Ch 13',
      ['Ada Quill'],
      'Docket Order - Continue Hearing (Auto)',
    ],
    ['31-1 Motion to Convert Case to Ch 13', ['Ada Quill'], 'Motion to Convert Case to Ch 13'],
    ['31-1 Amended Order', ['Order Express, Inc.'], 'Amended Order'],
    ['31-1 Order Amended', ['Order Express, Inc.'], 'Order Amended'],
    ['31-1 31-2 Close Adversary Case - Tri', ['Trident Reed, LLC'], 'Close Adversary Case'],
    [
      'Activity in Case MDL No. 2967 IN RE: Ink, Inc., Privacy Litigation Notice of Change of Address',
      ['IN RE: Ink, Inc., Privacy Litigation'],
      'Notice of Change of Address',
    ],
    [
      'Activity in Case NYE/1:31-cv-02960 Quill et al v. Blot Letter',
      ['Quill et al v. Blot'],
      'Letter',
    ],
    ['Activity in Case 3:31-cv-00021-AB Quill et al v. Blot ', ['Quill et al v. Blot'], ''],
    [
      '[EXTERNAL] FW: Activity in Case 3:31-cv-00021-AB Quill v. Blot Letter',
      ['Quill v. Blot'],
      'Letter',
    ],
    ['Ch-13 31-1 -Ada Quill  Hearing Continued', ['Ada Quill and Cy Quill'], 'Hearing Continued'],
    ['31-1 Notice of Hearing (Chapter 13)', ['Ada Quill'], 'Notice of Hearing (Chapter 13)'],
  ]
  for (const [subject, names, expected] of CASES) {
    test(`are "${expected}" in "${subject}"`, ({ assert }) => {
      assert.equal(shortDescription(subject, names, []), expected)
    })
  }
})
