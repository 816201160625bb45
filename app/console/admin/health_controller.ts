import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { logFailure } from '#app/database/database_away'
import consumers from './health/consumers.js'
import type { Health, HealthSection } from './health/health_section.js'
import jobs from './health/jobs.js'
import mails from './health/mails.js'
import search from './health/search.js'
import { ConsoleRegistry } from '../console_registry.js'

/** Status of search, emails and jobs. */
@inject()
export default class HealthController {
  constructor(private registry: ConsoleRegistry) {}

  async show(ctx: HttpContext) {
    const { rights } = requireAccount(ctx).account
    const sections = await Promise.all(
      [...this.registry.healthSections, search, mails, consumers, jobs].map(async (section) => ({
        title: section.title,
        figures: [],
        tables: [],
        ...(await healthOf(ctx, section)),
      }))
    )
    const seen = new Set(
      this.registry
        .navigationOf(rights)!
        .staff.flatMap(({ items }) => items)
        .map(({ path }) => path)
    )
    // No links to lists the visitor may not open.
    const linked = (path: string | undefined) => path && seen.has(path.split('?')[0]!)
    return ctx.view.render('console/admin/health', { sections, linked })
  }
}

/** One section that cannot be read takes no other with it. */
async function healthOf(
  { logger }: HttpContext,
  { title, read }: HealthSection
): Promise<Health & { failed?: boolean }> {
  try {
    return await read(app)
  } catch (error) {
    logFailure(logger, error, 'health cannot be read', { section: title })
    return { failed: true }
  }
}
