/**
 * The part of a docket's page where the signed-in user adds tags.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import type { Records, ShownRecord } from '#api/records'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { submitForm } from '#app/console/form_writes'
import { TagDocket, UntagDocket } from '../actions/tag_dockets.js'
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
  const problems = await submitForm(ctx, (write) => new TagDocket().handle(write, { docket, name }))
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
  await submitForm(ctx, (write) => new UntagDocket().handle(write, { docket, tag: id }))
  return ctx.response.redirect(`/docket/${docket}/#tags`)
}

function docketOf({ params }: HttpContext): string {
  if (!/^\d{1,18}$/.test(params.docket)) throw noSuchDocket()
  return params.docket
}

function noSuchDocket(): ApiError {
  return ApiError.detail(404, 'There is no such record in this archive.')
}
