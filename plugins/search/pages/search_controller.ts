import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { SearchRegistry } from '#app/search/search_registry'
import { announceFeed } from '#app/web/feeds/send_feed'
import { SearchServices } from '../services.js'
import { searchPage } from './search_page.js'

/** The search page. */
@inject()
export default class SearchController {
  constructor(
    private services: SearchServices,
    private registry: SearchRegistry
  ) {}

  async index(ctx: HttpContext, visitor: PageVisitor | undefined) {
    const { status, ...page } = await searchPage(ctx, visitor, {
      services: this.services,
      registry: this.registry,
    })
    if (page.straightTo) {
      const back = new URLSearchParams({ searched: page.form.q })
      return ctx.response.redirect().toPath(`${page.straightTo}?${back.toString()}`)
    }
    if (page.opens) return ctx.response.redirect().toPath(page.opens)
    ctx.response.status(status)
    if (page.results) announceFeed(ctx, { path: page.feed, title: page.title })
    const { query } = page
    const sections = await Promise.all(
      page.parts.map(({ view, data }) => ctx.view.render(view, { query, ...data }))
    )
    return ctx.view.render('search::search', { ...page, sections })
  }
}
