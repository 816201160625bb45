/** Works on one request; called again after a crash, it buys nothing twice. */
import type { ApplicationService } from '@adonisjs/core/types'
import { isDatabaseAway, isPoolFull } from '#app/database/database_away'
import { DomainError } from '#app/support/domain_error'
import { STATUS, TYPE } from '../codes.js'
import { CourtSystem } from '../court_system.js'
import { SessionsAway } from '../errors.js'
import type FetchRequest from '../models/fetch_request.js'
import { RegistryError } from '../registry_client/registry_error.js'
import type { RegistrySession } from '../registry_client/types.js'
import { fetchDocket } from './docket.js'
import { fetchAttachmentPage, fetchPdf } from './document.js'
import { finishRequest, retryRequest, takeRequest } from './outcome.js'
import { Purchases } from './purchases.js'
import { FetchRefused, refusalOf, sessionExpired, WorthRetrying } from './refusals.js'
import type { Work } from './work.js'

const HANDLERS: Record<number, (work: Work) => Promise<void>> = {
  [TYPE.docket]: fetchDocket,
  [TYPE.pdf]: fetchPdf,
  [TYPE.attachmentPage]: fetchAttachmentPage,
}

/** @throws errors of the database and the storage, which are worth another attempt of the job */
export async function processRequest(
  app: ApplicationService,
  id: number,
  signal: AbortSignal
): Promise<void> {
  const request = await takeRequest(app, id)
  if (!request) return
  const system = await app.container.make(CourtSystem)
  const purchases = new Purchases(app, request)
  const court = request.askedCourtId!
  let session: RegistrySession | undefined
  const work: Work = {
    app,
    request,
    court,
    purchases,
    context: { signal, beforeBilled: purchases.intend },
    session: async () => (session ??= await openSession(system, request, court, signal)),
    notice: () => session?.notice ?? '',
  }
  try {
    await HANDLERS[request.requestType]!(work)
  } catch (error) {
    return fail({ work, system, session, signal }, error)
  }
  if (session) await system.sessions.keep(request.sessionKey, session.state()).catch(unlessAway)
}

/** A session that cannot be kept is one that will have expired: the request is done all the same. */
function unlessAway(error: unknown): undefined {
  if (!(error instanceof SessionsAway)) throw error
}

/** The session of the trial login: nothing here knows credentials to log in with. */
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

interface Attempt {
  work: Work
  system: CourtSystem
  session: RegistrySession | undefined
  signal: AbortSignal
}

/** Two transactions that clash: unique values, serialization, deadlock. */
const CLASHES = ['23505', '40001', '40P01']

async function fail({ work, system, session, signal }: Attempt, given: unknown): Promise<void> {
  const { app, request, court, purchases } = work
  let error = given
  try {
    await purchases.failed(error)
  } catch (unknown) {
    error = unknown
  }
  if (error === given && (signal.aborted || isPassing(error))) throw error
  const refusal = await refusalFor(work, error)
  if (refusal instanceof WorthRetrying) {
    const isOpen = await retryRequest(app, request.id, refusal)
    if (!isOpen && refusal.code === 'session_expired' && session)
      await system.sessions.forget(request.sessionKey, session.state()).catch(unlessAway)
    return
  }
  const database = await app.container.make('lucid.db')
  const { status, code, message, retryable } = refusal
  await database.transaction((trx) =>
    finishRequest(trx, request.id, { status, code, message, retryable })
  )
  if (refusal === error || error instanceof RegistryError) return
  const logger = await app.container.make('logger')
  logger.error({ err: error, fetch: request.id, court }, 'fetch failed')
}

/** The storage or the database is away for a while: the job itself is tried again. */
const isPassing = (error: unknown): boolean =>
  error instanceof DomainError || isDatabaseAway(error) || isPoolFull(error)

async function refusalFor({ court }: Work, error: unknown): Promise<FetchRefused | WorthRetrying> {
  if (error instanceof FetchRefused || error instanceof WorthRetrying) return error
  if (error instanceof RegistryError) return refusalOf(error, court)
  const { code } = error as { code?: unknown }
  if (CLASHES.includes(String(code)))
    return new WorthRetrying('busy', 'Another request changed the same records.')
  return new FetchRefused(STATUS.failed, 'server_error', 'The server failed on this request.', true)
}
