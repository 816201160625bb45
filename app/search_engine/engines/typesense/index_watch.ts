/** Checks periodically whether any process has changed an index. */
import { IndexMissing, type IndexListener } from '../../engine.js'
import type { State } from './snapshot.js'

/** Milliseconds. */
const INTERVAL = 1_000

export class IndexWatch {
  readonly #listeners = new Set<IndexListener>()
  readonly #known = new Map<string, string>()
  #timer: NodeJS.Timeout | null = null

  /** @param current returns the current state of an index. @throws IndexMissing */
  constructor(
    readonly indexes: string[],
    readonly current: (index: string) => Promise<State>
  ) {}

  add(listener: IndexListener): () => void {
    this.#listeners.add(listener)
    if (!this.#timer) this.#lookAfter(0)
    return () => {
      this.#listeners.delete(listener)
      if (!this.#listeners.size) this.close()
    }
  }

  /** Records a change made by this process. @param state null if the index no longer exists */
  changed(index: string, state: State | null): void {
    const text = textOf(state)
    const before = this.#known.get(index)
    this.#known.set(index, text)
    if (before === text) return
    for (const listener of this.#listeners) listener(index, state?.checkpoint ?? null)
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  #lookAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => void this.#look(), milliseconds)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    for (const index of this.indexes) {
      try {
        const state = await this.current(index)
        if (this.#known.has(index)) this.changed(index, state)
        else this.#known.set(index, textOf(state))
      } catch (error) {
        // An unreachable cluster has no information about its indexes.
        if (!(error instanceof IndexMissing)) continue
        if (this.#known.has(index)) this.changed(index, null)
        else this.#known.set(index, '')
      }
    }
    if (this.#timer) this.#lookAfter(INTERVAL)
  }
}

const textOf = (state: State | null) => (state ? `${state.build} ${state.generation}` : '')
