/** Variants of titles, dates, documents, texts, and cases in notices of electronic filing. */
import { test } from '@japa/runner'
import {
  caseRows,
  document,
  MAILED,
  read,
  announcedEntry,
  QUILL,
} from '#tests/court_pages/notice_messages'

test.group('titles and dates of notices', () => {
  for (const title of [
    'District of Ink Notice of Electronic Filing',
    'District of Ink [LIVE] Notice of Electronic Filing',
    'Eastern District of Ink - Notice of Electronic Filing',
    'NOTICE OF ELECTRONIC FILING',
    'Notice&nbsp;of Electronic\n  Filing',
    'Amended 03/05/2031 12:24:49: Notice of Electronic Filing',
    'Notice of Electronic Filing (Amended)',
    'Notice of Bankruptcy Case Filing',
    'Re-sent: Notice of Docket Activity',
    'AMENDED Notice of Docket Activity',
  ]) {
    test(`are recognized in "${title}"`, async ({ assert }) => {
      assert.equal(announcedEntry(await read({ title }))?.description, 'NOTICE of Ink')
    })
  }

  for (const title of [
    'Notice of Electronic Claims Filing',
    'District of Ink Notice of Electronic Claims Filing',
  ]) {
    test(`are not recognized in "${title}"`, async ({ assert }) => {
      assert.isNull(await read({ title, text: 'Request for Notice of Electronic Filing (NEF)' }))
    })
  }

  for (const dates of [
    'The following transaction was filed on 03/04/2031',
    'The following transaction was received from Pen, Bea entered on 3/5/2031 at 10:13 AM and filed on 3/4/2031',
    'The following transaction was entered on 03/05/2031 at 5:44:08 PM and filed on 03/04/2031',
    'The following transaction was entered on 03/05/2031 8:54:23 AM PDT and filed on 03/04/2031',
    'The following transaction was entered on 3/5/2031 at 9:00 AM Pacific Daylight Time and filed on 3/4/2031',
    'The following transaction was entered by Pen, Bea\non 3/5/2031 at 5:44 PM and filed \n on 3/4/2031',
    '<span>The following <i>transaction</i> was entered on 3/5/2031</span> and filed on <b>3/4/2031</b>',
  ]) {
    test(`have the filing date of "${dates}"`, async ({ assert }) => {
      assert.equal(announcedEntry(await read({ dates }))?.date_filed, '2031-03-04')
    })
  }

  test('exclude edited entries', async ({ assert }) => {
    assert.isNull(
      await read({
        dates: 'The following transaction was edited by pen on 3/5/2031 at 4:14 PM EST',
      })
    )
  })
})

test.group('documents of notices', () => {
  const CASES: [value: string, number: string | null, id: string | null][] = [
    [document('9'), '9', '99907000021'],
    [document('9', '9791105877880'), '9', '9790105877880'],
    [document('9', '0571'), '9', '0570'],
    [document(' 9 ', '0351234567'), '9', '0350234567'],
    ['9(No document attached)', '9', null],
    ['9 (No document attached)', '9', null],
    ['No document attached', null, null],
    ['(No document attached)', null, null],
    ['', null, null],
    ['&nbsp;', null, null],
    [`<span><b>${document('<font>9</font>')}</b></span>`, '9', '99907000021'],
  ]
  for (const [value, number, id] of CASES) {
    test(`have number ${number} and ID ${id} for ${value}`, async ({ assert }) => {
      const entry = announcedEntry(
        await read({ cases: caseRows('Quill v. Blot', '3:31-cv-00021', value) })
      )
      assert.deepEqual([entry?.document_number, entry?.pacer_doc_id], [number, id])
      assert.equal(entry?.pacer_case_id, '77')
      assert.equal(entry?.document_url === null, id === null)
    })
  }

  for (const order of [
    'pdf_header=&magic_num=12&de_seq_num=30&caseid=77',
    'caseid=77&amp;de_seq_num=30&amp;magic_num=12',
    'magic_num=12&caseid=77&de_seq_num=30&pdf_header=2',
  ]) {
    test(`have the values of the query ${order}`, async ({ assert }) => {
      const value = document('9', '99917000021', order)
      assert.containSubset(
        announcedEntry(await read({ cases: caseRows('Quill v. Blot', '3:31-cv-00021', value) })),
        { pacer_seq_no: '30', pacer_magic_num: '12', pacer_case_id: '77' }
      )
    })
  }

  test('are several if the notice describes several', async ({ assert }) => {
    const described = (...names: string[]) =>
      `<p>The following document(s) are associated with this transaction:</p><table>${names.map((name) => `<strong>Document description:</strong>${name}<br><strong>Original filename:</strong>n/a<br>`).join('')}</table>`
    for (const [names, expected] of [
      [[], false],
      [['Main Document'], false],
      [['Main Document', 'Exhibit'], true],
      [['Main Document', 'Exhibit', 'Exhibit', 'Proposed Order'], true],
    ] as [string[], boolean][]) {
      const notice = await read({ after: described(...names) })
      assert.equal(notice?.contains_attachments, expected)
      assert.equal(announcedEntry(notice)?.description, 'NOTICE of Ink')
    }
  })
})

test.group('texts of notices', () => {
  const CASES: [text: string, expected: string][] = [
    ['NOTICE <i>of</i> <u>Ink</u>', 'NOTICE of Ink'],
    ['<div><span>NOTICE</span> <span><b>of</b> Ink</span></div>', 'NOTICE of Ink'],
    ['NOTICE of Ink<br><br>Second paragraph.', 'NOTICE of Ink Second paragraph.'],
    ['<p>NOTICE of Ink</p><p>Second paragraph.</p>', 'NOTICE of Ink Second paragraph.'],
    ['<ul><li>NOTICE</li><li>of Ink</li></ul>', 'NOTICE of Ink'],
    ['<table><tr><td>NOTICE</td><td>of Ink</td></tr></table>', 'NOTICE of Ink'],
    ['** TEXT ONLY ** NOTICE of Ink', 'TEXT ONLY NOTICE of Ink'],
    ['NOTICE “of” Ink – A&amp;B', 'NOTICE "of" Ink - A&B'],
    [
      'ORDER granting 8. Notice sent to all parties.',
      'ORDER granting 8. Notice sent to all parties.',
    ],
    ['ORDER. Notice will be mailed', 'ORDER. Notice will be mailed'],
    ['Notice has been sent by the clerk', 'Notice has been sent by the clerk'],
    ['Document: 12 is stricken', 'Document: 12 is stricken'],
    [
      'NOTICE of Ink (Attachments: # (1) Exhibit A, # 2 Exhibit B)',
      'NOTICE of Ink (Attachments: (1) Exhibit A, 2 Exhibit B)',
    ],
    ['NOTICE of Ink. Mail to: clerk@inkd.example', 'NOTICE of Ink. Mail to: clerk@inkd.example'],
  ]
  for (const [text, expected] of CASES) {
    test(`are read from ${text}`, async ({ assert }) => {
      assert.equal(announcedEntry(await read({ text }))?.description, expected)
    })
  }

  const FOOTERS = [
    '<p><em>This is a re-generated NEF. Created on 9/8/2031 at 6:07 PM </em></p>',
    '<br>This is a re-generated NEF. Created on 09/08/2031 at 6:07:12 PM EDT<br>',
    '<em>This is a regenerated NEF. Created on 9/8/2031 at 6:07 PM</em>',
    '<p>This is a re-generated NDA.</p>',
  ]
  for (const footer of FOOTERS) {
    test(`exclude the footer ${footer}`, async ({ assert }) => {
      for (const parts of [
        { text: `NOTICE of Ink${footer}` },
        { after: `${footer}<br>${MAILED}` },
        { after: `${MAILED}Bea Pen &nbsp; bea@pen.example${footer}` },
        { after: footer },
      ])
        assert.equal(announcedEntry(await read(parts))?.description, 'NOTICE of Ink')
    })
  }

  const HEADINGS = [
    '3:31-cv-00021-AB Notice has been electronically mailed to:',
    '3:31-cv-00021-AB Notice will be electronically mailed to:',
    '3:31-cv-00021-AB-2 Notice has not been electronically mailed to:',
    '3:31-cv-00021-AB Please see Local Rule 5-5; Notice has NOT been electronically mailed to:',
    '3:31-cv-00021-AB Notice has been delivered by other means to::',
    '3:31-cv-00021-AB Notice has been delivered by First Class U. S. Mail or by other means BY THE FILER to :',
    'MDL No. 2967 Notice will not be electronically mailed to:',
    'NYE/1:31-cv-02960 Notice has been electronically mailed to:',
    'Notice will be electronically mailed to:',
    'Notice sent via US Mail to:',
    'Notice will be stored in the notice cart for:',
    'Case participants listed below will not receive this electronic notice:',
    'The following document(s) are associated with this transaction:',
  ]
  for (const heading of HEADINGS) {
    test(`end before "${heading}"`, async ({ assert }) => {
      for (const after of [`<b>${heading}</b><br>Cy Nib`, `<p>${heading}</p><p>Cy Nib</p>`])
        assert.equal(announcedEntry(await read({ after }))?.description, 'NOTICE of Ink')
    })
  }
})

test.group('cases of notices', () => {
  const NUMBERS: [printed: string, number: string, office: string | null][] = [
    ['3:31-cv-00021-AB-CDE', '3:31-cv-00021', '3'],
    ['31-00021-ABC', '31-00021', null],
    ['5:31-bk-00021', '5:31-bk-00021', '5'],
    ['MDL No. 2967', 'MDL No. 2967', null],
    ['MDL 2967', 'MDL 2967', null],
    ['NYE/1:31-cv-02960', '1:31-cv-02960', '1'],
    ['CAC/2:31-cv-04360', '2:31-cv-04360', '2'],
    ['No. 31-19', '31-19', null],
    ['31-19 (L)', '31-19', null],
    ['31-19, 31-20', '31-19', null],
    ['1:31-cr-00201-ABJ-2', '1:31-cr-00201', '1'],
  ]
  for (const [printed, number, office] of NUMBERS) {
    test(`have the number ${number} for ${printed}`, async ({ assert }) => {
      const notice = await read({ cases: caseRows('Quill v. Blot', printed, document('9')) })
      assert.equal(notice?.dockets[0]?.docket_number, number)
      assert.equal(notice?.dockets[0]?.federal_dn_office_code, office)
    })
  }

  test('have their own documents, and share a text that follows the last one', async ({
    assert,
  }) => {
    const notice = await read({
      cases:
        caseRows('Quill v. Blot', '3:31-cv-00021', document('9'), 77) +
        caseRows(
          'Nib v. Blot',
          '3:31-cv-00022',
          document('4', '99917000021', 'caseid=78&de_seq_num=31'),
          78
        ) +
        caseRows('Pen v. Blot', '3:31-cv-00023', '2(No document attached)', 79),
    })
    assert.deepEqual(
      notice?.dockets.map(({ docket_number: number, docket_entries: [entry] }) => [
        number,
        entry?.document_number,
        entry?.pacer_case_id,
        entry?.pacer_seq_no,
        entry?.description,
      ]),
      [
        ['3:31-cv-00021', '9', '77', '30', 'NOTICE of Ink'],
        ['3:31-cv-00022', '4', '78', '31', 'NOTICE of Ink'],
        ['3:31-cv-00023', '2', '79', null, 'NOTICE of Ink'],
      ]
    )
  })

  test('have the texts that follow them', async ({ assert }) => {
    const notice = await read({
      cases: `${QUILL}<p>Docket Text: <br>NOTICE in the first</p>${caseRows('Nib v. Blot', '3:31-cv-00022', '')}`,
      text: 'NOTICE in the second',
    })
    assert.equal(announcedEntry(notice, 0)?.description, 'NOTICE in the first')
    assert.equal(announcedEntry(notice, 1)?.description, 'NOTICE in the second')
  })
})
