/**
 * Whether a document can be bought, asked with the account of the operator: by its receipt, which
 * is free. Nothing is bought with this account.
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
  /** False when the court offers nothing to buy: the document is sealed. */
  purchasable: boolean
  /** Pages, where the court says so exactly. */
  pages?: number
}

export interface CourtCheck {
  /** @throws RegistryError when the court does not answer; it is asked again later */
  ask: (document: AskedDocument) => Promise<CourtAnswer>
}

/** The account of the operator is none of this server. */
const OPERATOR = 0
/** Milliseconds a question may take, with its login. */
const TIMEOUT = 300_000
/** Pages billed at most: a receipt with so many means at least so many (fetch-and-upload, 3). */
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

/** @returns undefined where the server does not fetch, or has no account of its operator */
export function courtCheck(system: CourtSystem): CourtCheck | undefined {
  const { username, password } = settings
  if (!username || !password || !system.isOn) return undefined
  return { ask: (document) => askForReceipt(system, { username, password }, document) }
}

/** @throws RegistryError when the court does not answer */
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
