/** Declarations of pages of single records. */
import type { Records, ShownRecord } from '#api/records'
import type { SampleKind } from '#api/sample_records'
import type { LazyDefault } from '#app/support/lazy'

/** A method of a class that is imported on first use. */
export type LazyMethod = [LazyDefault<new (...services: any[]) => object>, method: string]

/** @param sample set for a record of the sample archive */
export type LoadPage = (
  records: Records,
  record: ShownRecord,
  query: URLSearchParams,
  sample: SampleKind | undefined
) => Promise<Record<string, unknown>>

export interface RecordPage {
  /** Resource of the record. */
  resource: string
  /** Finds the record by the route's parameters; by `id` if not given. */
  find?: (records: Records, params: Record<string, string>) => Promise<ShownRecord | undefined>
  /** Template of its plugin: `case_law::docket`. */
  view: string
  title: (record: ShownRecord) => string
  /** Encoded path of the page; requests with another slug are redirected to it (301). */
  path?: (record: ShownRecord) => string | null
  /** One sentence about the page, for search engines and link previews. */
  description?: (record: ShownRecord, shown: Record<string, unknown>) => string
  /**
   * Structured data (schema.org).
   *
   * @param absolute converts an encoded path of this server to a URL
   */
  linkedData?: (
    record: ShownRecord,
    shown: Record<string, unknown>,
    absolute: (path: string) => string
  ) => Record<string, unknown>
  /**
   * False excludes the page from search engines, for example lists that supplement the main
   * page.
   */
  isIndexed?: boolean
  /** Fields that `title` and `path` read, for links to the page. */
  fields?: string
  /** Adds pages to the sitemap: those of records that match these list filters. */
  sitemap?: Record<string, string>
  /**
   * Values for the template in addition to the record. A method is called on an instance with
   * injected services.
   */
  load?: LoadPage | LazyMethod
  /**
   * False omits the sections of other plugins, for example on a page that supplements the main
   * page.
   */
  hasSections?: boolean
}

/** A page that other pages and the sitemap link to. */
export type LinkedPage = RecordPage & Required<Pick<RecordPage, 'path' | 'fields'>>
