import type { PageOutcome } from '#app/court_pages/page_outcomes'
import type { Cost } from './types.js'

/** Error code of a request to the court system. */
export type RegistryErrorCode =
  | PageOutcome
  | 'login_refused'
  | 'one_time_code_required'
  | 'no_session_token'
  | 'login_unreachable'
  | 'session_expired'
  | 'court_unreachable'
  | 'court_blocked'
  | 'network_error'
  | 'http_error'
  | 'host_refused'
  | 'too_large'
  | 'too_hard'
  | 'unexpected_page'
  | 'several_cases'
  | 'not_a_pdf'
  | 'free_look_used'
  | 'not_prepared_in_time'

/** Errors for which a later attempt may succeed. */
const RETRYABLE: ReadonlySet<RegistryErrorCode> = new Set<RegistryErrorCode>([
  'login_unreachable',
  'court_unreachable',
  'court_blocked',
  'network_error',
  'http_error',
  'try_again',
  'not_prepared_in_time',
])

export class RegistryError extends Error {
  override name = 'RegistryError'

  /**
   * @param code error code
   * @param said message of the court system, without secrets; empty if none
   * @param court court of the request; undefined for the central login
   * @param cost cost on the receipt, if the response was billed
   */
  constructor(
    readonly code: RegistryErrorCode,
    readonly said = '',
    readonly court?: string,
    readonly cost: Cost | null = null
  ) {
    super(said ? `${code}: ${said}` : code)
  }

  get retryable(): boolean {
    return RETRYABLE.has(this.code)
  }
}
