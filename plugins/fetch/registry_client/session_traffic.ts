import { decodePage } from '#app/court_pages/decode'
import { isLoggedIn } from '#app/court_pages/session_state'
import { pageOutcome } from '#app/court_pages/page_outcomes'
import type { Court } from './courts.js'
import { WAITS } from './limits.js'
import { RegistryError } from './registry_error.js'
import { multipart, type PostBody, type Received } from './transport/body.js'
import type { HttpAnswer, HttpRequest, Sender, Transport } from './transport/transport.js'
import type { BilledRequest, ParsePage, RequestContext } from './types.js'

/** Options of a page request. */
export interface Ask {
  context: RequestContext
  /** The purchase. Billed requests are never repeated. */
  billed?: Omit<BilledRequest, 'court'>
  /** Whether the response may be a PDF or a page with a link to it. */
  isDocument?: boolean
  /** Whether the response may be a ZIP file. */
  isZip?: boolean
}

/** A court's response. */
export interface Answer {
  url: URL
  content: Received
}

/** Bytes at the start of a page that show whether the session is logged in. */
const HEAD = 100_000
/** Maximum size of a page whose form contains a whole list. */
const MAX_FORM = 10 * 1024 * 1024
/** Shown once after a login by a court that sets up the account with the first request (court system 2). */
const NO_PRIVILEGES = /no access privileges (?:are )?defined|do(?:es)? not have access privileges/i
/** Pages without a menu that link to a document or contain it. */
const LEADS_ON = /<iframe\b|window\.location\s{0,5}=|%PDF-/i

/** The start of a page as text. */
export const decodePageHead = (bytes: Uint8Array): string => decodePage(bytes.subarray(0, HEAD))

/** A page as text, up to the maximum size of a form. */
export const decodeFormPage = (bytes: Uint8Array): string => decodePage(bytes.subarray(0, MAX_FORM))

/** Requests of one session to court pages, with detection of expired sessions. */
export class SessionTraffic {
  /** Whether a page was requested again after a login page, at most once per session. */
  #askedAgain = false

  /** @param parse parser with time and memory limits */
  constructor(
    readonly transport: Transport,
    readonly sender: Sender,
    readonly parse: ParsePage
  ) {}

  /** Sends a GET request. The path includes the query string. */
  get(court: Court, path: string, ask: Ask): Promise<Answer> {
    return this.#ask(court, { url: `https://${court.host}${path}` }, ask)
  }

  /** Sends a POST request to a program of a district or bankruptcy court. */
  post(
    court: Court,
    path: string,
    fields: Readonly<Record<string, string>>,
    ask: Ask
  ): Promise<Answer> {
    return this.postBody(court, path, multipart(fields), ask)
  }

  postBody(court: Court, path: string, body: PostBody, ask: Ask): Promise<Answer> {
    return this.#ask(court, { url: `https://${court.host}${path}`, body }, ask)
  }

  async #ask(court: Court, request: Pick<HttpRequest, 'url' | 'body'>, ask: Ask): Promise<Answer> {
    const isRepeatable = !request.body && !ask.billed
    let answer = await this.#send(court, request, ask)
    let state = loginState(answer, ask)
    if (state === 'without_privileges') {
      if (!isRepeatable)
        throw new RegistryError('try_again', 'no access privileges yet', court.archiveId)
      answer = await this.#send(court, request, ask)
      state = loginState(answer, ask)
    }
    if (state === 'out' && isRepeatable && !this.#askedAgain) {
      this.#askedAgain = true
      answer = await this.#send(court, request, ask)
      state = loginState(answer, ask)
    }
    if (state === 'in') return answer
    throw new RegistryError(
      state === 'out' ? 'session_expired' : 'access_denied',
      '',
      court.archiveId
    )
  }

  async #send(
    court: Court,
    request: Pick<HttpRequest, 'url' | 'body'>,
    { context, billed, isDocument, isZip }: Ask
  ): Promise<HttpAnswer> {
    const answer = await this.transport.send(
      {
        ...request,
        court: court.archiveId,
        wait: isDocument ? WAITS.document : WAITS.report,
        signal: context.signal,
        mayBePdf: isDocument,
        mayBeZip: isZip,
        beforeSending: billed && (() => announce(court, billed, context)),
      },
      this.sender
    )
    checkStatus(answer, court.archiveId)
    return answer
  }
}

/** Notifies the caller immediately before a purchase. */
export async function announce(
  court: Court,
  billed: Omit<BilledRequest, 'court'>,
  { beforeBilled, signal }: RequestContext
): Promise<void> {
  await beforeBilled?.({ court: court.archiveId, ...billed })
  signal.throwIfAborted()
}

/**
 * Rejects responses by their status code.
 *
 * @throws RegistryError `session_expired`, `court_blocked`, `http_error`
 */
export function checkStatus({ status, redirect }: HttpAnswer, court: string): void {
  if (redirect || status < 400) return
  if (status === 401) throw new RegistryError('session_expired', '', court)
  const isBlocked = status === 403 || status === 429
  throw new RegistryError(isBlocked ? 'court_blocked' : 'http_error', `HTTP ${status}`, court)
}

type LoginState = 'in' | 'out' | 'without_privileges'

/** Whether the court considers the session logged in (court system 2). */
function loginState({ content, redirect, url }: HttpAnswer, { isDocument }: Ask): LoginState {
  if (redirect) return 'out'
  if (content.isFile || url.pathname.endsWith('.txt')) return 'in'
  const source = decodePageHead(content.bytes)
  const outcome = pageOutcome(source)
  if (outcome === 'not_logged_in') return 'out'
  if (NO_PRIVILEGES.test(source)) return 'without_privileges'
  const speaks = outcome !== null && outcome !== 'redirect' && outcome !== 'report_form'
  return isLoggedIn(source) || speaks || (isDocument && LEADS_ON.test(source)) ? 'in' : 'out'
}
