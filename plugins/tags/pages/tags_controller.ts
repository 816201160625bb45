import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { requireAccount } from '#api/rights'
import { submitForm } from '#app/console/form_writes'
import { notify, renderFormErrors, type Problems } from '#app/console/forms'
import { Reader } from '#app/database/reader'
import { ApiError } from '#app/support/api_error'
import { MAX_TAGS } from '../models/tag.js'
import { ownTag, listAccountTags, type ShownTag } from './stored_tags.js'

const LIST = 'tags::profile_tags'
const EDIT = 'tags::edit_tag'
const HOME = '/profile/tags/'

/** Pages on which an account manages its tags. */
@inject()
export default class TagsController {
  constructor(private reader: Reader) {}

  async index(ctx: HttpContext) {
    return ctx.view.render(LIST, await this.#listOf(ctx))
  }

  async store(ctx: HttpContext) {
    const problems = await submitForm(ctx, ({ trx, writer, caller }) =>
      writer.create(trx, writer.registry.get('tags'), { caller, body: valuesOf(ctx) })
    )
    if (problems) return renderFormErrors(ctx, LIST, worded(problems), await this.#listOf(ctx))
    notify(ctx, 'Tag created.')
    return ctx.response.redirect(HOME)
  }

  async edit(ctx: HttpContext) {
    return ctx.view.render(EDIT, { tag: await this.#tagOf(ctx) })
  }

  async update(ctx: HttpContext) {
    const problems = await this.#change(ctx, valuesOf(ctx))
    if (problems)
      return renderFormErrors(ctx, EDIT, worded(problems), { tag: await this.#tagOf(ctx) })
    notify(ctx, 'Changes saved.')
    return ctx.response.redirect(HOME)
  }

  async publish(ctx: HttpContext) {
    const published = ctx.request.input('published') === 'true'
    await this.#change(ctx, { published })
    notify(ctx, published ? 'The tag is now public.' : 'The tag is now private.')
    return ctx.response.redirect(HOME)
  }

  async confirmDelete(ctx: HttpContext) {
    return ctx.view.render('tags::delete_tag', { tag: await this.#tagOf(ctx) })
  }

  async destroy(ctx: HttpContext) {
    const { id } = await this.#tagOf(ctx)
    await submitForm(ctx, ({ trx, writer, caller }) =>
      writer.destroy(trx, writer.registry.get('tags'), String(id), { caller })
    )
    notify(ctx, 'Tag deleted.')
    return ctx.response.redirect(HOME)
  }

  async #change(ctx: HttpContext, body: object): Promise<Problems | undefined> {
    const { id } = await this.#tagOf(ctx)
    return submitForm(ctx, ({ trx, writer, caller }) =>
      writer.update(trx, writer.registry.get('tags'), String(id), { caller, body, partial: true })
    )
  }

  async #listOf(ctx: HttpContext): Promise<Record<string, unknown>> {
    const { account } = requireAccount(ctx)
    const tags = await listAccountTags(this.reader, account.id, true)
    return {
      tags,
      mine: true,
      most: MAX_TAGS,
      csrf: ctx.request.csrfToken,
      username: account.username,
    }
  }

  /** @throws ApiError 404 also for tags of other accounts */
  async #tagOf(ctx: HttpContext): Promise<ShownTag> {
    const { account } = requireAccount(ctx)
    const tag = await ownTag(this.reader, account.id, ctx.params.id)
    if (!tag) throw ApiError.detail(404, "This tag doesn't exist.")
    return tag
  }
}

/** Values of the form. Browsers don't send a cleared checkbox. */
function valuesOf({ request }: HttpContext): Record<string, unknown> {
  const { published = false, ...texts } = request.only([
    'name',
    'title',
    'description',
    'published',
  ])
  return { ...texts, published }
}

/** Shows problems that don't belong to a field next to the name. */
function worded({ non_field_errors: set, detail, ...problems }: Problems): Problems {
  if (set) problems.name ??= 'You already have a tag with this name.'
  if (detail) problems.name ??= detail
  return problems
}
