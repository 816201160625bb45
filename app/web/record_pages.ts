/**
 * Pages of single records. A plugin adds the pages of its own records, and
 * sections to the pages of others'.
 */
import type { HttpContext, Router } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import type { Records, ShownRecord } from '#api/records'
import { pageVisitor, type PageVisitor, SignInNeeded } from '#app/accounts/page_visitor'
import { setPageHeaders } from '#app/support/page_headers'
import { origin } from '#api/roots'
import { announceFeed, type AnnouncedFeed } from './feeds/send_feed.js'
import { dataBlock, isElsewhere, pageDescription, type PageHead } from './page_head.js'
import { cacheControl } from '#app/support/caching'

/** Links between records, as `Records` shows them. */
const BASE = '/api/rest/v4/'

export interface RecordPage {
  /** Resource the record is one of. */
  resource: string
  /** Parameters of the route that name it; `id` unless said otherwise. */
  find?: (records: Records, params: Record<string, string>) => Promise<ShownRecord | undefined>
  /** Template of its plugin: `case_law::docket`. */
  view: string
  title: (record: ShownRecord) => string
  /** Path of the page, encoded; requests with another slug are sent there (301). */
  path?: (record: ShownRecord) => string | null
  /** The page in a sentence, for search engines and link previews. */
  description?: (record: ShownRecord, shown: Record<string, unknown>) => string
  /**
   * Structured data of schema.org.
   *
   * @param absolute makes an address of an encoded path of this server
   */
  linkedData?: (
    record: ShownRecord,
    shown: Record<string, unknown>,
    absolute: (path: string) => string
  ) => Record<string, unknown>
  /** False keeps search engines out, as of lists beside the main page. */
  isIndexed?: boolean
  /** Fields that `title` and `path` read, for links to the page. */
  fields?: string
  /** Has the sitemap list the pages of the records that pass these filters of a list. */
  sitemap?: Record<string, string>
  /** What the template shows beside the record. */
  load?: (
    records: Records,
    record: ShownRecord,
    query: URLSearchParams
  ) => Promise<Record<string, unknown>>
  /** False leaves out the sections of other plugins, as on a page beside the main one. */
  hasSections?: boolean
}

/** A part of another plugin's page. */
export interface PageSection {
  view: string
  /** Shown after all others, however many rows it has. */
  isLong?: boolean
  /** @returns what the template shows; undefined leaves the section out */
  load: (
    records: Records,
    record: ShownRecord,
    visitor: PageVisitor | undefined,
    query: URLSearchParams
  ) => Promise<Record<string, unknown> | undefined>
}

/** A page that other pages and the sitemap lead to. */
export type LinkedPage = RecordPage & Required<Pick<RecordPage, 'path' | 'fields'>>

export interface PageLink {
  label: string
  path: string
}

export class RecordPages {
  readonly #sections = new Map<string, PageSection[]>()
  readonly #linked = new Map<string, LinkedPage>()
  readonly #added: { patterns: string[]; page: RecordPage }[] = []
  readonly #feeds = new Map<string, (record: ShownRecord) => AnnouncedFeed>()

  constructor(
    readonly router: Router,
    readonly records: Records,
    /** Whether pages can be read without an account. */
    readonly open: () => Promise<boolean>
  ) {}

  /**
   * The signed-in visitor; what such a page shows is private to them.
   *
   * @throws SignInNeeded for an anonymous visitor when the server asks for an account
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

  /** Pages that the sitemap lists. */
  get listed(): LinkedPage[] {
    return [...this.#linked.values()].filter(({ sitemap }) => sitemap)
  }

  /**
   * Links to the pages of records, which may be another plugin's.
   *
   * @returns by key; without records that do not exist, or have no page
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
   * The first records of a list whose pages the sitemap lists.
   *
   * @param order as in `order_by`
   * @param fields what the caller reads beside the link
   */
  async newest(
    resource: string,
    { order, fields, limit }: { order: string; fields: string; limit: number }
  ): Promise<(PageLink & { record: ShownRecord })[]> {
    const page = this.#linked.get(resource)
    if (!page?.sitemap || !(await this.open())) return []
    const records = await this.records.list(resource, page.sitemap, {
      order,
      fields: `${page.fields},${fields}`,
      limit,
    })
    return records.map((record) => ({
      record,
      label: page.title(record),
      path: page.path(record) ?? '',
    }))
  }

  /** Answers these routes with the page of a record, once they are mounted. */
  add(patterns: string[], page: RecordPage): void {
    const { resource, path, fields } = page
    if (path && fields) this.#linked.set(resource, { ...page, path, fields })
    this.#added.push({ patterns, page })
  }

  /** Adds the routes, after those of all plugins: their slugs may be any word. */
  mount(): void {
    for (const { patterns, page } of this.#added.splice(0))
      for (const [place, pattern] of patterns.entries())
        this.router
          .get(pattern, (ctx) => this.#show(ctx, page))
          .as(`page.${page.view}${place ? `.${place}` : ''}`)
  }

  /** Announces the feed of a resource's records on their pages. */
  addFeed(resource: string, feedOf: (record: ShownRecord) => AnnouncedFeed): void {
    this.#feeds.set(resource, feedOf)
  }

  /** Adds a section to the pages of a resource, after the existing ones of its length. */
  addSection(resource: string, section: PageSection): void {
    this.#sections.set(resource, [...(this.#sections.get(resource) ?? []), section])
  }

  /** Merged records lead to the page of the one that took them up. */
  async #missing({ params, route }: HttpContext, { resource, find }: RecordPage): Promise<void> {
    const key = String(params.id)
    if (find || !/^\d{1,18}$/.test(key)) return
    const before = route!.pattern.split(':')[0]!
    await this.records.registry.get(resource).missing?.({
      key,
      reader: this.records.reader,
      urlOf: (other) => `${before}${other}/-/`,
    })
  }

  #sectionsOf({ resource, hasSections = true }: RecordPage): PageSection[] {
    return hasSections ? (this.#sections.get(resource) ?? []) : []
  }

  async #show(ctx: HttpContext, page: RecordPage): Promise<string | void> {
    const visitor = await this.visitor(ctx)
    const find = page.find ?? findByKey(page.resource)
    const record = await find(this.records, ctx.params)
    if (!record) {
      await this.#missing(ctx, page)
      throw ApiError.detail(404, 'There is no such record in this archive.')
    }
    const path = page.path?.(record)
    const search = ctx.request.parsedUrl.query
    if (path && isElsewhere(ctx.request.url(), path))
      return ctx.response.redirect(search ? `${path}?${search}` : path, false, 301)
    const query = new URLSearchParams(search ?? '')
    // Filtered and further pages of a record are no pages of their own to search engines.
    if (query.size || page.isIndexed === false || record.blocked)
      ctx.response.header('x-robots-tag', 'noindex')
    const loaded: { section: PageSection; data: Record<string, unknown> }[] = []
    for (const section of this.#sectionsOf(page)) {
      const data = await section.load(this.records, record, visitor, query)
      if (data) loaded.push({ section, data })
    }
    const shown = (await page.load?.(this.records, record, query)) ?? {}
    ctx.view.share({ head: headOf(page, record, shown, { path, origin: origin(ctx) }) })
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
      parts: { short, long },
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

function findByKey(resource: string): NonNullable<RecordPage['find']> {
  // No text of a database holds a null character.
  return async (records, { id }) => (id!.includes('\0') ? undefined : records.find(resource, id!))
}
