import type { SimulatedAccount } from '../accounts.js'
import { json, webServerPage, type Answer } from '../http/answers.js'
import type { CourtRequest } from '../http/request.js'
import { samlHop } from './acms_site.js'
import type { CourtSystem } from './visit.js'

/** Fields of a login (court-system, 1). */
interface Fields {
  loginId?: unknown
  password?: unknown
  redactFlag?: unknown
  clientCode?: unknown
  otpCode?: unknown
  nextGenCSO?: unknown
}

/** The central login, `pacer.login.uscourts.gov` (court-system, 1). */
export function centralLogin(system: CourtSystem, request: CourtRequest): Answer {
  const hop = samlHop(system, request)
  if (hop) return hop
  if (request.method !== 'POST') return webServerPage(405, 'Method Not Allowed')
  const fields = readFields(request)
  if (request.path === '/services/cso-logout') {
    system.accounts.close(String(fields?.nextGenCSO ?? ''))
    return { status: 204, headers: {}, body: '' }
  }
  if (request.path !== '/services/cso-auth') return webServerPage(404, 'Not Found')
  if (!fields || !/^application\/json\b/i.test(request.header('content-type')))
    return webServerPage(400, 'Bad Request', 'The login takes JSON.')
  return logIn(system, fields)
}

function readFields({ body }: CourtRequest): Fields | null {
  try {
    const fields: unknown = JSON.parse(body)
    return fields !== null && typeof fields === 'object' ? fields : null
  } catch {
    return null
  }
}

const refused = (text: string): Answer =>
  json({ nextGenCSO: '', loginResult: '1', errorDescription: `${text} (Simulated)` })

function logIn(system: CourtSystem, fields: Fields): Answer {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const account = system.accounts.find(text(fields.loginId))
  system.ledger.countRequest(account?.name ?? '', 'login')
  if (account?.login === 'unavailable') return webServerPage(503, 'Service Unavailable')
  if (!account || text(fields.password) !== account.password)
    return refused('Invalid username, password, or one-time passcode.')
  const refusal = refusalOf(account, fields)
  if (refusal) return refused(refusal)
  if (account.isMultiFactor && !system.accounts.useCode(text(fields.otpCode)))
    return refused('Invalid username, password, or one-time passcode.')
  const notice = account.notice ?? ''
  if (account.login === 'no_token') return json({ loginResult: '0', errorDescription: notice })
  const { token } = system.accounts.open(account, text(fields.clientCode))
  return json({ nextGenCSO: token, loginResult: '0', errorDescription: notice })
}

function refusalOf(account: SimulatedAccount, fields: Fields): string | null {
  if (account.login === 'expired_password')
    return 'Your password has expired. Change it on the account page, then log in again.'
  if (account.login === 'disabled') return 'Your account is disabled. Contact the service center.'
  if (account.isFiler && fields.redactFlag !== '1')
    return 'All filers must redact: confirm that you understand the duty to redact.'
  if (account.needsClientCode && !fields.clientCode)
    return 'A required client code was not entered.'
  return null
}
