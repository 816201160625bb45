/**
 * Reads the sections of the health page, which also say what needs action.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { logFailure } from '#app/database/database_away'
import type { ConsoleRegistry } from '../../console_registry.js'
import consumers from './consumers.js'
import type { Health, HealthSection, Need } from './health_section.js'
import jobs from './jobs.js'
import mails from './mails.js'
import search from './search.js'
import server from './server.js'

/** A section as pages show it. */
export interface ReadSection extends Required<Health> {
  title: string
  failed?: boolean
}

/** All sections, those of plugins first. One that cannot be read takes no other with it. */
export function readHealth(ctx: HttpContext, registry: ConsoleRegistry): Promise<ReadSection[]> {
  return Promise.all(
    [...registry.healthSections, search, mails, consumers, jobs, server].map(async (section) => ({
      title: section.title,
      figures: [],
      tables: [],
      needs: [],
      ...(await healthOf(ctx, section)),
    }))
  )
}

/** What staff should act on, by section; sections that cannot be read are a need themselves. */
export function needsOf(sections: readonly ReadSection[]): (Need & { section: string })[] {
  return sections.flatMap(({ title: section, failed, needs }) =>
    failed
      ? [{ section, text: 'Could not be read. See the log for details', path: '/admin/health/' }]
      : needs.map((need) => ({ ...need, section }))
  )
}

/** Whether the visitor may open a page of the staff: no links to others. */
export function linksFor(
  ctx: HttpContext,
  registry: ConsoleRegistry
): (path: string | undefined) => boolean {
  const { rights } = requireAccount(ctx).account
  const sections = registry.navigationOf(rights)!.staff
  const seen = new Set(sections.flatMap(({ items }) => items).map(({ path }) => path))
  return (path) => path !== undefined && seen.has(path.split('?')[0]!)
}

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
