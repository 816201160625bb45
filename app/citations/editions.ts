import type { Token } from './tokens.js'
import type { Publication } from './tables.js'

export interface Editions {
  /** All that the spelling may mean, by name. */
  readonly editions: readonly Publication[]
  /** What it means, where one is left. */
  readonly edition?: Publication
}

/**
 * Publications whose own name is written count before those it is another
 * spelling of, and several are distinguished by the years they were published in.
 */
export function editionsOf({ exact, variants }: Token, year?: number): Editions {
  const editions = [...new Set([...exact, ...variants])].sort((one, other) =>
    one.name < other.name ? -1 : 1
  )
  const likely = [...new Set(exact.length ? exact : variants)]
  const left =
    likely.length > 1 && year ? likely.filter((edition) => wasPublished(edition, year)) : likely
  return { editions, ...(left.length === 1 && { edition: left[0]! }) }
}

function wasPublished({ from, to }: Publication, year: number): boolean {
  return (from === null || from <= year) && (to === null || year <= to)
}
