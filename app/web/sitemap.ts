/**
 * Sitemaps (sitemaps.org protocol 0.9): an index, and parts. A part has a range of `PART_SIZE`
 * keys, so the index needs one primary key lookup per part, and a part is read in key order
 * without an offset.
 */
import type { Records, ShownRecord } from '#api/records'
import type { LinkedPage } from './record_page.js'
import type { RecordPages } from './record_pages.js'
import { escapeHtml } from '#app/support/escape_html'
import { Readable } from 'node:stream'
import type { HttpContext, Router } from '@adonisjs/core/http'
import { origin as originOf } from '#api/roots'
import { ApiError } from '#app/support/api_error'
import { cacheControl } from '#app/support/caching'

/** Maximum number of entries in a part, and of parts in an index (protocol). */
const PART_SIZE = 50_000
/** Records read at a time. */
const BATCH = 2_000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export interface Part {
  resource: string
  /** Number of the range of keys. */
  range: number
}

/** Path of a part; a sitemap may only list URLs under its own folder. */
function partPath({ resource, range }: Part): string {
  return `/sitemap-${resource}-${range}.xml`
}

/** The index: one line for each part with rows. */
async function* sitemapIndex(
  records: Records,
  listed: readonly LinkedPage[],
  origin: string
): AsyncGenerator<string> {
  yield `${HEAD}<sitemapindex ${NAMESPACE}>\n`
  let left = PART_SIZE
  for (const { resource } of listed) {
    for (const range of await rangesOf(records, resource, left)) {
      yield `<sitemap><loc>${escapeHtml(`${origin}${partPath({ resource, range })}`)}</loc></sitemap>\n`
      left--
    }
  }
  yield '</sitemapindex>\n'
}

/** The pages of a part. */
async function* sitemapPart(
  records: Records,
  { resource, path, fields, sitemap = {} }: LinkedPage,
  { range, origin }: { range: number; origin: string }
): AsyncGenerator<string> {
  yield `${HEAD}<urlset ${NAMESPACE}>\n`
  for await (const record of recordsOf(records, {
    resource,
    fields: `${fields},date_modified`,
    filters: sitemap,
    range,
  })) {
    const at = path(record)
    if (at) yield entry(`${origin}${at}`, record)
  }
  yield '</urlset>\n'
}

function entry(address: string, { date_modified: changed }: ShownRecord): string {
  const day = typeof changed === 'string' ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ''
  return `<url><loc>${escapeHtml(address)}</loc>${day}</url>\n`
}

async function* recordsOf(
  records: Records,
  of: { resource: string; fields: string; filters: Record<string, string>; range: number }
): AsyncGenerator<ShownRecord> {
  const { resource, fields, filters, range } = of
  if (!hasRanges(records, resource)) {
    yield* await records.list(resource, filters, { fields, limit: PART_SIZE })
    return
  }
  let from = range * PART_SIZE
  const end = from + PART_SIZE
  for (;;) {
    const batch = await records.list(
      resource,
      { ...filters, id__gte: String(from), id__lt: String(end) },
      { fields, order: 'id', limit: BATCH }
    )
    yield* batch
    if (batch.length < BATCH) return
    from = Number(batch.at(-1)!.id) + 1
  }
}

const hasRanges = (records: Records, resource: string) =>
  records.registry.get(resource).key.type === 'integer'

/** Ranges with rows: each requires one primary key lookup for the next one. */
async function rangesOf(records: Records, resource: string, limit: number): Promise<number[]> {
  if (!hasRanges(records, resource)) return [0]
  const { table } = records.registry.get(resource)
  const rows = await records.reader.rows(
    `WITH RECURSIVE found AS (
       (SELECT id / ${PART_SIZE} AS range FROM ${table} ORDER BY id LIMIT 1)
       UNION ALL
       SELECT (SELECT id / ${PART_SIZE} FROM ${table} WHERE id >= (found.range + 1) * ${PART_SIZE} ORDER BY id LIMIT 1)
       FROM found WHERE found.range IS NOT NULL
     ) SELECT range FROM found WHERE range IS NOT NULL LIMIT $1`,
    [limit]
  )
  return rows.map(([range]) => Number(range))
}

const PART = /^sitemap-([a-z-]+)-(\d{1,9})\.xml$/

/** Adds the routes of the sitemaps, whose URL is in robots.txt. */
export function addSitemapRoutes(router: Router, pages: RecordPages): void {
  router
    .get('/sitemap.xml', async (ctx) => {
      await requireOpen(pages)
      return send(ctx, sitemapIndex(pages.records, pages.listed, originOf(ctx)))
    })
    .as('sitemap')
  router
    .get('/:sitemap', async (ctx) => {
      await requireOpen(pages)
      const [, resource, range] = PART.exec(ctx.params.sitemap) ?? []
      const listed = pages.listed.find((page) => page.resource === resource)
      if (!listed) throw noSitemap()
      const at = { range: Number(range), origin: originOf(ctx) }
      return send(ctx, sitemapPart(pages.records, listed, at))
    })
    .where('sitemap', PART)
    .as('sitemap.part')
}

function send({ response }: HttpContext, lines: AsyncGenerator<string>): void {
  response
    .header('content-type', 'application/xml; charset=utf-8')
    .header('cache-control', cacheControl('sitemap'))
    .stream(Readable.from(lines, { objectMode: false }))
}

/** Search engines can't read pages that require an account. */
async function requireOpen(pages: RecordPages): Promise<void> {
  if (!(await pages.open())) throw noSitemap()
}

const noSitemap = () => ApiError.detail(404, "This sitemap doesn't exist.")
