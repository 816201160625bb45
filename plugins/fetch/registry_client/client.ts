import { findCourt, type Court } from './courts.js'
import { freeDocument } from './free_documents.js'
import { logIn } from './login.js'
import { makeSession } from './session.js'
import { Cookies } from './transport/cookies.js'
import { Transport, type Sender } from './transport/transport.js'
import type { ClientOptions, RegistryClient } from './types.js'
import { appellateFeedPath } from './appellate.js'
import { PROBE_HOLDS, WAITS } from './limits.js'
import { RegistryError } from './registry_error.js'
import { checkStatus } from './session_traffic.js'

/**
 * Creates the court system client.
 *
 * @param options connection target and limits
 */
export function createRegistryClient(options: ClientOptions): RegistryClient {
  const { parse } = options
  const proxy = options.connect ? null : options.proxy
  const transport = new Transport(options)
  const open = new OpenPages(transport, proxy)
  return {
    async logIn(credentials, signal) {
      const { cookies, notice } = await logIn(transport, proxy, credentials, signal)
      return makeSession({ transport, parse, cookies, proxy, notice, loggedInAt: Date.now() })
    },
    resume: (state) =>
      makeSession({
        transport,
        parse,
        cookies: new Cookies(state.cookies),
        proxy: state.proxy,
        notice: state.notice,
        loggedInAt: state.loggedInAt,
      }),
    freeDocument: (link, context) => freeDocument(transport, proxy, link, context),
    feed: async (court, signal) => open.feed(findCourt(court), signal),
    probe: async (court, signal) => open.probe(findCourt(court), signal),
    close: () => transport.close(),
  }
}

/** Courts with another feed program (court system 7). */
const FEED_PROGRAMS: Readonly<Record<string, string>> = {
  ared: 'rss_outside4.pl',
  nyed: 'readyDockets.pl',
}

/** Requests that need no login. */
class OpenPages {
  readonly #transport: Transport
  readonly #proxy: string | null
  readonly #probes = new Map<string, { until: number; failure: RegistryError | null }>()

  constructor(transport: Transport, proxy: string | null) {
    this.#transport = transport
    this.#proxy = proxy
  }

  get #sender(): Sender {
    return { cookies: new Cookies(), proxy: this.#proxy }
  }

  /** The feed of a court (court system 7). */
  async feed(court: Court, signal: AbortSignal): Promise<Uint8Array> {
    const program = FEED_PROGRAMS[court.id] ?? 'rss_outside.pl'
    const path = court.kind === 'appellate' ? appellateFeedPath(court) : `/cgi-bin/${program}`
    const answer = await this.#transport.send(
      { court: court.archiveId, url: `https://${court.host}${path}`, wait: WAITS.feed, signal },
      this.#sender
    )
    checkStatus(answer, court.archiveId)
    if (!answer.redirect && !answer.content.isFile) return answer.content.bytes
    throw new RegistryError('unexpected_page', 'not a feed', court.archiveId)
  }

  /** Checks whether a court responds (court system 3). */
  async probe(court: Court, signal: AbortSignal): Promise<void> {
    const known = this.#probes.get(court.id)
    if (known && known.until > performance.now()) {
      if (known.failure) throw known.failure
      return
    }
    const failure = await this.#ask(court, signal)
    const until = performance.now() + this.#transport.hastened(PROBE_HOLDS)
    this.#probes.set(court.id, { until, failure })
    if (failure) throw failure
  }

  async #ask(court: Court, signal: AbortSignal): Promise<RegistryError | null> {
    try {
      const answer = await this.#transport.send(
        {
          court: court.archiveId,
          url: `https://${court.host}/`,
          wait: WAITS.probe,
          signal,
          staysPut: true,
        },
        this.#sender
      )
      checkStatus(answer, court.archiveId)
      return null
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error
      const code = error.code === 'court_blocked' ? 'court_blocked' : 'court_unreachable'
      return new RegistryError(code, error.said, court.archiveId)
    }
  }
}
