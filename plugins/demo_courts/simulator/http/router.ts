import { centralLogin } from '../programs/login.js'
import { acmsApi } from '../programs/acms_api.js'
import { acmsSite } from '../programs/acms_site.js'
import { creditorText } from '../programs/creditors.js'
import { courtSite } from '../programs/court_site.js'
import type { CourtSystem } from '../programs/visit.js'
import { webServerPage, type Answer } from './answers.js'
import type { CourtRequest } from './request.js'

type Site = (system: CourtSystem, request: CourtRequest, court: string) => Answer | Promise<Answer>

/** Hosts of the court system (court-system.md, 1, 3, 7 and 11); the first group is the court. */
const SITES: [RegExp, Site][] = [
  [/^(?:pacer\.login|qa-login)\.uscourts\.gov$/, centralLogin],
  [/^ecf\.([a-z0-9-]{2,10})\.uscourts\.gov$/, courtSite],
  [/^dcecf\.(psc)\.uscourts\.gov$/, courtSite],
  [/^([a-z0-9]{2,10})-showdoc\.azurewebsites\.us$/, acmsSite],
  [/^([a-z0-9]{2,10})-showdocservices\.azurewebsites\.us$/, acmsApi],
  [/^ncrs\.uscourts\.gov$/, creditorText],
]

/** Answers a request by its Host header: one process speaks for all hosts of the system. */
export async function route(system: CourtSystem, request: CourtRequest): Promise<Answer> {
  for (const [host, site] of SITES) {
    const found = host.exec(request.host)
    if (found) return site(system, request, found[1] ?? '')
  }
  return webServerPage(421, 'Misdirected Request', 'No simulated host has this name.')
}
