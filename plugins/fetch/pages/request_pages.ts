/** Fetch requests on pages: subject, status, and cost. */
import { inject } from '@adonisjs/core'
import { choiceWords } from '#api/choices'
import { NamedStatement } from '#app/database/named_statement'
import { Reader } from '#app/database/reader'
import { pagePath } from '#plugins/federal_records/public/pages'
import { OPEN, STATUS, TYPE, TYPES } from '../codes.js'
import { shownCost, shownError, shownResult } from '../resources/archive_fetch.js'

interface Purchase {
  what: string
  expected_pages: number | null
  expected_dollars: string | null
  pages: number | null
  dollars: string | null
  description: string
  answered: boolean
}

interface Row {
  id: number
  date_created: string
  date_completed: string | null
  status: number
  request_type: number
  message: string
  court: string | null
  docket_number: string
  registry_case_id: string
  docket_name: string | null
  document_title: string
  error: { code: string; retryable: boolean } | null
  result: Record<'docket' | 'document', { id: number; absolute_url: string } | null>
  cost: { pages: number; dollars: string; purchases: Purchase[] }
  timestamps: Record<string, string>
}

/** A request on a page. */
export interface ShownRequest extends Row {
  isOpen: boolean
  /** Label of the request type. */
  type: string
  state: string
  tone: 'good' | 'warn' | 'bad' | ''
  /** Title of the case or document. */
  subject: string
  path: string
  /** Time of each status, in chronological order. */
  history: { state: string; at: string }[]
}

/** SQL of a document's title, such as `Document 4-1, Exhibit A`. */
const titleOf = (doc: string) =>
  `concat_ws(', ', 'Document ' || ${doc}.document_number || coalesce('-' || ${doc}.attachment_number, ''), nullif(${doc}.description, ''))`

const SHOWN = `row_to_json(shown)::text FROM (
  SELECT r.id, r.date_created, r.date_completed, r.status, r.request_type, r.message,
    r.asked_court_id AS court, r.docket_number, r.registry_case_id, k.case_name AS docket_name,
    ${titleOf('doc')} AS document_title,
    ${shownError('r')} AS error, ${shownResult('r')} AS result, ${shownCost('r')} AS cost,
    r.status_times AS timestamps
  FROM fetch_requests r LEFT JOIN dockets k ON k.id = r.docket_id
    LEFT JOIN archive_documents doc ON doc.id = r.recap_document_id`

const NEWEST = new NamedStatement(
  `SELECT ${SHOWN} WHERE r.user_id = $1 ORDER BY r.id DESC LIMIT $2) shown`
)
const ONE = new NamedStatement(`SELECT ${SHOWN} WHERE r.user_id = $1 AND r.id = $2) shown`)

/** The record to fetch, from a form's URL. */
export interface Wanted {
  type: number
  /** Field of the request that contains the key. */
  field: 'docket' | 'recap_document'
  key: number
  title: string
  path: string | null
  court: string
  isAvailable: boolean
  /** Whether the archive has the court system's ID. */
  isKnown: boolean
  pages: number | null
  isFree: boolean | null
}

const DOCKET = new NamedStatement(`SELECT json_build_object('title', k.case_name,
  'path', '/docket/' || k.id || '/' || k.slug || '/', 'court', k.court_id, 'isAvailable', false,
  'isKnown', true, 'pages', NULL, 'isFree', NULL)::text FROM dockets k WHERE k.id = $1`)

const DOCUMENT = new NamedStatement(`SELECT json_build_object(
  'title', concat_ws(', ', ${titleOf('doc')}, k.case_name),
  'path', ${pagePath('doc')}, 'court', k.court_id, 'isAvailable', coalesce(doc.is_available, false),
  'isKnown', doc.registry_doc_id <> '', 'pages', doc.page_count, 'isFree', doc.is_free_on_registry)::text
  FROM archive_documents doc JOIN docket_entries e ON e.id = doc.docket_entry_id
  JOIN dockets k ON k.id = e.docket_id WHERE doc.id = $1`)

/** Reads requests and the records in form URLs. */
@inject()
export class RequestPages {
  constructor(private reader: Reader) {}

  /** The newest requests of an account. */
  async newest(account: number, limit: number): Promise<ShownRequest[]> {
    return this.#read(NEWEST, [account, limit])
  }

  /** A request of an account; undefined if it belongs to another account. */
  async one(account: number, id: number): Promise<ShownRequest | undefined> {
    return (await this.#read(ONE, [account, id]))[0]
  }

  async #read(statement: NamedStatement, values: number[]): Promise<ShownRequest[]> {
    const rows = await this.reader.rows(statement, values)
    return rows.map(([row]) => shown(JSON.parse(row!) as Row))
  }

  /**
   * The record in a form's query string: `docket`, or `document` with `type=attachments` for its
   * attachment page.
   *
   * @returns undefined if there is no such record
   */
  async wanted(query: Record<string, unknown>): Promise<Wanted | undefined> {
    const key = (text: unknown) =>
      /^\d{1,15}$/.test(String(text ?? '')) ? Number(text) : undefined
    const [docket, document] = [key(query.docket), key(query.document)]
    if (document !== undefined) {
      const [row] = await this.reader.rows(DOCUMENT, [document])
      const type = query.type === 'attachments' ? TYPE.attachmentPage : TYPE.pdf
      return (
        row && { ...(JSON.parse(row[0]!) as Wanted), type, field: 'recap_document', key: document }
      )
    }
    if (docket === undefined) return undefined
    const [row] = await this.reader.rows(DOCKET, [docket])
    return (
      row && { ...(JSON.parse(row[0]!) as Wanted), type: TYPE.docket, field: 'docket', key: docket }
    )
  }
}

/** Shorter labels than in the API. */
const STATES = new Map(
  Object.entries(STATUS).map(([name, code]): [number, string] => [
    code,
    name[0]!.toUpperCase() + name.slice(1),
  ])
)

const TONES = new Map<number, ShownRequest['tone']>([
  [STATUS.done, 'good'],
  [STATUS.failed, 'bad'],
  [STATUS.invalid, 'bad'],
  [STATUS.incomplete, 'bad'],
  [STATUS.retrying, 'warn'],
])

function shown(row: Row): ShownRequest {
  const { id, status, request_type: type, docket_name: name } = row
  const number = row.docket_number || row.registry_case_id
  const docket = name ?? [row.court, number].filter(Boolean).join(' ')
  return {
    ...row,
    isOpen: OPEN.includes(status),
    type: choiceWords(TYPES, type),
    state: STATES.get(status)!,
    tone: TONES.get(status) ?? '',
    subject: row.document_title || docket || `Request ${id}`,
    path: `/fetch/${id}/`,
    history: Object.entries(row.timestamps)
      .map(([code, at]) => ({ state: STATES.get(Number(code))!, at }))
      .sort((one, other) => (one.at < other.at ? -1 : 1)),
  }
}
