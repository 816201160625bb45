/**
 * Pages of single records. Plugins add pages for their own records, and sections to the pages
 * of other plugins.
 */
import { moduleImporter } from '@adonisjs/core/container'
import type { HttpContext, Router } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import type { Records, ShownRecord } from '#api/records'
import type { SampleKind, SampleRecords } from '#api/sample_records'
import { pageVisitor, type PageVisitor, SignInNeeded } from '#app/accounts/page_visitor'
import { setPageHeaders } from '#app/support/page_headers'
import { origin } from '#api/roots'
import { announceFeed, type AnnouncedFeed } from './feeds/send_feed.js'
import { dataBlock, isNonCanonicalPath, pageDescription, type PageHead } from './page_head.js'
import { cacheControl } from '#app/support/caching'
import type { LoadNeighbors } from './record_neighbors.js'
import type { LazyMethod, LinkedPage, LoadPage, RecordPage } from './record_page.js'

/** Base of the links between records. */
const BASE = '/api/rest/v4/'

/** A section on the page of another plugin. */
export interface PageSection {
  view: string
  /** Shown after all other sections. */
  isLong?: boolean
  /** Entry of a long section in the page's table of contents. */
  contents?: { anchor: string; label: string }
  /** A method is called like that of a controller, on an instance with injected services. */
  load: LoadSection | LazyMethod
}

/** @returns values for the template; undefined omits the section */
export type LoadSection = (
  records: Records,
  record: ShownRecord,
  visitor: PageVisitor | undefined,
  query: URLSearchParams
) => Promise<Record<string, unknown> | undefined>

/** A function or method that is called with the services of a request. */
type Handler<Load extends (...given: any[]) => unknown> = (
  ctx: HttpContext,
  ...given: Parameters<Load>
) => ReturnType<Load>

interface HandledSection extends PageSection {
  handle: Handler<LoadSection>
}

interface HandledPage extends RecordPage {
  handle?: Handler<LoadPage>
}

export interface PageLink {
  label: string
  path: string
}

export class RecordPages {
  readonly #sections = new Map<string, HandledSection[]>()
  readonly #linked = new Map<string, LinkedPage>()
  readonly #added: { patterns: string[]; page: HandledPage }[] = []
  readonly #feeds = new Map<string, (record: ShownRecord) => AnnouncedFeed>()
  #neighbors: LoadNeighbors | undefined

  constructor(
    readonly router: Router,
    readonly records: Records,
    /** Whether pages can be read without an account. */
    readonly open: () => Promise<boolean>,
    readonly samples: SampleRecords
  ) {}

  /**
   * The signed-in visitor, whose pages are private.
   *
   * @throws SignInNeeded for anonymous visitors of a server that requires an account
   */
  async visitor(ctx: HttpContext): Promise<PageVisitor | undefined> {
    const visitor = await pageVisitor(ctx)
    ctx.response.append('vary', 'Cookie')
    if (!visitor && !(await this.open())) throw new SignInNeeded()
    ctx.response.header('cache-control', cacheControl('pages', visitor ? 'private' : 'public'))
    if (visitor) {
      ctx.view.share({ me: visitor.account })
    }
    return visitor
  }

  /** The sample records of a resource, by key. */
  samplesOf(resource: string): Promise<ReadonlyMap<string, SampleKind>> {
    return this.samples.of(this.records.registry.get(resource).table)
  }

  /** Pages that the sitemap lists. */
  get listed(): LinkedPage[] {
    return [...this.#linked.values()].filter(({ sitemap }) => sitemap)
  }

  /**
   * Links to the pages of records, including those of other plugins.
   *
   * @returns by key; without records that don't exist or have no page
   */
  async linksTo(resource: string, keys: Iterable<string>): Promise<Map<string, PageLink>> {
    const page = this.#linked.get(resource)
    const wanted = [...new Set(keys)]
    if (!page || !wanted.length) return new Map()
    const documents = await this.records.documents(this.records.registry.get(resource), wanted, {
      base: BASE,
      suffix: '/',
      fields: page.fields,
    })
    return new Map(
      Array.from(documents, ([key, json]) => {
        const record = JSON.parse(json) as ShownRecord
        return [key, { label: page.title(record), path: page.path(record) ?? '' }]
      })
    )
  }

  /**
   * The first records of a list whose pages are in the sitemap, without invented ones.
   *
   * @param order as in `order_by`
   * @param fields for the caller, in addition to those of the link
   */
  async newest(
    resource: string,
    { order, fields, limit }: { order: string; fields: string; limit: number }
  ): Promise<(PageLink & { record: ShownRecord; isSample: boolean })[]> {
    const page = this.#linked.get(resource)
    if (!page?.sitemap || !(await this.open())) return []
    const samples = await this.samplesOf(resource)
    const invented = new Set(
      [...samples].flatMap(([key, kind]) => (kind === 'invented' ? key : []))
    )
    const records = await this.records.list(resource, page.sitemap, {
      order,
      fields: `id,${page.fields},${fields}`,
      limit: limit + invented.size,
    })
    return records
      .filter(({ id }) => !invented.has(String(id)))
      .slice(0, limit)
      .map((record) => ({
        record,
        label: page.title(record),
        path: page.path(record) ?? '',
        isSample: samples.has(String(record.id)),
      }))
  }

  /** Declares routes for the page of a record; `mount` adds them. */
  add(patterns: string[], page: RecordPage): void {
    const { resource, path, fields } = page
    if (path && fields) this.#linked.set(resource, { ...page, path, fields })
    const handle = page.load && toHandler<LoadPage>(page.load)
    this.#added.push({ patterns, page: { ...page, handle } })
  }

  /** Adds the routes, after those of all plugins: their slugs match any text. */
  mount(): void {
    for (const { patterns, page } of this.#added.splice(0))
      for (const [place, pattern] of patterns.entries())
        this.router
          .get(pattern, (ctx) => this.#show(ctx, page))
          .as(`page.${page.view}${place ? `.${place}` : ''}`)
  }

  /** Announces a feed on the pages of a resource. */
  addFeed(resource: string, feedOf: (record: ShownRecord) => AnnouncedFeed): void {
    this.#feeds.set(resource, feedOf)
  }

  /** Sets the links above a record to its neighbors in the list that it was opened from. */
  setNeighbors(load: LoadNeighbors): void {
    this.#neighbors = load
  }

  /** Adds a section to the pages of a resource, after the existing sections of its kind. */
  addSection(resource: string, section: PageSection): void {
    const handled = { ...section, handle: toHandler<LoadSection>(section.load) }
    this.#sections.set(resource, [...(this.#sections.get(resource) ?? []), handled])
  }

  /** Merged records redirect to the page of the remaining record. */
  async #missing({ params, route }: HttpContext, { resource, find }: RecordPage): Promise<void> {
    const key = String(params.id)
    if (find || !/^\d{1,18}$/.test(key)) return
    const before = route!.pattern.split(':')[0]!
    await this.records.registry.get(resource).missing?.({
      key,
      reader: this.records.reader,
      buildRecordUrl: (other) => `${before}${other}/-/`,
    })
  }

  #sectionsOf({ resource, hasSections = true }: RecordPage): HandledSection[] {
    return hasSections ? (this.#sections.get(resource) ?? []) : []
  }

  async #show(ctx: HttpContext, page: HandledPage): Promise<string | void> {
    const visitor = await this.visitor(ctx)
    const find = page.find ?? findByKey(page.resource)
    const record = await find(this.records, ctx.params)
    if (!record) {
      await this.#missing(ctx, page)
      throw ApiError.detail(404, "This record doesn't exist in this archive.")
    }
    const path = page.path?.(record)
    const search = ctx.request.parsedUrl.query
    if (path && isNonCanonicalPath(ctx.request.url(), path))
      return ctx.response.redirect(search ? `${path}?${search}` : path, false, 301)
    const query = new URLSearchParams(search ?? '')
    // Search engines index only the first, unfiltered page of a record.
    if (query.size || page.isIndexed === false || record.blocked)
      ctx.response.header('x-robots-tag', 'noindex')
    const loaded: { section: HandledSection; data: Record<string, unknown> }[] = []
    for (const section of this.#sectionsOf(page)) {
      const data = await section.handle(ctx, this.records, record, visitor, query)
      if (data) loaded.push({ section, data })
    }
    const sample = (await this.samplesOf(page.resource)).get(String(record.id))
    ctx.view.share({ sample })
    const shown = (await page.handle?.(ctx, this.records, record, query, sample)) ?? {}
    ctx.view.share({ head: headOf(page, record, shown, { path, origin: origin(ctx) }) })
    if (path) ctx.view.share({ neighbors: await this.#neighbors?.(ctx, path, query) })
    setPageHeaders(ctx.response)
    const feedOf = this.#feeds.get(page.resource)
    if (feedOf) announceFeed(ctx, feedOf(record))
    const rendered = (isLong: boolean) =>
      Promise.all(
        loaded
          .filter(({ section }) => !!section.isLong === isLong)
          .map(({ section, data }) => ctx.view.render(section.view, { record, ...data }))
      )
    const [short, long] = [await rendered(false), await rendered(true)]
    return ctx.view.render(page.view, {
      title: page.title(record),
      record,
      json: `/api/rest/v4/${page.resource}/${record.id}/`,
      ...shown,
      sections: [...short, ...long],
      parts: {
        short,
        long,
        contents: loaded.flatMap(({ section: { isLong, contents } }) =>
          isLong && contents ? [contents] : []
        ),
      },
    })
  }
}

function headOf(
  { description, linkedData }: RecordPage,
  record: ShownRecord,
  shown: Record<string, unknown>,
  at: { path: string | null | undefined; origin: string }
): PageHead {
  const absolute = (path: string) => `${at.origin}${path}`
  return {
    description: description && pageDescription(description(record, shown)),
    canonical: at.path ? absolute(at.path) : undefined,
    linkedData:
      linkedData &&
      dataBlock({ '@context': 'https://schema.org', ...linkedData(record, shown, absolute) }),
  }
}

function toHandler<Load extends (...given: any[]) => unknown>(
  load: Load | LazyMethod
): Handler<Load> {
  if (!Array.isArray(load)) return (_ctx, ...given) => load(...given) as ReturnType<Load>
  const method = moduleImporter(...load).toHandleMethod()
  return (ctx, ...given) => method.handle(ctx.containerResolver, ...given) as ReturnType<Load>
}

function findByKey(resource: string): NonNullable<RecordPage['find']> {
  // Database texts can't contain a null character.
  return async (records, { id }) => (id!.includes('\0') ? undefined : records.find(resource, id!))
}
