import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { ApiError } from '#app/support/api_error'
import type { Actor } from '#app/accounts/authority'
import { requireAccount, requireRight } from '#api/rights'
import { notify } from '#app/console/forms'
import { NamedStatement } from '#app/database/named_statement'
import { Reader } from '#app/database/reader'
import { Jobs } from '#app/jobs/jobs'
import { DismissBadRedaction, SealDocument, UnsealDocument } from '../actions/change_documents.js'
import { pagePath } from '../resources/archive_document.js'
import { SEAL_RIGHT } from '../rights.js'

/** Staff seal and unseal documents, and dismiss bad redactions. */
@inject()
export default class StaffDocumentsController {
  constructor(
    private database: Database,
    private jobs: Jobs,
    private reader: Reader
  ) {}

  /** Shows the effects of sealing for confirmation. */
  async confirmSeal(ctx: HttpContext) {
    const { id } = staff(ctx)
    const [row] = await this.reader.rows(SEALED, [id])
    if (!row) throw noSuchDocument()
    const document = JSON.parse(row[0]!) as SealedDocument
    return ctx.view.render('federal_records::seal', { document })
  }

  async seal(ctx: HttpContext) {
    const { id, actor } = staff(ctx)
    const sealed = await this.database.transaction((trx) =>
      new SealDocument(this.jobs).handle(trx, actor, id)
    )
    const count = sealed.length
    notify(
      ctx,
      count === 0
        ? 'This document was already sealed.'
        : count === 1
          ? 'Document sealed.'
          : `Document sealed in ${count} dockets.`
    )
    return ctx.response.redirect('/admin/sealed-documents/')
  }

  async unseal(ctx: HttpContext) {
    const { id, actor } = staff(ctx)
    const lifted = await this.database.transaction((trx) =>
      new UnsealDocument().handle(trx, actor, id)
    )
    notify(ctx, lifted.length ? 'Document unsealed.' : "This document isn't sealed.")
    return ctx.response.redirect('/admin/sealed-documents/')
  }

  async dismiss(ctx: HttpContext) {
    const { id, actor } = staff(ctx)
    const done = await this.database.transaction((trx) =>
      new DismissBadRedaction().handle(trx, actor, id)
    )
    notify(
      ctx,
      done ? 'Bad redaction dismissed.' : "This document isn't flagged for a bad redaction."
    )
    return ctx.response.redirect('/admin/bad-redactions/')
  }
}

/** @throws ApiError 403 without the permission, 404 for an invalid ID */
function staff(ctx: HttpContext): { id: number; actor: Actor } {
  requireRight(ctx, SEAL_RIGHT)
  const { id: accountId, username } = requireAccount(ctx).account
  const { document } = ctx.params as { document: string }
  if (!/^\d{1,15}$/.test(document)) throw noSuchDocument()
  return { id: Number(document), actor: { id: accountId, name: username } }
}

const noSuchDocument = () => ApiError.detail(404, "This document isn't in the archive.")

const SEALED = new NamedStatement(
  `SELECT json_build_object('id', doc.id, 'description', doc.description, 'path', ${pagePath('doc')},
     'case_name', k.case_name, 'docket_number', k.docket_number, 'document_number', doc.document_number,
     'attachment_number', doc.attachment_number, 'is_sealed', EXISTS (SELECT FROM document_seals s WHERE s.document_id = doc.id))::text
   FROM archive_documents doc JOIN docket_entries e ON e.id = doc.docket_entry_id JOIN dockets k ON k.id = e.docket_id
   WHERE doc.id = $1`
)

/** A document on the confirmation page. */
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
