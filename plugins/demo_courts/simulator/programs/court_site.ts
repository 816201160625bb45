import type { Session } from '../accounts.js'
import { page, webServerPage, type Answer } from '../http/answers.js'
import type { CourtRequest } from '../http/request.js'
import { getSimulatedCourt, type SimulatedCourt } from '../model/courts.js'
import { courtPage, loginPage, SIMULATED } from '../pages/frame.js'
import { markup, type Markup } from '../pages/markup.js'
import { appellateLoggedOut } from '../pages/appellate_frame.js'
import { programFor, type CourtProgram } from './programs.js'
import { loggedOutAnswer } from './possible_case_numbers.js'
import { resolveSession } from './sessions.js'
import type { CourtSystem } from './visit.js'

/** The site of one court, `ecf.<court>.uscourts.gov` (court-system, 2–4). */
export async function courtSite(
  system: CourtSystem,
  request: CourtRequest,
  court: string
): Promise<Answer> {
  // One court bans clients that send HEAD requests (5).
  if (request.method === 'HEAD' && court === 'nysd') system.bannedAt.add(court)
  if (system.bannedAt.has(court)) return webServerPage(403, 'Forbidden', 'This client is banned.')
  const site = getSimulatedCourt(court)
  if (request.path === '/') return page(homePage(site))
  const program = programFor(site, request)
  if (!program) return webServerPage(404, 'Not Found')
  if (program.isPublic) return program.run({ system, court, request, session: undefined })
  if (request.header('referer') !== 'https://external') return page(forgeryPage(site))
  const session = resolveSession(system, request)
  const loggedOut = loggedOutPage(site, program, request)
  if (!session) return loggedOut
  return interruption(session, site, loggedOut) ?? program.run({ system, court, request, session })
}

/** One of the three responses to requests without a session (2). */
function loggedOutPage(site: SimulatedCourt, program: CourtProgram, request: CourtRequest): Answer {
  if (program.answersXml) return loggedOutAnswer()
  if (site.kind !== 'appellate') return page(loginPage(site.id))
  return page(
    appellateLoggedOut(site.id, `https://${request.host}${request.path}?${request.query}`)
  )
}

/** One-time interruptions of a session at a court (2). */
function interruption(session: Session, site: SimulatedCourt, loggedOut: Answer): Answer | null {
  const once = (name: string) => {
    const key = `${name} ${site.id}`
    return !session.happened.has(key) && session.happened.add(key)
  }
  if (session.account.seesLoginPageOnce && once('login page')) return loggedOut
  if (site.id === 'ilnd' && once('privileges'))
    return page(
      courtPage(
        site.id,
        'Privileges',
        markup`<p>${session.account.name} has no access privileges defined. Contact the court.</p>`
      )
    )
  return null
}

/** Response to a request without the expected Referer header (4, 10). */
function forgeryPage({ name, kind }: SimulatedCourt): Markup {
  const title = kind === 'appellate' ? 'Download Confirmation' : 'Confirmation'
  return markup`<html>
    <head>
      <title>${title}</title>
    </head>
    <body>
      <!-- Data miners: set the header Referer to https://external -->
      <p>
        SIMULATED - ${name}. This link may not come from inside the system. Do you want to open it?
      </p>
      <input type="button" value="Continue" />
    </body>
  </html> `
}

const homePage = ({ name }: SimulatedCourt): Markup =>
  markup`<html>
    <head>
      <title>SIMULATED - ${name}</title>
    </head>
    <body>
      <h1>${name}</h1>
      <p>${SIMULATED}</p>
    </body>
  </html> `
