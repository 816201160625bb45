/** What staff decide about documents: seal, lift a seal, dismiss a bad redaction. */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import type { Actor } from '#app/accounts/authority'
import { requireAccount, requireRight } from '#api/rights'
import { notify } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
import { Jobs } from '#app/jobs/jobs'
import { DismissBadRedaction, SealDocument, UnsealDocument } from '../actions/change_documents.js'
import { SEAL_RIGHT } from '../rights.js'
import { NamedStatement } from '#app/database/named_statement'
import { Reader } from '#app/database/reader'
import { pagePath } from '../resources/archive_document.js'
import { TEXT_REASONS, type TextReason } from '../pdf/text_states.js'

/** `GET /admin/documents/<document>/seal/`: what sealing does, to be confirmed. */
export async function askToSeal(ctx: HttpContext) {
  const { id } = staff(ctx)
  const document = await sealedDocument(id)
  if (!document) throw noSuchDocument()
  return ctx.view.render('federal_records::seal', { document })
}

/** `POST /admin/documents/<document>/seal/` */
export async function seal(ctx: HttpContext) {
  const { id, actor } = staff(ctx)
  const jobs = await app.container.make(Jobs)
  const sealed = await inTransaction((trx) => new SealDocument(jobs).handle(trx, actor, id))
  const count = sealed.length
  notify(
    ctx,
    count === 0
      ? 'This document was sealed already.'
      : count === 1
        ? 'Document sealed.'
        : `Document sealed in ${count} dockets.`
  )
  return ctx.response.redirect('/admin/sealed-documents/')
}

/** `POST /admin/documents/<document>/unseal/` */
export async function unseal(ctx: HttpContext) {
  const { id, actor } = staff(ctx)
  const lifted = await inTransaction((trx) => new UnsealDocument().handle(trx, actor, id))
  notify(ctx, lifted.length ? 'Seal lifted.' : 'This document is not sealed.')
  return ctx.response.redirect('/admin/sealed-documents/')
}

/** `POST /admin/bad-redactions/<document>/dismiss/` */
export async function dismiss(ctx: HttpContext) {
  const { id, actor } = staff(ctx)
  const done = await inTransaction((trx) => new DismissBadRedaction().handle(trx, actor, id))
  notify(ctx, done ? 'Bad redaction dismissed.' : 'This document is not marked.')
  return ctx.response.redirect('/admin/bad-redactions/')
}

/** @throws ApiError for accounts without the right, and 404 for what is no key */
function staff(ctx: HttpContext): { id: number; actor: Actor } {
  requireRight(ctx, SEAL_RIGHT)
  const { id: accountId, username } = requireAccount(ctx).account
  const { document } = ctx.params as { document: string }
  if (!/^\d{1,15}$/.test(document)) throw noSuchDocument()
  return { id: Number(document), actor: { id: accountId, name: username } }
}

const noSuchDocument = () => ApiError.detail(404, 'There is no such document in this archive.')

const STATE = new NamedStatement(`SELECT state, reason FROM document_texts WHERE document_id = $1`)

const BAD_REDACTIONS = new NamedStatement(
  `SELECT to_json(bad_redaction_pages[1:20])::text FROM document_texts WHERE document_id = $1`
)

const SEALED = new NamedStatement(
  `SELECT json_build_object('id', doc.id, 'description', doc.description, 'path', ${pagePath('doc')},
     'case_name', k.case_name, 'docket_number', k.docket_number, 'document_number', doc.document_number,
     'attachment_number', doc.attachment_number, 'is_sealed', EXISTS (SELECT FROM document_seals s WHERE s.document_id = doc.id))::text
   FROM archive_documents doc JOIN docket_entries e ON e.id = doc.docket_entry_id JOIN dockets k ON k.id = e.docket_id
   WHERE doc.id = $1`
)

/** What the text of a document is or waits for, in a sentence; undefined where there is nothing to say. */
export async function textNote(
  reader: Pick<Reader, 'rows'>,
  document: { id: number | string; ocr_status?: unknown }
): Promise<string | undefined> {
  const [row] = await reader.rows(STATE, [document.id])
  if (!row) return undefined
  const [state, reason] = row as [string, string]
  if (state === 'queued') return 'The text of this document is being extracted.'
  if (reason) return TEXT_REASONS[reason as TextReason]
  return document.ocr_status === 1 ? 'The text was recognized from images (OCR).' : undefined
}

/** Numbers of the first pages of a document with a bad redaction. */
export async function badRedactionPages(
  reader: Pick<Reader, 'rows'>,
  id: number | string
): Promise<number[]> {
  const [row] = await reader.rows(BAD_REDACTIONS, [id])
  return row ? (JSON.parse(row[0]!) as number[]) : []
}

/** A document as staff see it before they seal it. */
interface SealedDocument {
  id: number
  description: string
  path: string
  case_name: string
  docket_number: string | null
  document_number: string
  attachment_number: number | null
  is_sealed: boolean
}

async function sealedDocument(id: number): Promise<SealedDocument | undefined> {
  const reader = await app.container.make(Reader)
  const [row] = await reader.rows(SEALED, [id])
  return row && (JSON.parse(row[0]!) as SealedDocument)
}
