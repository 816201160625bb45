/**
 * A visitor with a browser that shows nothing: it keeps cookies, and sends
 * forms from the page they are on.
 */
import app from '@adonisjs/core/services/app'
import { SESSION_COOKIE } from '#config/session'
import { sessionCookie } from './session_client.js'
import { noteCookies, noteKeysIn, noteSecrets } from './secrets.js'

/** Accept-Encoding of tests that are not about it: to compress takes longer than many answers. */
export const UNCOMPRESSED = 'identity'

export type Form = Record<string, string>

export interface Answer {
  status: number
  /** Where a redirect leads; it is not followed. */
  location: string | null
  text: string
  headers: Headers
}

export class Visitor {
  readonly cookies = new Map<string, string>()

  /** @param base of another server than the one of the tests */
  constructor(readonly base = `http://${process.env.HOST}:${process.env.PORT}`) {}

  /** Reads a page. One that is known by another slug, or by none, is read at its own path. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.ask('GET', path, { headers })
    return answer.status === 301 ? this.ask('GET', answer.location!, { headers }) : answer
  }

  /**
   * Sends a form.
   *
   * @param from page the form is on, loaded first for its CSRF token
   */
  async submit(path: string, values: Form = {}, { from = path } = {}): Promise<Answer> {
    return this.post(path, { _csrf: await this.csrfToken(from), ...values })
  }

  /** Sends a form that takes files, with the token in its address. */
  async submitFiles(path: string, body: FormData, { from = path } = {}): Promise<Answer> {
    const token = encodeURIComponent(await this.csrfToken(from))
    return this.ask('POST', `${path}?_csrf=${token}`, { body })
  }

  /** Sends a form as it is. */
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
 * A visitor with a session of an account, by what `loginAs` of the API client
 * uses: no password is hashed. The sign-in page has specs of its own.
 */
export async function signedIn({ id }: { id: number }): Promise<Visitor> {
  const visitor = new Visitor()
  const cookie = await sessionCookie(app, id)
  noteCookies([`${SESSION_COOKIE}=${cookie}`])
  visitor.cookies.set(SESSION_COOKIE, cookie)
  return visitor
}
