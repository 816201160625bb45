import { getSimulatedCourt, getCourtHost } from '../model/courts.js'
import { SIMULATED } from './frame.js'
import { markup, Markup } from './markup.js'
import { itemId, type Place } from '../model/world.js'

/** A page of an appellate court. Its menu shows clients that they are logged in (2). */
export const appellatePage = (court: string, title: string, body: Markup): Markup =>
  markup`<html>
    <head>
      <title>SIMULATED - ${getSimulatedCourt(court).name} - ${title}</title>
    </head>
    <body>
      <div>
        <a href="TransportRoom?servlet=CaseSearch.jsp">Case Search</a>
        <a href="TransportRoom?servlet=InvalidUserLogin.jsp">Logout</a>
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
 * (court-system.md, 10).
 */
export function appellateMenu({ case: of, entry }: Place): Markup {
  const { documents } = entry
  const pages = documents.reduce((sum, one) => sum + one.pages, 0)
  const script = `function doDocPostURL(dls) { window.open('TransportRoom?servlet=ShowDoc&caseId=${of.id}&dktType=dktPublic&dls_id=' + dls); return false; }
function ProcessForm() { window.location = 'TransportRoom?servlet=ShowDocMulti&caseId=${of.id}&outputType=doc&d=${entry.sequence}&outputForm=view'; }`
  return markup`<html><head><title>SIMULATED - Document</title></head><body>
<table align="center"><tr><th><b>${documents.length} Documents are attached to this filing</b></th></tr></table>
<form name="dktEntry" action=""><table border="1" align="center">
<tr><th colspan="2">Document</th><th>Description</th><th>Pages</th></tr>
${documents.map(
  (
    { id, description, pages: count },
    at
  ) => markup`<tr><td>${at + 1}</td><td><a href="https://${getCourtHost(of.court)}/docs1/${itemId(id)}" onclick="return doDocPostURL('${itemId(id)}')">Open</a></td><td>${description}</td><td>${count}</td></tr>
`
)}</table>${pages} pages
<input type="button" value="Combine Accessible Documents" onclick="ProcessForm()"></form>
<script type="text/javascript">${new Markup(script)}</script>
</body></html>
`
}
