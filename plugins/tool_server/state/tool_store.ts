import { createHmac } from 'node:crypto'
import type { CallerState } from '#app/tools/define_tool'

/**
 * Data that tools store between calls, as texts with a lifetime (tool server,
 * tools 0: Cross-tool state), in Redis if configured, otherwise in PostgreSQL.
 * An unavailable store acts like an empty one.
 */

export interface StoredTexts {
  kind: 'redis' | 'postgres'
  get(key: string): Promise<string | null>
  set(key: string, text: string, seconds: number): Promise<void>
  /** Stores a text unless the key exists. */
  add(key: string, text: string, seconds: number): Promise<boolean>
  /** Stores a text under several keys. */
  replace(keys: readonly string[], text: string, seconds: number): Promise<void>
  delete(key: string): Promise<void>
  /** @param prefix letters, digits, colons, and underscores */
  deleteAll(prefix: string): Promise<void>
  /** @throws if it is unavailable */
  check(): Promise<void>
}

export class ToolStore {
  /** @param failed receives errors of reads and writes */
  constructor(
    readonly texts: StoredTexts,
    readonly failed: (error: unknown) => void
  ) {}

  get kind(): StoredTexts['kind'] {
    return this.texts.kind
  }

  async get(key: string): Promise<string | null> {
    return this.#attempt(() => this.texts.get(key), null)
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    await this.#attempt(() => this.texts.set(key, text, seconds), undefined)
  }

  /** @returns whether it was stored: the key was new and the store is available */
  async add(key: string, text: string, seconds: number): Promise<boolean> {
    return this.#attempt(() => this.texts.add(key, text, seconds), false)
  }

  // The next three methods throw if the store is unavailable: deleted texts must not be read again.
  async replace(keys: readonly string[], text: string, seconds: number): Promise<void> {
    await this.texts.replace(keys, text, seconds)
  }

  async delete(key: string): Promise<void> {
    await this.texts.delete(key)
  }

  async deleteAll(prefix: string): Promise<void> {
    await this.texts.deleteAll(prefix)
  }

  async works(): Promise<boolean> {
    return this.texts.check().then(
      () => true,
      () => false
    )
  }

  async #attempt<T>(act: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await act()
    } catch (error) {
      this.failed(error)
      return otherwise
    }
  }
}

/**
 * Hashes a credential for keys: an API token, or an account for OAuth, whose
 * access tokens change (tool server, tools 0).
 *
 * @param credential `token:<token>` or `oauth:<account ID>`
 */
export function callerHash(secret: string, credential: string): string {
  return createHmac('sha256', secret).update(`tools:${credential}`).digest('hex')
}

/** Data of a credential, stored for an hour after the last write. */
export function callerState(store: ToolStore, caller: string): CallerState {
  const keyOf = (kind: string, id: string) => `mcp:${caller}:${kind}:${id}`
  return {
    async get<T>(kind: string, id: string) {
      const text = await store.get(keyOf(kind, id))
      return text === null ? undefined : (JSON.parse(text) as T)
    },
    async set(kind, id, value) {
      const text = JSON.stringify(value)
      if (text.length <= MAX_LENGTH) await store.set(keyOf(kind, id), text, HOUR)
    },
  }
}

/** Lifetimes in seconds (tool server, tools 0). */
const HOUR = 3600
export const DAY = 24 * HOUR

/** Maximum length of a stored value in characters: about a page of records. */
export const MAX_LENGTH = 16_000_000
