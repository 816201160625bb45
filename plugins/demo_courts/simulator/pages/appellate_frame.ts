import { getSimulatedCourt, getCourtHost } from '../model/courts.js'
import { SIMULATED } from './frame.js'
import { markup, Markup } from './markup.js'
import type { SimulatedDocument } from '../model/types.js'
import { itemId, type Place } from '../model/world.js'

/** A page of an appellate court. Its menu shows clients that they are logged in (2). */
export const appellatePage = (court: string, title: string, body: Markup): Markup =>
  markup`<html>
    <head>
      <title>SIMULATED - ${getSimulatedCourt(court).name} - ${title}</title>
    </head>
    <body>
      <div class="noprint">
        <table border="0" cellspacing="0" cellpadding="0" width="100%">
          <tr>
            <td><img src="TransportRoom?servlet=cmecf_logo.gif" alt="CM/ECF" /></td>
            <td><a href="TransportRoom?servlet=CaseSearch.jsp">Case Search</a></td>
            <td><a href="TransportRoom?servlet=InvalidUserLogin.jsp&logout=y">Logout</a></td>
            <td><a href="TransportRoom?servlet=PacerHelp.jsp">Help</a></td>
          </tr>
        </table>
        <br />
      </div>
      ${body}
      <address>${SIMULATED}</address>
    </body>
  </html> `

/** The page for an unknown session: a script redirects to the login (2 b). */
export const appellateLoggedOut = (court: string, url: string): Markup => {
  const to = `https://pacer.login.uscourts.gov/csologin/login.jsf?pscCourtId=${court.toUpperCase()}&appurl=${encodeURIComponent(url)}`
  return markup`<html>
    <head>
      <script>
        document.location = '${new Markup(to)}'
      </script>
    </head>
    <body></body>
  </html> `
}

/**
 * The document menu of an entry. Only its script contains the case ID and sequence number
 * (court-system, 10).
 */
export function appellateMenu({ case: of, entry }: Place): Markup {
  const { documents } = entry
  const pages = documents.reduce((sum, one) => sum + one.pages, 0)
  const script = `function doDocPostURL(dls) { window.open('TransportRoom?servlet=ShowDoc&caseId=${of.id}&dktType=dktPublic&dls_id=' + dls); return false; }
function ProcessForm() { window.location = 'TransportRoom?servlet=ShowDocMulti&caseId=${of.id}&outputType=doc&d=${entry.sequence}&outputForm=view'; }`
  const menuRow = ({ id, description, pages: count }: SimulatedDocument, at: number) => {
    const image = markup`<img title="Open Document" width="13" height="15" src="TransportRoom?servlet=document.gif" alt="Open document">`
    return markup`<tr><td align="center">${at + 1}</td><td align="center"><a href="https://${getCourtHost(of.court)}/docs1/${itemId(id)}" onclick="return doDocPostURL('${itemId(id)}')">${image}</a>\u00A0</td><td>${description}</td><td align="center">${count}</td></tr>
`
  }
  return markup`<html><head><title>Document</title></head><body>
<table border="0" align="center"><tr><th align="center"><b>${documents.length} Documents are attached to this filing</b><br><br></th></tr></table>
<table border="1" align="center" cellpadding="5"><tr><td><table border="0" cellpadding="5">
<tr><th align="center" colspan="2">Document</th><th align="center">Description</th><th align="center">Pages</th></tr>
${documents.map(menuRow)}</table></td></tr></table><br>
<center>${pages} pages
<form name="dktEntry" action=""><input value="y" type="checkbox" name="incPdfFooter"><b>Include Page Numbers</b><br><input value="Combine All Documents" type="button" onclick="ProcessForm('view')"></form>
<script type="text/javascript">${new Markup(script)}</script>
</center><address>${SIMULATED}</address></body></html>
`
}
