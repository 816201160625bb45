/** Emailed notices of electronic filing and of docket activity. */
import { test } from '@japa/runner'
import { parseNotice } from '#app/court_pages/notice'
import { shortDescription } from '#app/court_pages/notice_subject'

const message = (subject: string, body: string, from = 'cmecf@court.example', type = 'text/html') =>
  Buffer.from(`From: ${from}\r\nSubject: ${subject}\r\nContent-Type: ${type}\r\n\r\n${body}`)

const docketTable = (name: string, number: string, id: number, link = '') =>
  `<table><tr><td><strong>Case Name:</strong></td><td>${name}</td></tr><tr><td>Case Number:</td><td><a href=https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?${id}>${number}</a></td></tr>
<tr><td>Filer:</td><td></td></tr><tr><td>Document Number:</td><td>${link || '4(No document attached)'}</td></tr></table>`

const DISTRICT = `<b>Notice of Electronic Filing</b><div>The following transaction was entered by Pen, Bea on 3/5/2031 at 1:09 PM EST and filed on 3/4/2031<br>
${docketTable('IN RE: Quill et al v. Blot', '3:31-cv-00021-AB-CDE', 77, '<a href="https://ecf.inkd.uscourts.gov/doc1/99917000021?caseid=77&de_seq_num=30&magic_num=1234">9</a>')}
<p><strong>Docket Text:</strong><br><font><b>NOTICE <i>of Ink</i> by Ada Quill (Attachments: # (1) Exhibit)</b></font></p>
<b>3:31-cv-00021-AB-CDE Notice has been electronically mailed to: </b><br>Bea   Pen &nbsp; &nbsp; bea@pen.example, ink@pen.example<br>
<b>3:31-cv-00021-AB-CDE Notice has been delivered by other means to:</b><br>Cy Blot<br>
<p>The following document(s) are associated with this transaction:</p><strong>Document description:</strong>Main Document<br><strong>Document description:</strong> Exhibit</div>`

test.group('notices of electronic filing', () => {
  test('announce one entry of a case', async ({ assert }) => {
    const subject =
      'Activity in Case 3:31-cv-00021-AB-CDE IN RE: Quill et al v. Blot Notice (Other)'
    assert.deepEqual(await parseNotice(message(subject, DISTRICT), 'inkd'), {
      court_id: 'inkd',
      appellate: false,
      acms: false,
      contains_attachments: true,
      email_recipients: [
        { name: 'Bea Pen', email_addresses: ['bea@pen.example', 'ink@pen.example'] },
      ],
      dockets: [
        {
          case_name: 'IN RE: Quill v. Blot',
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
              description: 'NOTICE of Ink by Ada Quill (Attachments: (1) Exhibit)',
              short_description: 'Notice (Other)',
              document_number: '9',
              document_url:
                'https://ecf.inkd.uscourts.gov/doc1/99917000021?caseid=77&de_seq_num=30&magic_num=1234',
              pacer_doc_id: '99907000021',
              pacer_case_id: '77',
              pacer_seq_no: '30',
              pacer_magic_num: '1234',
            },
          ],
        },
      ],
    })
  })

  test('repeat the text for cases that share an entry', async ({ assert }) => {
    const body = `<b>Notice of Electronic Filing</b><div>The following transaction was received and filed on 3/4/2031</div>
${docketTable('Quill v. Blot', '31-00021', 7)}${docketTable('Nib, LLC', '30-00020-xyz', 8)}<p>Docket Text: <br>Case closed.</p>`
    const notice = await parseNotice(
      message('Multiple Cases "Close Adversary Case" - AP -', body),
      'inkb'
    )
    assert.deepEqual(
      notice?.dockets.map((docket) => [docket.docket_number, docket.docket_entries[0].description]),
      [
        ['31-00021', 'Case closed.'],
        ['30-00020', 'Case closed.'],
      ]
    )
    assert.equal(notice?.dockets[1].docket_entries[0].short_description, 'Close Adversary Case')
    assert.equal(notice?.dockets[1].docket_entries[0].document_number, '4')
  })

  test('may be plain text', async ({ assert }) => {
    const body = `***NOTE***\n\nNotice of Electronic Filing\n\nThe following transaction was received from Pen entered on 3/5/2031 and filed on 3/4/2031\n\nCase Name: Nib, LLC\nCase Number: 31-00021-XYZ https://ecf.inkb.uscourts.gov/cgi-bin/DktRpt.pl?5\nDocument Number: 27\nCopy the URL address:  https://ecf.inkb.uscourts.gov/doc1/999040600021?magic_num=16&de_seq_num=95&caseid=5\n\nDocket Text:\nMotion to Dismiss  filed.\n\nThe following document(s) are associated with this transaction:`
    const notice = await parseNotice(
      message('31-00021-XYZ Motion to Dismiss Case', body, 'a@b.example', 'text/plain'),
      'inkb'
    )
    assert.containSubset(notice?.dockets, [
      {
        case_name: 'Nib, LLC',
        federal_dn_judge_initials_assigned: 'XYZ',
        docket_entries: [
          {
            description: 'Motion to Dismiss filed.',
            short_description: 'Motion to Dismiss Case',
            document_number: '27',
            pacer_doc_id: '999040600021',
            pacer_case_id: '5',
            pacer_magic_num: '16',
          },
        ],
      },
    ])
  })

  test('exclude claims, edits, and other messages', async ({ assert }) => {
    const other = [
      DISTRICT.replace('Notice of Electronic Filing', 'Notice of Electronic Claims Filing'),
      DISTRICT.replace('transaction was entered', 'transaction was edited'),
      '<p>Meeting at noon</p>',
      '',
    ]
    for (const body of other) assert.isNull(await parseNotice(message('x', body), 'inkd'))
  })
})

test.group('subjects of notices', () => {
  const cases: [string, string, string][] = [
    [
      'Ch-11 31-27439-ABC Notice of Adjournment - Hollow Reed Construc',
      'Hollow Reed Construction, LLC',
      'Notice of Adjournment',
    ],
    ['31-10245-ABC Chapter 13 Ada Quill  Chapter 13 Report', 'Ada Quill', 'Chapter 13 Report'],
    [
      'Ch-13 5:31-bk-00774-ABC -Ada Quill  Hearing Continued',
      'Ada Quill and Cy Quill',
      'Hearing Continued',
    ],
    ['NEF: 31-22507-abc Ch13 Affidavit Re: Ada Quill', 'Ada Quill', 'Affidavit'],
    ['31-00286-ABC CH11  - Nib Carpenters LLC', 'Nib Carpenters LLC', ''],
    [
      '31-00193 Order on Motion To Quash - CH - Quill v. Blot et al',
      'Quill v. Blot et al',
      'Order on Motion To Quash',
    ],
  ]
  for (const [subject, name, expected] of cases) {
    test(`extract "${expected}" from "${subject}"`, ({ assert }) => {
      assert.equal(shortDescription(subject, [name], []), expected)
    })
  }
})

const APPELLATE = `<strong>Notice of Docket Activity</strong><br>The following transaction was entered on 03/05/2031 at 9:48:53 AM and filed on 03/04/2031
<table><tr><td>Case Name:</td><td>Ada Quill v. Blot, et al<br></td></tr><tr><td>Case Number:&nbsp;</td><td><a href="https://ecf.ca4.uscourts.gov/n/beam/servlet/TransportRoom?servlet=DocketReportFilter.jsp&caseId=78">31-19</a></td></tr>
<tr><td>Document(s):</td><td><a href="https://ecf.ca4.uscourts.gov/docs1/00419007652?uid=ee31b72c3fff6b7f">Document(s)</a></td></tr></table>
<p>Docket Text:<br>**TEXT** Blot’s motion. [31-19]<br><br><strong>Notice will be electronically mailed to:</strong><br>Bea Pen, Counsel: bea@pen.example<br>
The following document(s) are associated with this transaction:<br><strong>Document Description: </strong>Motion`

test.group('notices of docket activity', () => {
  test('announce an entry of an appeal', async ({ assert }) => {
    const notice = await parseNotice(
      message('31-19 Ada Quill v. Blot, et al "Motion to Extend"', APPELLATE),
      'ca4'
    )
    assert.containSubset(notice, {
      appellate: true,
      acms: false,
      email_recipients: [{ name: 'Bea Pen, Counsel:', email_addresses: ['bea@pen.example'] }],
    })
    assert.deepEqual(notice?.dockets[0].docket_entries, [
      {
        date_filed: '2031-03-04',
        date_entered: '2031-03-05',
        description: "TEXT Blot's motion. [31-19]",
        short_description: 'Motion to Extend',
        document_number: null,
        document_url: 'https://ecf.ca4.uscourts.gov/docs1/00419007652?uid=ee31b72c3fff6b7f',
        pacer_doc_id: '00409007652',
        pacer_case_id: '78',
        pacer_seq_no: null,
        pacer_magic_num: 'ee31b72c3fff6b7f',
      },
    ])
  })

  test('of the new system contain the number in their subject', async ({ assert }) => {
    const notice = await parseNotice(
      message('Quill v. Blot 31-19 - 030 - Notice - Other', APPELLATE, 'ACMS@ca9.fedcourts.us'),
      'ca9'
    )
    assert.isTrue(notice?.acms)
    assert.containSubset(notice?.dockets[0].docket_entries, [
      { document_number: '30', short_description: 'Notice - Other' },
    ])
  })
})
