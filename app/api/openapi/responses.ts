/** Error responses shared by operations. */
import { ref, type Schema } from './schema.js'

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer' },
  },
}

const text = (description: string): Schema => ({ type: 'string', description })

/** The keys of any error. All other keys are parameters and fields. */
const ERROR: Record<string, Schema> = {
  detail: text('The error, if it concerns no single parameter or field.'),
  non_field_errors: {
    type: 'array',
    items: { type: 'string' },
    description: 'Errors of the body as a whole.',
  },
  unknown_params: {
    type: 'array',
    items: { type: 'string' },
    description: 'Parameters that do not exist.',
  },
  did_you_mean: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Similar names, by parameter.',
  },
}

export const ERROR_SCHEMAS: Record<string, Schema> = {
  error: {
    type: 'object',
    description: 'Error messages by parameter or field, or in `detail`.',
    properties: ERROR,
    additionalProperties: true,
  },
  problem: {
    type: 'object',
    description: 'Problem details (RFC 9457), with the keys of the error.',
    required: ['type', 'title', 'status', 'code'],
    properties: {
      type: { type: 'string' },
      title: text('Message of the code.'),
      status: { type: 'integer' },
      instance: text('Path of the request.'),
      code: text('Stable code (/docs/errors/).'),
      hint: text('How to correct the request.'),
      ...ERROR,
    },
    additionalProperties: true,
  },
}

function error(description: string, headers?: Schema, schema = ref('schemas', 'error')): Schema {
  return {
    description,
    ...(headers ? { headers } : {}),
    content: {
      'application/json': { schema },
      'application/problem+json': { schema: ref('schemas', 'problem') },
    },
  }
}

const CHALLENGE = {
  'WWW-Authenticate': {
    description: 'The accepted authentication scheme.',
    schema: { type: 'string' },
  },
}

const LOCATION = {
  Location: { description: 'URL of the record.', schema: { type: 'string', format: 'uri' } },
}

/** By the name of the status. */
export const RESPONSES: Record<string, Schema> = {
  BadRequest: error('A parameter or field is invalid.'),
  // A request with a list returns the errors of each item.
  BadRequests: error('A field is invalid. For a list, the errors of each item.', undefined, {
    anyOf: [ref('schemas', 'error'), { type: 'array', items: ref('schemas', 'error') }],
  }),
  MovedPermanently: {
    description: 'The record was merged into another one.',
    headers: LOCATION,
  },
  Unauthorized: error('The credentials are missing or invalid.', CHALLENGE),
  Forbidden: error('The account or token lacks permission.'),
  NotFound: error('The record, page, or cursor does not exist.'),
  NotAcceptable: error('The endpoint does not have the requested format.'),
  Gone: error('The record is sealed.'),
  ContentTooLarge: error('The request body is too large.'),
  UnsupportedMediaType: error('The endpoint does not accept this Content-Type.'),
  UnprocessableContent: error('The Idempotency-Key was already used with a different body.'),
  TooManyRequests: error('A rate limit was exceeded.', RETRY_AFTER),
  NotImplemented: error('The feature is turned off on this server.'),
  ServiceUnavailable: error('Temporarily unavailable, or the request timed out.', RETRY_AFTER),
}

const NAMES: Record<number, keyof typeof RESPONSES> = {
  301: 'MovedPermanently',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  410: 'Gone',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  501: 'NotImplemented',
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
