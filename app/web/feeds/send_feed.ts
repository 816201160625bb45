/**
 * Answers requests for feeds: charged as requests of the API, and 304 for
 * readers who have them.
 */
import { hash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { answerHeaders } from '#api/answer_headers'
import type { Gate } from '#api/gate'
import { origin } from '#api/roots'
import { atomOf, type Feed } from './atom.js'
import { cacheControl } from '#app/support/caching'

/** How a feed is written. */
export interface FeedFormat<T> {
  /** Its media type. */
  type: string
  write: (feed: T, origin: string, self: string) => string
}

export const ATOM: FeedFormat<Feed> = { type: 'application/atom+xml', write: atomOf }

/**
 * @param load makes the feed
 * @throws ApiError 401, 429, and what `load` throws
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
  // Nothing is kept: a sealed or deleted record is in no later feed.
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
  /** Path, with its parameters. */
  path: string
  title: string
}

/** Lets readers of a page find its feed: in the head of the page and in `Link` (RFC 8288). */
export function announceFeed({ response, view }: HttpContext, feed: AnnouncedFeed): void {
  view.share({ feed })
  response.append('link', `<${encodeURI(feed.path)}>; rel="alternate"; type="application/atom+xml"`)
}
