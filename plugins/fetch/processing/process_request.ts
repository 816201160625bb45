/** Processes one request. Running it again after a crash buys nothing twice. */
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Disk } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { isDatabaseAway, isPoolFull } from '#app/database/database_unavailable'
import { DomainError } from '#app/support/domain_error'
import { STATUS, TYPE } from '../codes.js'
import { CourtSystem } from '../court_system.js'
import { SessionStoreUnavailable } from '../errors.js'
import type FetchRequest from '../models/fetch_request.js'
import { RegistryError } from '../registry_client/registry_error.js'
import type { RegistrySession } from '../registry_client/types.js'
import { DocketFetcher } from './docket.js'
import { DocumentFetcher } from './document.js'
import { FetchOutcomes } from './outcome.js'
import { Purchases } from './purchases.js'
import { FetchRefused, toFetchError, sessionExpired, RetryableFetchError } from './refusals.js'
import type { Work } from './work.js'

interface Attempt {
  work: Work
  session: RegistrySession | undefined
  signal: AbortSignal
}

/** SQLSTATEs of conflicting transactions: unique violation, serialization failure, deadlock. */
const CLASHES = ['23505', '40001', '40P01']

@inject()
export class RequestProcessor {
  constructor(
    private database: Database,
    private disk: Disk,
    private system: CourtSystem,
    private outcomes: FetchOutcomes,
    private dockets: DocketFetcher,
    private documents: DocumentFetcher,
    private logger: Logger
  ) {}

  /** @throws errors of the database and the storage, for which the job is retried */
  async process(id: number, signal: AbortSignal): Promise<void> {
    const { system } = this
    const request = await this.outcomes.take(id)
    if (!request) return
    const purchases = new Purchases(this.database, this.disk, request)
    const court = request.askedCourtId!
    let session: RegistrySession | undefined
    const work: Work = {
      request,
      court,
      purchases,
      context: { signal, beforeBilled: purchases.intend },
      session: async () => (session ??= await openSession(system, request, court, signal)),
      notice: () => session?.notice ?? '',
    }
    try {
      await this.#fetch(work)
    } catch (error) {
      return this.#fail({ work, session, signal }, error)
    }
    if (session) await system.sessions.keep(request.sessionKey, session.state()).catch(unlessAway)
  }

  async #fetch(work: Work): Promise<void> {
    const { requestType: type } = work.request
    if (type === TYPE.docket) return this.dockets.fetch(work)
    return type === TYPE.pdf ? this.documents.pdf(work) : this.documents.attachmentPage(work)
  }

  async #fail({ work, session, signal }: Attempt, given: unknown): Promise<void> {
    const { request, court, purchases } = work
    let error = given
    try {
      await purchases.failed(error)
    } catch (unknown) {
      error = unknown
    }
    if (error === given && (signal.aborted || isPassing(error))) throw error
    const refusal = await refusalFor(work, error)
    if (refusal instanceof RetryableFetchError) {
      const isOpen = await this.outcomes.retry(request.id, refusal)
      if (!isOpen && refusal.code === 'session_expired' && session)
        await this.system.sessions.forget(request.sessionKey, session.state()).catch(unlessAway)
      return
    }
    const { status, code, message, retryable } = refusal
    await this.database.transaction((trx) =>
      this.outcomes.finish(trx, request.id, { status, code, message, retryable })
    )
    if (refusal === error || error instanceof RegistryError) return
    this.logger.error({ err: error, fetch: request.id, court }, 'fetch failed')
  }
}

/** Treats a session as expired if the session storage is unavailable, so that the request ends. */
function unlessAway(error: unknown): undefined {
  if (!(error instanceof SessionStoreUnavailable)) throw error
}

/** Restores the session of the POST's login, because jobs have no credentials. */
async function openSession(
  system: CourtSystem,
  { sessionKey }: FetchRequest,
  court: string,
  signal: AbortSignal
): Promise<RegistrySession> {
  const state = await system.sessions.find(sessionKey).catch(unlessAway)
  if (!state) throw sessionExpired()
  const client = await system.accountClient()
  await client.probe(court, signal)
  return client.resume(state)
}

/** Whether the storage or database is temporarily unavailable, so that the job is retried. */
const isPassing = (error: unknown): boolean =>
  error instanceof DomainError || isDatabaseAway(error) || isPoolFull(error)

async function refusalFor(
  { court }: Work,
  error: unknown
): Promise<FetchRefused | RetryableFetchError> {
  if (error instanceof FetchRefused || error instanceof RetryableFetchError) return error
  if (error instanceof RegistryError) return toFetchError(error, court)
  const { code } = error as { code?: unknown }
  if (CLASHES.includes(String(code)))
    return new RetryableFetchError('busy', 'Another request changed the same records.')
  return new FetchRefused(STATUS.failed, 'server_error', 'An internal error occurred.', true)
}
