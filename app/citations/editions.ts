import type { Token } from './tokens.js'
import type { Publication } from './tables.js'

export interface Editions {
  /** All publications that the spelling may mean, by name. */
  readonly editions: readonly Publication[]
  /** The publication, if only one remains. */
  readonly edition?: Publication
}

/**
 * Publications whose canonical name matches take precedence over variant
 * spellings; several are distinguished by their years of publication.
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
