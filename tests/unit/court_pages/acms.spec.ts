/** Dockets and attachment pages of the new appellate system. */
import { test } from '@japa/runner'
import { parseAcmsAttachmentPage } from '#app/court_pages/acms_attachment_page'
import { isOfKind } from '#app/court_pages/recognition'
import { parseAcmsDocket } from '#app/court_pages/acms_docket'

const ENTRY = {
  endDate: '2031-03-04T00:00:00',
  entryNumber: 7,
  docketEntryText:
    '<p><strong>ORDER</strong>&nbsp;filed.<br />\nSo ordered. [Entered: 03/05/2031 01:09 PM]</p>',
  docketEntryId: '11111111-2222-3333-4444-555555555555',
  createdOn: '2031-03-05T21:09:00Z',
  pageCount: 3,
}
const DETAILS = {
  caseId: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
  caseNumber: '31-17',
  name: 'Quill v. Harbor Board',
  caseOpened: '2031-01-02',
  aNumber: null,
  court: { name: 'Board of Harbors', identifier: '12' },
  caseType: 'Agency',
  caseSubType: 'Other',
  caseSubSubType: null,
  districtCourtName: null,
  feeStatus: 'Paid',
  partyAttorneyList:
    '<table><tr><td> ADA QUILL<br>&nbsp;&nbsp;AKA A. Feather, <br>&nbsp;&nbsp;Petitioner, </td>' +
    '<td><div>Ms. Bea Pen, Counsel<br>Direct: 555-0100<br>[Retained]<br>1 Ink St.</div><div><p>&nbsp;</p></div></td></tr>' +
    '<tr><td> HARBOR BOARD<br><strong>Terminated:</strong> 02/03/2031<br>&nbsp;&nbsp;Respondent </td><td></td></tr></table>',
}

test.group('dockets of the new appellate system', () => {
  test('have parties with aliases, counsel, and termination dates', ({ assert }) => {
    const source = JSON.stringify({ caseDetails: DETAILS, docketInfo: { docketEntries: [ENTRY] } })
    assert.isTrue(isOfKind('acms_docket', source))
    const docket = parseAcmsDocket(source, 'ca9')
    assert.containSubset(docket, {
      court_id: 'ca9',
      docket_number: '31-17',
      case_name: 'Quill v. Harbor Board',
      case_type_information: 'Agency, Other',
      originating_court_information: { name: 'Board of Harbors', identifier: '12' },
    })
    assert.deepEqual(docket?.parties, [
      {
        name: 'ADA QUILL',
        type: 'Petitioner',
        attorneys: [
          {
            name: 'Ms. Bea Pen, Counsel',
            contact: 'Direct: 555-0100\n1 Ink St.',
            roles: ['Retained'],
          },
        ],
        unparsed: ['\u00A0\u00A0AKA A. Feather, '],
      },
      { name: 'HARBOR BOARD', type: 'Respondent', date_terminated: '2031-02-03', attorneys: [] },
    ])
  })

  test('have entries with time stamps, with AM or PM from the text', ({ assert }) => {
    const source = JSON.stringify({ caseDetails: DETAILS, docketInfo: { docketEntries: [ENTRY] } })
    assert.deepEqual(parseAcmsDocket(source, 'ca9')?.docket_entries, [
      {
        document_number: 7,
        pacer_doc_id: ENTRY.docketEntryId,
        page_count: 3,
        description: 'ORDER\u00A0filed.\nSo ordered. [Entered: 03/05/2031 01:09 PM]',
        description_html: ENTRY.docketEntryText,
        date_filed: '2031-03-04T00:00:00',
        date_entered: '2031-03-05T13:09:00',
      },
    ])
  })

  test('are recognized by their two objects', ({ assert }) => {
    for (const source of [
      '',
      '[]',
      '{"caseDetails":{}}',
      '{"caseDetails":{},"docketInfo":7}',
      '<html>',
    ]) {
      assert.isFalse(isOfKind('acms_docket', source))
      assert.isNull(parseAcmsDocket(source, 'ca2'))
    }
  })
})

/** The end of an entry's text, and its time stamp. */
const ENTERED: [text: string, entered: string | null][] = [
  ['[Entered: 03/05/2031 01:09 PM]', '2031-03-05T13:09:00'],
  ['[Entered: 03/05/2031 01:09:00 PM]', '2031-03-05T13:09:00'],
  ['[Entered: 03/05/2031 01:09:27 PM]', '2031-03-05T13:09:27'],
  ['[Entered: 3/5/2031 1:09:00 PM]', '2031-03-05T13:09:00'],
  ['[Entered: 03/05/2031 12:09 AM]', '2031-03-05T00:09:00'],
  ['[Entered: 03/05/2031 12:09:00 PM]', '2031-03-05T12:09:00'],
  ['[Entered: 03/05/2031 13:09]', '2031-03-05T13:09:00'],
  ['[Entered: 03/05/2031 1:09 p.m.]', '2031-03-05T13:09:00'],
  ['[Entered: 03/05/2031]', '2031-03-05T00:00:00'],
  ['[Entered:&nbsp;03/05/2031&nbsp;01:09&nbsp;PM ]', '2031-03-05T13:09:00'],
  ['[Entered: 03/05/2031 01:09 PM] [Edited: 03/06/2031 02:00 PM]', '2031-03-05T13:09:00'],
  ['see [Entered: 03/01/2031 01:00 PM] [Entered: 03/05/2031 01:09 PM]', '2031-03-05T13:09:00'],
  ['[Entered: 13/45/2031 01:09 PM]', null],
  ['', null],
]

test.group('entries of the new appellate system', () => {
  const entryOf = (entry: object) =>
    parseAcmsDocket(
      JSON.stringify({ caseDetails: DETAILS, docketInfo: { docketEntries: [entry] } }),
      'ca9'
    )?.docket_entries[0]

  for (const [text, entered] of ENTERED) {
    test(`are entered as in "${text}"`, ({ assert }) => {
      const entry = entryOf({ ...ENTRY, docketEntryText: `<p>ORDER filed. ${text}</p>` })
      assert.strictEqual(entry?.date_entered, entered)
    })
  }

  for (const [values, filed] of [
    [{ endDate: '2031-03-04' }, '2031-03-04T00:00:00'],
    [{ endDate: '03/04/2031' }, '2031-03-04T00:00:00'],
    [{ endDate: null, endDateFormatted: '03/04/2031' }, '2031-03-04T00:00:00'],
    [{ endDate: '', endDateFormatted: '' }, '2031-03-05T00:00:00'],
    [{ endDate: undefined }, '2031-03-05T00:00:00'],
    [{ endDate: undefined, createdOn: undefined }, null],
  ] as const) {
    test(`are filed as in ${JSON.stringify(values)}`, ({ assert }) => {
      assert.strictEqual(entryOf({ ...ENTRY, ...values })?.date_filed, filed)
    })
  }

  test('belong to a case with the number and date of the decision below', ({ assert }) => {
    const caseDetails = {
      ...DETAILS,
      originatingCaseNumber: ' 3:30-cv-00021-ABC ',
      decisionDate: '2030-12-11',
    }
    const source = JSON.stringify({ caseDetails, docketInfo: { docketEntries: [] } })
    assert.deepEqual(parseAcmsDocket(source, 'ca9')?.originating_court_information, {
      name: 'Board of Harbors',
      identifier: '12',
      docket_number: '3:30-cv-00021',
      date_judgment: '2030-12-11',
    })
  })
})

test.group('attachment pages of the new appellate system', () => {
  const page = (documents: object[]) =>
    JSON.stringify({ caseDetails: DETAILS, docketEntry: ENTRY, docketEntryDocuments: documents })

  test('number documents by the printed number or by their order', ({ assert }) => {
    const attachments = parseAcmsAttachmentPage(
      page([{ documentNumber: '7.2' }, { documentNumber: '1' }, { documentNumber: null }])
    )?.attachments
    assert.deepEqual(
      attachments?.map(({ attachment_number: number }) => number),
      [2, 1, 3]
    )
  })

  test('describe a document by the third part of a three-part name', ({ assert }) => {
    const attachments = parseAcmsAttachmentPage(
      page([
        { name: '31-17 007-01 - Order - Letter.pdf' },
        { name: '31-17 007-02 - Order - To Show Cause - Order.pdf' },
      ])
    )?.attachments
    assert.deepEqual(
      attachments?.map(({ description }) => description),
      ['Letter', '31-17 007-02 - Order - To Show Cause - Order.pdf']
    )
  })

  test('are recognized by their three objects', ({ assert }) => {
    assert.isTrue(isOfKind('acms_attachment_page', page([])))
    assert.isNull(parseAcmsAttachmentPage('{"caseDetails":{},"docketEntry":{}}'))
  })
})
