/** Error responses shared by operations. */
import { ref, type Schema } from './schema.js'

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer' },
  },
}

const PROBLEM: Schema = {
  type: 'object',
  description: 'Error messages by parameter or field, or in `detail`.',
  properties: { detail: { type: 'string' } },
  additionalProperties: true,
}

export const ERROR_SCHEMAS: Record<string, Schema> = { error: PROBLEM }

function error(description: string, headers?: Schema, schema = ref('schemas', 'error')): Schema {
  return {
    description,
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema } },
  }
}

/** By the name of the status. */
export const RESPONSES: Record<string, Schema> = {
  BadRequest: error('A parameter or field is invalid.'),
  // A request with a list returns the errors of each item.
  BadRequests: error('A field is invalid. For a list, the errors of each item.', undefined, {
    anyOf: [ref('schemas', 'error'), { type: 'array', items: ref('schemas', 'error') }],
  }),
  Unauthorized: error('The credentials are missing or invalid.'),
  Forbidden: error('The account or token lacks permission.'),
  NotFound: error('The record, page, or cursor does not exist.'),
  UnsupportedMediaType: error('The endpoint does not accept this Content-Type.'),
  UnprocessableContent: error('The Idempotency-Key was already used with a different body.'),
  TooManyRequests: error('A rate limit was exceeded.', RETRY_AFTER),
  ServiceUnavailable: error('Temporarily unavailable, or the request timed out.', RETRY_AFTER),
}

const NAMES: Record<number, keyof typeof RESPONSES> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
}

/** Errors of any request, because it is authenticated, charged, and read from the database. */
const ANYWHERE = [401, 429, 503]

/** References to the error responses of an operation, by status. */
export function errors(...statuses: number[]): Record<string, Schema> {
  return Object.fromEntries(
    [...new Set([...statuses, ...ANYWHERE])]
      .sort((a, b) => a - b)
      .map((status) => [status, ref('responses', NAMES[status]!)])
  )
}
