/** Dockets with all parts that courts print; cases and people are invented. */
import type { KindName } from '#app/court_pages/page_signs'

/** A page of a kind. */
export interface InventedPage {
  kind: KindName
  court: string
  source: string
}

/** The menu of a district or bankruptcy court. */
export const MENU = `<script type="text/javascript">var menu = ["<a href='/cgi-bin/iquery.pl'>Query</a>"];</script>
<div class="noprint"><div id="topmenu" class="yuimenubar"><ul><li><a class="item" href="/cgi-bin/iquery.pl"><u>Q</u>uery</a></li>
<li><a class="item" href="/cgi-bin/DisplayMenu.pl?Reports&amp;id=-1"><u>R</u>eports</a></li><li><a class="item" href="/cgi-bin/login.pl?logout">Log Out</a></li></ul></div></div>`

/** The receipt at the end of a page. */
export const receipt = (time: string, description: string, label: string, value: string) =>
  `<hr><center><table border="1"><tr><th colspan="4"><font size="-1">PACER Service Center</font></th></tr>
<tr><th colspan="4"><font size="-1">Transaction Receipt</font></th></tr><tr><td colspan="4" align="center">${time}</td></tr>
<tr><th align="left">PACER Login:</th><td>inkwell</td><th align="left">Client Code:</th><td></td></tr>
<tr><th align="left">Description:</th><td>${description}</td><th align="left">${label}:</th><td>${value}</td></tr>
<tr><th align="left">Billable Pages:</th><td>5</td><th align="left">Cost:</th><td>0.50</td></tr></table></center>`

/** A link to a document of a district court. */
export const documentLink = (id: number, sequence: number, text: string | number) =>
  `<a href="https://ecf.inkd.uscourts.gov/doc1/${id}" onclick="goDLS('/doc1/${id}','77','${sequence}','','1','1','','');return(false);">${text}</a>`

const DISTRICT = `<html><head><title>CM/ECF - inkd</title></head><body>${MENU}
<table width="100%"><tr><td align="right">JURY, PROTECTIVE</td></tr></table>
<h3 align="center">U.S. District Court<br>
District of Ink (Inkton)<br>CIVIL DOCKET FOR CASE #: 3:31-cv-00021-ABC-DEF</h3>
<table width="100%"><tr><td valign="top" width="60%"><br>Quill et al v. Blot Inc.<br>Assigned to: Judge Mary W McNib<br>Referred to: Magistrate Judge Al O'Pen<br>
Demand: $5,000<br>Cause: 28:1332 Diversity-Product Liability</td>
<td valign="top" width="40%"><br>Date Filed: 03/04/2031<br>Date Terminated: 05/06/2032<br>Jury Demand: Both<br>
Nature of Suit: 820 Copyright<br>Jurisdiction: Diversity</td></tr></table>
<table width="100%"><tr><td><b><u>Plaintiff </u></b></td></tr>
<tr><td valign="top" width="40%"><b>Ann Quill</b><br><i>doing business as</i><br>Quills</td><td valign="top" width="20%">represented by</td>
<td valign="top" width="40%"><b>Lee Counsel</b><br>Counsel &amp; Co.<br>1 Main St<br>Inkton, IK 22000<br>555-0100<br>Email: lee@counsel.example<br><i>LEAD ATTORNEY</i><br><i>ATTORNEY TO BE NOTICED</i><br><br>
<b>Pat Second</b><br>2 Main St<br>Inkton, IK 22000<br><i>PRO HAC VICE</i></td></tr>
<tr><td valign="top"><br>V.<br></td></tr>
<tr><td><b><u>Defendant </u></b></td></tr>
<tr><td valign="top" width="40%"><b>Blot Inc.</b><br><i>TERMINATED: 04/05/2031</i></td><td valign="top" width="20%">represented by</td>
<td valign="top" width="40%"><b>Dee Capital</b><br>3 Side St<br>Inkton, IK 22000<br><i>ATTORNEY TO BE NOTICED</i></td></tr>
<tr><td valign="top" width="40%"><b>Splash LLC</b></td></tr></table><br>
<table border="1" cellpadding="10"><tr><td><b>Date Filed</b></td><th>#</th><td align="center"><b>Docket Text</b></td></tr>
<tr><td width="94" nowrap valign="top">03/04/2031</td><td valign="top" align="right">${documentLink(99917000021, 12, 1)}&nbsp;</td><td valign="top">COMPLAINT against Blot Inc., filed by Ann Quill. (Attachments: # <a href="https://ecf.inkd.uscourts.gov/doc1/99917000022">1</a> Exhibit)(Entered: 03/05/2031)</td></tr>
<tr><td width="94" nowrap valign="top">03/06/2031</td><td valign="top" align="right">&nbsp;</td><td valign="top">Summons issued as to Blot Inc. (Entered: 03/06/2031)</td></tr>
<tr><td width="94" nowrap valign="top">03/09/2031</td><td valign="top" align="right">${documentLink(99917000029, 19, 2)}&nbsp;</td><td valign="top">ORDER granting the motion of Splash LLC. Signed by Judge McNib. (Entered: 03/10/2031)</td></tr></table>
${receipt('03/12/2031 10:11:12', 'Docket Report', 'Search Criteria', '3:31-cv-00021-ABC-DEF')}</body></html>`

const BANKRUPTCY = `<html><head><title>Inkland Live Database</title></head><body>${MENU}
<div align="right">DISMISSED, CLOSED</div>
<center><b><font size="+1">U.S. Bankruptcy Court<br>District of Inkland (Inkton)<br>Bankruptcy Petition #: 31-10001-ABC</font></b></center>
<table width="100%"><tr><td valign="top" width="60%"><font size="-1"><br><i>Assigned to:</i> Judge Nib Well<br>Chapter 7<br>Voluntary<br>No asset<br></font></td>
<td valign="top" width="40%"><table><tr><td align="right"><i>Date filed:</i></td><td>&nbsp;02/03/2031</td></tr><tr><td align="right"><i>Date converted:</i></td><td>&nbsp;04/05/2031</td></tr>
<tr><td align="right"><i>Date terminated:</i></td><td>&nbsp;06/08/2031</td></tr><tr><td align="right"><i>Debtor discharged:</i></td><td>&nbsp;06/07/2031</td></tr></table></td></tr></table>
<table width="100%"><tr><td valign="top" width="40%"><font><i><b>Debtor</b></i><br><b>Ink Works Inc.</b><br>1 Main St<br>Inkton, IK 22000<br>INK-IK<br>SSN / ITIN: xxx-xx-0001</font></td><td valign="top" width="20%">represented by</td>
<td valign="top" width="40%"><font><b>Lee Counsel</b><br>Counsel &amp; Co.<br>2 Main St<br>Inkton, IK 22000<br>555-0100<br></font></td></tr>
<tr><td valign="top" width="40%"><font><i><b>Trustee</b></i><br><b>Tia Trust</b><br>3 Side St<br>Inkton, IK 22000</font></td><td valign="top" width="20%"></td><td valign="top" width="40%"></td></tr>
<tr><td valign="top" width="40%"><font><i><b>U.S. Trustee</b></i><br><b>Office of the Trustee</b><br>4 Side St</font></td><td valign="top" width="20%">represented by</td>
<td valign="top" width="40%"><font><b>Dee Capital</b><br>5 Side St<br></font></td></tr></table><br>
<table border="1" cellpadding="10"><tr><th>Filing Date</th><th colspan="2">#</th><th>Docket Text</th></tr>
<tr><td width="94" valign="top">02/03/2031</td><td valign="top"><img src="/graphics/s.gif"></td><td valign="top"><a href="https://ecf.inkb.uscourts.gov/doc1/999125000001">1</a><br>(5&nbsp;pgs)</td><td valign="top">Chapter 7 Voluntary Petition. Fee Amount $306 Filed by Ink Works Inc. (Counsel, Lee) (Entered: 02/04/2031)</td></tr>
<tr><td width="94" valign="top">02/05/2031</td><td valign="top"></td><td valign="top">&nbsp;</td><td valign="top">Receipt of filing fee. (Entered: 02/05/2031)</td></tr>
<tr><td width="94" valign="top">02/07/2031</td><td valign="top"></td><td valign="top"><a href="https://ecf.inkb.uscourts.gov/doc1/999125000009">2</a></td><td valign="top">Meeting of Creditors. (Entered: 02/07/2031)</td></tr></table>
${receipt('03/12/2031 10:11:12', 'Docket Report', 'Search Criteria', '31-10001-ABC')}</body></html>`

const APPELLATE = `<html><head><title>31-1009 Docket</title></head><body><form method="post" action="TransportRoom"><input type="hidden" name="servlet" value="CaseSummary.jsp"><input type="hidden" name="incOrigDkt" value="Y"><input type="hidden" name="incDktEntries" value="Y"></form>
<center><b>General Docket<br>United States Court of Appeals for the Inkland Circuit</b></center><table width="100%" border="1"><!-- ===== NEW SECTION - Case Stub ===== -->
<tr><td><table width="100%"><tr><td><b>Court of Appeals Docket #: </b>31-1009</td><td align="right" valign="top"><b>Docketed:</b> 01/27/2031<br><b>Termed:</b> 05/24/2031</td></tr>
<tr><td><b>Nature of Suit: </b> 3422 Ink</td></tr><tr><td>USA v. Ada Quill, et al</td></tr><tr><td><b>Appeal From: </b> District of Ink, Inkton</td></tr><tr><td><b>Fee Status:</b> Paid</td></tr></table></td></tr>
<!-- ===== NEW SECTION - Case Type ===== --><tr><td><table><tr><td><b>Case Type Information:</b></td></tr><tr><td><b>&nbsp;1)</b> civil</td></tr><tr><td><b>&nbsp;2)</b> private</td></tr><tr><td><b>&nbsp;3)</b> null</td></tr></table></td></tr>
<!-- ===== NEW SECTION - Orig Court ===== --><tr><td><table><tr><td colspan="4"><b>Originating Court Information:</b></td></tr><tr><td colspan="4">&nbsp;<b>District: </b>0975-1 : <a href="https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?caseNumber=1">1:30-cv-00050-AB</a></td></tr>
<tr><td>&nbsp;<b>Court Reporter: </b>Dee Cap</td><td><b>Trial Judge: </b>Bea O'Pen, U.S. District Judge</td><td><b>Date Filed: </b>02/03/2030</td></tr>
<tr><td><b>Date Order/Judgment:</b></td><td><b>Date NOA Filed:</b></td></tr><tr><td>03/29/2030</td><td>04/02/2030</td></tr></table></td></tr></table>
<!-- ===== NEW SECTION - Party/Aty List ===== --><table width="100%"><tr><td width="50%" valign="top">UNITED STATES<br>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;Plaintiff - Appellee</td><td width="50%" valign="top">Cy Blot, Attorney<br>Direct: 555-0100<br>Email: cy@blot.example<br>[COR NTC Retained]<br>1 Ink St.<br>Inkton, IK 22000</td></tr>
<tr><td colspan="2">v.<br><br></td></tr><tr><td valign="top">ADA QUILL<br><b>Terminated: </b>04/21/2031<br>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;Defendant - Appellant,</td><td valign="top">Dee Cap<br>Direct: 555-0101<br>[COR LD NTC CJA Appointment]<br>2 Ink St.</td></tr></table>
<!-- ===== NEW SECTION - DOCKET ENTRIES ===== --><table width="100%" border="1"><tr><td><table border="0" cellpadding="4">
<tr><td valign="top">01/27/2031</td><td valign="top" nowrap><input type="checkbox" name="d" value="541"><a href="https://ecf.ca1.uscourts.gov/docs1/00116008873"><img src="d.gif"></a><br>14 pg, 131.91 KB</td><td valign="top">Case docketed. Notice of appeal filed by Appellant Ada Quill. [Entered: 01/28/2031 12:25 PM]</td></tr>
<tr><td valign="top">02/01/2031</td><td valign="top" nowrap>&nbsp;12&nbsp;</td><td valign="top">Fee paid. [Entered: 02/01/2031 09:00 AM]</td></tr></table></td></tr></table>
<input type="submit" value="View Selected"></body></html>`

const ACMS_DETAILS = {
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
    '<table><tr><td> ADA QUILL<br>&nbsp;&nbsp;AKA A. Feather, <br>&nbsp;&nbsp;Petitioner, </td><td><div>Ms. Bea Pen, Counsel<br>Direct: 555-0100<br>[Retained]<br>1 Ink St.</div></td></tr>' +
    '<tr><td> HARBOR BOARD<br><strong>Terminated:</strong> 02/03/2031<br>&nbsp;&nbsp;Respondent </td><td></td></tr></table>',
}
const acmsEntry = (entryNumber: number, text: string) => ({
  endDate: '2031-03-04T00:00:00',
  entryNumber,
  docketEntryText: `<p><strong>${text}</strong>&nbsp;filed.<br />\nSo ordered. [Entered: 03/05/2031 01:09 PM]</p>`,
  docketEntryId: `11111111-2222-3333-4444-55555555555${entryNumber}`,
  createdOn: '2031-03-05T21:09:00Z',
  pageCount: 3,
})
const ACMS_DOCKET = {
  caseDetails: ACMS_DETAILS,
  docketInfo: { docketEntries: [acmsEntry(7, 'ORDER'), acmsEntry(8, 'LETTER')] },
}
const acmsDocument = (number: string, name: string) => ({
  docketDocumentDetailsId: `99999999-2222-3333-4444-55555555555${number.at(-1)}`,
  documentNumber: number,
  name: `31-17 007-0${number.at(-1)} - Order - ${name}.pdf`,
  billablePages: 4,
  cost: 0.4,
  createdOn: '2031-03-05T21:09:00Z',
  documentPermission: 'Public',
  fileSize: 12_345,
})
const ACMS_ATTACHMENTS = {
  caseDetails: ACMS_DETAILS,
  docketEntry: acmsEntry(7, 'ORDER'),
  docketEntryDocuments: [acmsDocument('7.1', 'Order'), acmsDocument('7.2', 'Letter')],
}

const SUPREME_JSON = {
  CaseNumber: '31-22 *** CAPITAL CASE ***',
  bCapitalCase: true,
  sJsonTitle: 'Ada Quill v. Cy Blot',
  DocketedDate: 'May 02, 2031',
  PetitionerTitle: 'Ada Quill, Petitioner',
  RespondentTitle: 'Cy Blot',
  Links: 'Linked with 31-6',
  LowerCourt: 'Court of Ink',
  LowerCourtCaseNumbers: '(30-1, 30-2)',
  LowerCourtDecision: 'January 4, 2031',
  QPLink: '../qp/31-00022qp.pdf',
  ProceedingsandOrder: [
    {
      Date: 'May 07 2031',
      Text: 'Petition for a writ of certiorari filed.',
      Links: [
        {
          Description: 'Petition',
          DocumentUrl: 'https://www.supremecourt.gov/DocketPDF/31/31-22/900/1.pdf',
        },
      ],
    },
    { Date: 'Jun 09 2031', Text: 'DISTRIBUTED for Conference of 6/26/2031.', Links: [] },
  ],
  Petitioner: [
    {
      Attorney: 'Bea Pen',
      IsCounselofRecord: true,
      Title: 'Pen & Co.',
      Phone: '555-0100',
      Address: '1 Ink St.',
      City: 'Quilltown',
      State: 'VA',
      Zip: '22000',
      Email: 'bea@pen.example',
      PartyName: 'Ada Quill',
    },
  ],
  Respondent: [{ Attorney: 'Dee Cap', IsCounselofRecord: false, PartyName: 'Cy Blot' }],
}

const SUPREME_PAGE = `<html><head><title>Docket for 31-22</title></head><body><div class="header">Search Documents</div><table id="docketinfo"><tr><td colspan="2"><span class="DocketInfoTitle">No. 31-22<br></span></td></tr>
<tr><td><span>Title:</span></td><td><span class="title">Ada Quill, et al., Petitioners<br> v. <br> United States of America</span></td></tr>
<tr><td><span>Docketed:</span></td><td><span>May 2, 2031</span></td></tr><tr><td>Linked with:</td><td>31A9</td></tr>
<tr><td>Lower Ct:</td><td>Court of Ink</td></tr><tr><td>&nbsp;&nbsp;Case Numbers:</td><td>(30-1, 30-2)</td></tr><tr><td>Decision Date:</td><td>January 4, 2031</td></tr><tr><td>Rehearing Denied:</td><td>February 4, 2031</td></tr>
<tr><td colspan="2"><a href="../qp/31-00022qp.pdf">Questions Presented</a></td></tr></table>
<div id="proceedings"><div class="card-heading">Proceedings and Orders</div><table><tr><td class="ProceedingDate">Apr 01 2031</td><td>Petition for a writ of certiorari filed. <br>
<span class="documentlinks"><a class="documentanchor" href="https://www.supremecourt.gov/DocketPDF/31/31-22/900/1.pdf">Petition</a></span></td></tr>
<tr><td class="ProceedingDate">May 09 2031</td><td>Waiver of the right to respond filed.</td></tr></table></div>
<div id="Contacts"><div class="card"><div class="card-heading">Attorneys for Petitioners</div>
<div class="ContactName">Bea Pen<br><span>Counsel of Record</span></div><div class="ContactData2"><span class="address1">Pen &amp; Co.<br>1 Ink St.<br>Quilltown, VA 22000</span>
<span class="emailaddress">bea@pen.example</span><span class="phonenumber">Ph: 555-0100</span><span class="partyname">Party name: Ada Quill</span></div></div></div></body></html>`

const ARCHIVE = `<?xml version="1.0" encoding="utf-8"?>
<gov_uscourts_docket><nonce>1</nonce><case_details><court>inkd</court><docket_num>3:31-cv-00021-AB</docket_num><case_name>Quill &amp; Nib v. Blot</case_name><pacer_case_num>77</pacer_case_num><date_case_filed>2031-03-15</date_case_filed>
<date_case_terminated>2032-01-02</date_case_terminated><assigned_to>District Judge Bea O Pen</assigned_to><case_cause>35:271 Patent</case_cause><nature_of_suit>830 Patent</nature_of_suit><jury_demand>Plaintiff</jury_demand><jurisdiction>Federal Question</jurisdiction></case_details>
<party_list><party><name>Ada Quill</name><type>Plaintiff</type><attorney_list><attorney><attorney_name>Cy Nib</attorney_name><contact>1 Ink Street\nInkwell</contact><attorney_role>LEAD ATTORNEY</attorney_role></attorney></attorney_list></party>
<party><name>Blot</name><type>Defendant</type><extra_info>a company</extra_info></party></party_list>
<document_list><document doc_num="1" attachment_num="0"><pacer_doc_id>99907000021</pacer_doc_id><pacer_de_seq_num>56</pacer_de_seq_num><date_filed>2031-03-15</date_filed><long_desc>COMPLAINT filed by Quill.</long_desc></document>
<document doc_num="1" attachment_num="1"><pacer_doc_id>99907000022</pacer_doc_id><short_desc>Exhibit A</short_desc></document>
<document doc_num="2" attachment_num="0"><pacer_doc_id>99907000031</pacer_doc_id><date_filed>2031-03-17</date_filed><long_desc>Summons issued.</long_desc></document></document_list></gov_uscourts_docket>`

/** One docket of each kind. */
export const INVENTED_DOCKETS: InventedPage[] = [
  { kind: 'district_docket', court: 'inkd', source: DISTRICT },
  { kind: 'bankruptcy_docket', court: 'inkb', source: BANKRUPTCY },
  { kind: 'appellate_docket', court: 'ca1', source: APPELLATE },
  { kind: 'acms_docket', court: 'ca9', source: JSON.stringify(ACMS_DOCKET) },
  { kind: 'acms_attachment_page', court: 'ca9', source: JSON.stringify(ACMS_ATTACHMENTS) },
  { kind: 'supreme_court_json', court: 'scotus', source: JSON.stringify(SUPREME_JSON) },
  { kind: 'supreme_court_page', court: 'scotus', source: SUPREME_PAGE },
  { kind: 'archive_docket', court: 'inkd', source: ARCHIVE },
]
