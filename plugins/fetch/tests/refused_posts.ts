/** Every rejected POST, with its row in fetch-and-upload, 1.2. */
import type { RULE_NAMES } from '../requests/validation.js'
import { changeDocument } from '#tests/helpers/own_docket'
import { CASE } from './outcome_row.js'
import type { SimulatedQueue } from './simulated_queue.js'

export interface RefusedPost {
  row: string
  /** Rule or login error code. */
  about: (typeof RULE_NAMES)[number]
  body: (queue: SimulatedQueue) => object | Promise<object>
  /** Expected problems. */
  problems: Record<string, string>
  code: string
  retryable?: boolean
}

const MISSING = 'Invalid pk "999999999" - object does not exist.'
const CAND = { request_type: 1, court: 'cand' }
const EXCEPTION = 'RegistryLoginException:'
const INVALID_LOGIN = `${EXCEPTION} The court system rejected the username or password. Court system message:`

const rule = (
  number: string,
  about: string,
  body: RefusedPost['body'],
  problems: Record<string, string> | string
): RefusedPost => ({
  row: `1.2, ${number}: ${about}`,
  about,
  body,
  problems: typeof problems === 'string' ? { non_field_errors: problems } : problems,
  code: 'invalid_request',
})

const values = (number: string, what: string, body: object, problems: Record<string, string>) => ({
  row: `1.2, ${number}: ${what}`,
  about: '',
  body: () => ({ ...CASE, ...body }),
  problems,
  code: 'invalid_values',
})

const login = (code: string, account: object, said: string, retryable = false): RefusedPost => ({
  row: `1.2, 10: ${code} for ${Object.values(account).join(' ')}`,
  about: code,
  body: () => ({ ...CASE, ...account }),
  problems: { non_field_errors: said },
  code,
  retryable,
})

const appeal = async (queue: SimulatedQueue, rest: object) => {
  const { id } = await queue.docket({ court_id: 'ca9', docket_number: '24-1234' })
  return { request_type: 1, docket: id, ...rest }
}

export const REFUSED_POSTS: RefusedPost[] = [
  values(
    '0',
    'no username',
    { registry_username: undefined },
    { registry_username: 'This field is required.' }
  ),
  values(
    '0',
    'no password',
    { registry_password: undefined },
    { registry_password: 'This field is required.' }
  ),
  values(
    '0',
    'an empty username',
    { registry_username: '' },
    { registry_username: 'This field may not be blank.' }
  ),
  values(
    '0',
    'a malformed date',
    { de_date_end: 'soon' },
    { de_date_end: 'Date has wrong format. Use YYYY-MM-DD.' }
  ),
  values(
    '2',
    'an unknown document',
    { request_type: 2, recap_document: 999_999_999 },
    { recap_document: MISSING }
  ),
  values('2', 'an unknown docket', { docket: 999_999_999 }, { docket: MISSING }),
  values(
    '8',
    'an unknown court',
    { court: 'nowhere' },
    { court: 'Invalid pk "nowhere" - object does not exist.' }
  ),
  rule(
    '1',
    'docket_needs_case',
    () => ({ request_type: 1 }),
    'Requests for dockets require docket, docket_number, or registry_case_id.'
  ),
  rule(
    '2',
    'document_needs_key',
    () => ({ request_type: 3 }),
    'Requests for PDFs and attachment pages require recap_document.'
  ),
  rule(
    '3',
    'case_id_needs_court',
    () => ({ request_type: 1, registry_case_id: '77' }),
    'registry_case_id requires court.'
  ),
  rule(
    '4',
    'case_id_like_docket_number',
    () => ({ ...CAND, registry_case_id: '21-77' }),
    'registry_case_id looks like a docket number. Send the case ID, or docket_number.'
  ),
  rule(
    '5',
    'docket_number_needs_court',
    () => ({ request_type: 1, docket_number: '3:31-cv-00021' }),
    'docket_number requires court.'
  ),
  rule(
    '6',
    'appeal_by_case_id',
    () => ({ request_type: 1, court: 'ca9', registry_case_id: '77' }),
    'Appellate cases are looked up by docket number. Send docket_number instead of registry_case_id.'
  ),
  rule(
    '7',
    'appeal_entry_numbers',
    (queue) => appeal(queue, { de_number_start: 3 }),
    "Appellate courts don't support entry number ranges. Omit de_number_start and de_number_end."
  ),
  rule('7', 'appeal_dates', (queue) => appeal(queue, { de_date_end: '2026-01-01' }), {
    de_date_end: "Appellate courts don't support date ranges. Omit this field.",
  }),
  rule('7', 'appeal_dates', (queue) => appeal(queue, { de_date_start: '2026-01-01' }), {
    de_date_start: "Appellate courts don't support date ranges. Omit this field.",
  }),
  rule(
    '7',
    'terminated_without_parties',
    () => ({ ...CASE, show_parties_and_counsel: false, show_terminated_parties: true }),
    'show_terminated_parties requires show_parties_and_counsel.'
  ),
  rule(
    '7',
    'dates_reversed',
    () => ({ ...CASE, de_date_start: '2026-02-01', de_date_end: '2026-01-01' }),
    { de_date_end: 'This is before de_date_start.' }
  ),
  rule('7', 'numbers_reversed', () => ({ ...CASE, de_number_start: 9, de_number_end: 8 }), {
    de_number_end: 'This is less than de_number_start.',
  }),
  rule(
    '8',
    'court_of_registry',
    () => ({ request_type: 1, court: 'scotus', docket_number: '24-1' }),
    'Invalid court id: scotus'
  ),
  rule(
    '9',
    'pdf_available',
    async (queue) => {
      const document = await queue.document({ id: '02302500101' })
      await changeDocument(document, { is_available: true })
      return { request_type: 2, recap_document: document }
    },
    'The archive already has this PDF.'
  ),
  login(
    'login_refused',
    { registry_password: 'wrong' },
    `${INVALID_LOGIN} Invalid username, password, or one-time passcode. (Simulated) For an account with multi-factor authentication, send the one-time code as registry_otp.`
  ),
  login(
    'login_refused',
    { registry_username: 'simfactor' },
    `${INVALID_LOGIN} Invalid username, password, or one-time passcode. (Simulated) For an account with multi-factor authentication, send the one-time code as registry_otp.`
  ),
  login(
    'login_refused',
    { registry_username: 'simexpired' },
    `${INVALID_LOGIN} Your password has expired. Change it on the account page, then log in again. (Simulated)`
  ),
  login(
    'login_refused',
    { registry_username: 'simdisabled' },
    `${INVALID_LOGIN} Your account is disabled. Contact the service center. (Simulated)`
  ),
  login(
    'client_code_required',
    { registry_username: 'simclient' },
    `${EXCEPTION} The account requires a client code. Send client_code. Court system message: A required client code was not entered. (Simulated)`
  ),
  login(
    'no_session_token',
    { registry_username: 'simnotoken' },
    `${EXCEPTION} The court system accepted the login but returned no session.`
  ),
  login(
    'login_unreachable',
    { registry_username: 'simdown' },
    `${EXCEPTION} The court system's login doesn't respond. Try again later. Court system message: HTTP 503`,
    true
  ),
  {
    ...login(
      'one_time_code_required',
      { registry_username: 'simreader2' },
      `${EXCEPTION} The account uses multi-factor authentication. Send the six-digit code from its authenticator app as registry_otp. Court system message: A one-time passcode is required.`
    ),
    body: ({ between }) => {
      const said = {
        nextGenCSO: '',
        loginResult: '1',
        errorDescription: 'A one-time passcode is required.',
      }
      const headers = { 'content-type': 'application/json' }
      between.answers.push({
        to: ({ path }) => path === '/services/cso-auth',
        headers,
        body: JSON.stringify(said),
      })
      return CASE
    },
  },
]

/** Login error codes that no POST returns, and the reason. */
export const NOT_AT_POST = { session_expired: 'the job finds it: see the table of outcomes' }
