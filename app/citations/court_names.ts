import type { CourtName } from './tables.js'

/** Maximum length of a name; the regular expressions for names are not linear. */
const MAX_NAME_LENGTH = 200

interface NamedCourt {
  readonly id: string
  readonly names: readonly RegExp[]
}

/** Finds courts by their names in documents: `State of Alabama Court of Appeals`. */
export class CourtNames {
  readonly #courts: readonly NamedCourt[]
  readonly #byName: ReadonlyMap<string, readonly CourtName[]>

  constructor(courts: readonly CourtName[]) {
    this.#courts = courts.map(({ id, names }) => ({
      id,
      names: names.map((name) => new RegExp(name, 'i')),
    }))
    this.#byName = Map.groupBy(courts, ({ name }) => name.toLowerCase())
  }

  /**
   * The courts named in a text. A name within a longer name is ignored: the
   * Supreme Court in `Supreme Court of Ohio`. Several courts may share a name.
   * @param text the name of one court; only the first 200 characters are read
   * @returns IDs in alphabetical order
   */
  find(text: string): string[] {
    const name = text.slice(0, MAX_NAME_LENGTH).replaceAll(/\s+/g, ' ').trim()
    const named = this.#byName.get(name.toLowerCase()) ?? []
    const found = [
      ...named.map(({ id }) => ({ id, matched: name })),
      ...this.#courts.flatMap(({ id, names }) => matchesOf(names, name, id)),
    ]
    const texts = [...new Set(found.map(({ matched }) => matched))]
    const outermost = found.filter(
      ({ matched }) => !texts.some((other) => other !== matched && other.includes(matched))
    )
    return [...new Set(outermost.map(({ id }) => id))].sort()
  }
}

function matchesOf(names: readonly RegExp[], text: string, id: string) {
  return names.flatMap((regex) => {
    const matched = regex.exec(text)?.[0]
    return matched ? [{ id, matched }] : []
  })
}
