/** URLs that this server returns for its records. */
import { settings } from '#start/env'

interface OwnRecords {
  /** Path of the resource: `clusters`. */
  path: string
  /** Beginning of the paths of its pages: `/opinion/`. */
  page: string
  /** Scheme and host of the request. */
  origin?: string
}

/**
 * Parses the absolute or relative URL of a record with a numeric key, in the API under both roots
 * and in all versions, or of its page.
 *
 * @returns the key; undefined for other URLs, and for URLs of other hosts
 */
export function parseOwnUrl(text: string, { path, page, origin }: OwnRecords): string | undefined {
  if (/[\s\\]/.test(text)) return undefined
  const isRelative = /^\/(?!\/)/.test(text)
  if (!isRelative && !/^https?:\/\/[^/]/i.test(text)) return undefined
  const own = ownOrigins(origin)
  const url = URL.parse(text, own[0])
  if (!url || url.username || url.password || text.includes('#')) return undefined
  if (!isRelative && !own.some((each) => new URL(each).host === url.host)) return undefined
  // Links in responses repeat the format of the request.
  if ([...url.searchParams.keys()].some((name) => name !== 'format')) return undefined
  const patterns = [
    `(?:/courtlistener)?/api/rest/v[34]/${path}/(\\d{1,18})(?:\\.\\w+|/)?`,
    `${page}(\\d{1,18})/(?:[^/]+/?)?`,
  ]
  return new RegExp(`^(?:${patterns.join('|')})$`).exec(url.pathname)?.slice(1).find(Boolean)
}

/** Origins in URLs of responses and of emails. */
function ownOrigins(origin: string | undefined): string[] {
  const { appUrl, host, port } = settings
  return [...(origin ? [origin] : []), appUrl ?? `http://${host}:${port}`]
}
