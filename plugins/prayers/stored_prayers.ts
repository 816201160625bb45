/** Reads prayers for pages. */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { PRAYED, BEHIND_DOCUMENT, type PrayedDocument } from './prayed_document.js'
import { PRICE_SQL } from '#plugins/federal_records/public/prices'
import { WAITING } from './models/prayer.js'

/** SQL condition: the document `doc` can't be purchased, with its `document_availability` row `a`. */
const NOT_FOR_SALE_SQL = `(a.document_id IS NOT NULL OR doc.registry_doc_id = '' OR doc.is_sealed IS TRUE)`

export interface ShownPrayer extends PrayedDocument {
  prayer: number
  asked: string
  granted: string | null
  /** Accounts with a pending request for the document. */
  waiting: number
}

export interface WantedDocument extends PrayedDocument {
  not_for_sale: boolean
  waiting: number
  views: number
}

export interface PrayerTotals {
  waiting: number
  granted: number
  /** Requested documents, and the total price in cents of those that can be purchased. */
  documents: number
  cents: number
}

/** Maximum prayers shown on a page. */
const SHOWN_PRAYERS = 100
/** Documents per page of the most requested documents. */
export const SHOWN_DOCUMENTS = 25

const WAITING_FOR = `(SELECT count(*) FROM prayers q WHERE q.document_id = doc.id AND q.status = ${WAITING})`

const OF_ACCOUNT = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ${PRAYED}, p.id AS prayer, p.date_created::date AS asked, p.date_granted::date AS granted, ${WAITING_FOR} AS waiting
     FROM prayers p JOIN archive_documents doc ON doc.id = p.document_id ${BEHIND_DOCUMENT}
     WHERE p.user_id = $1 AND p.status = $2 ORDER BY p.date_created DESC, p.id DESC LIMIT ${SHOWN_PRAYERS}
   ) AS shown`
)

/** Purchasable documents first, then the least recently checked. */
const TOP = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ${PRAYED}, wanted.waiting, coalesce(v.value, 0) AS views, ${NOT_FOR_SALE_SQL} AS not_for_sale
     FROM (SELECT document_id, count(*) AS waiting FROM prayers WHERE status = ${WAITING} GROUP BY document_id) AS wanted
     JOIN archive_documents doc ON doc.id = wanted.document_id ${BEHIND_DOCUMENT}
     LEFT JOIN document_availability a ON a.document_id = doc.id
     LEFT JOIN page_views v ON v.label = 'd.' || k.id || ':view'
     ORDER BY not_for_sale, a.last_checked NULLS FIRST, wanted.waiting DESC, views DESC, doc.id
     LIMIT ${SHOWN_DOCUMENTS + 1} OFFSET $1
   ) AS shown`
)

const TOTALS = new NamedStatement(
  `SELECT json_build_object(
     'waiting', (SELECT count(*) FROM prayers WHERE status = ${WAITING}),
     'granted', (SELECT count(*) FROM prayers WHERE status <> ${WAITING}),
     'documents', count(*), 'cents', coalesce(sum(${PRICE_SQL}) FILTER (WHERE NOT ${NOT_FOR_SALE_SQL}), 0))::text
   FROM archive_documents doc LEFT JOIN document_availability a ON a.document_id = doc.id
   WHERE doc.id IN (SELECT document_id FROM prayers WHERE status = ${WAITING})`
)

const ON_DOCUMENT = new NamedStatement(
  `SELECT json_build_object('waiting', count(*), 'own', coalesce(bool_or(user_id = $2), false))::text
   FROM prayers WHERE document_id = $1 AND status = ${WAITING}`
)

const OWN_PENDING = new NamedStatement(
  `SELECT document_id::text FROM prayers
   WHERE user_id = $1 AND document_id = ANY($2::bigint[]) AND status = ${WAITING}`
)

/** An account's newest prayers with a status. */
export function listPrayers(
  reader: Reader,
  accountId: number,
  status: number
): Promise<ShownPrayer[]> {
  return read(reader, OF_ACCOUNT, [accountId, status])
}

/** A page of the most requested documents, plus one document if there are more pages. */
export function mostWanted(reader: Reader, page: number): Promise<WantedDocument[]> {
  return read(reader, TOP, [(page - 1) * SHOWN_DOCUMENTS])
}

export async function loadPrayerTotals(reader: Reader): Promise<PrayerTotals> {
  return (await read<PrayerTotals>(reader, TOTALS, []))[0]!
}

/** An account's pending requests among documents, by document ID. */
export async function listOwnPending(
  reader: Reader,
  accountId: number,
  documentIds: readonly number[]
): Promise<ReadonlySet<number>> {
  const rows = await reader.rows(OWN_PENDING, [accountId, documentIds])
  return new Set(rows.map(([id]) => Number(id)))
}

/** The number of pending requests for a document, and whether an account has one. */
export async function waitingFor(
  reader: Reader,
  documentId: number | string,
  accountId: number
): Promise<{ waiting: number; own: boolean }> {
  return (
    await read<{ waiting: number; own: boolean }>(reader, ON_DOCUMENT, [documentId, accountId])
  )[0]!
}

async function read<T>(reader: Reader, statement: NamedStatement, values: unknown[]): Promise<T[]> {
  const rows = await reader.rows(statement, values)
  return rows.map(([json]) => JSON.parse(json!) as T)
}
