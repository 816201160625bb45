/** What ends an attempt (fetch-and-upload, 1.3): statuses, codes for programs, and messages. */
import { STATUS, type FinalStatus } from '../codes.js'
import type { RegistryError, RegistryErrorCode } from '../registry_client/registry_error.js'
import { loginMessage } from '../requests/login_message.js'

/** Ends a request. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'

  /**
   * @param code for programs
   * @param retryable whether the same request may succeed later
   */
  constructor(
    readonly status: Exclude<FinalStatus, (typeof STATUS)['done']>,
    readonly code: string,
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
    readonly code: string,
    message: string
  ) {
    super(message)
  }
}

const failed = (code: string, message: string, retryable = false) =>
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

/** Sentences about what courts answer in place of what was asked for. */
const SAID: Partial<Record<RegistryErrorCode, string>> = {
  case_not_found: 'The court cannot find the case; perhaps it is sealed.',
  several_cases: 'The court has several cases with this number. Send registry_case_id.',
  sealed: 'The court says that this is sealed.',
  restricted: 'The court restricts access to this.',
  access_denied: 'The court denies your account access to this.',
  transcript_embargo: 'The court does not give out this transcript yet.',
  not_public: 'The court says that nothing of this is public.',
  document_not_found: 'The court cannot find the document.',
  document_not_available: 'The court says that the document is not available.',
  attachment_menu_instead:
    'The court answered with the list of attachments. Ask for the attachment page (request_type 3), then for the PDF.',
  client_code_required: 'The court asks for a client code. Send client_code.',
  long_report_interstitial:
    'The docket is too long to be had at once. Send a range: de_date_start, de_date_end, de_number_start or de_number_end.',
  invalid_parameters: 'The court does not accept the range.',
  case_closed_administratively: 'The court has no docket of this case at the moment.',
  network_error: 'A network error ended the request.',
  http_error: 'The court answered with an HTTP error.',
  not_a_pdf: 'The court answered with something else than a PDF.',
}

const RETRIED: readonly RegistryErrorCode[] = [
  'court_unreachable',
  'court_blocked',
  'session_expired',
  'try_again',
]

/** What an error of the court system makes of a request at a court. */
export function refusalOf(error: RegistryError, court: string): FetchRefused | WorthRetrying {
  const { code } = error
  // What was billed is not asked for again.
  if (RETRIED.includes(code) && !error.cost)
    return new WorthRetrying(code, retriedMessage(error, court))
  const said = SAID[code] ?? `Unable to read the court's answer (${code.replaceAll('_', ' ')}).`
  return failed(code, said, error.retryable)
}

function retriedMessage(error: RegistryError, court: string): string {
  switch (error.code) {
    case 'session_expired':
      return loginMessage(error)
    case 'try_again':
      return 'The court asks to try again later.'
    default:
      return `Blocked by court: ${court}`
  }
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
