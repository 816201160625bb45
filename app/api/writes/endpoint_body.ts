/** Reads the bodies of endpoints that aren't resources. */
import { ApiError } from '#app/support/api_error'
import { didYouMean } from '#app/support/did_you_mean'
import { MAX_PROBLEMS } from '#app/support/domain_error'
import type { ApiRequest } from '../api_request.js'
import { buildWarningHeader, formatIgnoredWarning } from '../respond.js'
import { isForm, readBody } from './read_body.js'

export interface EndpointBody {
  /** Values by name; names without a value are missing. */
  body: Record<string, unknown>
  /** Names that aren't fields, if the request policy is `lenient`. */
  ignored: string[]
}

/**
 * Reads a body as an object, by the rules for bodies of resources: forms can't leave out an
 * input, so empty values of a form are left out. With the policy `lenient`, unknown names are
 * ignored with a warning, and the last value of a repeated form field applies.
 *
 * @param known names of the declared fields
 * @throws ApiError as `readBody`; 400 if the body isn't an object, and by field for unknown names
 *   with the policy `strict`
 */
export async function readEndpointBody(
  { ctx, catalog }: ApiRequest,
  known: readonly string[]
): Promise<EndpointBody> {
  const isLenient = catalog.requests === 'lenient'
  const sent = await readBody(ctx, { isLenient })
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new ApiError(400, { non_field_errors: ['Invalid data. Expected an object.'] })
  const isFromForm = isForm(ctx)
  const ignored: string[] = []
  const wrong = new Map<string, string[]>()
  const body = new Map<string, unknown>()
  for (const [name, written] of Object.entries(sent)) {
    const isLast = isFromForm && isLenient && Array.isArray(written)
    const value: unknown = isLast ? written.at(-1) : written
    if (known.includes(name)) {
      if (!isFromForm || value !== '') body.set(name, value)
    } else if (isLenient) ignored.push(name)
    else if (wrong.size < MAX_PROBLEMS) {
      const near = didYouMean(name, [...known])
      const said = 'The body has no field with this name.'
      wrong.set(name, [near ? `${said} Did you mean "${near}"?` : said])
    }
  }
  if (wrong.size) throw new ApiError(400, Object.fromEntries(wrong))
  return { body: Object.fromEntries(body), ignored }
}

/** Headers of the response to a body with names that aren't fields. */
export function bodyWarning(ignored: string[]): Record<string, string> {
  return buildWarningHeader(formatIgnoredWarning(ignored, 'fields of the body'))
}
