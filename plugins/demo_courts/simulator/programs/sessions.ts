import type { Session } from '../accounts.js'
import type { CourtRequest } from '../http/request.js'
import type { CourtSystem } from './visit.js'

/** The session of the cookies; it counts the request, and ends after as many as it may have. */
export function sessionOf(system: CourtSystem, request: CourtRequest): Session | undefined {
  const { cookies } = request
  const session = system.accounts.session(cookies.get('NextGenCSO') ?? cookies.get('PacerSession'))
  if (!session || !countRequest(system, session)) return undefined
  session.clientCode = cookies.get('PacerClientCode') ?? session.clientCode
  return session
}

/** @returns whether the session may have one more request */
export function countRequest(system: CourtSystem, session: Session): boolean {
  session.requests += 1
  if (session.requests > (session.account.sessionRequests ?? Infinity)) {
    session.isExpired = true
    return false
  }
  system.ledger.countRequest(session.account.name, 'request')
  return true
}
