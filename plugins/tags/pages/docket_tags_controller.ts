import type { HttpContext } from '@adonisjs/core/http'
import { submitForm } from '#app/console/form_writes'
import { ApiError } from '#app/support/api_error'
import { TagDocket, UntagDocket } from '../actions/tag_dockets.js'

/** Forms on the page of a docket that add and remove tags. */
export default class DocketTagsController {
  async store(ctx: HttpContext) {
    const docket = docketOf(ctx)
    const typed = ctx.request.input('name') as unknown
    const name = typeof typed === 'string' ? typed.trim().toLowerCase() : ''
    const problems = await submitForm(ctx, (write) =>
      new TagDocket().handle(write, { docket, name })
    )
    if (problems?.docket) throw noSuchDocket()
    if (problems) {
      ctx.response.status(422)
      return ctx.view.render('tags::refused_tag', { docket, name, problems })
    }
    return ctx.response.redirect(`/docket/${docket}/#tags`)
  }

  async destroy(ctx: HttpContext) {
    const docket = docketOf(ctx)
    const { id } = ctx.params as { id: string }
    if (!/^\d{1,18}$/.test(id)) throw noSuchDocket()
    await submitForm(ctx, (write) => new UntagDocket().handle(write, { docket, tag: id }))
    return ctx.response.redirect(`/docket/${docket}/#tags`)
  }
}

function docketOf({ params }: HttpContext): string {
  if (!/^\d{1,18}$/.test(params.docket)) throw noSuchDocket()
  return params.docket
}

function noSuchDocket(): ApiError {
  return ApiError.detail(404, "This record isn't in the archive.")
}
