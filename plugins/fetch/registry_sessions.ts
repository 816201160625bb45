/**
 * Sessions of accounts at the court system (specification, Fetch credentials): kept for an hour,
 * encrypted, so that not every request logs in, for which the court system suspends accounts.
 */
import { createHmac } from 'node:crypto'
import { hashPassword, verifyPassword } from '#app/accounts/passwords'
import type { Encryption } from '@adonisjs/core/encryption'
import type { Credentials, SessionState } from './registry_client/types.js'
import { once } from 'node:events'
import type { RedisConnection } from '@adonisjs/redis'
import { LRUCache } from 'lru-cache'
import { SessionsAway } from './errors.js'

/** Seconds a session is kept. */
const KEPT = 3600
/** Seconds that are left of a session at least for another request to use it. */
const LEFT = 300
const PURPOSE = 'session at the court system'

interface KeptSession {
  state: SessionState
  /** Salted and slow: tells whether the same password came again. */
  password: string
}

export interface SessionSecrets {
  encrypt: (value: object, purpose: string) => string
  /** Null for what was encrypted under another key. */
  decrypt: (text: string, purpose: string) => unknown
  /** Key of the hashes of user names. */
  key: string
}

export class RegistrySessions {
  /** Logins that are under way, by session. */
  readonly #opening = new Map<string, Promise<unknown>>()

  constructor(
    readonly texts: SessionTexts,
    readonly secrets: SessionSecrets
  ) {}

  /** Sessions that the encryption of the application protects. */
  static encrypted(
    texts: SessionTexts,
    encryption: Pick<Encryption, 'encrypt' | 'decrypt'>,
    key: string
  ): RegistrySessions {
    return new RegistrySessions(texts, {
      encrypt: (value, purpose) => encryption.encrypt(value, { purpose }),
      decrypt: (text, purpose) => encryption.decrypt(text, purpose),
      key,
    })
  }

  /**
   * Finds the session that the same credentials made, or makes one. One login at a time is tried
   * for each session.
   *
   * @param account whose request it is
   * @param logIn makes the session
   * @returns the key of the session, which tells nothing of the credentials
   * @throws what the login throws; the session before stays then
   */
  async open(
    account: number,
    credentials: Credentials,
    logIn: () => Promise<SessionState>
  ): Promise<string> {
    const key = this.#keyOf(account, credentials)
    while (this.#opening.has(key)) await this.#opening.get(key)!.catch(() => undefined)
    const opening = this.#open(key, credentials.password, logIn)
    this.#opening.set(key, opening)
    try {
      await opening
      return key
    } finally {
      this.#opening.delete(key)
    }
  }

  async #open(key: string, password: string, logIn: () => Promise<SessionState>): Promise<void> {
    const kept = await this.#read(key)
    if (kept && secondsLeft(kept.state) >= LEFT && (await verifyPassword(kept.password, password)))
      return
    const state = await logIn()
    await this.#write(key, { state, password: await hashPassword(password) })
  }

  /** The session with a key; undefined when its time is up, or its process has ended. */
  async find(key: string): Promise<SessionState | undefined> {
    return (await this.#read(key))?.state
  }

  /** Keeps what a session has become, until the end of its hour. */
  async keep(key: string, state: SessionState): Promise<void> {
    const kept = await this.#read(key)
    // Another login may have replaced it meanwhile.
    if (kept?.state.loggedInAt === state.loggedInAt) await this.#write(key, { ...kept, state })
  }

  /** Forgets a session that the court system no longer knows. */
  async forget(key: string, { loggedInAt }: Pick<SessionState, 'loggedInAt'>): Promise<void> {
    const kept = await this.#read(key)
    if (kept?.state.loggedInAt === loggedInAt) await this.texts.delete(key)
  }

  /** The client code is part of it: the cookies of a session are billed to it. */
  #keyOf(account: number, { username, clientCode = '' }: Credentials): string {
    const hash = createHmac('sha256', `sessions at the court system ${this.secrets.key}`)
      .update(JSON.stringify([username, clientCode]))
      .digest('base64url')
    return `${account}:${hash}`
  }

  async #read(key: string): Promise<KeptSession | undefined> {
    const text = await this.texts.get(key)
    const kept = text && (this.secrets.decrypt(text, PURPOSE) as KeptSession | null)
    return kept && secondsLeft(kept.state) > 0 ? kept : undefined
  }

  async #write(key: string, kept: KeptSession): Promise<void> {
    const seconds = Math.ceil(secondsLeft(kept.state))
    if (seconds > 0) await this.texts.set(key, this.secrets.encrypt(kept, PURPOSE), seconds)
  }
}

const secondsLeft = ({ loggedInAt }: SessionState) => KEPT - (Date.now() - loggedInAt) / 1000

/** Each throws SessionsAway where what keeps them does not answer. */
export interface SessionTexts {
  get(key: string): Promise<string | null>
  set(key: string, text: string, seconds: number): Promise<void>
  delete(key: string): Promise<void>
}

/** Sessions of one process at most; the least recently used go first. */
const MAX_SESSIONS = 10_000

/** In this process, with which they end. */
export class MemoryTexts implements SessionTexts {
  readonly #texts = new LRUCache<string, string>({ max: MAX_SESSIONS, ttlAutopurge: false })

  async get(key: string): Promise<string | null> {
    return this.#texts.get(key) ?? null
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    this.#texts.set(key, text, { ttl: seconds * 1000 })
  }

  async delete(key: string): Promise<void> {
    this.#texts.delete(key)
  }
}

const PREFIX = 'curia:fetch:session:'
/** Milliseconds for a connection to come up; commands do not wait for it. */
const CONNECTED_WITHIN = 3000

/** In Redis, where several processes share it; Redis forgets them by itself. */
export class RedisTexts implements SessionTexts {
  constructor(readonly redis: Pick<RedisConnection, 'get' | 'set' | 'del' | 'ioConnection'>) {}

  get(key: string): Promise<string | null> {
    return this.#ask(() => this.redis.get(PREFIX + key))
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    await this.#ask(() => this.redis.set(PREFIX + key, text, 'EX', seconds))
  }

  async delete(key: string): Promise<void> {
    await this.#ask(() => this.redis.del(PREFIX + key))
  }

  async #ask<T>(act: () => Promise<T>): Promise<T> {
    const { ioConnection } = this.redis
    try {
      if (ioConnection.status !== 'ready')
        await once(ioConnection, 'ready', { signal: AbortSignal.timeout(CONNECTED_WITHIN) })
      return await act()
    } catch (cause) {
      throw Object.assign(new SessionsAway(), { cause })
    }
  }
}
