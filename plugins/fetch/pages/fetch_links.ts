/** Purchase links and receipts on pages of dockets and documents. */
import { inject } from '@adonisjs/core'
import type { Records, ShownRecord } from '#api/records'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { NamedStatement } from '#app/database/named_statement'
import { isAppellateCourt } from '#plugins/federal_records/public/court_kinds'
import { likelyPrice } from '#plugins/federal_records/public/prices'
import {
  type LineAction,
  type SheetDocument,
  type SheetLines,
} from '#plugins/federal_records/public/pages'
import { OPEN, STATUS, TYPE } from '../codes.js'
import { CourtSystem } from '../court_system.js'

/** An account's newest request for a document. */
interface Asked {
  document: number
  id: number
  status: number
  type: number
  dollars: string
}

const NEWEST = new NamedStatement(
  `SELECT DISTINCT ON (r.recap_document_id, r.request_type) json_build_object(
     'document', r.recap_document_id, 'id', r.id, 'status', r.status, 'type', r.request_type,
     'dollars', (SELECT to_char(coalesce(sum(p.cost), 0), 'FM999990.00')
       FROM fetch_purchases p WHERE p.fetch_request_id = r.id))::text
   FROM fetch_requests r WHERE r.user_id = $1 AND r.recap_document_id = ANY($2::bigint[])
   ORDER BY r.recap_document_id, r.request_type, r.id DESC`
)
const JURISDICTION = new NamedStatement(
  `SELECT c.id, c.jurisdiction FROM courts c JOIN dockets k ON k.court_id = c.id WHERE k.id = $1`
)

/** Links for visitors who can fetch. */
@inject()
export default class FetchLinks {
  constructor(private system: CourtSystem) {}

  /** @returns links in a docket sheet, by document ID */
  async lines(
    { reader }: Records,
    { docket, documents, alone }: SheetLines,
    visitor: PageVisitor
  ): Promise<ReadonlyMap<number, LineAction[]>> {
    const known = documents.filter(({ registry_doc_id: registryId }) => registryId)
    if (!known.length || !this.#canFetch(visitor)) return new Map()
    const [rows, [court]] = await Promise.all([
      reader.rows(NEWEST, [visitor.account.id, known.map(({ id }) => id)]),
      reader.rows(JURISDICTION, [docket.id as number]),
    ])
    const asked = rows.map(([row]) => JSON.parse(row!) as Asked)
    const newest = (document: number, type: number) =>
      asked.find((one) => one.document === document && one.type === type)
    const isAppellate = isAppellateCourt({ id: court![0]!, jurisdiction: court![1]! })
    return new Map(
      known.map((document) => {
        const { id } = document
        const pdf = pdfAction(document, newest(id, TYPE.pdf))
        const menu = alone.has(id) && menuAction(id, newest(id, TYPE.attachmentPage), isAppellate)
        return [id, [...(pdf ? [pdf] : []), ...(menu ? [menu] : [])]]
      })
    )
  }

  /** Link on the page of a docket with a court system ID. */
  async docket(
    _records: Records,
    docket: ShownRecord,
    visitor: PageVisitor | undefined
  ): Promise<Record<string, unknown> | undefined> {
    if (!this.#canFetch(visitor) || !docket.registry_case_id) return undefined
    return { address: `/fetch/?docket=${docket.id}` }
  }

  /** Links on the page of a document. */
  async document(
    _records: Records,
    document: ShownRecord,
    visitor: PageVisitor | undefined
  ): Promise<Record<string, unknown> | undefined> {
    if (!this.#canFetch(visitor) || !document.registry_doc_id) return undefined
    const address = `/fetch/?document=${document.id}`
    return {
      buy: document.is_available || document.is_sealed ? undefined : address,
      price: likelyPrice(document as unknown as Parameters<typeof likelyPrice>[0]),
      attachments: document.attachment_number === null ? `${address}&type=attachments` : undefined,
    }
  }

  #canFetch(visitor: PageVisitor | undefined): boolean {
    return visitor !== undefined && this.system.canFetch(visitor.account)
  }
}

const isOpen = ({ status }: Asked): boolean => OPEN.includes(status)

/** Link to buy a missing document, or to its receipt. */
function pdfAction(document: SheetDocument, asked: Asked | undefined): LineAction | undefined {
  if (asked && isOpen(asked)) return { label: 'In progress', path: `/fetch/${asked.id}/` }
  if (document.is_available)
    return asked?.status === STATUS.done
      ? { label: 'Receipt', path: `/fetch/${asked.id}/`, note: `$${asked.dollars}` }
      : undefined
  if (document.is_sealed) return undefined
  // If the number of pages is known, the line already shows the price.
  const isCounted = document.page_count !== null
  return {
    label: 'Buy',
    path: `/fetch/?document=${document.id}`,
    ...(isCounted ? {} : { note: likelyPrice(document) }),
  }
}

function menuAction(id: number, asked: Asked | undefined, isAppellate: boolean): LineAction {
  if (asked && isOpen(asked))
    return { label: 'Attachments in progress', path: `/fetch/${asked.id}/` }
  return {
    label: 'Get attachments',
    path: `/fetch/?document=${id}&type=attachments`,
    note: isAppellate ? 'about $0.10' : 'free',
  }
}
