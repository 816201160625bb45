/** Errors of the API. */
import { errorKinds } from '#app/support/errors'
import { ApiError } from '#app/support/api_error'

export const API_ERRORS = errorKinds({
  invalid_page: {
    status: 404,
    message: 'Invalid page.',
    hint: 'Start at the first page and follow "next".',
  },
  invalid_cursor: {
    status: 404,
    message: 'Invalid cursor',
    hint: 'A cursor belongs to one ordering. Start at the first page and follow "next".',
  },
  unknown_filter: {
    status: 400,
    message: 'A parameter is not a filter of this list.',
    hint: 'OPTIONS lists the filters. "did_you_mean" suggests similar names.',
  },
  too_many_parameters: {
    status: 400,
    message: 'The request has too many parameters.',
    hint: 'Split the request.',
  },
  unknown_ordering: {
    status: 400,
    message: "The list can't be ordered by this name.",
    hint: '"order_by" lists the orderings.',
  },
  no_choices: {
    status: 404,
    message: 'The field has no choices.',
    hint: 'OPTIONS lists the choices of all fields.',
  },
  unknown_format: {
    status: 404,
    message: 'Unknown format.',
    hint: 'Use json, xml, or api. Lists in v4 also support csv and jsonl.',
  },
  not_acceptable: {
    status: 406,
    message: 'Could not satisfy the request Accept header.',
    hint: 'Accept application/json, application/xml, or text/html.',
  },
  method_not_allowed: {
    status: 405,
    message: 'Method not allowed.',
    hint: 'The Allow header lists the methods.',
  },
  record_not_found: {
    status: 404,
    message: 'No record matches the query.',
    hint: 'Check the key. The record may have been deleted or may belong to another account.',
  },
  record_sealed: {
    status: 410,
    message: 'This record was sealed and is no longer available.',
    hint: 'Delete your copies of the record.',
  },
  read_only_token: {
    status: 403,
    message: 'This token is read-only.',
    hint: 'Use a token with write access.',
  },
  malformed_body: {
    status: 400,
    message: "The body can't be parsed.",
    hint: 'See "detail" for the position.',
  },
  body_too_large: {
    status: 413,
    message: 'The request body is too large.',
    hint: 'Split the request.',
  },
  body_too_complex: {
    status: 400,
    message: 'The request body has too many keys, list items, fields, or parts.',
    hint: 'Split the request.',
  },
  duplicate_value: {
    status: 400,
    message: 'A record with these values already exists.',
    hint: 'Change the existing record or send different values.',
  },
  record_in_use: {
    status: 400,
    message: 'Other records refer to this record, or it refers to a missing record.',
    hint: 'Delete or change the other records first.',
  },
  invalid_idempotency_key: {
    status: 400,
    message: 'The Idempotency-Key is not valid.',
    hint: 'Send visible ASCII characters, for example a UUID.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used with a different body.',
    hint: 'Use a new key for each request.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still in progress.',
    hint: 'Retry after the number of seconds in Retry-After.',
  },
  version_retired: {
    status: 410,
    message: 'This version of the API is no longer served.',
    hint: 'Use v4.',
  },
})

export function notFound({ label }: { label: string }, headers?: Record<string, string>): ApiError {
  return ApiError.detail(
    API_ERRORS.record_not_found,
    `No ${label} matches the given query.`,
    headers
  )
}

/** @param allow value of the Allow header */
export function methodNotAllowed(method: string, allow: string): ApiError {
  return ApiError.detail(API_ERRORS.method_not_allowed, `Method "${method}" not allowed.`, {
    allow,
  })
}
