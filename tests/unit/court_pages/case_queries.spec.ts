/** Summaries of cases on the query page, and the results of a search there. */
import { test } from '@japa/runner'
import { parseCaseQuery, parseCaseSearchResults } from '#app/court_pages/case_query'

const page = (head: string) =>
  `<html><body><center>${head}</center><table><tr><td>Query <a href="/cgi-bin/qryAlias.pl?77">Alias</a></td></tr></table>`

test.group('case queries', () => {
  test('of district courts name judges on separate lines', ({ assert }) => {
    const head = `<b><font size="+1">3:31-cr-00021-AB-CD-3 All Defendants</font></b> USA v. Quill et al<P>Related case: 30cv7-AB<br>Bea O. Pen, presiding<br>Cy Blot, III, referral<br>
<b>Date filed:</b> 12/07/2031<br><b>Date terminated:</b> 01/12/2032<br><b>Date of last filing:</b> 02/12/2032<br>`
    assert.deepEqual(parseCaseQuery(page(head), 'inkd'), {
      court_id: 'inkd',
      docket_number: '3:31-cr-00021',
      federal_dn_office_code: '3',
      federal_dn_case_type: 'cr',
      federal_dn_judge_initials_assigned: 'AB',
      federal_dn_judge_initials_referred: 'CD',
      federal_defendant_number: '3',
      case_name: 'United States v. Quill',
      case_name_raw: 'USA v. Quill et al',
      assigned_to_str: 'Bea O. Pen',
      referred_to_str: 'Cy Blot, III',
      related_cases_str: '30cv7-AB',
      related_cases: [{ relation: 'related', docket_number: '30cv7-AB' }],
      date_filed: '2031-12-07',
      date_terminated: '2032-01-12',
      date_last_filing: '2032-02-12',
    })
  })

  test('of bankruptcy courts have labels', ({ assert }) => {
    const head = `<b><font size="+1">31-73062-ab</font></b><b></b>Ada Quill and Cy Quill<br><b>Case type:</b> bk <b>Chapter:</b> 13 <b>Asset:</b> Yes <b>Vol: </b> v <b>Chief Judge:</b> Bea Pen<br>
<b>Date filed:</b> 12/28/2031 <b>Plan confirmed:</b> 01/22/2032<br><b>Debtor&nbsp;discharged:</b>&nbsp;03/30/2032 <b>Joint&nbsp;debtor&nbsp;discharged:</b>&nbsp;04/30/2032`
    assert.containSubset(parseCaseQuery(page(head), 'inkb'), {
      docket_number: '31-73062',
      federal_dn_judge_initials_assigned: 'ab',
      case_name: 'Ada Quill and Cy Quill',
      case_type: 'bk',
      chapter: '13',
      asset: 'Yes',
      vol: 'v',
      assigned_to_str: 'Bea Pen',
      date_plan_confirmed: '2032-01-22',
      date_debtor_dismissed: '2032-03-30',
      date_joint_debtor_dismissed: '2032-04-30',
    })
  })

  test('of sealed cases and placeholders are empty', ({ assert }) => {
    assert.isNull(parseCaseQuery('<table><tr><td>Query</td></tr></table>', 'inkd'))
    assert.isNull(parseCaseQuery(page('Receipt'), 'inkd'))
    const head = `<b>6:31-mc-11000</b> Copy Requests<br><font color=red>Use Control F to search.</font><br><b>Date filed:</b> 01/01/2031`
    assert.isNull(parseCaseQuery(page(head), 'inkd'))
  })
})

test.group('results of a search for cases', () => {
  const RESULTS = `<h2>Select a Case</h2><table><tr><td colspan=6><b>There were 2 matching cases.</b></td></tr><tr><td>Case No.</td><td>Case Title</td><td>Chapter / Lead BK case</td><td>Date Filed</td><td>Date Closed</td></tr>
<tr><td><a href="iquery.pl?748514993141343-L_9999_1-0-359273">31-32514</a></td><td>Quill LLP   </td><td> 11</td><td> 12/28/31</td><td>N / A</td></tr>
<tr><td><a href="iquery.pl?748514993141343-L_9999_1-0-352619">31-05021</a></td><td>Nib v. Blot et al</td><td>Lead BK: 31-32514</td><td> 09/19/31</td><td> 01/25/32</td></tr></table>`

  test('have a row per case', ({ assert }) => {
    assert.containSubset(parseCaseSearchResults(RESULTS), [
      {
        docket_number: '31-32514',
        case_name: 'Quill LLP',
        chapter: '11',
        date_filed: '2031-12-28',
        date_closed: null,
        pacer_case_id: '359273',
      },
      {
        docket_number: '31-05021',
        case_name: 'Nib v. Blot',
        chapter: 'Lead BK: 31-32514',
        date_closed: '2032-01-25',
        pacer_case_id: '352619',
      },
    ])
  })

  test('are empty if no case was found', ({ assert }) => {
    assert.isNull(parseCaseSearchResults('<h2>No match found</h2>'))
  })
})
