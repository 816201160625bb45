/** The change feed: reads pages, and waits for changes without a database connection. */
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { unauthenticated } from '#app/accounts/guards/credentials'
import { Reader } from '#app/database/reader'
import { ChangeLog } from '#app/events/change_log'
import { ChangeWatch } from '#app/events/change_watch'
import { DomainError } from '#app/support/domain_error'
import { stopSignal } from '#app/support/process_stop'
import type { ApiRequest } from '#api/api_request'
import { RecordChanges } from '#api/record_changes'
import { disconnectSignal } from '#api/respond'
import { CHANGES_ERRORS } from '../errors.js'
import { decodeCursor } from './cursors.js'
import { FeedReader, type FeedPage, type FeedQuery } from './feed_reader.js'
import { readFeedRequest, type FeedRequest } from './feed_request.js'
import { FeedWriter, type WrittenPage } from './feed_writer.js'

/** Maximum waiting requests of an account or IP address in a process. */
const MAX_WAITING = 20
/** Seconds until a rejected caller retries. */
const RETRY_AFTER = 5

/** Waiting requests by caller. */
const waiting = new Map<string, number>()

@inject()
export class ChangeFeed {
  constructor(
    readonly log: ChangeLog,
    readonly watch: ChangeWatch,
    readonly reader: Reader,
    readonly changes: RecordChanges
  ) {}

  /**
   * The next page, which is empty if nothing changes until the end of the wait.
   *
   * @throws DomainError 400, 401, 410, 429
   */
  async page(request: ApiRequest): Promise<WrittenPage> {
    const wanted = readFeedRequest(request, this.changes)
    const release = wanted.wait ? startWaiting(request.ctx) : undefined
    try {
      const query = await this.#begin(request, wanted)
      if (wanted.after === 'now' && !wanted.wait)
        return this.#write(request, wanted, { changes: [], cursor: query.after!, more: false })
      const signal = AbortSignal.any([disconnectSignal(request.ctx), stopSignal])
      const page = await this.#read(query, wanted.wait, signal)
      if (wanted.wait && !(await request.ctx.auth.isStillValid())) throw unauthenticated()
      return await this.#write(request, wanted, page)
    } finally {
      release?.()
    }
  }

  /**
   * Pages as changes happen, until the credentials are revoked. The first page is read at once, and
   * an empty page has a new position.
   *
   * @param pulse maximum milliseconds between two pages
   * @throws DomainError 400, 401, 410, 429
   */
  async *pages(
    request: ApiRequest,
    { pulse, signal }: { pulse: number; signal: AbortSignal }
  ): AsyncGenerator<WrittenPage> {
    const lastEventId = request.ctx.request.header('last-event-id')
    const wanted = readFeedRequest(request, this.changes, lastEventId)
    const release = startWaiting(request.ctx)
    try {
      const query = await this.#begin(request, wanted)
      for (let wait = 0; !signal.aborted; wait = pulse) {
        const found = await this.#read(query, wait, signal)
        if (wait && !(await request.ctx.auth.isStillValid())) return
        const page = await this.#write(request, wanted, found)
        yield page
        query.after = decodeCursor(page.cursor)
      }
    } finally {
      release()
    }
  }

  async #begin({ viewer }: ApiRequest, { after, ...rest }: FeedRequest): Promise<FeedQuery> {
    return { ...rest, viewer, after: after === 'now' ? await this.log.now() : after }
  }

  async #read(query: FeedQuery, milliseconds: number, signal: AbortSignal): Promise<FeedPage> {
    const feed = new FeedReader(this.log, this.reader)
    const deadline = performance.now() + milliseconds
    for (let { after } = query; ;) {
      const wait = await this.watch.begin()
      const page = await feed.read({ ...query, after })
      const left = deadline - performance.now()
      if (page.changes.length || page.more || left <= 0 || signal.aborted) return page
      after = page.cursor
      await wait(left, signal)
    }
  }

  #write(
    { base, catalog, viewer, ctx }: ApiRequest,
    { included }: FeedRequest,
    page: FeedPage
  ): Promise<WrittenPage> {
    const place = { base, catalog, viewer, readOnly: ctx.auth.readOnly }
    return new FeedWriter(this.reader).write(page, place, included)
  }
}

/**
 * @returns a function that ends the wait
 * @throws DomainError 429
 */
function startWaiting({ auth: { user }, request }: HttpContext): () => void {
  const caller = user ? `account ${user.id}` : request.ip()
  const count = waiting.get(caller) ?? 0
  if (count >= MAX_WAITING) {
    const kind = CHANGES_ERRORS.too_many_waiting_requests
    throw new DomainError(kind, { detail: `${kind.message} ${kind.hint}` }, RETRY_AFTER)
  }
  waiting.set(caller, count + 1)
  return () => {
    const left = waiting.get(caller)! - 1
    if (left) waiting.set(caller, left)
    else waiting.delete(caller)
  }
}
