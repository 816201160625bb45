/** How an item is ordered relative to others, by name. */
export interface NamedPlace {
  name: string
  /** Items that come before this one. */
  after?: readonly string[]
  /** Items that come after this one. */
  before?: readonly string[]
}

/**
 * Orders items by `after` and `before`, and otherwise keeps their order. Names of missing items are ignored.
 *
 * @param placeOf an item's name and its neighbors
 * @param circular throws an error for a cycle, given as names
 */
export function orderByNames<T>(
  items: readonly T[],
  placeOf: (item: T) => NamedPlace,
  circular: (names: string[]) => never
): T[] {
  const places = items.map(placeOf)
  const earlier = places.map(({ name, after = [] }) =>
    places.flatMap((other, index) =>
      after.includes(other.name) || other.before?.includes(name) ? [index] : []
    )
  )
  const ordered = new Set<number>()
  const visit = (index: number, path: number[]) => {
    if (ordered.has(index)) return
    const cycle = [...path, index]
    if (path.includes(index))
      circular(cycle.slice(cycle.indexOf(index)).map((at) => places[at]!.name))
    for (const other of earlier[index]!) visit(other, cycle)
    ordered.add(index)
  }
  for (const index of items.keys()) visit(index, [])
  return Array.from(ordered, (index) => items[index]!)
}
