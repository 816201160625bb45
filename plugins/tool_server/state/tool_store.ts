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
