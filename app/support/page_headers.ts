import type { HttpResponse } from '@adonisjs/core/http'

/**
 * Pages load resources only from this server, can't be framed, and send no referrer to other
 * sites.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

/** Headers of pages that other sites may embed in a frame. */
export const FRAMED_PAGE_HEADERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PAGE_HEADERS)
    .filter(([name]) => name !== 'x-frame-options')
    .map(([name, value]) => [name, value.replace("frame-ancestors 'none'", 'frame-ancestors *')])
)

/** Sets the headers of HTML pages. */
export function setPageHeaders(response: HttpResponse): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.header(name, value)
}
