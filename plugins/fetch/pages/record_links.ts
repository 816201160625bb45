/** The way from pages of dockets and documents to fetching them. */
import app from '@adonisjs/core/services/app'
import type { Records, ShownRecord } from '#api/records'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { likelyPrice } from '#plugins/federal_records/public/prices'
import { CourtSystem } from '../court_system.js'

/** Whether a visitor can fetch on this server. */
export async function canFetch(visitor: PageVisitor | undefined): Promise<boolean> {
  if (!visitor) return false
  return (await app.container.make(CourtSystem)).canFetch(visitor.account)
}

/** On the page of a docket that the court system has. */
export async function loadDocketLink(
  _records: Records,
  docket: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (!(await canFetch(visitor)) || !docket.registry_case_id) return undefined
  return { address: `/fetch/?docket=${docket.id}` }
}

/** On the page of a document. */
export async function loadDocumentLinks(
  _records: Records,
  document: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (!(await canFetch(visitor)) || !document.registry_doc_id) return undefined
  const address = `/fetch/?document=${document.id}`
  return {
    buy: document.is_available || document.is_sealed ? undefined : address,
    price: likelyPrice(document as unknown as Parameters<typeof likelyPrice>[0]),
    attachments: document.attachment_number === null ? `${address}&type=attachments` : undefined,
  }
}
