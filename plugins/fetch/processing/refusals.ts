/** Errors that end an attempt: statuses, codes, and messages (fetch-and-upload, 1.3). */
import { STATUS, type FinalStatus } from '../codes.js'
import type { RegistryError, RegistryErrorCode } from '../registry_client/registry_error.js'

/** Start of the message, which clients recognize. */
const EXCEPTION = 'RegistryLoginException'

const LOGIN_SAID: Partial<Record<RegistryError['code'], string>> = {
  login_refused: 'The court system rejected the username or password.',
  one_time_code_required:
    'The account uses multi-factor authentication. Send the six-digit code from its authenticator app as registry_otp.',
  client_code_required: 'The account requires a client code. Send client_code.',
  no_session_token: 'The court system accepted the login but returned no session.',
  login_unreachable: "The court system's login doesn't respond. Try again later.",
  session_expired: 'The court system session has expired. Send the request again.',
}

/** Codes of failed logins. */
export const LOGIN_CODES = Object.keys(LOGIN_SAID)

/** The court system returns the same message for several wrong credentials. */
const NAMES_ONE_TIME_CODE = /one-time|passcode|multi-?factor/i

export function loginMessage({ code, said }: RegistryError): string {
  const own = LOGIN_SAID[code] ?? 'The login failed.'
  const hint =
    code === 'login_refused' && NAMES_ONE_TIME_CODE.test(said)
      ? ' For an account with multi-factor authentication, send the one-time code as registry_otp.'
      : ''
  return `${EXCEPTION}: ${own}${said ? ` Court system message: ${said}` : ''}${hint}`
}

/** Error codes in addition to the court system client's. */
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

/** Code in the `error` of a request. */
export type RefusalCode = RegistryErrorCode | (typeof OWN_CODES)[number]

/** An error that ends a request. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'

  /**
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

/** An error that is retried a little later. After the last retry, the request fails. */
export class RetryableFetchError extends Error {
  override name = 'RetryableFetchError'

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
    'The court system session has expired (cookies expired). Send the request again.',
    true
  )

export const outcomeUnknown = () =>
  failed(
    'purchase_outcome_unknown',
    "The court may have billed this request, but its response was lost. The request isn't retried automatically: check your court system account, then decide whether to send a new request."
  )

/** Codes that only logins return, which precede the job. */
type LoginCode =
  'login_refused' | 'one_time_code_required' | 'no_session_token' | 'login_unreachable'

type Said = string | ((error: RegistryError, court: string) => string)

const blocked: Said = (_error, court) => `Blocked by court: ${court}`
const unreadable = (what: string) => `Unable to read the court's response: ${what}.`

/** Messages for unexpected responses of the court system. */
const SAID: Record<Exclude<RegistryErrorCode, LoginCode>, Said> = {
  access_denied: 'The court denied access to your account.',
  altered_by_browser: unreadable('a browser extension modified it'),
  attachment_menu_instead:
    'The court returned the list of attachments. Fetch the attachment page (request_type 3), then the PDF.',
  case_closed_administratively: 'The court currently has no docket for this case.',
  case_not_found: "The court can't find the case; it may be sealed.",
  charges_not_accepted: unreadable('it requests confirmation of the charges again'),
  client_code_required: 'The court requires a client code. Send client_code.',
  court_blocked: blocked,
  court_unreachable: blocked,
  document_not_available: "The court doesn't have the document.",
  document_not_found: "The court can't find the document.",
  free_look_used: 'The free copy of the document was already used.',
  host_refused: unreadable('it links to a URL outside the court system'),
  http_error: 'The court returned an HTTP error.',
  invalid_parameters: ({ said }) =>
    said ? `Invalid request: ${said}.` : 'The court rejected the range.',
  long_report_interstitial:
    'The docket is too long. Send a range: de_date_start, de_date_end, de_number_start, or de_number_end.',
  network_error: 'A network error occurred.',
  no_claims: 'The case has no claims.',
  no_documents: 'The case has no documents.',
  not_a_pdf: 'The court returned something other than a PDF.',
  not_logged_in: loginMessage,
  not_prepared_in_time: "The court didn't prepare the document in time.",
  not_public: "The court says the document isn't public.",
  pdf_embedded: unreadable('it is a PDF in a page'),
  redirect: unreadable('it is a redirect'),
  report_form: unreadable("it is the report's form"),
  restricted: 'The court restricts access to the case or document.',
  sealed: 'The case or document is sealed.',
  session_expired: loginMessage,
  several_cases: 'The court has several cases with this number. Send registry_case_id.',
  text_report: unreadable('it is a report in plain text'),
  too_hard: unreadable('parsing takes too long'),
  too_large: unreadable('it is too large'),
  transcript_embargo: 'The transcript is under embargo.',
  try_again: 'The court is busy. Try again later.',
  unexpected_page: unreadable('it has an unexpected format'),
  wrong_case_type: "The case type doesn't match the request.",
}

/** All error codes of requests. */
export const REFUSAL_CODES = [...OWN_CODES, ...(Object.keys(SAID) as (keyof typeof SAID)[])]

const RETRIED: readonly RegistryErrorCode[] = [
  'court_unreachable',
  'court_blocked',
  'session_expired',
  'try_again',
]

/** Converts an error of the court system client. */
export function toFetchError(
  error: RegistryError,
  court: string
): FetchRefused | RetryableFetchError {
  const { code } = error
  const known: Partial<Record<RegistryErrorCode, Said>> = SAID
  const said = known[code] ?? loginMessage
  const message = typeof said === 'string' ? said : said(error, court)
  // Billed requests aren't repeated.
  if (RETRIED.includes(code) && !error.cost) return new RetryableFetchError(code, message)
  return failed(code, message, error.retryable)
}

/** Errors after which it is unknown whether the court billed the request. */
const UNANSWERED: readonly RegistryErrorCode[] = [
  'court_unreachable',
  'network_error',
  'http_error',
  'too_large',
  'host_refused',
  'not_prepared_in_time',
]

/** Whether the court has responded. */
export const isAnswer = ({ code }: RegistryError): boolean => !UNANSWERED.includes(code)
