/** Answers to requests for what there is not. */
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import type { Resource } from './resource.js'

export function notFound({ label }: Resource): ApiError {
  return ApiError.detail(API_ERRORS.record_not_found, `No ${label} matches the given query.`)
}

/** @param allow the methods there are, as the header names them */
export function methodNotAllowed(method: string, allow: string): ApiError {
  return ApiError.detail(API_ERRORS.method_not_allowed, `Method "${method}" not allowed.`, {
    allow,
  })
}
