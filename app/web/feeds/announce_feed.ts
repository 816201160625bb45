import type { HttpContext } from '@adonisjs/core/http'

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
