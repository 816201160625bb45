import { hostOf } from '../model/courts.js'
import { itemId, type Place } from '../model/world.js'
import { Markup, markup } from './markup.js'

/**
 * The menu of the documents of an entry; case ID and sequence number are in its script only
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
  ) => markup`<tr><td>${at + 1}</td><td><a href="https://${hostOf(of.court)}/docs1/${itemId(id)}" onclick="return doDocPostURL('${itemId(id)}')">Open</a></td><td>${description}</td><td>${count}</td></tr>
`
)}</table>${pages} pages
<input type="button" value="Combine Accessible Documents" onclick="ProcessForm()"></form>
<script type="text/javascript">${new Markup(script)}</script>
</body></html>
`
}
