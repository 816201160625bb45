/** Determines the format of a response: the path's suffix, `?format=`, or `Accept`. */
import type { HttpRequest } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'

export type Format = 'json' | 'html' | 'xml'

/** In order of preference if the client has none. */
const MEDIA_TYPES: Record<Format, string> = {
  json: 'application/json',
  html: 'text/html',
  xml: 'application/xml',
}

/** Values of `?format=` and path suffixes; `api` is the browsable page. */
const NAMES: Record<string, Format> = { json: 'json', api: 'html', html: 'html', xml: 'xml' }

export const SUFFIXES = Object.keys(NAMES)

/** Maximum number of characters of an unknown format in a message. */
const MAX_SHOWN_LENGTH = 40

export const CONTENT_TYPES: Record<Format, string> = {
  json: 'application/json',
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}

/**
 * @param named the suffix or the value of `?format=`; undefined if neither is given
 * @param known valid names for the error message
 * @param mediaType of responses in no format, such as streams
 * @throws ApiError 404 for an unknown name, 406 if `Accept` can't be satisfied
 */
export function negotiate(
  request: HttpRequest,
  named: string | undefined,
  { known = SUFFIXES, mediaType }: { known?: readonly string[]; mediaType?: string } = {}
): Format {
  const format = named ? NAMES[named.toLowerCase()] : undefined
  if (named && !format) {
    const shown = named.slice(0, MAX_SHOWN_LENGTH)
    throw ApiError.detail(
      API_ERRORS.unknown_format,
      `Unknown format "${shown}". Choose from: ${known.join(', ')}.`
    )
  }

  const accept = request.header('accept')
  if (!accept || accept === '*/*') return format ?? 'json'
  const ranges = parseAccept(accept)

  // A named format takes precedence over Accept, so that browsers can request JSON.
  if (format && ranges.some(({ range }) => range === MEDIA_TYPES.html)) return format
  if (mediaType && qualityOf(ranges, mediaType) > 0) return 'json'
  // Problem details apply to errors only.
  if (ranges.some(({ range }) => range === 'application/problem+json')) return format ?? 'json'

  const offered = format ? [format] : (Object.keys(MEDIA_TYPES) as Format[])
  const [best] = offered
    .map((name) => ({ name, quality: qualityOf(ranges, MEDIA_TYPES[name]) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  if (!best) {
    const types = offered.map((name) => MEDIA_TYPES[name]).join(', ')
    throw ApiError.detail(
      API_ERRORS.not_acceptable,
      `Could not satisfy the request Accept header. Offered: ${types}.`
    )
  }
  return best.name
}

interface AcceptRange {
  range: string
  quality: number
}

/**
 * Media ranges with their weights (RFC 9110, 12.5.1); other parameters, such as `indent`, are
 * ignored.
 */
function parseAccept(header: string): AcceptRange[] {
  return header.split(',').map((part) => {
    const [range, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    return { range: range!, quality: Number.isFinite(quality) ? quality : 0 }
  })
}

/** The weight of the most specific range that includes the type. */
function qualityOf(ranges: AcceptRange[], type: string): number {
  for (const candidate of [type, type.replace(/\/.*/, '/*'), '*/*']) {
    const match = ranges.find(({ range }) => range === candidate)
    if (match) return match.quality
  }
  return 0
}

/** Indentation requested with `Accept: application/json; indent=4`; 0 to 8. */
export function parseJsonIndent(request: HttpRequest): number {
  const match = /application\/json\s*;\s*indent=(\d+)/.exec(request.header('accept') ?? '')
  return match ? Math.min(8, Number(match[1])) : 0
}
