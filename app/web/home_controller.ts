import { inject } from '@adonisjs/core'
import string from '@adonisjs/core/helpers/string'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { origin } from '#api/roots'
import { ResourceRegistry } from '#api/registry'
import { SearchRegistry } from '#app/search/search_registry'
import { PERIODS } from '#app/throttle/rate'
import { USER } from '#app/throttle/scope_registry'
import { ArchiveSummary } from './archive_summary.js'
import { SiteRegistry } from './site_registry.js'

/** The home page: what this server has and how to query it. */
@inject()
export default class HomeController {
  constructor(
    private resources: ResourceRegistry,
    private search: SearchRegistry,
    private site: SiteRegistry,
    private archive: ArchiveSummary,
    private gate: Gate
  ) {}

  async show(ctx: HttpContext) {
    const searches = this.search.types.length > 0
    const asked = ctx.request.parsedUrl.query
    // Links from before searches had their own page.
    if (searches && asked && /(^|&)(q|type|edit_alert)=/.test(asked))
      return ctx.response.redirect().toPath(`/search/?${asked}`)
    const base = `${origin(ctx)}/api/rest/v4/`
    const cards = await this.site.enabledTaskCards()
    return ctx.view.render('pages/home', {
      subjects: this.#subjects(),
      cards: cards.filter(({ isOnHomePage }) => isOnHomePage),
      summary: await this.archive.get(),
      base,
      searches,
      perMinute: this.#anonymousLimit(),
      commands: this.site.examples.map((example) => `curl '${base}${example}'`).join('\n'),
    })
  }

  /** Requests per minute without an account; undefined if none applies. */
  #anonymousLimit(): number | undefined {
    const { anonymousReads, limits, scopes } = this.gate.options
    if (!anonymousReads || !limits) return undefined
    return scopes.get(USER).rates.find(({ seconds }) => seconds === PERIODS.min)?.limit
  }

  /** Resources by plugin, without those that visitors can't read. */
  #subjects() {
    const open = this.resources.all().filter(({ access }) => !access.right && !access.account)
    return Array.from(
      Map.groupBy(open, ({ plugin }) => plugin),
      ([plugin, resources]) => ({
        title: string.sentenceCase(plugin),
        resources,
      })
    )
  }
}
