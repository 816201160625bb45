/**
 * Reads the sections of the health page, and the actions they require.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { logFailure } from '#app/database/database_unavailable'
import type { ConsoleRegistry } from '../../console_registry.js'
import {
  type Health,
  type HealthSection,
  type Need,
  buildCountNeeds,
  defineHealthSection,
  HEALTH_PAGE,
} from './health_section.js'
import { consumers, jobs, mails } from './own_sections.js'
import { SearchStatus } from '../dashboard.js'
import { statfs } from 'node:fs/promises'
import { Throttle } from '#app/throttle/throttle'
import { FREE } from '#app/web/health/checks'
import { Monitoring } from '#app/web/monitoring'
import { settings } from '#start/env'

/** A section for the view. */
export interface ReadSection extends Required<Health> {
  title: string
  failed?: boolean
}

/**
 * The sections that apply to this server, those of plugins first. A section that can't be read
 * doesn't affect the others.
 */
export async function readHealth(
  ctx: HttpContext,
  registry: ConsoleRegistry
): Promise<ReadSection[]> {
  const sections = [...registry.healthSections, search, mails, consumers, jobs, server]
  const found = await Promise.all(sections.map((section) => healthOf(ctx, section)))
  return found.flatMap((health, at) => {
    const { title } = sections[at]!
    return health ? [{ title, figures: [], tables: [], needs: [], ...health }] : []
  })
}

/** Required actions by section; a section that can't be read is one. */
export function listHealthNeeds(sections: readonly ReadSection[]): (Need & { section: string })[] {
  return sections.flatMap(({ title: section, failed, needs }) =>
    failed
      ? [{ section, text: 'Section unavailable. See the log for details', path: HEALTH_PAGE }]
      : needs.map((need) => ({ ...need, section }))
  )
}

/** Returns whether the visitor may open a staff page, to link only those. */
export function linksFor(
  ctx: HttpContext,
  registry: ConsoleRegistry
): (path: string | undefined) => boolean {
  const { rights } = requireAccount(ctx).account
  const sections = registry.buildNavigation(rights)!.staff
  const seen = new Set(sections.flatMap(({ items }) => items).map(({ path }) => path))
  return (path) => path !== undefined && seen.has(path.split('?')[0]!)
}

async function healthOf(
  { logger }: HttpContext,
  { title, read }: HealthSection
): Promise<(Health & { failed?: boolean }) | null> {
  try {
    return await read(app)
  } catch (error) {
    logFailure(logger, error, 'could not read health', { section: title })
    return { failed: true }
  }
}

const search = defineHealthSection({
  title: 'Search',
  async read({ container }) {
    const { engine, indexes, isUp } = await (await container.make(SearchStatus)).indexes()
    if (!isUp) return { needs: [{ text: engine, path: HEALTH_PAGE }] }
    const damaged = indexes.filter(({ isDamaged }) => isDamaged).length
    return {
      needs: buildCountNeeds([
        damaged,
        'search index is damaged',
        'search indexes are damaged',
        HEALTH_PAGE,
      ]),
      tables: [
        {
          label: 'Search indexes',
          columns: [{ label: 'Index' }, { label: 'State' }, { label: 'Rows', number: true }],
          rows: indexes.map(({ name, state, documents }) => [
            name,
            state,
            documents.toLocaleString('en'),
          ]),
        },
      ],
    }
  },
})

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

/** The database, the rate-limit store, and the disk. */
const server = defineHealthSection({
  title: 'Server',
  async read({ container }) {
    const [services, throttle, disk] = await Promise.all([
      container.make(Monitoring).then((monitoring) => monitoring.services()),
      container.make(Throttle),
      statfs(settings.dataDir),
    ])
    const free = disk.bavail * disk.bsize
    const needs: Need[] = []
    if (!services.is_postgresql_up) needs.push({ text: 'The database does not respond' })
    if (!services.is_redis_up) needs.push({ text: 'Redis does not respond' })
    if (disk.bavail < disk.blocks * FREE.warning)
      needs.push({ text: `Only ${gigabytes(free)} of disk space is free` })
    return {
      needs,
      figures: [
        { label: 'Database', value: services.is_postgresql_up ? 'up' : 'down' },
        ...(throttle.store === 'redis'
          ? [{ label: 'Redis', value: services.is_redis_up ? 'up' : 'down' }]
          : []),
        { label: 'Rate-limit store', value: throttle.store },
        { label: 'Free disk space', value: gigabytes(free) },
      ],
    }
  },
})
