/**
 * Which documents were compared since their last change. A transaction that
 * changes many tables names a document once for each of them; when the first
 * of these changes is handled, the others have been made, too.
 */

import type { ChangedKeys } from './match_documents.js'

/** Keys in a block, a bit for each. */
const BLOCK = 65_536
/** Blocks at most, 8 KB each: all keys are forgotten before there are more. */
const MAX_BLOCKS = 1_000

/** Keys of rows, most of them in runs. */
class KeySet {
  readonly #blocks = new Map<number, Uint32Array>()

  has(key: number): boolean {
    const block = this.#blocks.get(Math.floor(key / BLOCK))
    const bit = key % BLOCK
    return block !== undefined && (block[bit >>> 5]! & (1 << (bit & 31))) !== 0
  }

  add(key: number): void {
    const at = Math.floor(key / BLOCK)
    let block = this.#blocks.get(at)
    if (!block) {
      if (this.#blocks.size >= MAX_BLOCKS) this.#blocks.clear()
      this.#blocks.set(at, (block = new Uint32Array(BLOCK / 32)))
    }
    const bit = key % BLOCK
    block[bit >>> 5]! |= 1 << (bit & 31)
  }
}

/** The documents of an index that were compared, by what their changes said. */
export class ComparedKeys {
  readonly #keys = { parents: new KeySet(), touched: new KeySet(), children: new KeySet() }

  /** Whether comparing a document again finds nothing more. */
  has(named: keyof ChangedKeys, key: number): boolean {
    const { [named]: same, parents } = this.#keys
    return same.has(key) || (named === 'touched' && parents.has(key))
  }

  /** Moves keys here. */
  take(compared: Record<keyof ChangedKeys, Set<number>>): void {
    for (const named of ['parents', 'touched', 'children'] as const) {
      for (const key of compared[named]) this.#keys[named].add(key)
      compared[named].clear()
    }
  }
}
