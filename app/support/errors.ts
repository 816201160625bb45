/** Error kinds, and those used by several folders. */

/**
 * An error kind has a stable code, a status, a message, and a hint. It is declared once, in
 * `errors.ts` of the folder that throws it. Codes are never reused for other errors.
 */

export interface ErrorKind {
  /** Identifier for programs, in snake case. */
  code: string
  /** Status of the HTTP response. */
  status: number
  /** What happened. Errors may have a more specific detail. */
  message: string
  /** Advice for the client. */
  hint: string
}

export type ErrorCatalogue = Readonly<Record<string, ErrorKind>>

/** Declares the errors of a folder or plugin by their codes. */
export function errorKinds<const Kinds extends Record<string, Omit<ErrorKind, 'code'>>>(
  kinds: Kinds
): { readonly [Code in keyof Kinds]: ErrorKind } {
  const entries = Object.entries(kinds).map(([code, kind]) => [code, { code, ...kind }])
  return Object.fromEntries(entries) as { [Code in keyof Kinds]: ErrorKind }
}

export const HTTP_ERRORS = errorKinds({
  bad_request: {
    status: 400,
    message: "The request can't be processed.",
    hint: 'See "detail".',
  },
  invalid_values: {
    status: 400,
    message: 'The request has invalid values.',
    hint: 'See the keys named after each field or parameter.',
  },
  permission_denied: {
    status: 403,
    message: 'Permission denied.',
    hint: 'See "detail". You may need another account or more permissions.',
  },
  not_found: { status: 404, message: 'Not found.', hint: 'Check the URL.' },
  gone: { status: 410, message: 'This is no longer available.', hint: "Don't request it again." },
  unsupported_media_type: {
    status: 415,
    message: 'Unsupported media type.',
    hint: 'Send JSON or a form.',
  },
  unprocessable: {
    status: 422,
    message: "The request can't be carried out.",
    hint: 'See "detail".',
  },
  client_error: {
    status: 400,
    message: 'The request was rejected.',
    hint: 'See "status" and "detail".',
  },
  internal_error: {
    status: 500,
    message: 'An internal error occurred and was logged.',
    hint: 'Report "request_id" to the operator of this server.',
  },
  not_supported: {
    status: 501,
    message: 'Not configured on this server.',
    hint: 'The operator can change the settings named in "detail".',
  },
  not_ready: {
    status: 503,
    message: 'Not ready yet.',
    hint: 'Retry after the number of seconds in Retry-After.',
  },
})

/** Kinds that follow from the status. */
const BY_STATUS: Readonly<Record<number, ErrorKind>> = {
  403: HTTP_ERRORS.permission_denied,
  404: HTTP_ERRORS.not_found,
  410: HTTP_ERRORS.gone,
  415: HTTP_ERRORS.unsupported_media_type,
  422: HTTP_ERRORS.unprocessable,
}

/** The general kind for a status; undefined if it isn't an error status. */
export function kindOfStatus(status: number, body: unknown): ErrorKind | undefined {
  if (status < 400) return undefined
  if (status === 400) return isDetail(body) ? HTTP_ERRORS.bad_request : HTTP_ERRORS.invalid_values
  return BY_STATUS[status] ?? (status < 500 ? HTTP_ERRORS.client_error : HTTP_ERRORS.internal_error)
}

function isDetail(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'detail' in body
}
