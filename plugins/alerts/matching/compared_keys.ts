/**
 * Documents that were compared after their last change. A transaction that changes
 * several tables logs a document once per table; one comparison covers all of them.
 */

type Named = 'parents' | 'touched' | 'children'

/** Keys per block, one bit each. */
const BLOCK = 65_536
/** Maximum number of 8 KB blocks. All keys are forgotten at the limit. */
const MAX_BLOCKS = 1_000

/** Set of keys, most of which are consecutive. */
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

/** Maximum number of keys with later changes. Others may be compared twice. */
const MAX_AHEAD = 5_000_000

/** Compared documents of an index, by kind of change. */
export class ComparedKeys {
  readonly #keys = { parents: new KeySet(), touched: new KeySet(), children: new KeySet() }
  readonly #ahead = new KeySet()

  /** @param ahead ranges of keys of children with later changes */
  constructor(ahead: [first: number, last: number][] = []) {
    let left = MAX_AHEAD
    for (const [first, last] of ahead)
      for (let key = first; key <= last && left > 0; key++, left--) this.#ahead.add(key)
  }

  /** Whether a child has a later change and will be compared then. */
  comes(child: number): boolean {
    return this.#ahead.has(child)
  }

  /** Whether a document doesn't need to be compared again. */
  has(named: Named, key: number): boolean {
    const { [named]: same, parents } = this.#keys
    return same.has(key) || (named === 'touched' && parents.has(key))
  }

  /** Moves keys into this set. */
  take(compared: Record<Named, Set<number>>): void {
    for (const named of ['parents', 'touched', 'children'] as const) {
      for (const key of compared[named]) this.#keys[named].add(key)
      compared[named].clear()
    }
  }
}
