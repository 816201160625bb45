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
  /** The archive's ID of the court that it burdens; `login` for the central login. */
  court: string
  url: string
  /** Sent with POST; without it the request is a GET. */
  body?: PostBody
  headers?: Record<string, string>
  /** Milliseconds until something arrives. */
  wait: number
  signal: AbortSignal
  /** Awaited right before it is sent. */
  beforeSending?: () => Promise<void>
  /** Whether the answer may be a PDF, which then goes to a file. */
  mayBePdf?: boolean
  /** Whether it may be a zip, too. */
  mayBeZip?: boolean
  /** Bytes of a page. */
  maxPage?: number
  /** Whether redirects to the central login are followed; otherwise they are the answer. */
  visitsLogin?: boolean
  /** Whether any redirect is the answer. */
  staysPut?: boolean
}

/** Who sends a request. */
export interface Sender {
  cookies: Cookies
  proxy: string | null
}

export interface HttpAnswer {
  status: number
  /** After redirects. */
  url: URL
  content: Received
  /** Where a redirect that was not followed leads. */
  redirect: URL | null
}

/** On everything that is sent (court system 4); courts suspect requests without the first. */
const HEADERS = {
  'referer': 'https://external',
  'user-agent': 'Mozilla/5.0 (compatible; Curia)',
  'accept': '*/*',
  'accept-encoding': 'identity',
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Those that say to send a body again, which is never done. */
const REPEATING = new Set([307, 308])

/** Sends requests: politely, to hosts of the court system only, within bounds of time and size. */
export class Transport {
  readonly #gate: Gate
  readonly #sockets: Sockets
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
    this.#gate = new Gate(options)
    this.#sockets = new Sockets(options)
  }

  /** Milliseconds as the client counts them. */
  hastened(milliseconds: number): number {
    return milliseconds / (this.#options.haste ?? 1)
  }

  /**
   * Sends a request and follows redirects.
   *
   * @throws RegistryError `network_error`, `host_refused`, `too_large`
   * @throws the signal's reason, when it is aborted
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

  /** One request and its answer. */
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
      // What is left unread is not waited for; its error has been thrown already.
      body.on('error', () => {}).destroy()
    }
  }

  /** What an exchange failed with, without anything that was sent. */
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

/** Errors of the folder of files, which are the machine's and not the court's. */
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
 * Ends an exchange when its caller does, when nothing arrives for a while, or when it has lasted
 * too long.
 */
class Deadline {
  readonly #controller = new AbortController()
  readonly #whole: NodeJS.Timeout
  readonly #wait: number
  readonly #caller: AbortSignal
  readonly #abort = () => this.#controller.abort(this.#caller.reason)
  #idle: NodeJS.Timeout

  /**
   * @param caller ends the exchange as well
   * @param wait milliseconds until something arrives
   * @param longest milliseconds for all of it
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

  /** Something has arrived. */
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
    this.#controller.abort(new RegistryError('network_error', 'no answer in time'))
  }
}
