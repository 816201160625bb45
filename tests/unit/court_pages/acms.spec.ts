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
