/**
 * Pages of single records. A plugin adds the pages of its own records, and
 * sections to the pages of others'.
 */
import type { HttpContext, Router } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import type { Records, ShownRecord } from '#api/records'
import { pageVisitor, type PageVisitor } from '#app/accounts/page_visitor'
import { setPageHeaders } from '#app/support/page_headers'
import { SignInNeeded } from './sign_in_needed.js'

export interface RecordPage {
  /** Resource the record is one of. */
  resource: string
  /** Parameters of the route that name it; `id` unless said otherwise. */
  find?: (records: Records, params: Record<string, string>) => Promise<ShownRecord | undefined>
  /** Template of its plugin: `case_law::docket`. */
  view: string
  title: (record: ShownRecord) => string
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
  /** @returns what the template shows; undefined leaves the section out */
  load: (
    records: Records,
    record: ShownRecord,
    visitor: PageVisitor | undefined,
    query: URLSearchParams
  ) => Promise<Record<string, unknown> | undefined>
}

export class RecordPages {
  readonly #sections = new Map<string, PageSection[]>()

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
    if (visitor) {
      ctx.response.header('cache-control', 'no-store')
      ctx.view.share({ me: visitor.account })
    }
    return visitor
  }

  /** Answers these routes with the page of a record. */
  add(patterns: string[], page: RecordPage): void {
    for (const [place, pattern] of patterns.entries()) {
      this.router
        .get(pattern, (ctx) => this.#show(ctx, page))
        .as(`page.${page.view}${place ? `.${place}` : ''}`)
    }
  }

  /** Adds a section to the pages of a resource, after the existing ones. */
  addSection(resource: string, section: PageSection): void {
    this.#sections.set(resource, [...(this.#sections.get(resource) ?? []), section])
  }

  #sectionsOf({ resource, hasSections = true }: RecordPage): PageSection[] {
    return hasSections ? (this.#sections.get(resource) ?? []) : []
  }

  async #show(ctx: HttpContext, page: RecordPage): Promise<string> {
    const visitor = await this.visitor(ctx)
    const find = page.find ?? ((records, { id }) => records.find(page.resource, id!))
    const record = await find(this.records, ctx.params)
    if (!record) throw ApiError.detail(404, 'There is no such record in this archive.')
    const query = new URLSearchParams(ctx.request.parsedUrl.query ?? '')
    // Filtered and further pages of a record are no pages of their own to search engines.
    if (query.size) ctx.response.header('x-robots-tag', 'noindex')
    const sections: { view: string; data: Record<string, unknown> }[] = []
    for (const { view, load } of this.#sectionsOf(page)) {
      const data = await load(this.records, record, visitor, query)
      if (data) sections.push({ view, data })
    }
    setPageHeaders(ctx.response)
    return ctx.view.render(page.view, {
      title: page.title(record),
      record,
      json: `/api/rest/v4/${page.resource}/${record.id}/`,
      ...(await page.load?.(this.records, record, query)),
      sections: await Promise.all(
        sections.map(({ view, data }) => ctx.view.render(view, { record, ...data }))
      ),
    })
  }
}
