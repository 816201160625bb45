/**
 * The part of a docket's page where the signed-in user adds tags.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import type { Records, ShownRecord } from '#api/records'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { submitForm } from '#app/console/form_writes'
import { tagsOf, tagsOnDocket } from './stored_tags.js'

export async function loadPicker(
  { reader }: Records,
  { id }: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (!visitor) return undefined
  const { account, csrfToken } = visitor
  const [all, chosen] = await Promise.all([
    tagsOf(reader, account.id, true),
    tagsOnDocket(reader, account.id, id),
  ])
  const ids = new Set(chosen.map((tag) => tag.id))
  return {
    chosen,
    others: all.filter((tag) => !ids.has(tag.id)),
    username: account.username,
    csrf: csrfToken,
  }
}

/** Puts the tag of a name on a docket; an unused name becomes a tag. */
export async function putOnDocket(ctx: HttpContext) {
  const docket = docketOf(ctx)
  const typed = ctx.request.input('name') as unknown
  const name = typeof typed === 'string' ? typed.trim().toLowerCase() : ''
  const problems = await submitForm(ctx, async ({ trx, writer, caller }) => {
    const known = await trx
      .from('user_tags')
      .where({ user_id: caller.account.id, name: name.replaceAll('\0', '') })
      .first()
    const tag =
      known?.id ??
      (await writer.create(trx, writer.registry.get('tags'), { caller, body: { name } })).key
    const there = { docket_id: docket, tag_id: tag }
    if (await trx.from('user_docket_tags').where(there).first()) return
    await writer.create(trx, writer.registry.get('docket-tags'), {
      caller,
      body: { docket, tag },
    })
  })
  if (problems?.docket) throw noSuchDocket()
  if (problems) {
    ctx.response.status(422)
    return ctx.view.render('tags::refused_tag', { docket, name, problems })
  }
  return ctx.response.redirect(`/docket/${docket}/#tags`)
}

export async function takeOffDocket(ctx: HttpContext) {
  const docket = docketOf(ctx)
  const { id } = ctx.params as { id: string }
  if (!/^\d{1,18}$/.test(id)) throw noSuchDocket()
  await submitForm(ctx, async ({ trx, writer, caller }) => {
    const row = await trx.from('user_docket_tags').where({ docket_id: docket, tag_id: id }).first()
    if (!row) return
    await writer.destroy(trx, writer.registry.get('docket-tags'), String(row.id), { caller })
  })
  return ctx.response.redirect(`/docket/${docket}/#tags`)
}

function docketOf({ params }: HttpContext): string {
  if (!/^\d{1,18}$/.test(params.docket)) throw noSuchDocket()
  return params.docket
}

function noSuchDocket(): ApiError {
  return ApiError.detail(404, 'There is no such record in this archive.')
}
