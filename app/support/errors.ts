/** Errors that any folder throws. */

/**
 * The catalogue of errors: each has a stable code, a status, a message and a
 * hint, declared once in `errors.ts` of the folder that throws it. A code is
 * never used for another error later.
 */

export interface ErrorKind {
  /** What programs compare: lower-case words with underscores. */
  code: string
  /** Status of the HTTP response. */
  status: number
  /** What has happened. An error that says more precisely what is wrong has its own detail. */
  message: string
  /** What a client can do about it. */
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
    message: 'The request cannot be processed as it is.',
    hint: 'Read "detail".',
  },
  invalid_values: {
    status: 400,
    message: 'The request has wrong values.',
    hint: 'The members named like fields or parameters say what is wrong with each.',
  },
  permission_denied: {
    status: 403,
    message: 'The account may not do this.',
    hint: 'Read "detail"; another account, or more rights, may be needed.',
  },
  not_found: { status: 404, message: 'Not found.', hint: 'Check the URL.' },
  gone: { status: 410, message: 'This is no longer available.', hint: 'Do not request it again.' },
  unsupported_media_type: {
    status: 415,
    message: 'The body has a media type that is not accepted here.',
    hint: 'Send JSON or a form.',
  },
  unprocessable: {
    status: 422,
    message: 'The request cannot be carried out.',
    hint: 'Read "detail".',
  },
  client_error: {
    status: 400,
    message: 'The framework refused the request.',
    hint: 'Read "status" and "detail".',
  },
  internal_error: {
    status: 500,
    message: 'An internal error occurred and was logged.',
    hint: 'Report "request_id" to the operator of the server.',
  },
  not_supported: {
    status: 501,
    message: 'This server lacks what the request needs.',
    hint: 'Its operator can change the settings that "detail" names.',
  },
  not_ready: {
    status: 503,
    message: 'What the request needs is not ready yet.',
    hint: 'Repeat the request after the seconds in Retry-After.',
  },
})

/** Kinds that a status alone tells. */
const BY_STATUS: Readonly<Record<number, ErrorKind>> = {
  403: HTTP_ERRORS.permission_denied,
  404: HTTP_ERRORS.not_found,
  410: HTTP_ERRORS.gone,
  415: HTTP_ERRORS.unsupported_media_type,
  422: HTTP_ERRORS.unprocessable,
}

/** The general kind of an error; undefined for a status that is none. */
export function kindOfStatus(status: number, body: unknown): ErrorKind | undefined {
  if (status < 400) return undefined
  if (status === 400) return isDetail(body) ? HTTP_ERRORS.bad_request : HTTP_ERRORS.invalid_values
  return BY_STATUS[status] ?? (status < 500 ? HTTP_ERRORS.client_error : HTTP_ERRORS.internal_error)
}

function isDetail(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'detail' in body
}
