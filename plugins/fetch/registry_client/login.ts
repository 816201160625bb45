import { LOGIN_HOST } from './courts.js'
import { MAX_SHORT_ANSWER, WAITS } from './limits.js'
import { RegistryError, type RegistryErrorCode } from './registry_error.js'
import { Cookies } from './transport/cookies.js'
import { json } from './transport/body.js'
import type { HttpAnswer, Transport } from './transport/transport.js'
import type { Credentials } from './types.js'

/** Result of a login. */
export interface Login {
  cookies: Cookies
  /** Notice about the account; empty if none. */
  notice: string
}

/** Rate limiting treats the central login as a separate court. */
const LOGIN = 'login'
/** Maximum length of a notice or error message. */
const LONGEST = 500

/**
 * Logs in at the central login (court system 1). The credentials are sent in one request, whose
 * body is overwritten afterward.
 */
export async function logIn(
  transport: Transport,
  proxy: string | null,
  credentials: Credentials,
  signal: AbortSignal
): Promise<Login> {
  const { username, password, clientCode, oneTimeCode } = credentials
  const body = json({
    loginId: username,
    password,
    redactFlag: '1',
    ...(clientCode && { clientCode }),
    ...(oneTimeCode && { otpCode: oneTimeCode }),
  })
  let answer: HttpAnswer
  try {
    answer = await transport.send(
      {
        court: LOGIN,
        url: `https://${LOGIN_HOST}/services/cso-auth`,
        body,
        headers: { accept: 'application/json' },
        wait: WAITS.login,
        signal,
        maxPage: MAX_SHORT_ANSWER,
        staysPut: true,
      },
      { cookies: new Cookies(), proxy }
    )
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    throw new RegistryError('login_unreachable', error.said)
  } finally {
    body.content.fill(0)
  }
  if (answer.status !== 200) throw new RegistryError('login_unreachable', `HTTP ${answer.status}`)
  const { token, result, said } = readAnswer(answer)
  const told = withoutSecrets(said, credentials)
  if (result !== '0') throw new RegistryError(refusalOf(told, Boolean(oneTimeCode)), told)
  if (!/^[\w.+/=~-]{1,4096}$/.test(token)) throw new RegistryError('no_session_token')
  const cookies = new Cookies()
  cookies.set('NextGenCSO', token)
  // Courts on the older release use this cookie.
  cookies.set('PacerSession', token)
  if (clientCode) cookies.set('PacerClientCode', cookieValue(clientCode))
  return { cookies, notice: told }
}

/**
 * Ends a session at the central login and clears its cookies (court system 1).
 *
 * @throws RegistryError `login_unreachable`
 */
export async function logOut(
  transport: Transport,
  { cookies, proxy }: { cookies: Cookies; proxy: string | null },
  signal: AbortSignal
): Promise<void> {
  const token = cookies.value('NextGenCSO')
  cookies.clear()
  if (!token) return
  const body = json({ nextGenCSO: token })
  let answer: HttpAnswer
  try {
    answer = await transport.send(
      {
        court: LOGIN,
        url: `https://${LOGIN_HOST}/services/cso-logout`,
        body,
        wait: WAITS.login,
        signal,
        maxPage: MAX_SHORT_ANSWER,
        staysPut: true,
      },
      { cookies, proxy }
    )
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    throw new RegistryError('login_unreachable', error.said)
  } finally {
    body.content.fill(0)
  }
  if (answer.status !== 200 && answer.status !== 204)
    throw new RegistryError('login_unreachable', `HTTP ${answer.status}`)
}

function readAnswer({ content }: HttpAnswer): { token: string; result: string; said: string } {
  const text = content.isFile ? '' : new TextDecoder().decode(content.bytes)
  let answer: unknown = null
  try {
    answer = JSON.parse(text)
  } catch {
    throw new RegistryError('login_unreachable', 'the login response is not JSON')
  }
  const members = answer !== null && typeof answer === 'object' ? Object.entries(answer) : []
  const textOf = (name: string) => {
    const value: unknown = members.find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : ''
  }
  return {
    token: textOf('nextGenCSO'),
    result: textOf('loginResult'),
    said: textOf('errorDescription').replaceAll(/\s+/g, ' ').trim(),
  }
}

const CODE = /one-?time|passcode|multi-?factor|two-?factor|\bMFA\b|\bOTP\b/i

/**
 * Code of a failed login. The usual message mentions the username, password, and one-time passcode,
 * so it doesn't identify a missing code.
 */
function refusalOf(said: string, hasCode: boolean): RegistryErrorCode {
  if (/client code/i.test(said)) return 'client_code_required'
  const isAboutCode = CODE.test(said) && !/user ?name|password/i.test(said)
  return isAboutCode && !hasCode ? 'one_time_code_required' : 'login_refused'
}

/** Message of the login, without credentials that it might contain. */
function withoutSecrets(said: string, credentials: Credentials): string {
  let told = said
  for (const secret of Object.values(credentials) as (string | undefined)[])
    if (secret) told = told.replaceAll(secret, '…')
  return told.slice(0, LONGEST)
}

/** Encodes a value for a cookie. */
const cookieValue = (text: string) =>
  text.replaceAll(/[^\w!#$%&'()*+./:<=>?@[\]^`{|}~-]/g, encodeURIComponent)
