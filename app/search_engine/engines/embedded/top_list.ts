/** Keeps the first few items of many in an order. */
import { sequenceOfPlace } from './row_id.js'
import type { Position } from '../../engine.js'

/** A parent (ordinal 0) or child with its sort values. */
export interface Listed {
  values: Position
  place: number
  ordinal: number
}

/** Negative if the first argument comes first. */
export type Comparison = (one: Listed, other: Listed) => number

/**
 * By the values in their directions, missing values last; then the later parent, then the later
 * child.
 */
export function createValueComparison(descending: boolean[]): Comparison {
  return (one, other) => {
    for (const [at, isDescending] of descending.entries()) {
      const difference = compareValues(one.values[at]!, other.values[at]!, isDescending)
      if (difference) return difference
    }
    return compareIds(one, other)
  }
}

/** By score. */
export const BEST_FIRST = createValueComparison([true])

function compareIds(one: Listed, other: Listed): number {
  return sequenceOfPlace(other.place) - sequenceOfPlace(one.place) || other.ordinal - one.ordinal
}

function compareValues(
  one: number | string | null,
  other: number | string | null,
  descending: boolean
): number {
  if (one === other) return 0
  if (one === null) return 1
  if (other === null) return -1
  return (one < other ? -1 : 1) * (descending ? -1 : 1)
}

export class TopList<Item extends Listed> {
  readonly items: Item[] = []

  constructor(
    private most: number,
    private comparison: Comparison
  ) {}

  get isFull(): boolean {
    return this.items.length >= this.most
  }

  /** The last of those kept. */
  get last(): Item | undefined {
    return this.items.at(-1)
  }

  /** Whether the item was kept. */
  offer(item: Item): boolean {
    if (this.isFull && (!this.most || this.comparison(item, this.last!) >= 0)) return false
    let at = this.items.length
    while (at > 0 && this.comparison(item, this.items[at - 1]!) < 0) at--
    this.items.splice(at, 0, item)
    if (this.items.length > this.most) this.items.pop()
    return true
  }
}
