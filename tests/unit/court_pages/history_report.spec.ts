/** Histories of cases, and lists of their documents. */
import { test } from '@japa/runner'
import { parseHistoryReport } from '#app/court_pages/history_report'

const page = (head: string, list: string) =>
  `<head><title>District of Inkland-History/Documents Query</title></head><body><center>${head}</center><br>
<h2 align="center">History</h2><center>${list}<hr><table><tr><th colspan=4>Transaction Receipt</th></tr><tr><th>Description:</th><td>History/Documents</td><th>Search Criteria:</th><td>x</td></tr></table></center>`

const HEADERS = '<table border=1><tr><th>Doc.<br>No.</th><th>Dates</th><th>Description</th></tr>'
const dates = (...rows: [string, string][]) =>
  `<td><table>${rows.map(([label, value]) => `<tr><td><i>${label}: &nbsp;</i></td><td align=right>${value}</td></tr>`).join('')}</table></td>`
const HEAD =
  '<b><font size="+1">3:31-cv-00021-AB-CD</font></b> Quill v. Blot et al<br>Bea O Pen, presiding<br>Cy Nib, referral<br><b>Date filed:</b> 12/07/2031<br><b>Date of last filing:</b> 02/12/2032<br>'

test.group('histories of cases', () => {
  test('of district courts have entries with their dates', ({ assert }) => {
    const list = `${HEADERS}
<tr valign=top><td rowspan=2><a href="https://ecf.inkd.uscourts.gov/doc1/99917000021" onclick="goDLS('/doc1/99917000021','77','6','','','1','','');return(false);">1</a></td>${dates(['Filed', '12/07/2031'], ['Entered', '12/09/2031'], ['Terminated', '01/02/2032'])}<td>Complaint , Sealed</td></tr>
<tr><td colspan=2><i>Docket Text:</i> COMPLAINT against <b>Cy Blot</b> , filed by Ada Quill.</td></tr>
<tr valign=top><td>&nbsp;</td>${dates(['Filed & Entered', '12/10/2031'])}<td><a href="javascript:DktText('1','77','','8','')"><img src=x></a> Notice of Arrest</td></tr></table>`
    assert.deepEqual(parseHistoryReport(page(HEAD, list), 'inkd'), {
      court_id: 'inkd',
      docket_number: '3:31-cv-00021',
      federal_dn_office_code: '3',
      federal_dn_case_type: 'cv',
      federal_dn_judge_initials_assigned: 'AB',
      federal_dn_judge_initials_referred: 'CD',
      federal_defendant_number: null,
      case_name: 'Quill v. Blot',
      date_filed: '2031-12-07',
      date_terminated: null,
      date_last_filing: '2032-02-12',
      date_discharged: null,
      assigned_to_str: 'Bea O. Pen',
      referred_to_str: 'Cy Nib',
      docket_entries: [
        {
          date_filed: '2031-12-07',
          date_entered: '2031-12-09',
          document_number: '1',
          pacer_doc_id: '99907000021',
          pacer_seq_no: '6',
          short_description: 'Complaint, Sealed',
          description: 'COMPLAINT against Cy Blot, filed by Ada Quill.',
        },
        {
          date_filed: '2031-12-10',
          date_entered: '2031-12-10',
          document_number: null,
          pacer_doc_id: null,
          pacer_seq_no: null,
          short_description: 'Notice of Arrest',
          description: '',
        },
      ],
    })
  })

  test('of bankruptcy courts have labels, and words in place of numbers', ({ assert }) => {
    const head =
      '<b>31-73062-ab</b><b></b>Ada Quill<br><b>Chapter:</b> 7 <b>Chief Judge:</b> BEA PEN<br><b>Date filed:</b> 12/28/2031 <b>Debtor&nbsp;discharged:</b>&nbsp;03/30/2032'
    const list = `${HEADERS}<tr><td><a href="/doc1/999117000021">doc</a></td>${dates(['Filed & Entered', '12/10/2031'])}<td>Proof</td></tr>
<tr><td><a href="/doc1/999117000022">2</a></td>${dates(['Filed & Entered', '12/11/2031'])}<td>Plan</td></tr></table>`
    const report = parseHistoryReport(page(head, list), 'inkb')
    assert.containSubset(report, {
      docket_number: '31-73062',
      assigned_to_str: 'Bea Pen',
      referred_to_str: '',
      date_discharged: '2032-03-30',
    })
    assert.deepEqual(
      report?.docket_entries.map((entry) => [entry.document_number, entry.pacer_doc_id]),
      [
        [null, '999017000021'],
        ['2', '999017000022'],
      ]
    )
  })

  test('may have no entry', ({ assert }) => {
    const list = '<h3>There are no events docketed for this case.</h3>'
    assert.deepEqual(parseHistoryReport(page(HEAD, list), 'inkd')?.docket_entries, [])
  })

  test('exclude other pages', ({ assert }) => {
    assert.isNull(parseHistoryReport('<h2>History</h2><form>', 'inkd'))
    assert.isNull(parseHistoryReport(page('', `${HEADERS}</table>`), 'inkd'))
  })
})
