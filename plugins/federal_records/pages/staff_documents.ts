/** What staff decide about documents: seal, lift a seal, dismiss a bad redaction. */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import type { Actor } from '#app/accounts/authority'
import { requireAccount, requireRight } from '#api/rights'
import { notify } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
import { Jobs } from '#app/jobs/jobs'
import { DismissBadRedaction } from '../actions/dismiss_bad_redaction.js'
import { SealDocument } from '../actions/seal_document.js'
import { UnsealDocument } from '../actions/unseal_document.js'
import { SEAL_RIGHT } from '../rights.js'
import { sealedDocument } from './document_facts.js'

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
