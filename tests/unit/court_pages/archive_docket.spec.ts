/** Dockets in the archive's XML. */
import { test } from '@japa/runner'
import { parseArchiveDocket } from '#app/court_pages/archive_docket'

const docket = (parts: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE gov_uscourts_docket SYSTEM "docket.dtd">\n<gov_uscourts_docket>${parts}</gov_uscourts_docket>`

const DETAILS = `<case_details><court>inkd</court><docket_num>3:31-cv-00021-AB</docket_num><case_name>Quill &amp; Nib v. Blot et al</case_name><pacer_case_num>77</pacer_case_num>
<date_case_filed>2031-03-15</date_case_filed><date_case_terminated>0000-00-00</date_case_terminated><assigned_to>District Judge Bea O Pen</assigned_to><case_cause>35:271  Patent</case_cause><jury_demand>Plaintiff</jury_demand></case_details>`

test.group('dockets in the XML of the archive', () => {
  test('have the case, its parties, and its entries', ({ assert }) => {
    const attorney = (contact: string) =>
      `<attorney_list><attorney><attorney_name>Cy Nib</attorney_name><contact>${contact}</contact><attorney_role>LEAD ATTORNEY\nATTORNEY TO BE NOTICED</attorney_role></attorney></attorney_list>`
    const quill = `<party><name>Ada Quill</name><type>Plaintiff</type>${attorney('1 Ink Street \n Inkwell')}</party>`
    const parties = `<party_list>${quill}${quill}<party><type>Debtor</type></party>
<party><name>Blot</name><type>Defendant</type><extra_info>a company\nTERMINATED: 04/07/2032</extra_info>${attorney('(See above for address)')}</party></party_list>`
    const documents = `<document_list>
<document doc_num="1" attachment_num="1"><pacer_doc_id>99917000022</pacer_doc_id><short_desc>Exhibit A</short_desc></document>
<document doc_num="1" attachment_num="0"><pacer_doc_id>99907000021</pacer_doc_id><pacer_de_seq_num>56</pacer_de_seq_num><date_filed>2031-03-15</date_filed><long_desc>COMPLAINT  , filed by Quill &amp; Nib.</long_desc></document>
<document doc_num="2" attachment_num="0"><date_filed>0000-00-00</date_filed><short_desc>Notice</short_desc></document>
<document doc_num="3" attachment_num="0"><long_desc>Known from elsewhere</long_desc></document><document doc_num="3" attachment_num="1"></document></document_list>`
    const contact = '1 Ink Street\nInkwell'
    const roles = ['LEAD ATTORNEY', 'ATTORNEY TO BE NOTICED']
    assert.deepEqual(parseArchiveDocket(docket(DETAILS + parties + documents), 'inkd'), {
      court_id: 'inkd',
      docket_number: '3:31-cv-00021',
      case_name: 'Quill & Nib v. Blot',
      date_filed: '2031-03-15',
      date_terminated: null,
      date_converted: null,
      date_discharged: null,
      assigned_to_str: 'Bea O. Pen',
      referred_to_str: '',
      cause: '35:271 Patent',
      nature_of_suit: '',
      jury_demand: 'Plaintiff',
      demand: '',
      jurisdiction: '',
      parties: [
        {
          name: 'Ada Quill',
          type: 'Plaintiff',
          extra_info: '',
          date_terminated: null,
          attorneys: [{ name: 'Cy Nib', contact, roles }],
        },
        {
          name: 'Blot',
          type: 'Defendant',
          extra_info: 'a company\nTERMINATED: 04/07/2032',
          date_terminated: '2032-04-07',
          attorneys: [{ name: 'Cy Nib', contact, roles }],
        },
      ],
      docket_entries: [
        {
          date_filed: '2031-03-15',
          document_number: '1',
          pacer_doc_id: '99907000021',
          pacer_seq_no: '56',
          short_description: '',
          description: 'COMPLAINT, filed by Quill & Nib.',
          attachments: [
            {
              attachment_number: '1',
              description: 'Exhibit A',
              pacer_doc_id: '99907000022',
              pacer_seq_no: null,
            },
          ],
        },
        {
          date_filed: null,
          document_number: '2',
          pacer_doc_id: null,
          pacer_seq_no: null,
          short_description: 'Notice',
          description: '',
        },
      ],
    })
  })

  test('may be truncated', ({ assert }) => {
    const parsed = parseArchiveDocket(docket(DETAILS).slice(0, 200), 'inkd')
    assert.containSubset(parsed, { docket_number: '3:31-cv-00021', docket_entries: [] })
  })

  test('exclude other XML', ({ assert }) => {
    assert.isNull(parseArchiveDocket('<rss><item></item></rss>', 'inkd'))
  })
})
