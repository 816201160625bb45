/** What is said of a login at the court system that failed (fetch-and-upload, 1.2, rule 10). */
import type { RegistryError } from '../registry_client/registry_error.js'

/** Begins the message, by which clients recognize it. */
const EXCEPTION = 'RegistryLoginException'

const SAID: Partial<Record<RegistryError['code'], string>> = {
  login_refused: 'The court system refused the username or password.',
  one_time_code_required:
    'The account has multi-factor authentication. Send the six digits of its authenticator app as registry_otp.',
  client_code_required: 'The account needs a client code. Send client_code.',
  no_session_token: 'The court system answered the login without a session.',
  login_unreachable: 'The login of the court system does not answer. Try again later.',
  session_expired: 'The court system no longer knows the session. Send the request again.',
}

/** Codes of logins that fail. */
export const LOGIN_CODES = Object.keys(SAID)

/** One refusal may be for any of the credentials. */
const NAMES_ONE_TIME_CODE = /one-time|passcode|multi-?factor/i

export function loginMessage({ code, said }: RegistryError): string {
  const own = SAID[code] ?? 'The login failed.'
  const hint =
    code === 'login_refused' && NAMES_ONE_TIME_CODE.test(said)
      ? ' For an account with multi-factor authentication, send its one-time code as registry_otp.'
      : ''
  return `${EXCEPTION}: ${own}${said ? ` It says: ${said}` : ''}${hint}`
}
