/** Court pages for tests. */

const MENU = '<a href="/cgi-bin/login.pl?logout">Logout</a>'

/** A page of a district or bankruptcy court for a logged-in account. */
export const courtPage = (content: string) =>
  `<html><head><title>Court</title></head><body>${MENU}${content}</body></html>`

export const receiptTable = ({
  description = 'Docket Report',
  pages = 3,
  cost = '0.30',
  criteria = '3:31-cv-00021',
} = {}) => `<table><tr><th colspan=4>PACER Service Center</th></tr>
<tr><th colspan=4>Transaction Receipt</th></tr><tr><td colspan=4>06/06/2031 10:18:44</td></tr>
<tr><th>PACER Login:</th><td>reader-one</td><th>Client Code:</th><td></td></tr>
<tr><th>Description:</th><td>${description}</td><th>Search Criteria:</th><td>${criteria}</td></tr>
<tr><th>Billable Pages:</th><td>${pages}</td><th>Cost:</th><td>${cost}</td></tr></table>`

export const districtDocket = courtPage(`<h3 align=center>U.S. District Court<BR>
District of Ink (Inkton)<BR>CIVIL DOCKET FOR CASE #: 3:31-cv-00021-ABC</h3>
<table><tr><td><br>Quill v. Blot<br></td><td><br>Date Filed: 03/04/2031<br></td></tr></table>
<table><tr><td>Date Filed</td><th>#</th><td>Docket Text</td></tr>
<tr><td>03/04/2031</td><td><a href="/doc1/12710000021">1</a></td><td>COMPLAINT</td></tr></table>
${receiptTable()}`)

/** The page of a court without a login. */
export const LOGIN_PAGE = `<html><head><title>CAND-ECF</title></head><body>
<form action="/cgi-bin/DktRpt.pl" enctype="multipart/form-data" method="POST" name="GetPass">
<input name="login"><input type="password" name="key"><input name="clcode"></form></body></html>`

export const APPELLATE_LOGIN_PAGE = `<html><head><script>
document.location="https://pacer.login.uscourts.gov/csologin/login.jsf?pscCourtId=01CA&appurl=x"
</script></head></html>`

export const XML_LOGGED_OUT =
  "<request number='3:31-cv-21'><message text='Not logged in.  Please refresh this page.'/></request>"

export const NO_PRIVILEGES = '<html><body>This user has no access privileges defined.</body></html>'

/** The receipt page before a purchase. */
export const documentReceipt = (pages = 4, cost = '0.40', warning = '') =>
  courtPage(`${warning}To accept charges shown below, click on the 'View Document' button.
${receiptTable({ description: 'Image64-0', pages, cost })}
<form onsubmit="goDLS('/doc1/12710000021','77','12','1','1','1','','')">
<input type="submit" value="View Document"></form>`)

export const documentMenu = courtPage(`<b>Document Selection Menu</b><table>
<tr><td>Document Number:</td><td><a href="/doc1/12710000021"
 onclick="goDLS('/doc1/12710000021','77','12','1','','1','','')">4</a></td><td>4 pages</td></tr>
<tr><td>Attachment</td><td>Description</td></tr>
<tr><td><a href="/doc1/12710000022">1</a></td><td>Exhibit</td><td>2 pages</td></tr></table>`)

export const PDF = Buffer.from(`%PDF-1.4\n${'x'.repeat(3000)}\n%%EOF`)

/** A page of an appellate court. */
export const appellatePage = (content: string) =>
  `<html><body><a href="/n/beam/servlet/InvalidUserLogin.jsp">Logout</a>${content}</body></html>`

export const appellateDocket = appellatePage(`<!-- NEW SECTION - Case Stub --><table>
<tr><td><b>Court of Appeals Docket #:</b> 31-1095</td></tr><tr><td>Quill v. Blot</td></tr></table>
${receiptTable({ description: 'Docket Report (full)', pages: 5, cost: '0.50' })}`)

/** The confirmation page of an appellate court. */
export const downloadConfirmation = `<html><head><title>Download Confirmation</title></head><body>
<strong>Document: PDF Document (Case: 31-1095, Document: 46-1)</strong>
Click on the "Accept Charges and Retrieve" button ONCE.
${receiptTable({ description: 'PDF Document', pages: 27, cost: '2.70', criteria: 'Case: 31-1095, Document: 46-1' })}
<form name="AccCharge" action="https://ecf.ca1.uscourts.gov/n/beam/servlet/TransportRoom" method="post">
<input type="hidden" name="servlet" value="ShowDoc"><input name="CSRF" type="hidden" value="csrf_-62">
<input type="hidden" name="incPdfHeader" value="N">
<input type="checkbox" name="incPdfHeaderDisp" value="Y" checked>
<input type="hidden" name="dls_id" value="00106407625"><input type="hidden" name="caseId" value="10028">
<input type="hidden" name="pacer" value="t"><input type="hidden" name="recp" value="">
<input type="button" value="Accept Charges and Retrieve"></form></body></html>`

export const appellateMenu = `<html><head><script>var u='?caseId=10028&d=55&outputForm'</script></head>
<body><form name="dktEntry">2 Documents are attached to this filing<table>
<tr><td>1</td><td><a href="/docs1/00106407625">Main</a></td><td>Main Document</td><td>7</td></tr>
<tr><td>2</td><td><a href="/docs1/00106407626">Att</a></td><td>Exhibit</td><td>2</td></tr>
</table></form></body></html>`
