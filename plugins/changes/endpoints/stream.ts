import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import { answerHeaders } from '#api/answer_headers'
import type { ApiRequest } from '#api/api_request'
import { defineEndpoint } from '#api/define_endpoint'
import { disconnectSignal } from '#api/respond'
import { cacheControl } from '#app/support/caching'
import { stopSignal } from '#app/support/process_stop'
import { logFailure } from '#app/database/database_unavailable'
import { ChangeFeed } from '../feed/feed.js'
import type { WrittenPage } from '../feed/feed_writer.js'
import { FEED_PARAMETERS } from '../feed/feed_request.js'

/** Milliseconds between two signs of life; proxies close idle connections after a minute. */
const PULSE = 15_000
/** Milliseconds after which a stream ends, and clients reconnect: their credentials may have changed. */
const MAX_AGE = 30 * 60_000
/** Milliseconds after which clients reconnect. */
const RECONNECT = 2_000

const MEDIA_TYPE = 'text/event-stream'

/** `GET /changes/stream/`. */
export default defineEndpoint({
  path: 'changes/stream',
  label: 'Change Stream',
  description:
    'Changes as server-sent events, as in `changes`. The ID of an event is its cursor. A stream counts as one request and ends after 30 minutes; clients continue with `Last-Event-ID`.',
  versions: ['v4'],
  mediaType: MEDIA_TYPE,
  methods: {
    GET: async (request, app) => {
      const feed = await app.container.make(ChangeFeed)
      const signal = AbortSignal.any([
        disconnectSignal(request.ctx),
        stopSignal,
        AbortSignal.timeout(MAX_AGE),
      ])
      const pages = feed.pages(request, { pulse: PULSE, signal })
      // Errors can still be reported as error responses here.
      const first = await pages.next()
      return { send: () => sendStream(request, first, pages) }
    },
  },
  parameters: () => [
    {
      name: 'since',
      description:
        'Position to begin from, as in `changes`; the current one by default. `Last-Event-ID` takes precedence.',
    },
    ...FEED_PARAMETERS,
  ],
  errorStatuses: [410],
  answer: {
    type: 'string',
    description:
      'Events whose `data` is a change as in `results` of `changes`, and whose `id` is its cursor.',
  },
})

async function sendStream(
  { ctx, method }: ApiRequest,
  first: IteratorResult<WrittenPage>,
  rest: AsyncGenerator<WrittenPage>
): Promise<void> {
  const out = ctx.response.response
  out.writeHead(200, {
    'content-type': `${MEDIA_TYPE}; charset=utf-8`,
    'allow': 'GET, HEAD, OPTIONS',
    'x-content-type-options': 'nosniff',
    // Proxies must not buffer the stream.
    'x-accel-buffering': 'no',
    ...answerHeaders(ctx, { 'cache-control': cacheControl('own') }),
  })
  try {
    if (method === 'HEAD') return
    out.write(`retry: ${RECONNECT}\n\n`)
    for (let page = first; !page.done; page = await rest.next()) await sendPage(out, page.value)
  } catch (error) {
    // The client reconnects, and gets the error as a response.
    if (!out.destroyed) logFailure(ctx.logger, error, 'a change stream ended early')
  } finally {
    await rest.return(undefined)
    out.end()
  }
}

/** An ID without data is the position to continue from; the client gets no event. */
async function sendPage(out: ServerResponse, { changes, cursor }: WrittenPage): Promise<void> {
  const events = changes.map((change) => `id: ${change.cursor}\ndata: ${change.json}\n\n`)
  if (!out.write(`${events.join('')}id: ${cursor}\n\n`) && !out.destroyed)
    await Promise.race([once(out, 'drain'), once(out, 'close')])
}
