/**
 * Responds to feed requests: charges them like API requests, and returns 304 for unchanged feeds.
 */
import { hash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { answerHeaders } from '#api/answer_headers'
import type { Gate } from '#api/gate'
import { origin } from '#api/roots'
import { renderAtomFeed, type Feed } from './atom.js'
import { cacheControl } from '#app/support/caching'

/** Format of a feed. */
export interface FeedFormat<T> {
  /** Media type. */
  type: string
  write: (feed: T, origin: string, self: string) => string
}

export const ATOM: FeedFormat<Feed> = { type: 'application/atom+xml', write: renderAtomFeed }

/**
 * @param load creates the feed
 * @throws ApiError 401, 429, and errors of `load`
 */
export async function sendFeed<T>(
  ctx: HttpContext,
  gate: Gate,
  load: () => Promise<T>,
  format: FeedFormat<T>
): Promise<void> {
  await gate.authorize(ctx, {})
  const { request, response } = ctx
  const { query } = request.parsedUrl
  const self = request.url().replace(/\/?$/, '/') + (query ? `?${query}` : '')
  const server = origin(ctx)
  // Not cached: sealed and deleted records must disappear from the next feed.
  const body = format.write(await load(), server, self)
  const etag = `W/"${hash('sha1', body, 'base64url')}"`
  const headers = answerHeaders(ctx, {
    'cache-control': cacheControl('feeds', ctx.auth.user ? 'private' : 'public'),
    etag,
    'x-content-type-options': 'nosniff',
  })
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
  if (request.header('if-none-match')?.includes(etag.slice(2))) {
    response.status(304).send('')
    return
  }
  response.header('content-type', `${format.type}; charset=utf-8`).send(body)
}

export interface AnnouncedFeed {
  /** Path with parameters. */
  path: string
  title: string
}

/** Announces the feed of a page: in its head and in the `Link` header (RFC 8288). */
export function announceFeed({ response, view }: HttpContext, feed: AnnouncedFeed): void {
  view.share({ feed })
  response.append('link', `<${encodeURI(feed.path)}>; rel="alternate"; type="application/atom+xml"`)
}
