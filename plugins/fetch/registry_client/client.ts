import { findCourt } from './courts.js'
import { freeDocument } from './free_documents.js'
import { logIn } from './login.js'
import { OpenPages } from './open_pages.js'
import { makeSession } from './session.js'
import { Cookies } from './transport/cookies.js'
import { Transport } from './transport/transport.js'
import type { ClientOptions, RegistryClient } from './types.js'

/**
 * Makes the client of the court system.
 *
 * @param options how it reaches the court system, and how much of it at once
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
