/** Claims of bankruptcy cases: registers, activity reports, and lists of creditors. */
import { test } from '@japa/runner'
import { parseClaimsActivity } from '#app/court_pages/claims_activity'
import { parseClaimsRegister } from '#app/court_pages/claims_register'
import { isOfKind } from '#app/court_pages/recognition'
import { parseCreditorList } from '#app/court_pages/creditor_list'

const CLAIM = `<TABLE class=complexReport><TR class=rowBackground1>
<TD><FONT SIZE="-1"><I>Creditor:</I>&nbsp;&nbsp;(7157095)&nbsp;<A HREF='/cgi-bin/CredHistory.pl?77,7157095'>History</A><BR> Quill Press<br>c/o Bea Pen<br>1 Ink Street&nbsp;&nbsp; </FONT></TD>
<TD><FONT SIZE="-1"><B>Claim No: 73</B><BR><I>Original Filed Date</I>:&nbsp;08/15/2031<BR><I>Original Entered Date</I>:&nbsp;08/16/2031<BR><I>Last Amendment Filed</I>:&nbsp;09/08/2031<BR><I>Last Amendment Entered</I>:&nbsp;09/09/2031<BR></FONT></TD>
<TD><FONT SIZE="-1"><I>Status:</I> Withdraw <a href='/cgi-bin/show_doc.pl?caseid=77&de_seq_num=693'>192</a><BR><I>Filed by:</I> CR <BR><I>Entered by:</I> B.  Pen <BR><I>Modified:</I> 09/22/2031</FONT></TD></TR>
<TR><TD colspan=3><TABLE><TR><TD><FONT>&nbsp;Amount <TD><FONT> claimed:<TD align=right><FONT> $379.56</TD><TD>&nbsp;<TD> <TD></TR>
<TR><TD><FONT>&nbsp;Secured <TD><FONT> claimed:<TD align=right><FONT> $0.00</TD></TR><TR><TD><FONT></TR></TABLE><TFOOT>
<TR><TD colspan=5><FONT><I>History:</I></FONT><table><tr valign='top'><td><a href="/cgi-bin/ClaimHistory.pl?77,73-1,1,31-40642">Details</a></td><td></td><td align='center'><a href='https://ecf.inkb.uscourts.gov/doc1/999117000031?caseid=77&claim_id=15933288&claim_num=73-1&magic_num=MAGIC'>73-1</a></td><td><font>08/15/2031</font></td><td><font> Claim #73 filed by Quill Press </font></td>
<tr valign='top'><td></td><td></td><td align='center'><a href='/cgi-bin/show_doc.pl?caseid=77&de_seq_num=946&dm_id=15964715&doc_num=237'>237</a></td><td>08/31/2031</td><td>Notice of <i>Intent</i></td>
<tr valign='top'><td></td><td></td><td></td><td>09/15/2031</td><td>Moot.</td></table></TD></TR>
<TR><TD colspan=3><FONT><I>Description:</I> (73-1) Ink<BR>(73-2) More ink<BR></FONT></TD></TR>
<TR><TD colspan=3><FONT><I>Remarks:</I> </FONT></TD></TR></TABLE><BR>`

const register = (claims: string) =>
  `<div><CENTER><H2>District of Inkland<BR>Claims Register </H2><FONT SIZE=+1><A HREF=/cgi-bin/DktRpt.pl?77>31-40642-abc11 Nib &amp; Blot , LLC </A> <span class='label'>Closed</span> 10/26/2032, <span class='label'>Debtor dismissed</span> 10/11/2032<br><p></FONT>
<TABLE><TR><TD><B>Judge:</B> Bea  O. Pen</B><TD><B> </B><TD><B>Chapter: </B> 11<TR><TD><B>Office: </B> Inkwell<TD><B>&nbsp; </B><TD><B>Last Date to file claims: </B> 01/30/2032<TR><TD><B>Trustee: </B> <TD><B> </B><TD><B>Last Date to file (Govt): </B> </TABLE>
${claims}<CENTER><H3>Claims Register Summary</H3></CENTER><B>Case Name:</B> Nib<BR><B>Case Number:</B> 31-40642-abc11<BR><B>Chapter:</B> 11<BR><B>Date Filed:</B> 05/12/2031<BR><B>Total Number Of Claims:</B> 1<BR>`

test.group('registers of claims', () => {
  test('have the case and its claims with their history', ({ assert }) => {
    assert.deepEqual(parseClaimsRegister(register(CLAIM), 'inkb'), {
      court_id: 'inkb',
      docket_number: '31-40642',
      federal_dn_office_code: null,
      federal_dn_case_type: null,
      federal_dn_judge_initials_assigned: 'abc',
      federal_dn_judge_initials_referred: null,
      federal_defendant_number: null,
      case_name: 'Nib & Blot, LLC',
      assigned_to_str: 'Bea O. Pen',
      trustee_str: '',
      office: 'Inkwell',
      chapter: '11',
      date_filed: '2031-05-12',
      date_last_to_file_claims: '2032-01-30',
      date_last_to_file_govt: null,
      total_number_of_claims: '1',
      date_closed: '2032-10-26',
      date_debtor_dismissed: '2032-10-11',
      claims: [
        {
          claim_number: 73,
          creditor_id: '7157095',
          creditor_details: 'Quill Press\nc/o Bea Pen\n1 Ink Street',
          amount_claimed: '$379.56',
          secured_claimed: '$0.00',
          date_original_filed: '2031-08-15',
          date_original_entered: '2031-08-16',
          date_last_amendment_filed: '2031-09-08',
          date_last_amendment_entered: '2031-09-09',
          date_modified: '2031-09-22',
          status: 'Withdraw',
          filed_by: 'CR',
          entered_by: 'B.  Pen',
          description: '(73-1) Ink\n(73-2) More ink',
          remarks: '',
          history: [
            {
              type: 'claim',
              document_number: 73,
              attachment_number: 1,
              date_filed: '2031-08-15',
              description: 'Claim #73 filed by Quill Press',
              id: '15933288',
              pacer_case_id: '77',
              pacer_doc_id: '999017000031',
            },
            {
              type: 'docket_entry',
              document_number: 237,
              date_filed: '2031-08-31',
              description: 'Notice of Intent',
              pacer_case_id: '77',
              pacer_dm_id: '15964715',
              pacer_seq_no: '946',
            },
            {
              type: 'docket_entry',
              document_number: null,
              date_filed: '2031-09-15',
              description: 'Moot.',
            },
          ],
        },
      ],
    })
  })

  test('may lack the link to the case', ({ assert }) => {
    const page = register(CLAIM).replace(/<A HREF=\/cgi-bin\/DktRpt.*?<\/A>/, '')
    assert.containSubset(parseClaimsRegister(page, 'inkb'), {
      docket_number: '31-40642',
      case_name: 'Nib',
    })
  })

  test('exclude other pages', ({ assert }) => {
    assert.isNull(parseClaimsRegister('<b>No claims found</b> Claims Register', 'inkb'))
    assert.isNull(parseClaimsRegister('<h2>Claims Register</h2> Claim No: 1', 'inkb'))
  })
})

test.group('claims activity reports', () => {
  const link = (more: string, text: string) =>
    `<a href="/cgi-bin/show_doc.pl?caseid=77&amp;${more}claim_id=262&amp;claim_num=4-1&amp;magic_num=MAGIC">${text}</a>`
  const page = `<h2>Claims Activity Report</h2><table class="complexReport"><tr><td>Case: 3:31-bk-10722-ab<br>Title: Ada Quill   <br>Office: 3<br>Claim No: <b>${link('', '4')}<br>${link('claim_doc_seq=1&amp;', 'Attachment 1')}</b><br>Filed: 03/28/2031<br>Entered: 03/29/2031<br>Amends No: 2<br></td>
<td>Amount claimed: $26948.00<br>Priority claimed: $1.00<br></td><td>Chapter: 12<br>Judge: Pen<br>Trustee: Nib<br>Filed by: Creditor<br>Entered by: ePOC<br>Status: See Doc <a href="/doc1/1">30</a><br>Last date to file claims: 05/23/2031<br>Last date to file (Govt):  <br></td></tr>
<tr><td colspan="3">Creditor name/address: Blot: Press, 1 Ink Street <br>Creditor ID: 153</td></tr><tr><td colspan="3">Description: Fee <br></td></tr></table>`

  test('have rows with a case and a claim', ({ assert }) => {
    const attachment = { claim_id: '262', claim_number: '4-1', pacer_case_id: '77' }
    assert.containSubset(parseClaimsActivity(page, 'inkb'), [
      {
        court_id: 'inkb',
        docket_number: '3:31-bk-10722',
        federal_dn_case_type: 'bk',
        case_name: 'Ada Quill',
        assigned_to_str: 'Pen',
        trustee_str: 'Nib',
        office: '3',
        chapter: '12',
        last_date_to_file_claims: '2031-05-23',
        last_date_to_file_govt: null,
        claim: {
          ...attachment,
          amends_no: '2',
          creditor_id: '153',
          creditor_name_address: 'Blot: Press, 1 Ink Street',
          date_filed: '2031-03-28',
          date_entered: '2031-03-29',
          amount_claimed: '$26948.00',
          amount_allowed: '',
          priority_claimed: '$1.00',
          secured_claimed: '',
          status: 'See Doc',
          filed_by: 'Creditor',
          entered_by: 'ePOC',
          description: 'Fee',
          remarks: '',
          attachments: [{ ...attachment, claim_doc_seq: '1', short_description: 'Attachment 1' }],
        },
      },
    ])
  })

  test('may lack links', ({ assert }) => {
    const [activity] = parseClaimsActivity(page.replace(/<\/?a\b[^>]*>/g, ''), 'inkb') ?? []
    assert.containSubset(activity?.claim, { claim_id: null, claim_number: '4', attachments: [] })
  })

  test('exclude other pages', ({ assert }) => {
    assert.isNull(parseClaimsActivity('Security violation: Claims Activity Report', 'inkb'))
  })
})

test.group('lists of creditors', () => {
  const LINES = '1|Label Matrix for local noticing|9\n2|Ada Quill|1 Ink Street|'

  test('can be in a form or outside one', ({ assert }) => {
    const form = `<FORM name="bnc" method="post"><INPUT TYPE="hidden" NAME="format" VALUE="rawdata"><INPUT TYPE="hidden" NAME="data" VALUE="${LINES}\n">`
    for (const page of [form, LINES]) {
      assert.deepEqual(parseCreditorList(page, 'inkb'), { court_id: 'inkb', data: LINES })
    }
  })

  test('have no data if a case has no creditors', ({ assert }) => {
    const none = '<b>Your requested case 31-12474 does not have creditors.</b>'
    const other = '<b>You entered a non-bankruptcy type case: 31-ap-1</b>'
    for (const page of [none, other]) {
      assert.deepEqual(parseCreditorList(page, 'inkb'), { court_id: 'inkb', data: null })
    }
    assert.deepEqual(
      [none, other].map((page) => isOfKind('creditor_list', page)),
      [true, false]
    )
    assert.isNull(parseCreditorList('<form>', 'inkb'))
  })
})
