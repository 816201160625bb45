import { decodePage } from '#app/court_pages/decode'
import { isLoggedIn } from '#app/court_pages/session_state'
import { pageOutcome } from '#app/court_pages/page_outcomes'
import type { Court } from './courts.js'
import { WAITS } from './limits.js'
import { RegistryError } from './registry_error.js'
import { multipart, type PostBody, type Received } from './transport/body.js'
import type { HttpAnswer, HttpRequest, Sender, Transport } from './transport/transport.js'
import type { BilledRequest, ParsePage, RequestContext } from './types.js'

/** How a page of a court is asked for. */
export interface Ask {
  context: RequestContext
  /** What it buys; such a request is sent once, whatever comes of it. */
  billed?: Omit<BilledRequest, 'court'>
  /** Asked for a document: a PDF, or a page that leads to one. */
  isDocument?: boolean
  /** Whether it may be a zip of documents, too. */
  isZip?: boolean
}

/** What a court answered. */
export interface Answer {
  url: URL
  content: Received
}

/** Bytes of a page that tell whether its reader is logged in; the marks are in the first few thousand. */
const HEAD = 100_000
/** Bytes of a page with a form that has the whole of a list in a field. */
const MAX_FORM = 10 * 1024 * 1024
/** Once after a login, of a court that knows the account only after the first request (court system 2). */
const NO_PRIVILEGES = /no access privileges (?:are )?defined|do(?:es)? not have access privileges/i
/** Pages without a menu that lead to a document, or have it pasted in. */
const LEADS_ON = /<iframe\b|window\.location\s{0,5}=|%PDF-/i

/** The beginning of a page as text. */
export const headOf = (bytes: Uint8Array): string => decodePage(bytes.subarray(0, HEAD))

/** A page as text, in bounds of what a form may hold. */
export const wholeOf = (bytes: Uint8Array): string => decodePage(bytes.subarray(0, MAX_FORM))

/** Requests of one session to pages of the courts, which say whether it is known there. */
export class SessionTraffic {
  /** Whether a page was asked for again because it said that no account is logged in: once for each session. */
  #askedAgain = false

  /** @param parse reads pages in bounds of time and memory */
  constructor(
    readonly transport: Transport,
    readonly sender: Sender,
    readonly parse: ParsePage
  ) {}

  /** GET of a page: path with its query. */
  get(court: Court, path: string, ask: Ask): Promise<Answer> {
    return this.#ask(court, { url: `https://${court.host}${path}` }, ask)
  }

  /** POST of a form to a program of a district or bankruptcy court. */
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

/** Tells the caller of a purchase right before it. */
export async function announce(
  court: Court,
  billed: Omit<BilledRequest, 'court'>,
  { beforeBilled, signal }: RequestContext
): Promise<void> {
  await beforeBilled?.({ court: court.archiveId, ...billed })
  signal.throwIfAborted()
}

/**
 * Refuses answers by their status.
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

/** Whether the court took its client for logged in (court system 2). */
function loginState({ content, redirect, url }: HttpAnswer, { isDocument }: Ask): LoginState {
  if (redirect) return 'out'
  if (content.isFile || url.pathname.endsWith('.txt')) return 'in'
  const source = headOf(content.bytes)
  const outcome = pageOutcome(source)
  if (outcome === 'not_logged_in') return 'out'
  if (NO_PRIVILEGES.test(source)) return 'without_privileges'
  const speaks = outcome !== null && outcome !== 'redirect' && outcome !== 'report_form'
  return isLoggedIn(source) || speaks || (isDocument && LEADS_ON.test(source)) ? 'in' : 'out'
}
