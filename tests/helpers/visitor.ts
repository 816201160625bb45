/** A minimal browser without rendering: it keeps cookies, and submits forms from their page. */
import app from '@adonisjs/core/services/app'
import { SESSION_COOKIE } from '#config/session'
import { sessionCookie } from './session_client.js'
import { noteCookies, noteKeysIn, noteSecrets } from './secrets.js'

/**
 * Accept-Encoding for tests that don't cover compression, which takes longer than many
 * responses.
 */
export const UNCOMPRESSED = 'identity'

export type Form = Record<string, string>

export interface Answer {
  status: number
  /** Target of a redirect, which isn't followed. */
  location: string | null
  text: string
  headers: Headers
}

export class Visitor {
  readonly cookies = new Map<string, string>()

  /** @param base URL of a server other than the test server */
  constructor(readonly base = `http://${process.env.HOST}:${process.env.PORT}`) {}

  /** Reads a page. If the page redirects to its canonical slug, reads that page. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.ask('GET', path, { headers })
    return answer.status === 301 ? this.ask('GET', answer.location!, { headers }) : answer
  }

  /**
   * Submits a form.
   *
   * @param from page with the form, loaded first for its CSRF token
   */
  async submit(path: string, values: Form = {}, { from = path } = {}): Promise<Answer> {
    return this.post(path, { _csrf: await this.csrfToken(from), ...values })
  }

  /** Submits a form with files, with the token in its URL. */
  async submitFiles(path: string, body: FormData, { from = path } = {}): Promise<Answer> {
    const token = encodeURIComponent(await this.csrfToken(from))
    return this.ask('POST', `${path}?_csrf=${token}`, { body })
  }

  /** Submits a form without loading its page. */
  async post(path: string, values: Form, headers: Record<string, string> = {}): Promise<Answer> {
    const passwords = Object.entries(values).filter(([name]) => /password|current/.test(name))
    noteSecrets(
      'password',
      passwords.map(([, value]) => value)
    )
    return this.ask('POST', path, { headers, body: new URLSearchParams(values) })
  }

  async csrfToken(page: string): Promise<string> {
    const { status, text } = await this.get(page)
    const token = /name='_csrf' value='([^']+)'/.exec(text)?.[1]
    if (!token) throw new Error(`${page} (${status}) has no form`)
    return token
  }

  async ask(
    method: string,
    path: string,
    {
      headers = {},
      body,
    }: { headers?: Record<string, string>; body?: string | URLSearchParams | FormData } = {}
  ): Promise<Answer> {
    const response = await fetch(this.base + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
      body,
      headers: {
        'cookie': this.cookie,
        'accept': 'text/html',
        'accept-encoding': UNCOMPRESSED,
        ...headers,
      },
    })
    const cookies = response.headers.getSetCookie()
    for (const line of cookies) this.#keep(line)
    noteCookies(cookies)
    const text = await response.text()
    noteKeysIn(text)
    return {
      status: response.status,
      location: response.headers.get('location'),
      text,
      headers: response.headers,
    }
  }

  /** Value of a Cookie header. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async signIn({ username, password }: { username: string; password: string }): Promise<Answer> {
    return this.submit('/sign-in/', { username, password })
  }

  #keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    this.cookies.set(name!, value!)
  }
}

/**
 * A visitor with an account's session, created like `loginAs` of the API client,
 * without password hashing. The sign-in page has its own specs.
 */
export async function signedIn({ id }: { id: number }): Promise<Visitor> {
  const visitor = new Visitor()
  const cookie = await sessionCookie(app, id)
  noteCookies([`${SESSION_COOKIE}=${cookie}`])
  visitor.cookies.set(SESSION_COOKIE, cookie)
  return visitor
}
