/** Page-number pagination. */
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import type { Resource } from '../resource.js'
import type { Version } from '../version.js'

/** Maximum page number (specification, Limits). */
export const MAX_PAGES = 100

/** Advice for clients that need more records than the numbered pages contain. */
export function formatDeepPagingHint({ cursor, versions }: Resource, version: Version): string {
  const orders = cursor.join(' or ')
  if (!cursor.length) return 'Add filters to narrow the list.'
  if (version === 'v4')
    return `Order by ${orders} and follow "next", or add filters to narrow the list.`
  return versions.includes('v4')
    ? `Add filters to narrow the list, or use v4: order by ${orders} and follow "next".`
    : 'Add filters to narrow the list.'
}

/**
 * Parses `page`: a number from 1, or `last`.
 *
 * @param instead advice for a page number that is too high
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
  checkPageDepth(page, instead, text)
  return page
}

/**
 * The page size: `page_size` within the limits of the resource, if it supports the parameter.
 * Invalid values are ignored (contract, list behavior 3).
 */
export function pageSize(
  { pageSize: usual, largestPage }: Resource,
  text: string | undefined
): number {
  if (largestPage === undefined || !/^\d{1,9}$/.test(text ?? '')) return usual
  const asked = Number(text)
  return asked < 1 ? usual : Math.min(asked, largestPage)
}

/** The number of pages of a list; an empty list has one empty page. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** @throws ApiError 404 for pages beyond the limit */
export function checkPageDepth(page: number, instead: string, shown = String(page)): void {
  if (page > MAX_PAGES) {
    throw ApiError.detail(
      API_ERRORS.invalid_page,
      `Page ${shown.slice(0, 40)} is too deep: the last page number is ${MAX_PAGES}. ${instead}`
    )
  }
}
