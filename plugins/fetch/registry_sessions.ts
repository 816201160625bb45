/**
 * Encrypted court system sessions of accounts, kept for an hour (specification, Fetch credentials).
 * The court system suspends accounts that log in too often.
 */
import { createHmac } from 'node:crypto'
import { hashPassword, verifyPassword } from '#app/accounts/passwords'
import type { Encryption } from '@adonisjs/core/encryption'
import type { Credentials, SessionState } from './registry_client/types.js'
import { once } from 'node:events'
import type { RedisConnection } from '@adonisjs/redis'
import { LRUCache } from 'lru-cache'
import { SessionStoreUnavailable } from './errors.js'

/** Lifetime of a session in seconds. */
const KEPT = 3600
/** Minimum remaining seconds for a new request to use a session. */
const LEFT = 300
const PURPOSE = 'session at the court system'

interface KeptSession {
  state: SessionState
  /** Salted, slow hash that identifies a repeated password. */
  password: string
}

export interface SessionSecrets {
  encrypt: (value: object, purpose: string) => string
  /** Null if encrypted with another key. */
  decrypt: (text: string, purpose: string) => unknown
  /** Key for hashes of usernames. */
  key: string
}

export class RegistrySessions {
  /** Logins in progress by session. */
  readonly #opening = new Map<string, Promise<unknown>>()

  constructor(
    readonly texts: SessionTexts,
    readonly secrets: SessionSecrets
  ) {}

  /** Sessions encrypted with the application's encryption. */
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
   * Finds the session of the same credentials, or logs in. Each session has one login at a time.
   *
   * @param account owner of the request
   * @param logIn creates the session
   * @returns the session key, which reveals nothing about the credentials
   * @throws errors of the login; the previous session is kept
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

  /** The session with a key; undefined if expired or lost with its process. */
  async find(key: string): Promise<SessionState | undefined> {
    return (await this.#read(key))?.state
  }

  /** Stores the updated session for the rest of its lifetime. */
  async keep(key: string, state: SessionState): Promise<void> {
    const kept = await this.#read(key)
    // Another login may have replaced it.
    if (kept?.state.loggedInAt === state.loggedInAt) await this.#write(key, { ...kept, state })
  }

  /** Removes a session that has expired at the court system. */
  async forget(key: string, { loggedInAt }: Pick<SessionState, 'loggedInAt'>): Promise<void> {
    const kept = await this.#read(key)
    if (kept?.state.loggedInAt === loggedInAt) await this.texts.delete(key)
  }

  /** Includes the client code, because a session is billed to its client code. */
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

/** Session storage. Methods throw SessionStoreUnavailable if it is unavailable. */
export interface SessionTexts {
  get(key: string): Promise<string | null>
  set(key: string, text: string, seconds: number): Promise<void>
  delete(key: string): Promise<void>
}

/** Maximum number of sessions in a process; the least recently used are removed first. */
const MAX_SESSIONS = 10_000

/** Stores sessions in the memory of this process. */
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
/** Connection timeout in milliseconds; commands fail while disconnected. */
const CONNECTED_WITHIN = 3000

/** Stores sessions in Redis, shared by processes. Redis expires them. */
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
      throw Object.assign(new SessionStoreUnavailable(), { cause })
    }
  }
}
