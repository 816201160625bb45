/**
 * Requests the free receipt of a document with the operator's account to check whether the document
 * can be bought. Nothing is bought with this account.
 */
import type { CourtSystem } from './court_system.js'
import { RegistryError, type RegistryErrorCode } from './registry_client/registry_error.js'
import settings from './settings.js'

export interface AskedDocument {
  id: string
  court_id: string
  registry_doc_id: string
}

export interface CourtAnswer {
  /** False if the court doesn't sell the document, for example because it is sealed. */
  purchasable: boolean
  /** Number of pages, if the court reports the exact number. */
  pages?: number
}

export interface CourtCheck {
  /** @throws RegistryError if the court doesn't respond; the caller retries later */
  ask: (document: AskedDocument) => Promise<CourtAnswer>
}

/** Account ID of the operator's sessions; no account on this server has it. */
const OPERATOR = 0
/** Timeout of a check in milliseconds, including the login. */
const TIMEOUT = 300_000
/** Maximum number of billed pages. A receipt with this number means at least this many (fetch-and-upload, 3). */
const MOST_BILLED = 30

const NOT_FOR_SALE: readonly RegistryErrorCode[] = [
  'sealed',
  'restricted',
  'access_denied',
  'not_public',
  'transcript_embargo',
  'document_not_found',
  'document_not_available',
]

/** @returns undefined if fetching is off or no operator account is configured */
export function courtCheck(system: CourtSystem): CourtCheck | undefined {
  const { username, password } = settings
  if (!username || !password || !system.isOn) return undefined
  return { ask: (document) => askForReceipt(system, { username, password }, document) }
}

/** @throws RegistryError if the court doesn't respond */
export async function askForReceipt(
  system: CourtSystem,
  credentials: { username: string; password: string },
  { court_id: court, registry_doc_id: documentId }: AskedDocument
): Promise<CourtAnswer> {
  const { sessions } = system
  const client = await system.client()
  const signal = AbortSignal.timeout(TIMEOUT)
  const key = await sessions.open(OPERATOR, credentials, async () =>
    (await client.logIn(credentials, signal)).state()
  )
  const state = await sessions.find(key)
  if (!state) throw new RegistryError('session_expired')
  const session = client.resume(state)
  try {
    const { pages } = await session.receipt(court, { documentId }, { signal })
    return { purchasable: true, ...(pages > 0 && pages < MOST_BILLED ? { pages } : {}) }
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    if (NOT_FOR_SALE.includes(error.code)) return { purchasable: false }
    if (error.code === 'session_expired') await sessions.forget(key, state)
    throw error
  } finally {
    await sessions.keep(key, session.state())
  }
}
