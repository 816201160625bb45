import type { Session } from '../accounts.js'
import type { CourtRequest } from '../http/request.js'
import type { CourtSystem } from './visit.js'

/** Finds the session by its cookies and counts the request. */
export function resolveSession(system: CourtSystem, request: CourtRequest): Session | undefined {
  const { cookies } = request
  const session = system.accounts.session(cookies.get('NextGenCSO') ?? cookies.get('PacerSession'))
  if (!session || !countRequest(system, session)) return undefined
  session.clientCode = cookies.get('PacerClientCode') ?? session.clientCode
  return session
}

/** @returns false if the session has expired */
export function countRequest(system: CourtSystem, session: Session): boolean {
  session.requests += 1
  if (session.requests > (session.account.sessionRequests ?? Infinity)) {
    session.isExpired = true
    return false
  }
  system.ledger.countRequest(session.account.name, 'request')
  return true
}
