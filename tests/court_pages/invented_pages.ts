/** A page or message of each kind with all parts that courts print; cases and people are invented. */
import {
  documentLink,
  INVENTED_DOCKETS,
  MENU,
  receipt,
  type InventedPage,
} from './invented_dockets.js'

const appellateRow = (number: number, id: string, name: string) =>
  `<tr><td><input type="checkbox" value="7" onclick="sumDocSelected(this,13,132568, 7)"></td><td align="center">${number}</td><td align="center"><a href="https://ecf.ca5.uscourts.gov/docs1/${id}"><img src="d.gif"></a></td><td>${name}</td><td align="right">13</td></tr>`
const APPELLATE_MENU = `<html><head><title>Document</title></head><body><script>function view() { window.open('TransportRoom?servlet=ShowDoc&caseId=210055&d=10348292&outputForm=view') }</script>
<form name="dktEntry" method="post" action="TransportRoom"><center><b>2 documents are attached to this filing</b><br>
<table border="1"><tr><th></th><th></th><th>Document</th><th>Description</th><th>Pages</th></tr>${appellateRow(1, '00517148063', 'Motion')}${appellateRow(2, '00517148074', 'Exhibit')}</table>
<input type="checkbox" name="incPdfFooter" value="Y"> Include Page Numbers<br><input type="button" value="View Selected"></center></form></body></html>`

const MENU_PAGE = `<html><head><title>CM/ECF - inkd</title></head><body>${MENU}<p><b>Document Selection Menu</b></p><p>Select the document you wish to view.</p>
<form method="post" action="/cgi-bin/show_multidocs.pl"><table border="0"><tr><td colspan="2"><b>Document Number:</b></td><td><input type="checkbox" name="document_411_0" value="17000021-28487-2"></td><td>${documentLink(99917000021, 30, 411)}</td><td>2 pages</td><td>27.8 KB</td></tr>
<tr><td><b>Attachment</b></td><td><b>Description</b></td></tr><tr><td><input type="checkbox" name="document_411_1" value="17000022-153600-9"></td><td>${documentLink(99917000022, 30, 1)}</td><td colspan="2">Proposed Order</td><td>9 pages</td><td>150.0 KB</td></tr>
<tr><td><input type="checkbox" name="document_411_2" value="17000023-5242880-31"></td><td>${documentLink(99917000023, 30, 2)}</td><td colspan="2">Exhibit A</td><td>31 pages</td><td>5.0 MB</td></tr></table>
<input type="button" id="view_button" value="View Selected"><input type="button" id="download_button" value="Download Selected"><span id="total_size_counter"></span><div id="file_too_big">The file is too large. View each document individually.</div></form></body></html>`

const QUERY = `<html><head><title>CM/ECF - inkd</title></head><body>${MENU}<center><b><font size="+1">3:31-cr-00021-AB-CD-3 All Defendants</font></b> USA v. Quill et al<p>Related case: 30cv7-AB<br>Bea O. Pen, presiding<br>Cy Blot, referral<br>
<b>Date filed:</b> 12/07/2031<br><b>Date terminated:</b> 01/12/2032<br><b>Date of last filing:</b> 02/12/2032<br></center><h2>Query</h2><table><tr><td><a href="/cgi-bin/qryAlias.pl?77">Alias</a></td><td><a href="/cgi-bin/qryAscCases.pl?77">Associated Cases</a></td></tr>
<tr><td><a href="/cgi-bin/qryAttorneys.pl?77">Attorney</a></td><td><a href="/cgi-bin/qrySummary.pl?77">Case Summary</a></td></tr><tr><td><a href="/cgi-bin/DktRpt.pl?77">Docket Report ...</a></td><td><a href="/cgi-bin/FilerQry.pl?77">Filers</a></td></tr>
<tr><td><a href="/cgi-bin/qryParties.pl?77">Party</a></td><td><a href="/cgi-bin/StatusQry.pl?77">Status</a></td></tr></table></body></html>`

const searchRow = (name: string, serial: number, number: string, chapter: string, closed: string) =>
  `<tr class="rowBackground1"><td>${name}</td><td><a href="iquery.pl?748514993141343-L_9999_1-0-${serial}">${number}</a></td><td>${name} LLP</td><td>${chapter}</td><td>Debtor</td><td>12/28/31</td><td>${closed}</td></tr>`
const SEARCH = `<html><head><title>Inkland Live Database</title></head><body>${MENU}<center><h2>Select a Case</h2></center><table><tr><td colspan="7"><b>There were 2 matching cases.</b></td></tr>
<tr><td>Name</td><td>Case No.</td><td>Case Title</td><td>Chapter / Lead BK case</td><td>Party Role</td><td>Date Filed</td><td>Date Closed</td></tr>
${searchRow('Ada Quill', 359273, '31-32514', '11', 'N / A')}${searchRow('Cy Blot', 352619, '31-05021', 'Lead BK: 31-32514', '01/25/32')}</table></body></html>`

const claimRow = (
  number: number,
  name: string,
  amount: string
) => `<table class="complexReport"><tr class="rowBackground1">
<td><font size="-1"><i>Creditor:</i>&nbsp;&nbsp;(715709${number})<br> ${name}<br>1 Ink Street<br>Inkton, IK 22000</font></td>
<td><font size="-1"><b>Claim No: ${number}</b><br><i>Original Filed Date</i>:&nbsp;08/15/2031<br><i>Original Entered Date</i>:&nbsp;08/16/2031<br><i>Last Amendment Filed</i>:&nbsp;09/08/2031<br><i>Last Amendment Entered</i>:&nbsp;09/09/2031<br></font></td>
<td><font size="-1"><i>Status:</i> Withdraw<br><i>Filed by:</i> CR<br><i>Entered by:</i> Bea Pen<br><i>Modified:</i> 09/22/2031</font></td></tr>
<tr><td colspan="3"><table><tr><td>&nbsp;Amount</td><td> claimed:</td><td align="right"> ${amount}</td></tr><tr><td>&nbsp;Secured</td><td> claimed:</td><td align="right"> $5.00</td></tr></table></td></tr>
<tr><td colspan="3"><font><i>History:</i></font><table><tr><td><a href="/cgi-bin/ClaimHistory.pl?77,${number}-1,1,31-40642">Details</a></td><td></td><td align="center"><a href="https://ecf.inkb.uscourts.gov/doc1/99911700003${number}?caseid=77&amp;claim_id=1593328${number}&amp;claim_num=${number}-1&amp;magic_num=MAGIC">${number}-1</a></td><td>08/15/2031</td><td>Claim filed by ${name}</td></tr></table></td></tr>
<tr><td colspan="3"><font><i>Description:</i> (${number}-1) Ink delivered</font></td></tr><tr><td colspan="3"><font><i>Remarks:</i> See attachment</font></td></tr></table><br>`
const REGISTER = `<html><head><title>Inkland Live Database</title></head><body>${MENU}<center><h2>District of Inkland<br>Claims Register</h2><font size="+1"><a href="/cgi-bin/DktRpt.pl?77">31-40642-abc11 Nib &amp; Blot, LLC</a> <span class="label">Closed</span> 10/26/2032<br></font>
<table><tr><td><b>Judge:</b> Bea O. Pen</td><td><b>Chapter:</b> 11</td></tr><tr><td><b>Office:</b> Inkwell</td><td><b>Last Date to file claims:</b> 01/30/2032</td></tr><tr><td><b>Trustee:</b> Tia Trust</td><td><b>Last Date to file (Govt):</b> 02/14/2032</td></tr></table></center>
${claimRow(1, 'Quill Press', '$379.56')}${claimRow(2, 'Reed Supply', '$1200.00')}<center><h3>Claims Register Summary</h3></center><b>Case Name:</b> Nib &amp; Blot, LLC<br><b>Case Number:</b> 31-40642-abc11<br><b>Chapter:</b> 11<br><b>Date Filed:</b> 05/12/2031<br><b>Total Number Of Claims:</b> 2<br>
<table border="1"><tr><th>Total Amount Claimed*</th><td>$1579.56</td></tr></table></body></html>`

const activity = (
  number: number,
  title: string
) => `<table class="complexReport"><tr><td>Case: 3:31-bk-1072${number}-ab<br>Title: ${title}<br>Office: 3<br>Claim No: <b><a href="/cgi-bin/show_doc.pl?caseid=77&amp;claim_id=26${number}&amp;claim_num=${number}-1&amp;magic_num=MAGIC">${number}</a><br></b><br>Filed: 03/28/2031<br>Entered: 03/29/2031<br>Amends No: 2<br></td>
<td>Amount claimed: $26948.00<br>Priority claimed: $1.00<br></td><td>Chapter: 12<br>Judge: Pen<br>Trustee: Nib<br>Filed by: Creditor<br>Entered by: ePOC<br>Last date to file claims: 05/23/2031<br>Last date to file (Govt): 06/23/2031<br></td></tr>
<tr><td colspan="3">Creditor name/address: Blot Press, 1 Ink Street<br>Creditor ID: 153</td></tr><tr><td colspan="3">Description: Fee<br>Remarks: Paid</td></tr></table>`
const ACTIVITY = `<html><head><title>Inkland Live Database</title></head><body>${MENU}<center><h2>District of Inkland<br>Claims Activity Report</h2></center><p>Report Period: 03/28/2031 - 03/29/2031</p>${activity(4, 'Ada Quill')}${activity(5, 'Cy Blot')}
<table><tr><td>Claim entries selected: 2</td><td>Sort key1: Case</td><td>Sort key2: Claim</td><td>Run date and time: 03/30/2031 10:11:12</td></tr></table></body></html>`

const CREDITORS = `<html><head><title>Inkland Live Database</title></head><body>${MENU}<p>You have been charged as indicated below. To proceed, click on "View Labels" button.</p><form name="bnc" method="post" action="/cgi-bin/index.adp"><input type="hidden" name="format" value="rawdata"><input type="hidden" name="userAgentString" value="x"><input type="hidden" name="data" value="1|Label Matrix for local noticing|0973-2\n2|Ada Quill|1 Ink Street|\n"><input type="submit" value="View Labels"></form>
${receipt('03/12/2031 10:11:12', 'List of Creditors', 'Case Number', '31-10001')}</body></html>`

const historyRow = (number: string, label: string, date: string, event: string, text: string) =>
  `<tr valign="top"><td rowspan="2">${number}</td><td><table><tr><td><i>${label}: &nbsp;</i></td><td align="right">${date}</td></tr></table></td><td>${event}</td></tr><tr><td colspan="2"><i>Docket Text:</i> ${text}</td></tr>`
const HISTORY = `<html><head><title>District of Inkland-History/Documents Query</title></head><body>${MENU}<center><b><font size="+1">3:31-cv-00021-AB-CD</font></b> Quill v. Blot et al<br>Bea O Pen, presiding<br>Cy Nib, referral<br><b>Date filed:</b> 12/07/2031<br><b>Date terminated:</b> 01/12/2032<br><b>Date of last filing:</b> 02/12/2032<br></center><br>
<h2 align="center">History</h2><center><table border="1"><tr><th>Doc.<br>No.</th><th>Dates</th><th>Description</th></tr>${historyRow(documentLink(99917000021, 6, 1), 'Filed &amp; Entered', '12/07/2031', 'Complaint', 'COMPLAINT against <b>Cy Blot</b>, filed by Ada Quill.')}${historyRow('&nbsp;', 'Filed &amp; Entered', '12/10/2031', 'Notice of Arrest', 'NOTICE of arrest.')}</table></center>
${receipt('03/12/2031 10:11:12', 'History/Documents', 'Search Criteria', '3:31-cv-00021-AB-CD')}</body></html>`

const opinionRow = (id: number, number: string, title: string) =>
  `<tr><td valign="top"><a href="/cgi-bin/DktRpt.pl?${id}">${number} </a><br><b>${title}</b></td><td valign="top">03/18/2031</td><td valign="top">${documentLink(99917000021 + id, 30, 4)}</td><td valign="top"><b>ORDER of Ink</b></td><td valign="top"><i>NOS:</i> Other Fraud<br><i>Cause:</i> 28:1332 Ink<br></td></tr>`
const OPINIONS = `<html><head><title>CM/ECF - inkd</title></head><body>${MENU}<center><h2>Written Opinions Report</h2><h3>Filed Report Period: 3/18/2031 - 3/19/2031</h3></center><table border="1"><tr><th>Case Number &amp; Name</th><th>Date Filed</th><th>Doc. #</th><th>Description</th><th>Notes</th></tr>
${opinionRow(77, '3:31-cv-00021-AB', 'Quill v. Blot')}${opinionRow(78, '3:31-cv-00022-AB', 'Nib v. Reed')}</table><p>Total number of opinions reported: 2</p></body></html>`

const RECEIPT = `<html><head><title>CM/ECF - inkd</title></head><body>${MENU}<p>To accept charges shown below, click on the 'View Document' button, otherwise click the 'Back' button on your browser.</p>
${receipt('Thu Mar  6 14:10:07 2031', 'Image4-0', 'Case Number', '3:31-cv-00021-AB')}<form method="post" action="https://ecf.inkd.uscourts.gov/doc1/99917000021"><input type="submit" value="View Document"></form></body></html>`

const MOBILE = `<html><head><title>Mobile Query</title></head><body><div id="page1"><h1>CM/ECF Mobile - INKD</h1><input type="text" id="caseOrNameSearch" name="caseOrNameSearch"><input type="hidden" id="caseid" value="77"><ul><li><a id="entriesLink" href="#page2">Docket Entries <span class="ui-li-count"> 1,143 </span></a></li><li><a href="#page3">Parties</a></li></ul>
<input type="text" id="docketEntrySearch" name="docketEntrySearch"><div class="ui-title">Cost: 0.10</div></div></body></html>`

const POSSIBLE = `<request number="31-21"><case number="1:31-cv-21" id="5" title="1:31-cv-00021-AB Quill v. Blot (closed 01/02/2031)"/><case number="2:31-cv-21" id="9" title="2:31-cv-00021 Nib v. Reed"/></request>`

const feedItem = (number: string, event: string, serial: number) =>
  `<item><title>${number} Quill et al v. Blot</title><link>https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?${serial}</link><pubDate>Fri, 03 Feb 2031 11:52:07 EST</pubDate><guid isPermaLink="false">https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?${serial}&amp;${event}</guid><description>[${event}] (&lt;a href=&quot;https://ecf.inkd.uscourts.gov/doc1/9991700002${serial}?caseid=${serial}&amp;amp;de_seq_num=30&quot; &gt;${serial}&lt;/a&gt;)</description></item>`
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>District of Ink</title><link>https://ecf.inkd.uscourts.gov</link><description>Docket entries of type: all</description><lastBuildDate>Fri, 03 Feb 2031 12:00:00 EST</lastBuildDate>${feedItem('3:31-cv-00021', 'Order', 7)}${feedItem('3:31-cv-00022', 'Letter', 8)}</channel></rss>`

const SUBSCRIPTION = `<html><head><title>Docket Notification - Electronic Filing System</title></head><body><h3>Docket Notification</h3><form id="CaseNotificationUpdateForm" action="/CaseNotification/Update" method="post"><div id="divLinkExpired">The link has expired.</div><div id="divOk">You are signed up.</div><div id="divNotFound">Not found.</div></form>
<script>if (false) { $('#divLinkExpired').show(); } else if (true) { $('#divLinkExpired').hide(); $('#divOk').show(); }</script></body></html>`

const NOTICE = `From: cmecf@inkd.uscourts.gov
To: bea@pen.example
Date: Wed, 05 Mar 2031 18:09:00 +0000
Subject: Activity in Case 3:31-cv-00021-AB-CDE Quill et al v. Blot Notice (Other)
MIME-Version: 1.0
Content-Type: text/html; charset=utf-8

<p><strong>***NOTE TO PUBLIC ACCESS USERS***</strong> You may view the filed documents once without charge.</p><p align="center"><strong>U.S. District Court</strong></p><p align="center"><strong>District of Ink</strong></p><p align="center"><strong>Notice of Electronic Filing</strong></p>
<div>The following transaction was entered by Pen, Bea on 3/5/2031 at 1:09 PM EST and filed on 3/4/2031<br>
<table><tr><td><strong>Case Name:</strong></td><td>Quill et al v. Blot</td></tr><tr><td><strong>Case Number:</strong></td><td><a href="https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?77">3:31-cv-00021-AB-CDE</a></td></tr>
<tr><td><strong>Filer:</strong></td><td>Ada Quill</td></tr><tr><td><strong>Document Number:</strong></td><td><a href="https://ecf.inkd.uscourts.gov/doc1/99917000021?caseid=77&de_seq_num=30&magic_num=1234">9</a></td></tr></table>
<p><strong>Docket Text:</strong><br><font><b>NOTICE of Ink by Ada Quill (Attachments: # (1) Exhibit)</b></font></p>
<b>3:31-cv-00021-AB-CDE Notice has been electronically mailed to: </b><br>Bea Pen &nbsp; &nbsp; bea@pen.example, ink@pen.example<br>
<b>3:31-cv-00021-AB-CDE Notice has been delivered by other means to:</b><br>Cy Blot<br>
<p>The following document(s) are associated with this transaction:</p><strong>Document description:</strong>Main Document<br><strong>Original filename:</strong>n/a<br><strong>Electronic document Stamp:</strong><br>[STAMP]<br><strong>Document description:</strong> Exhibit</div>`

const SUPREME_MAIL = `From: no-reply@sc-us.gov
Date: Sun, 4 May 2031 14:57:44 +0000
Subject: Supreme Court Electronic Filing System
Content-Type: text/html; charset=UTF-8

A new docket entry, "Petition DENIED." has been added for <a href="https://www.supremecourt.gov/search.aspx?filename=/docket/docketfiles/html/public/31-22.html">Ada Quill, Petitioner v. United States</a>. You have been signed up to receive email notifications for No. 31-22. If you no longer wish to receive email notifications on this case, please <a href="https://file.supremecourt.gov/CaseNotification/NotificationOptOutGet?id=1">click here</a>.`

/** One page or message of each kind. */
export const INVENTED_PAGES: InventedPage[] = [
  ...INVENTED_DOCKETS,
  { kind: 'appellate_attachment_menu', court: 'ca5', source: APPELLATE_MENU },
  { kind: 'attachment_menu', court: 'inkd', source: MENU_PAGE },
  { kind: 'case_query', court: 'inkd', source: QUERY },
  { kind: 'case_search_results', court: 'inkb', source: SEARCH },
  { kind: 'claims_register', court: 'inkb', source: REGISTER },
  { kind: 'claims_activity', court: 'inkb', source: ACTIVITY },
  { kind: 'creditor_list', court: 'inkb', source: CREDITORS },
  { kind: 'history_report', court: 'inkd', source: HISTORY },
  { kind: 'free_opinions_report', court: 'inkd', source: OPINIONS },
  { kind: 'confirmation_page', court: 'inkd', source: RECEIPT },
  { kind: 'mobile_query', court: 'inkd', source: MOBILE },
  { kind: 'possible_case_numbers', court: 'inkd', source: POSSIBLE },
  { kind: 'rss_feed', court: 'inkd', source: FEED },
  { kind: 'supreme_court_confirmation', court: 'scotus', source: SUBSCRIPTION },
  { kind: 'notice', court: 'inkd', source: NOTICE },
  { kind: 'supreme_court_email', court: 'scotus', source: SUPREME_MAIL },
]
