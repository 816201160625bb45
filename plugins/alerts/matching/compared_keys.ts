/**
 * Which documents were compared since their last change. A transaction that
 * changes many tables names a document once for each of them; when the first
 * of these changes is handled, the others have been made, too.
 */

type Named = 'parents' | 'touched' | 'children'

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

/** Keys of a list that are looked ahead at, at most: of the rest is compared twice what can be. */
const MAX_AHEAD = 5_000_000

/** The documents of an index that were compared, by what their changes said. */
export class ComparedKeys {
  readonly #keys = { parents: new KeySet(), touched: new KeySet(), children: new KeySet() }
  readonly #ahead = new KeySet()

  /** @param ahead runs of keys of children whose changes come later */
  constructor(ahead: [first: number, last: number][] = []) {
    let left = MAX_AHEAD
    for (const [first, last] of ahead)
      for (let key = first; key <= last && left > 0; key++, left--) this.#ahead.add(key)
  }

  /** Whether a child is compared with everything because its own change comes later. */
  comes(child: number): boolean {
    return this.#ahead.has(child)
  }

  /** Whether comparing a document again finds nothing more. */
  has(named: Named, key: number): boolean {
    const { [named]: same, parents } = this.#keys
    return same.has(key) || (named === 'touched' && parents.has(key))
  }

  /** Moves keys here. */
  take(compared: Record<Named, Set<number>>): void {
    for (const named of ['parents', 'touched', 'children'] as const) {
      for (const key of compared[named]) this.#keys[named].add(key)
      compared[named].clear()
    }
  }
}
