/** What ends an attempt (fetch-and-upload, 1.3): statuses, codes for programs, and messages. */
import { STATUS, type FinalStatus } from '../codes.js'
import type { RegistryError, RegistryErrorCode } from '../registry_client/registry_error.js'

/** Begins the message, by which clients recognize it. */
const EXCEPTION = 'RegistryLoginException'

const LOGIN_SAID: Partial<Record<RegistryError['code'], string>> = {
  login_refused: 'The court system refused the username or password.',
  one_time_code_required:
    'The account has multi-factor authentication. Send the six digits of its authenticator app as registry_otp.',
  client_code_required: 'The account needs a client code. Send client_code.',
  no_session_token: 'The court system answered the login without a session.',
  login_unreachable: 'The login of the court system does not answer. Try again later.',
  session_expired: 'The court system no longer knows the session. Send the request again.',
}

/** Codes of logins that fail. */
export const LOGIN_CODES = Object.keys(LOGIN_SAID)

/** One refusal may be for any of the credentials. */
const NAMES_ONE_TIME_CODE = /one-time|passcode|multi-?factor/i

export function loginMessage({ code, said }: RegistryError): string {
  const own = LOGIN_SAID[code] ?? 'The login failed.'
  const hint =
    code === 'login_refused' && NAMES_ONE_TIME_CODE.test(said)
      ? ' For an account with multi-factor authentication, send its one-time code as registry_otp.'
      : ''
  return `${EXCEPTION}: ${own}${said ? ` It says: ${said}` : ''}${hint}`
}

/** Why requests end that the court system says nothing against. */
const OWN_CODES = [
  'busy',
  'no_attachments',
  'no_registry_case_id',
  'no_registry_doc_id',
  'no_such_document',
  'no_such_entry',
  'nothing_to_merge',
  'purchase_outcome_unknown',
  'range_required',
  'refused',
  'server_error',
  'too_many_pages',
  'unreadable_page',
] as const

/** What programs read in the `error` of a request. */
export type RefusalCode = RegistryErrorCode | (typeof OWN_CODES)[number]

/** Ends a request. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'

  /**
   * @param code for programs
   * @param retryable whether the same request may succeed later
   */
  constructor(
    readonly status: Exclude<FinalStatus, (typeof STATUS)['done']>,
    readonly code: RefusalCode,
    message: string,
    readonly retryable = false
  ) {
    super(message)
  }
}

/** Is worth another attempt a little later; ends the request as failed when there is none left. */
export class WorthRetrying extends Error {
  override name = 'WorthRetrying'

  constructor(
    readonly code: RefusalCode,
    message: string
  ) {
    super(message)
  }
}

const failed = (code: RefusalCode, message: string, retryable = false) =>
  new FetchRefused(STATUS.failed, code, message, retryable)

export const sessionExpired = () =>
  failed(
    'session_expired',
    'The session at the court system has expired (its cookies are gone). Send the request again.',
    true
  )

export const outcomeUnknown = () =>
  failed(
    'purchase_outcome_unknown',
    'The court was asked to bill this request, and its answer is not known. It is not asked again by itself: look at your account at the court system, then decide whether to send a new request.'
  )

/** These come of logins only, which are over when the work begins. */
type LoginCode =
  'login_refused' | 'one_time_code_required' | 'no_session_token' | 'login_unreachable'

type Said = string | ((error: RegistryError, court: string) => string)

const blocked: Said = (_error, court) => `Blocked by court: ${court}`
const unreadable = (what: string) => `Unable to read the court's answer: ${what}.`

/** Sentences about what the court system answers in place of what was asked for. */
const SAID: Record<Exclude<RegistryErrorCode, LoginCode>, Said> = {
  access_denied: 'The court denies your account access to this.',
  altered_by_browser: unreadable('a browser add-on changed it'),
  attachment_menu_instead:
    'The court answered with the list of attachments. Ask for the attachment page (request_type 3), then for the PDF.',
  case_closed_administratively: 'The court has no docket of this case at the moment.',
  case_not_found: 'The court cannot find the case; perhaps it is sealed.',
  charges_not_accepted: unreadable('it asks again whether the charges are accepted'),
  client_code_required: 'The court asks for a client code. Send client_code.',
  court_blocked: blocked,
  court_unreachable: blocked,
  document_not_available: 'The court says that the document is not available.',
  document_not_found: 'The court cannot find the document.',
  free_look_used: 'The free copy of the document was taken before.',
  host_refused: unreadable('it leads to an address outside the court system'),
  http_error: 'The court answered with an HTTP error.',
  invalid_parameters: ({ said }) =>
    said ? `Unable to ask the court: ${said}.` : 'The court does not accept the range.',
  long_report_interstitial:
    'The docket is too long to be had at once. Send a range: de_date_start, de_date_end, de_number_start or de_number_end.',
  network_error: 'A network error ended the request.',
  no_claims: 'The court says that there are no claims in this case.',
  no_documents: 'The court says that there are no documents in this case.',
  not_a_pdf: 'The court answered with something else than a PDF.',
  not_logged_in: loginMessage,
  not_prepared_in_time: 'The court did not have the document ready in time.',
  not_public: 'The court says that nothing of this is public.',
  pdf_embedded: unreadable('it is a PDF in a page'),
  redirect: unreadable('it is a redirect'),
  report_form: unreadable('it is the form of the report'),
  restricted: 'The court restricts access to this.',
  sealed: 'The court says that this is sealed.',
  session_expired: loginMessage,
  several_cases: 'The court has several cases with this number. Send registry_case_id.',
  text_report: unreadable('it is a report in plain text'),
  too_hard: unreadable('it takes too long'),
  too_large: unreadable('it is too large'),
  transcript_embargo: 'The court does not give out this transcript yet.',
  try_again: 'The court asks to try again later.',
  unexpected_page: unreadable('it is no page of the kind asked for'),
  wrong_case_type: 'The court says that the case is of another type.',
}

/** All codes a request can end with. */
export const REFUSAL_CODES = [...OWN_CODES, ...(Object.keys(SAID) as (keyof typeof SAID)[])]

const RETRIED: readonly RegistryErrorCode[] = [
  'court_unreachable',
  'court_blocked',
  'session_expired',
  'try_again',
]

/** What an error of the court system makes of a request at a court. */
export function refusalOf(error: RegistryError, court: string): FetchRefused | WorthRetrying {
  const { code } = error
  const known: Partial<Record<RegistryErrorCode, Said>> = SAID
  const said = known[code] ?? loginMessage
  const message = typeof said === 'string' ? said : said(error, court)
  // What was billed is not asked for again.
  if (RETRIED.includes(code) && !error.cost) return new WorthRetrying(code, message)
  return failed(code, message, error.retryable)
}

/** After these it is not known whether the court has billed what it was asked for. */
const UNANSWERED: readonly RegistryErrorCode[] = [
  'court_unreachable',
  'network_error',
  'http_error',
  'too_large',
  'host_refused',
  'not_prepared_in_time',
]

/** Whether an error says that the court has answered. */
export const isAnswer = ({ code }: RegistryError): boolean => !UNANSWERED.includes(code)
