import { page, pdf, redirect, webServerPage, type Answer } from '../http/answers.js'
import type { CourtRequest } from '../http/request.js'
import { getSimulatedCourt } from '../model/courts.js'
import { appellateLoggedOut } from '../pages/appellate_frame.js'
import { SIMULATED } from '../pages/frame.js'
import { markup } from '../pages/markup.js'
import { escapeHtml } from '#app/support/escape_html'
import { resolveSession } from './sessions.js'
import { documentPdf } from './pdfs.js'
import type { CourtSystem } from './visit.js'

const HOP = '/services/saml'

/** `<court>-showdoc.azurewebsites.us`: the SAML login and free looks (court-system, 11). */
export async function acmsSite(
  system: CourtSystem,
  request: CourtRequest,
  court: string
): Promise<Answer> {
  if (!getSimulatedCourt(court).hasAcms) return webServerPage(404, 'Not Found')
  const look = /^\/NDA\/([\w-]{1,80})$/.exec(request.path)?.[1]
  if (look) return freeLook(system, court, look)
  if (request.path === '/') {
    // Browsers don't send the court system's cookies to this host, so it redirects to a host that
    // receives them.
    if (!request.cookies.has('NextGenCSO'))
      return redirect(`https://pacer.login.uscourts.gov${HOP}?court=${court}`)
    return samlForm(system, request, court)
  }
  if (request.path === '/Saml2/Acs' && request.method === 'POST')
    return model(system, request, court)
  return webServerPage(404, 'Not Found')
}

/** The first step of the SAML login at the central login's host. */
export const samlHop = (system: CourtSystem, request: CourtRequest): Answer | null =>
  request.path === HOP ? samlForm(system, request, request.values.get('court') ?? '') : null

/** A form with hidden fields that is posted to the site. */
function samlForm(system: CourtSystem, request: CourtRequest, court: string): Answer {
  const session = resolveSession(system, request)
  const site = `https://${court}-showdoc.azurewebsites.us`
  if (!session) return page(appellateLoggedOut(court, `${site}/`))
  return page(markup`<html><head><title>SIMULATED - ${getSimulatedCourt(court).name}</title></head><body>
<form method="POST" action="${site}/Saml2/Acs"><input type="hidden" name="SAMLResponse" value="${system.acms.beginLogin(session)}"><input type="hidden" name="RelayState" value="${court}"><input type="submit" value="Continue"></form>
</body></html>
`)
}

/** The page whose script contains the token as quoted JSON. */
function model(system: CourtSystem, request: CourtRequest, court: string): Answer {
  const session = system.acms.endLogin(request.values.get('SAMLResponse') ?? '')
  if (!session) return page(appellateLoggedOut(court, `https://${request.host}/`))
  const value = {
    AuthToken: { Token: system.acms.issueToken(court, session) },
    PacerUser: { CsoId: 810_001, ContactType: 'Pacer', LoginId: session.account.name },
  }
  return page(
    `<html><head><title>SIMULATED - ${getSimulatedCourt(court).name}</title></head><body><script>\nvar model = '${escapeHtml(JSON.stringify(value))}';\n</script><address>${SIMULATED}</address></body></html>\n`
  )
}

/** The free look of a notice: serves the document once, then a page (8). */
async function freeLook(system: CourtSystem, court: string, token: string): Promise<Answer> {
  const place = system.world
    .places()
    .find(({ case: of, document }) => of.court === court && document.magicNumber === token)
  if (!place || system.usedLooks.has(place.document.id))
    return page(
      markup`<html><body><p>SIMULATED: the free look at this document has been used.</p></body></html>`
    )
  system.usedLooks.add(place.document.id)
  return pdf(await documentPdf(place))
}
