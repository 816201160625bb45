/**
 * Storage of sessions. Sessions of accounts are in the database, so that signing out ends them
 * wherever their cookie is. Sessions of visitors only have the CSRF secret and a notice, and
 * are stored in an encrypted cookie, so that requests for forms can't fill the database.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { Database } from '@adonisjs/lucid/database'
import type {
  SessionConfig,
  SessionData,
  SessionStoreWithTaggingContract,
} from '@adonisjs/session/types'
import { isAccountSession } from './sessions.js'

const VISITOR_COOKIE = 'curia_visitor'
/** Milliseconds until an open form expires. */
const VISIT = 2 * 60 * 60_000

interface Visit {
  /** ID of the session. */
  id: string
  /** Milliseconds since 1970: browsers may keep cookies longer. */
  until: number
  values: SessionData
}

export class SessionStore implements SessionStoreWithTaggingContract {
  /** Whether the request's session belongs to an account. */
  #isSignedIn = false

  /**
   * @param kept sessions in the database
   * @param ctx null outside requests, where visitors have no sessions
   */
  constructor(
    readonly kept: SessionStoreWithTaggingContract,
    readonly database: Database,
    readonly ctx: HttpContext | null,
    readonly config: SessionConfig
  ) {}

  async read(id: string): Promise<SessionData | null> {
    const visit = this.#visit(id)
    if (visit) return visit.values
    const values = await this.kept.read(id)
    this.#isSignedIn = values !== null && isAccountSession(values)
    return values
  }

  async write(id: string, values: SessionData): Promise<void> {
    if (!this.ctx || isAccountSession(values)) {
      this.#forgetVisit()
      return this.#save(() => this.kept.write(id, values))
    }
    this.#keepVisit(id, values)
  }

  async touch(id: string): Promise<void> {
    const visit = this.#visit(id)
    if (visit) return this.#keepVisit(id, visit.values)
    return this.#save(() => this.kept.touch(id))
  }

  async destroy(id: string): Promise<void> {
    this.#forgetVisit()
    return this.#save(() => this.kept.destroy(id))
  }

  /** Called at each sign-in, when a row is added; deletes expired sessions. */
  async tag(id: string, userId: string | number): Promise<void> {
    return this.#save(async () => {
      await this.database.from('sessions').where('expires_at', '<=', new Date()).delete()
      await this.kept.tag(id, userId)
    })
  }

  untag(id: string, userId: string | number) {
    return this.kept.untag(id, userId)
  }

  tagged(userId: string) {
    return this.kept.tagged(userId)
  }

  /**
   * Saves the session at the end of a request, whose work is already committed. If this fails, an
   * existing session loses only its notice, so the response is still sent; a sign-in fails
   * because it requires a saved session.
   */
  async #save(work: () => void | Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!this.#isSignedIn) throw error
      this.ctx?.logger.warn({ err: error }, 'a session could not be saved')
    }
  }

  #visit(id: string): Visit | undefined {
    const visit = this.ctx?.request.encryptedCookie(VISITOR_COOKIE) as Visit | null | undefined
    if (!visit || visit.id !== id || !(visit.until > Date.now())) return undefined
    return isAccountSession(visit.values) ? undefined : visit
  }

  #keepVisit(id: string, values: SessionData): void {
    const visit: Visit = { id, values, until: Date.now() + VISIT }
    this.ctx!.response.encryptedCookie(VISITOR_COOKIE, visit, {
      ...this.config.cookie,
      maxAge: VISIT / 1000,
    })
  }

  #forgetVisit(): void {
    if (this.ctx?.request.cookiesList()[VISITOR_COOKIE])
      this.ctx.response.clearCookie(VISITOR_COOKIE, this.config.cookie)
  }
}
