/**
 * The part of a document's page where the signed-in user asks for it, and
 * others get a link to sign in.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import type { Records, ShownRecord } from '#api/records'
import { signInPath } from '#app/accounts/sessions'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { submitForm } from '#app/console/form_writes'
import { notify } from '#app/console/forms'
import { WithdrawPrayer } from '../actions/withdraw_prayer.js'
import { priceOf } from '#plugins/federal_records/public/prices'
import { waitingFor } from '../stored_prayers.js'

const HOME = '/profile/prayers/'

export async function loadButton(
  { reader }: Records,
  document: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (document.is_available) return undefined
  if (!visitor) return { signIn: signInPath(`${String(document.absolute_url)}#prayer`) }
  const { waiting, own } = await waitingFor(reader, document.id, visitor.account.id)
  const price = priceOf(document as unknown as Parameters<typeof priceOf>[0])
  return { waiting, own, price, csrf: visitor.csrfToken }
}

/** `POST /prayer/create/<document>/` */
export async function create(ctx: HttpContext) {
  const document = documentOf(ctx)
  const problems = await submitForm(ctx, ({ trx, writer, caller }) =>
    writer.create(trx, writer.registry.get('prayers'), {
      caller,
      body: { recap_document: document },
    })
  )
  notify(
    ctx,
    problems
      ? Object.values(problems).join(' ')
      : 'Document requested. We will email you when it is available.'
  )
  return ctx.response.redirect(HOME)
}

/** `POST /prayer/delete/<document>/` */
export async function destroy(ctx: HttpContext) {
  const document = documentOf(ctx)
  await submitForm(ctx, (write) => new WithdrawPrayer().handle(write, document))
  notify(ctx, 'Request withdrawn.')
  return ctx.response.redirect(HOME)
}

/** @throws ApiError 404 for what is no key */
function documentOf({ params }: HttpContext): string {
  if (!/^\d{1,18}$/.test(params.document))
    throw ApiError.detail(404, 'There is no such document in this archive.')
  return params.document
}
