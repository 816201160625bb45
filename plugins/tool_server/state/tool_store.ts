import { createHmac } from 'node:crypto'
import type { CallerState } from '#app/tools/tool_context'

/**
 * What tools keep between calls, as texts with a lifetime (tool server, tools
 * 0: Cross-tool state): in Redis where the server has one, in PostgreSQL
 * otherwise. A store that is away is one that holds nothing.
 */

export interface StoredTexts {
  kind: 'redis' | 'postgres'
  get(key: string): Promise<string | null>
  set(key: string, text: string, seconds: number): Promise<void>
  /** Keeps a text unless there is one. */
  add(key: string, text: string, seconds: number): Promise<boolean>
  /** Keeps one text under many keys. */
  replace(keys: readonly string[], text: string, seconds: number): Promise<void>
  delete(key: string): Promise<void>
  /** @param prefix of letters, digits, colons and underscores */
  deleteAll(prefix: string): Promise<void>
  /** @throws when it cannot be reached */
  check(): Promise<void>
}

export class ToolStore {
  /**
   * @param failed receives the error when something could not be read or written
   */
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

  /** @returns whether it is kept: there was none, and the store can be reached */
  async add(key: string, text: string, seconds: number): Promise<boolean> {
    return this.#attempt(() => this.texts.add(key, text, seconds), false)
  }

  /** @throws when the store cannot be reached, as the two below: what is deleted must not be read again */
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
 * Names a credential in keys: one API token, or one account over OAuth,
 * whose access tokens change (tool server, tools 0).
 *
 * @param credential `token:<token>` or `oauth:<account ID>`
 */
export function callerHash(secret: string, credential: string): string {
  return createHmac('sha256', secret).update(`tools:${credential}`).digest('hex')
}

/** What is kept for one credential, for an hour after it was last written. */
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

/** How long, in seconds, and how much tools keep (tool server, tools 0). */
const HOUR = 3600
export const DAY = 24 * HOUR

/** Characters of a value that is kept at most: a page of records, not more. */
export const MAX_LENGTH = 16_000_000
