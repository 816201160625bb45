import type { HttpResponse } from '@adonisjs/core/http'

/** Pages load from this server only, run in no frame, and tell nobody where a reader came from. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policy("'self'"),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

function policy(styles: string): string {
  return `default-src 'self'; style-src ${styles}; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
}

/** For the one page whose script writes styles into the page. */
export function allowInlineStyles(response: HttpResponse): void {
  response.header('content-security-policy', policy("'self' 'unsafe-inline'"))
}

/** Sets the headers every HTML page carries. */
export function setPageHeaders(response: HttpResponse): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.header(name, value)
}
