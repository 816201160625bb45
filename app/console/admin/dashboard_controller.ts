import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ConsoleRegistry } from '../console_registry.js'
import { readCharts, Dashboard } from './dashboard.js'
import { SPANS, type Span } from './charts/over_time.js'
import { HEALTH_PAGE } from './health/health_section.js'
import { linksFor, listHealthNeeds, readHealth } from './health/read_health.js'

/** The staff dashboard: required actions and the state of the server. */
@inject()
export default class DashboardController {
  constructor(
    private registry: ConsoleRegistry,
    private dashboard: Dashboard
  ) {}

  async show(ctx: HttpContext) {
    const wanted = ctx.request.qs().span
    const span: Span = SPANS.find((name) => name === wanted) ?? 'day'
    const [figures, sections, charts] = await Promise.all([
      this.dashboard.figures(span),
      readHealth(ctx, this.registry),
      readCharts(
        ctx,
        span,
        this.registry.healthSections.flatMap(({ charts: some = [] }) => some)
      ),
    ])
    return ctx.view.render('console/admin/dashboard', {
      ...figures,
      needs: listHealthNeeds(sections),
      charts,
      linked: linksFor(ctx, this.registry),
      span,
      spans: SPANS,
      size: shownSize,
    })
  }

  async health(ctx: HttpContext) {
    const sections = await readHealth(ctx, this.registry)
    const linked = linksFor(ctx, this.registry)
    return ctx.view.render('console/admin/health', {
      sections: sections.map((section) => ({
        ...section,
        isNormal: !section.failed && !section.needs.length,
      })),
      // The dashboard links needs that have no other page to this one.
      linked: (path: string | undefined) => path !== HEALTH_PAGE && linked(path),
    })
  }
}

function shownSize(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
