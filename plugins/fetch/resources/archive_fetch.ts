import app from '@adonisjs/core/services/app'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { courtOf } from '#app/court_pages/court_system_ids'
import { STATUS, STATUSES, TYPES } from '../codes.js'
import { RequestPreparation } from '../requests/prepare_request.js'
import { RequestStore } from '../requests/store_request.js'
import { pagePath } from '#plugins/federal_records/public/pages'

/** Why it failed: a code for programs, the message, and whether the same request may succeed later. */
export function shownError(row: string): string {
  return `CASE WHEN ${row}.error_code <> '' THEN json_build_object(
    'code', ${row}.error_code, 'message', ${row}.message, 'retryable', ${row}.error_retryable) END`
}

/** Where the result is: keys and pages of the docket and the document. */
export function shownResult(row: string): string {
  return `json_build_object(
    'docket', (SELECT json_build_object('id', k.id, 'absolute_url', '/docket/' || k.id || '/' || k.slug || '/')
      FROM dockets k WHERE k.id = ${row}.docket_id),
    'document', (SELECT json_build_object('id', doc.id, 'absolute_url', ${pagePath('doc')})
      FROM archive_documents doc WHERE doc.id = ${row}.recap_document_id))`
}

/** What it cost, and what was bought; `answered` is false where the court's answer is not known. */
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
  hooks: {
    read,
    prepare: async (create) => (await app.container.make(RequestPreparation)).prepare(create),
    create: async (write, save) => (await app.container.make(RequestStore)).store(write, save),
  },
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
