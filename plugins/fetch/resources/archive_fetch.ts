import app from '@adonisjs/core/services/app'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { toCourtId } from '#app/court_pages/court_system_ids'
import { STATUS, STATUSES, TYPES } from '../codes.js'
import { RequestPreparation } from '../requests/prepare_request.js'
import { RequestStore } from '../requests/store_request.js'
import { pagePath } from '#plugins/federal_records/public/pages'

/** The error: its code, message, and whether the same request may succeed later. */
export function shownError(row: string): string {
  return `CASE WHEN ${row}.error_code <> '' THEN json_build_object(
    'code', ${row}.error_code, 'message', ${row}.message, 'retryable', ${row}.error_retryable) END`
}

/** The result: IDs and URLs of the docket and the document. */
export function shownResult(row: string): string {
  return `json_build_object(
    'docket', (SELECT json_build_object('id', k.id, 'absolute_url', '/docket/' || k.id || '/' || k.slug || '/')
      FROM dockets k WHERE k.id = ${row}.docket_id),
    'document', (SELECT json_build_object('id', doc.id, 'absolute_url', ${pagePath('doc')})
      FROM archive_documents doc WHERE doc.id = ${row}.recap_document_id))`
}

/** Cost and purchases; `answered` is false if the court's response was lost. */
export function shownCost(row: string): string {
  return `(SELECT json_build_object(
      'pages', coalesce(sum(p.pages), 0), 'dollars', to_char(coalesce(sum(p.cost), 0), 'FM999990.00'),
      'purchases', coalesce(json_agg(json_build_object(
        'what', p.what, 'expected_pages', p.expected_pages,
        'expected_dollars', to_char(p.expected_cost, 'FM999990.00'), 'pages', p.pages,
        'dollars', to_char(p.cost, 'FM999990.00'), 'description', p.description,
        'answered', p.date_answered IS NOT NULL) ORDER BY p.id), '[]'))
    FROM fetch_purchases p WHERE p.fetch_request_id = ${row}.id)`
}

const DETAILS = { include: 'details', readOnly: true } as const

/** The fetch queue (specification, Fetch). */
export default defineResource({
  path: 'archive-fetch',
  table: 'fetch_requests',
  label: 'FetchRequest',
  description:
    'Requests to fetch dockets, PDFs, and attachment pages from the court system. Your court system credentials are used only to log in and are never stored.',
  access: { account: true, scopes: ['fetch'] },
  owned: { column: 'user_id' },
  fields: {
    id: f.id(),
    court: f.link('courts', { as: 'key', nullable: true, help: 'Court of the case.' }),
    docket: f.link('dockets', {
      as: 'key',
      nullable: true,
      help: 'Docket to update, or the fetched docket.',
    }),
    recap_document: f.link('archive-documents', {
      as: 'key',
      nullable: true,
      help: 'ID of the archive document.',
    }),
    registry_username: f.secret({
      required: true,
      maxLength: 100,
      help: 'Court system username; used only to log in.',
    }),
    registry_password: f.secret({
      required: true,
      maxLength: 200,
      help: 'Court system password; used only to log in.',
    }),
    client_code: f.secret({ maxLength: 100, help: 'Client code for billing.' }),
    registry_otp: f.secret({
      maxLength: 6,
      help: 'One-time code, for accounts with multi-factor authentication.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    date_completed: f.datetime({ nullable: true, readOnly: true, help: 'When processing ended.' }),
    status: f.choice(STATUSES, {
      readOnly: true,
      default: STATUS.queued,
      help: 'Status of the request.',
    }),
    request_type: f.choice(TYPES, { required: true, help: 'What to fetch.' }),
    message: f.text({ readOnly: true, help: 'Status message.' }),
    registry_case_id: f.text({ maxLength: 100, help: 'Internal case ID of the court system.' }),
    docket_number: f.text({ maxLength: 50, help: 'Docket number as printed by the court.' }),
    de_date_start: f.date({ nullable: true, help: 'Include only entries from this date on.' }),
    de_date_end: f.date({ nullable: true, help: 'Include only entries up to this date.' }),
    de_number_start: f.integer({
      nullable: true,
      help: 'Include only entries from this number on.',
    }),
    de_number_end: f.integer({ nullable: true, help: 'Include only entries up to this number.' }),
    show_parties_and_counsel: f.boolean({ default: true, help: 'Include parties and counsel.' }),
    show_terminated_parties: f.boolean({ default: true, help: 'Include terminated parties.' }),
    show_list_of_member_cases: f.boolean({ default: false, help: 'Include member cases.' }),
    error: f.json({
      ...DETAILS,
      sql: shownError,
      nullable: true,
      help: 'Error `code`, `message`, and whether the same request may succeed later (`retryable`).',
    }),
    result: f.json({
      ...DETAILS,
      sql: shownResult,
      help: 'IDs and URLs of the docket and the document.',
    }),
    timestamps: f.json({
      ...DETAILS,
      sql: (row) => `${row}.status_times`,
      help: 'Time of each status.',
    }),
    cost: f.json({
      ...DETAILS,
      sql: shownCost,
      help: 'Total pages and dollars on the receipts, and each purchase.',
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
  errorStatuses: [501],
  hooks: {
    read,
    prepare: async (create) => (await app.container.make(RequestPreparation)).prepare(create),
    create: async (write, save) => (await app.container.make(RequestStore)).store(write, save),
  },
})

/** Also accepts court system IDs of courts. Without parties, terminated parties default to false. */
function read(body: Record<string, unknown>): Record<string, unknown> {
  const isLeftOut = body.show_terminated_parties === undefined
  const withoutParties = /^(false|0|off|no|f|n)$/i.test(String(body.show_parties_and_counsel))
  return {
    ...body,
    ...(typeof body.court === 'string' ? { court: toCourtId(body.court.trim()) } : {}),
    ...(isLeftOut && withoutParties ? { show_terminated_parties: false } : {}),
  }
}
