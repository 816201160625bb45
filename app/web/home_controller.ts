import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { origin } from '#api/origin'

/** The front page: what this server holds and how to ask it. */
export default class HomeController {
  async show(ctx: HttpContext) {
    const { resources, plugins, searchTypes } = await app.container.make('curia.plugins')
    const asked = ctx.request.parsedUrl.query
    // Addresses of searches that were written for the front page.
    if (searchTypes.length && asked && /(^|&)(q|type|edit_alert)=/.test(asked))
      return ctx.response.redirect().toPath(`/search/?${asked}`)
    const base = `${origin(ctx)}/api/rest/v4/`
    return ctx.view.render('pages/home', {
      // Visitors are not sent where they are refused.
      resources: resources.all().filter(({ access }) => !access.right && !access.account),
      base,
      searches: searchTypes.length > 0,
      commands: plugins
        .flatMap(({ examples = [] }) => examples)
        .map((example) => `curl '${base}${example}'`)
        .join('\n'),
    })
  }
}
