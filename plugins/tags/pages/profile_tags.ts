/**
 * The pages on which an account keeps its tags.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { requireAccount } from '#api/rights'
import { notify, showAgain, type Problems } from '#app/console/forms'
import { MAX_TAGS } from '../limits.js'
import { submitForm } from '#app/console/form_writes'
import { ownTag, tagsOf, type ShownTag } from './stored_tags.js'
import { Reader } from '#app/database/reader'

const LIST = 'tags::profile_tags'
const EDIT = 'tags::edit_tag'
const HOME = '/profile/tags/'

export async function list(ctx: HttpContext) {
  return ctx.view.render(LIST, await listOf(ctx))
}

export async function create(ctx: HttpContext) {
  const problems = await submitForm(ctx, ({ trx, writer, caller }) =>
    writer.create(trx, writer.registry.get('tags'), { caller, body: valuesOf(ctx) })
  )
  if (problems) return showAgain(ctx, LIST, worded(problems), await listOf(ctx))
  notify(ctx, 'Tag created.')
  return ctx.response.redirect(HOME)
}

export async function edit(ctx: HttpContext) {
  return ctx.view.render(EDIT, { tag: await tagOf(ctx) })
}

export async function save(ctx: HttpContext) {
  const problems = await change(ctx, valuesOf(ctx))
  if (problems) return showAgain(ctx, EDIT, worded(problems), { tag: await tagOf(ctx) })
  notify(ctx, 'Changes saved.')
  return ctx.response.redirect(HOME)
}

/** Makes a tag public or private. */
export async function publish(ctx: HttpContext) {
  const published = ctx.request.input('published') === 'true'
  await change(ctx, { published })
  notify(ctx, published ? 'The tag is now public.' : 'The tag is now private.')
  return ctx.response.redirect(HOME)
}

export async function confirmDelete(ctx: HttpContext) {
  return ctx.view.render('tags::delete_tag', { tag: await tagOf(ctx) })
}

export async function destroy(ctx: HttpContext) {
  const { id } = await tagOf(ctx)
  await submitForm(ctx, ({ trx, writer, caller }) =>
    writer.destroy(trx, writer.registry.get('tags'), String(id), { caller })
  )
  notify(ctx, 'Tag deleted.')
  return ctx.response.redirect(HOME)
}

async function change(ctx: HttpContext, body: object): Promise<Problems | undefined> {
  const { id } = await tagOf(ctx)
  return submitForm(ctx, ({ trx, writer, caller }) =>
    writer.update(trx, writer.registry.get('tags'), String(id), { caller, body, partial: true })
  )
}

/** A box that is not ticked is not sent. */
function valuesOf({ request }: HttpContext): Record<string, unknown> {
  const { published = false, ...texts } = request.only([
    'name',
    'title',
    'description',
    'published',
  ])
  return { ...texts, published }
}

/** That a name is taken belongs beside the name. */
function worded({ non_field_errors: set, detail, ...problems }: Problems): Problems {
  if (set) problems.name ??= 'You have a tag of this name.'
  if (detail) problems.name ??= detail
  return problems
}

async function listOf(ctx: HttpContext): Promise<Record<string, unknown>> {
  const { account } = requireAccount(ctx)
  const tags = await tagsOf(await app.container.make(Reader), account.id, true)
  return {
    tags,
    mine: true,
    most: MAX_TAGS,
    csrf: ctx.request.csrfToken,
    username: account.username,
  }
}

/** @throws ApiError 404 for tags of others, too */
async function tagOf(ctx: HttpContext): Promise<ShownTag> {
  const { account } = requireAccount(ctx)
  const tag = await ownTag(await app.container.make(Reader), account.id, ctx.params.id)
  if (!tag) throw ApiError.detail(404, 'You have no such tag.')
  return tag
}
