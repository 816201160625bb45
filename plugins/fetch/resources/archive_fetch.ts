import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { courtOf } from '#app/court_pages/court_system_ids'
import { STATUS, STATUSES, TYPES } from '../codes.js'
import { prepareRequest } from '../requests/prepare_request.js'
import { storeRequest } from '../requests/store_request.js'
import { shownCost, shownError, shownResult } from './details.js'

const DETAILS = { include: 'details', readOnly: true } as const

/** The fetch queue (specification, Fetch). */
export default defineResource({
  path: 'archive-fetch',
  table: 'fetch_requests',
  label: 'FetchRequest',
  description:
    'Requests to fetch dockets, PDFs and attachment pages from the court system, and what became of each. The credentials of your account there are used to log in, and not stored.',
  access: { account: true, scopes: ['fetch'] },
  owned: { column: 'user_id' },
  fields: {
    id: f.id(),
    court: f.link('courts', { as: 'key', nullable: true, help: 'Court of the case.' }),
    docket: f.link('dockets', {
      as: 'key',
      nullable: true,
      help: 'Docket to update; after a docket was fetched, that docket.',
    }),
    recap_document: f.link('archive-documents', {
      as: 'key',
      nullable: true,
      help: 'ID of the archive document.',
    }),
    registry_username: f.secret({
      required: true,
      maxLength: 100,
      help: 'Account at the court system; only used to log in.',
    }),
    registry_password: f.secret({
      required: true,
      maxLength: 200,
      help: 'Password at the court system; only used to log in.',
    }),
    client_code: f.secret({ maxLength: 100, help: 'Client code for billing.' }),
    registry_otp: f.secret({
      maxLength: 6,
      help: 'One-time code, for accounts with multi-factor authentication.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    date_completed: f.datetime({ nullable: true, readOnly: true, help: 'When the work ended.' }),
    status: f.choice(STATUSES, {
      readOnly: true,
      default: STATUS.queued,
      help: 'State of the request.',
    }),
    request_type: f.choice(TYPES, { required: true, help: 'What to fetch.' }),
    message: f.text({ readOnly: true, help: 'What became of it, in words.' }),
    registry_case_id: f.text({ maxLength: 100, help: 'Internal case ID of the court system.' }),
    docket_number: f.text({ maxLength: 50, help: 'Number as printed by the court.' }),
    de_date_start: f.date({ nullable: true, help: 'Only entries from this date on.' }),
    de_date_end: f.date({ nullable: true, help: 'Only entries up to this date.' }),
    de_number_start: f.integer({ nullable: true, help: 'Only entries from this number on.' }),
    de_number_end: f.integer({ nullable: true, help: 'Only entries up to this number.' }),
    show_parties_and_counsel: f.boolean({ default: true, help: 'Include parties and counsel.' }),
    show_terminated_parties: f.boolean({ default: true, help: 'Include terminated parties.' }),
    show_list_of_member_cases: f.boolean({ default: false, help: 'Include member cases.' }),
    error: f.json({
      ...DETAILS,
      sql: shownError,
      nullable: true,
      help: 'Why it failed: `code`, `message`, and whether the same may succeed later (`retryable`).',
    }),
    result: f.json({
      ...DETAILS,
      sql: shownResult,
      help: 'The docket and the document: keys and pages.',
    }),
    timestamps: f.json({
      ...DETAILS,
      sql: (row) => `${row}.status_times`,
      help: 'When it last had each status.',
    }),
    cost: f.json({
      ...DETAILS,
      sql: shownCost,
      help: 'Pages and dollars of the receipts, and what was bought.',
    }),
  },
  filters: {
    status: filter.choice('in'),
    request_type: filter.choice(),
    court: filter.key(),
    docket: filter.key(),
    registry_case_id: { kind: 'text', lookups: ['exact', 'in'] },
    docket_number: { kind: 'text', lookups: ['exact'] },
    recap_document: filter.key('in'),
  },
  ordering: ['id', 'date_created', 'date_modified', 'date_completed'],
  cursor: ['id', 'date_created', 'date_modified', 'date_completed'],
  writes: ['create'],
  hooks: { read, prepare: prepareRequest, create: storeRequest },
})

/** Courts by the ID the court system has, too; without parties there are no terminated ones. */
function read(body: Record<string, unknown>): Record<string, unknown> {
  const isLeftOut = body.show_terminated_parties === undefined
  const withoutParties = /^(false|0|off|no|f|n)$/i.test(String(body.show_parties_and_counsel))
  return {
    ...body,
    ...(typeof body.court === 'string' ? { court: courtOf(body.court.trim()) } : {}),
    ...(isLeftOut && withoutParties ? { show_terminated_parties: false } : {}),
  }
}
