import { LOGIN_HOST, isOfCourtSystem } from '../courts.js'
import { LONGEST_ANSWER, MAX_FILE, MAX_PAGE, MAX_REDIRECTS } from '../limits.js'
import { RegistryError } from '../registry_error.js'
import type { ClientOptions } from '../types.js'
import { readPage, readPageOrPdf, type Received, type PostBody } from './body.js'
import type { Cookies } from './cookies.js'
import { Gate } from './gate.js'
import { Sockets } from './sockets.js'

/** A request to a host of the court system. */
export interface HttpRequest {
  /** Court ID in the archive for rate limiting; `login` for the central login. */
  court: string
  url: string
  /** Body of a POST request; without a body, the request is a GET. */
  body?: PostBody
  headers?: Record<string, string>
  /** Timeout in milliseconds until data arrives. */
  wait: number
  signal: AbortSignal
  /** Awaited immediately before the request is sent. */
  beforeSending?: () => Promise<void>
  /** Whether the response may be a PDF, which is stored in a file. */
  mayBePdf?: boolean
  /** Whether it may be a ZIP file. */
  mayBeZip?: boolean
  /** Maximum size of a page in bytes. */
  maxPage?: number
  /** Whether redirects to the central login are followed instead of returned. */
  visitsLogin?: boolean
  /** Whether all redirects are returned. */
  staysPut?: boolean
}

/** Sender of a request. */
export interface Sender {
  cookies: Cookies
  proxy: string | null
}

export interface HttpAnswer {
  status: number
  /** URL after redirects. */
  url: URL
  content: Received
  /** Target of a redirect that was not followed. */
  redirect: URL | null
}

/** Headers of all requests (court system 4). Courts reject requests without the Referer. */
const HEADERS = {
  'referer': 'https://external',
  'user-agent': 'Mozilla/5.0 (compatible; Curia)',
  'accept': '*/*',
  'accept-encoding': 'identity',
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Redirects that require the body again, which is never resent. */
const REPEATING = new Set([307, 308])

/** Sends requests only to hosts of the court system, with rate, time, and size limits. */
export class Transport {
  readonly #gate: Gate
  readonly #sockets: Sockets
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
    this.#gate = new Gate(options)
    this.#sockets = new Sockets(options)
  }

  /** Scales a timeout for tests. */
  hastened(milliseconds: number): number {
    return milliseconds / (this.#options.haste ?? 1)
  }

  /**
   * Sends a request and follows redirects.
   *
   * @throws RegistryError `network_error`, `host_refused`, `too_large`
   * @throws the signal's reason if it is aborted
   */
  async send(request: HttpRequest, sender: Sender): Promise<HttpAnswer> {
    return this.#gate.pass(request.court, request.signal, async () => {
      await request.beforeSending?.()
      let url = new URL(request.url)
      let body = request.body
      for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
        const answer = await this.#exchange({ ...request, body }, url, sender)
        if (!answer.redirect || request.staysPut) return answer
        if (answer.redirect.hostname === LOGIN_HOST && !request.visitsLogin) return answer
        if (body && REPEATING.has(answer.status)) return answer
        url = answer.redirect
        body = undefined
      }
      throw new RegistryError('unexpected_page', 'too many redirects', request.court)
    })
  }

  /** Sends one request. */
  async #exchange(request: HttpRequest, url: URL, sender: Sender): Promise<HttpAnswer> {
    if (!isOfCourtSystem(url))
      throw new RegistryError('host_refused', url.hostname.slice(0, 100), request.court)
    const deadline = new Deadline(
      request.signal,
      this.hastened(request.wait),
      this.hastened(LONGEST_ANSWER)
    )
    try {
      return await this.#answerTo(request, url, sender, deadline)
    } catch (error) {
      throw this.#failure(error, deadline, request.court)
    } finally {
      deadline.end()
    }
  }

  async #answerTo(
    { body: sent, headers, mayBePdf, mayBeZip, maxPage = MAX_PAGE }: HttpRequest,
    url: URL,
    { cookies, proxy }: Sender,
    deadline: Deadline
  ): Promise<HttpAnswer> {
    const cookie = cookies.for(url)
    const answer = await this.#sockets.to(url.origin, proxy).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: sent ? 'POST' : 'GET',
      headers: {
        ...HEADERS,
        ...headers,
        ...(sent && { 'content-type': sent.type }),
        ...(cookie && { cookie }),
      },
      body: sent?.content,
      signal: deadline.signal,
    })
    deadline.extend()
    const { body, statusCode: status } = answer
    try {
      cookies.take(url, answer.headers['set-cookie'])
      const location = REDIRECTS.has(status) ? [answer.headers.location].flat()[0] : undefined
      if (location) {
        if (!URL.canParse(location, url.href))
          throw new RegistryError('unexpected_page', 'redirect')
        const content: Received = { isFile: false, bytes: new Uint8Array() }
        return { status, url, content, redirect: new URL(location, url) }
      }
      const coding = answer.headers['content-encoding']
      if (coding && coding !== 'identity') throw new RegistryError('http_error', 'content coding')
      const parts = extending(body, deadline)
      const content: Received = mayBePdf
        ? await readPageOrPdf(parts, {
            folder: this.#options.folder,
            page: maxPage,
            file: MAX_FILE,
            zip: mayBeZip,
          })
        : { isFile: false, bytes: await readPage(parts, maxPage) }
      return { status, url, content, redirect: null }
    } finally {
      // Don't wait for the unread rest; its error was already thrown.
      body.on('error', () => {}).destroy()
    }
  }

  /** Error of a failed exchange, without any data that was sent. */
  #failure(error: unknown, { signal }: Deadline, court: string): unknown {
    if (signal.aborted) {
      const { reason } = signal
      return reason instanceof RegistryError
        ? new RegistryError(reason.code, reason.said, court)
        : reason
    }
    if (error instanceof RegistryError) return new RegistryError(error.code, error.said, court)
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (isOfDisk(code)) return error
    return new RegistryError('network_error', typeof code === 'string' ? code : '', court)
  }

  close(): Promise<void> {
    return this.#sockets.close()
  }
}

/** Whether an error came from the local disk rather than the court. */
const isOfDisk = (code: unknown) =>
  ['EACCES', 'EDQUOT', 'EIO', 'EMFILE', 'ENOENT', 'ENOSPC', 'EROFS'].includes(String(code))

async function* extending(
  body: AsyncIterable<Uint8Array>,
  deadline: Deadline
): AsyncGenerator<Uint8Array> {
  for await (const part of body) {
    deadline.extend()
    yield part
  }
}

/**
 * Aborts an exchange when its caller does, when no data arrives in time, or when it takes too long.
 */
class Deadline {
  readonly #controller = new AbortController()
  readonly #whole: NodeJS.Timeout
  readonly #wait: number
  readonly #caller: AbortSignal
  readonly #abort = () => this.#controller.abort(this.#caller.reason)
  #idle: NodeJS.Timeout

  /**
   * @param caller also aborts the exchange
   * @param wait timeout in milliseconds until data arrives
   * @param longest timeout of the exchange in milliseconds
   */
  constructor(caller: AbortSignal, wait: number, longest: number) {
    caller.throwIfAborted()
    this.#caller = caller
    this.#wait = wait
    this.#whole = setTimeout(() => this.#timeOut(), longest)
    this.#idle = setTimeout(() => this.#timeOut(), wait)
    caller.addEventListener('abort', this.#abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Restarts the timeout when data arrives. */
  extend(): void {
    clearTimeout(this.#idle)
    if (!this.signal.aborted) this.#idle = setTimeout(() => this.#timeOut(), this.#wait)
  }

  end(): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#whole)
    this.#caller.removeEventListener('abort', this.#abort)
  }

  #timeOut(): void {
    this.#controller.abort(new RegistryError('network_error', 'timeout'))
  }
}
