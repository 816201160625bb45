import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { origin } from '#api/api_request'

/** The front page: what this server holds and how to ask it. */
export default class HomeController {
  async show(ctx: HttpContext) {
    const { resources } = await app.container.make('curia.plugins')
    return ctx.view.render('pages/home', {
      resources: resources.all(),
      base: `${origin(ctx)}/api/rest/v4/`,
    })
  }
}
