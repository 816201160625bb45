import type { HttpResponse } from '@adonisjs/core/http'

/** Pages load from this server only, run in no frame, and send no referrer. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

/** Those of a page that other sites may show in a frame. */
export const FRAMED_PAGE_HEADERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PAGE_HEADERS)
    .filter(([name]) => name !== 'x-frame-options')
    .map(([name, value]) => [name, value.replace("frame-ancestors 'none'", 'frame-ancestors *')])
)

/** Sets the headers every HTML page carries. */
export function setPageHeaders(response: HttpResponse): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.header(name, value)
}
