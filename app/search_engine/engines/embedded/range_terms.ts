/**
 * Ranges over fields with several dates or times. Each value is marked with
 * the blocks it is in: itself, and blocks of 32, 1,024 … values. So a range
 * of any length is a few blocks.
 */

const BITS = 5
const LEVELS = { date: 4, datetime: 9 }
/** Years 1 to 9999, in days since 1970-01-01; values outside of them are in no block. */
const FIRST_DAY = -719_162
const LAST_DAY = 2_932_896
const MILLISECONDS_A_DAY = 86_400_000

export type BlockedKind = keyof typeof LEVELS

/** Blocks of a value: days, or milliseconds. */
export function blocksOf(kind: BlockedKind, value: number): string[] {
  const [first, last] = limitsOf(kind)
  if (!(value >= first && value <= last)) return []
  return Array.from({ length: LEVELS[kind] }, (_, level) => block(level, at(value, level)))
}

/** Blocks that cover a range, both ends inclusive; null means unbounded. */
export function blocksWithin(kind: BlockedKind, from: number | null, to: number | null): string[] {
  const [first, last] = limitsOf(kind)
  let start = Math.max(first, Math.ceil(from ?? first))
  let end = Math.min(last, Math.floor(to ?? last)) + 1
  const found: string[] = []
  const size = 2 ** BITS
  for (let level = 0; level < LEVELS[kind]; level++) {
    const isTop = level === LEVELS[kind] - 1
    // The parts at either end that don't fill a block of the next level.
    while (start < end && (isTop || start % size !== 0)) found.push(block(level, start++))
    while (start < end && end % size !== 0) found.push(block(level, --end))
    start /= size
    end /= size
  }
  return found
}

function limitsOf(kind: BlockedKind): [first: number, last: number] {
  if (kind === 'date') return [FIRST_DAY, LAST_DAY]
  return [FIRST_DAY * MILLISECONDS_A_DAY, (LAST_DAY + 1) * MILLISECONDS_A_DAY - 1]
}

function at(value: number, level: number): number {
  return Math.floor(value / 2 ** (BITS * level))
}

function block(level: number, number: number): string {
  return `${level}.${number}`
}
