/** Addresses of searches on pages, made from the one that is shown. */
import type { Control, Parameters } from '#api/parameters'

export interface SearchAddress {
  /** The same search, from its first page, with parameters set or (undefined) left out. */
  with: (changes: Record<string, string | undefined>) => string
  /** What was asked for a name; empty for nothing. */
  typed: (name: string) => string
  /** All parameters but these, for hidden fields of a form. */
  hidden: (without: string[]) => { name: string; value: string }[]
}

/**
 * @param type code of the type that is searched
 * @param kept parameters that other parts of the page keep: `&name=value`
 */
export function addressOf(parameters: Parameters, type: string, kept: string): SearchAddress {
  const changed = (changes: Record<string, string | undefined>) => {
    const all = { cursor: undefined, page: undefined, type, ...changes }
    return parameters.with(all as Partial<Record<Control, string | undefined>>)
  }
  const search = new URLSearchParams(changed({}))
  return {
    with: (changes) => `/search/${changed(changes)}${kept}`,
    typed: (name) => search.getAll(name).at(-1) ?? '',
    hidden: (without) =>
      [...search, ...new URLSearchParams(kept)]
        .filter(([name]) => !without.includes(name))
        .map(([name, value]) => ({ name, value })),
  }
}
