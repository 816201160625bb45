/**
 * Page-number lists.
 */
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import type { Resource } from '../resource.js'
import type { Version } from '../version.js'

/** Deepest page (specification, Limits). */
export const MAX_PAGES = 100

/** What a caller can do who wants more of a list than its pages by number hold. */
export function deeperInto({ cursor, versions }: Resource, version: Version): string {
  const orders = cursor.join(' or ')
  if (!cursor.length) return 'Add filters to narrow the list.'
  if (version === 'v4')
    return `Order by ${orders} and follow "next", or add filters to narrow the list.`
  return versions.includes('v4')
    ? `Add filters to narrow the list, or use v4: order by ${orders} and follow "next".`
    : 'Add filters to narrow the list.'
}

/**
 * Reads `page`: a number from 1, or `last`.
 *
 * @param instead what to do instead of asking for a page that is too deep
 * @returns the number, or 'last'
 * @throws ApiError 404
 */
export function readPage(text: string | undefined, instead: string): number | 'last' {
  if (text === undefined || text === '') return 1
  if (text === 'last') return 'last'
  if (!/^-?\d+$/.test(text)) {
    throw ApiError.detail(
      API_ERRORS.invalid_page,
      `Invalid page: "${text.slice(0, 40)}" is not a whole number.`
    )
  }
  const page = Number(text)
  if (page < 1) throw ApiError.detail(API_ERRORS.invalid_page, 'Invalid page.')
  refuseDeep(page, instead, text)
  return page
}

/**
 * Records on a page: as many as `page_size` asks for where the resource takes
 * it, within its bounds. Anything but a number from 1 counts as not given
 * (contract, list-behaviour 3).
 */
export function pageSize(
  { pageSize: usual, largestPage }: Resource,
  text: string | undefined
): number {
  if (largestPage === undefined || !/^\d{1,9}$/.test(text ?? '')) return usual
  const asked = Number(text)
  return asked < 1 ? usual : Math.min(asked, largestPage)
}

/** The number of pages of a list; an empty list has one, empty, page. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** @throws ApiError 404 for pages beyond the limit */
export function refuseDeep(page: number, instead: string, shown = String(page)): void {
  if (page > MAX_PAGES) {
    throw ApiError.detail(
      API_ERRORS.invalid_page,
      `Page ${shown.slice(0, 40)} is too deep: the last page number is ${MAX_PAGES}. ${instead}`
    )
  }
}
