/**
 * Every outcome of a request, with its section in the specification (fetch-and-upload, 1.3;
 * court-system, 12, as CS 12).
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { changeDocument } from '#tests/helpers/own_docket'
import FetchPurchase from '../models/fetch_purchase.js'
import type { RefusalCode } from '../processing/refusals.js'
import { COURT_PAGE_ROWS } from './court_page_rows.js'
import {
  answering,
  CASE,
  buildDocketRequest,
  failed,
  failing,
  buildMenuRequest,
  NUMBERS,
  buildPdfRequest,
  REPORT,
  unreadable,
  type OutcomeRow,
} from './outcome_row.js'
import { documentMenu } from './court_answers.js'
import type { SimulatedQueue } from './simulated_queue.js'

const withoutId = ({ recap_document: document }: { recap_document: number }) =>
  changeDocument(document, { registry_doc_id: '' })

/** An error while the response is parsed. */
const failingWith =
  (error: object) =>
  (queue: SimulatedQueue): void => {
    queue.parse = async () => Promise.reject(Object.assign(new Error('of a test'), error))
  }

const BLOCKED = 'Blocked by court: akd'
const EXPIRED =
  'RegistryLoginException: The court system session has expired. Send the request again.'
const UNKNOWN = /^The court may have billed this request, but its response was lost\./
const FIRST = 'Fetch the docket first, then retry.'
/** The flags of the case and the note of the simulator, for which records have no field. */
const UNREAD = "1 passage of the page wasn't read."
export const OUTCOME_ROWS: OutcomeRow[] = [
  {
    row: '1.3: done',
    status: 2,
    code: null,
    message: `Successfully completed fetch and save. ${UNREAD}`,
    billed: '0.10',
  },
  {
    row: '1.3: done, with a login notice',
    ask: () => ({ ...CASE, registry_username: 'simnotice' }),
    status: 2,
    code: null,
    message: `Successfully completed fetch and save. ${UNREAD} Notice from the court system: Your password expires in 5 days. (Simulated)`,
    billed: '0.10',
  },
  {
    row: '1.3: PDF available before the request ran',
    ask: buildPdfRequest('02302500101'),
    then: (_queue, _id, asked) => changeDocument(asked.recap_document, { is_available: true }),
    status: 2,
    code: null,
    message: 'Nothing to do: the archive already has this PDF.',
  },
  {
    row: '1.3: court unreachable',
    then: failing(/^\/$/, { kind: 'cut' }),
    ...failed('court_unreachable', BLOCKED, true),
  },
  {
    row: '1.3: court blocks the client',
    then: failing(/^\/$/, { status: 403 }),
    ...failed('court_blocked', BLOCKED, true),
  },
  {
    row: '1.3: cookies missing',
    then: (queue) => queue.restart(),
    ...failed('session_expired', /^The court system session has expired \(cookies expired\)/, true),
  },
  {
    row: '1.3: session ends before the job',
    then: ({ simulator }) => simulator.expireSessions(),
    ...failed('session_expired', EXPIRED, true),
  },
  {
    row: '1.3: network error',
    then: failing(NUMBERS, { kind: 'cut' }),
    ...failed('network_error', 'A network error occurred.', true),
  },
  {
    row: '1.3: HTTP error',
    then: failing(NUMBERS, { status: 500 }),
    ...failed('http_error', 'The court returned an HTTP error.', true),
  },
  {
    row: 'purchase: lost response',
    then: failing(REPORT, { kind: 'cut', when: 'after' }),
    ...failed('purchase_outcome_unknown', UNKNOWN),
    billed: '0.10',
    unanswered: 1,
  },
  {
    row: 'purchase: HTTP error',
    then: failing(REPORT, { status: 500, when: 'after' }),
    ...failed('purchase_outcome_unknown', UNKNOWN),
    billed: '0.10',
    unanswered: 1,
  },
  {
    row: '1.3: docket number not found',
    ask: () => ({ ...CASE, docket_number: '3:24-cv-99999' }),
    ...failed('case_not_found', "The court can't find the case 3:24-cv-99999; it may be sealed."),
  },
  {
    row: '1.3: docket number of a sealed case',
    ask: () => ({ ...CASE, docket_number: '3:24-cv-00501' }),
    ...failed('case_not_found', "The court can't find the case 3:24-cv-00501; it may be sealed."),
  },
  {
    row: '1.3: case ID not found',
    ask: buildDocketRequest('79999'),
    ...failed('case_not_found', "The court can't find the case; it may be sealed."),
  },
  {
    row: '1.3: case ID cannot be determined: several cases',
    ask: () => ({ request_type: 1, court: 'nysd', docket_number: '24-cv-00202' }),
    ...failed(
      'several_cases',
      'The court has several cases with this number. Send registry_case_id.'
    ),
  },
  {
    row: '1.3: case ID cannot be determined: no ID or number in the archive',
    ask: async (queue) => ({
      request_type: 1,
      docket: (await queue.docket({ court_id: 'akd' })).id,
    }),
    ...failed('case_not_found', 'Unable to find the case: its ID and number are unknown.'),
  },
  {
    row: '1.3: case ID cannot be determined: appeal without a number',
    ask: async (queue) => ({
      request_type: 1,
      docket: (await queue.docket({ court_id: 'ca9' })).id,
    }),
    ...failed('case_not_found', 'Unable to find the case: its docket number is unknown.'),
  },
  {
    row: '1.3: case ID cannot be determined: invalid docket number',
    ask: () => ({ ...CASE, docket_number: '<Alaska>' }),
    ...failed('invalid_parameters', 'Invalid request: not a docket number.'),
  },
  {
    row: '1.3: docket cannot be parsed',
    then: async (_queue, id) => {
      const disk = (await app.container.make('drive.manager')).use()
      const keptPath = `fetched/${randomUUID()}`
      await disk.put(keptPath, '<p>Good morning</p>')
      const times = { dateIntended: new Date(), dateAnswered: new Date() }
      const bought = { fetchRequestId: id, courtId: 'akd', what: 'docket report', ...times }
      await FetchPurchase.create({ ...bought, keptPath })
    },
    ...failed('unreadable_page', /^Unable to parse the court's page/),
  },
  {
    row: '1.3: attachment menu instead of a PDF',
    ask: buildPdfRequest('02302500101'),
    then: answering(/\/doc1\//, { body: documentMenu }),
    ...failed(
      'attachment_menu_instead',
      /Fetch the attachment page \(request_type 3\), then the PDF\./
    ),
  },
  {
    row: '1.3: attachment page of an unknown document',
    ask: buildMenuRequest('02302500101', { court: 'akd' }),
    then: (_queue, _id, asked) =>
      changeDocument(asked.recap_document, { registry_doc_id: '02302500102' }),
    ...failed('no_such_entry', 'No docket of the court has this document.', true),
  },
  {
    row: '1.2: attachment page of a document without attachments',
    ask: buildMenuRequest('02302500104'),
    status: 6,
    code: 'no_attachments',
    message: 'There is no attachment page: the document has no attachments.',
  },
  {
    row: '1.3: PDF without registry_doc_id',
    ask: buildPdfRequest('02302500101'),
    then: (_queue, _id, asked) => withoutId(asked),
    status: 6,
    code: 'no_registry_doc_id',
    message: `The archive doesn't have the court system's ID of this document yet. ${FIRST}`,
  },
  {
    row: '1.3: attachment request without registry_doc_id',
    ask: buildMenuRequest('02302500101'),
    then: (_queue, _id, asked) => withoutId(asked),
    status: 7,
    code: 'no_registry_doc_id',
    message: `The archive doesn't have the court system's ID yet. ${FIRST}`,
  },
  {
    row: '1.3: case of the new appellate system without a case ID',
    ask: buildMenuRequest('5000a9000-0003-4000-8000-000000000001', { court: 'ca9' }),
    status: 7,
    code: 'no_registry_case_id',
    message: `The archive doesn't have the court system's ID yet. ${FIRST}`,
  },
  {
    row: '1.1: document deleted while the request was queued',
    ask: buildPdfRequest('02302500101'),
    then: async (_queue, _id, asked) => {
      const database = await app.container.make('lucid.db')
      await database.from('archive_documents').where('id', asked.recap_document).delete()
    },
    ...failed('no_such_document', 'The document no longer exists.'),
  },
  {
    row: 'limits: docket may exceed the page limit',
    ask: buildDocketRequest('70101'),
    maxPages: 0,
    ...failed(
      'range_required',
      /^The docket has 7 entries, and this server buys up to 0 pages\. Send a range/
    ),
  },
  {
    row: 'limits: PDF exceeds the page limit',
    ask: buildPdfRequest('02302500101'),
    maxPages: 13,
    ...failed('too_many_pages', 'This would cost 14 pages ($1.40); this server buys up to 13.'),
  },
  {
    row: 'limits: redirect to another host',
    then: answering(NUMBERS, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
    ...failed('host_refused', unreadable('it links to a URL outside the court system')),
  },
  {
    row: 'limits: response too large',
    then: answering(NUMBERS, { body: Buffer.alloc(50 * 1024 * 1024 + 1) }),
    ...failed('too_large', unreadable('it is too large')),
  },
  {
    row: 'limits: response takes too long to parse',
    then: (queue) => void (queue.parse = async () => ({ outcome: 'too_hard' })),
    ...failed('too_hard', unreadable('parsing takes too long')),
  },
  {
    row: '2.3: conflicting transactions until the last retry',
    then: failingWith({ code: '40001' }),
    ...failed('busy', 'Another request changed the same records.', true),
  },
  {
    row: 'server error',
    then: failingWith({}),
    ...failed('server_error', 'An internal error occurred.', true),
  },
  ...COURT_PAGE_ROWS,
]

/** Codes without a row, and the reason. */
export const WITHOUT_ROW: Partial<Record<RefusalCode, string>> = {
  free_look_used: 'only links of notices are looked at for free',
  not_logged_in: 'the client calls it session_expired',
  not_prepared_in_time: 'what is not ready was billed: purchase_outcome_unknown',
  nothing_to_merge: 'the client gives pages of dockets and menus only',
  refused: 'the readers of pages keep to the bounds of dockets',
}
