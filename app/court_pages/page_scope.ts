/**
 * Values derived from a page while it is read. The parsers of its kinds and the measurement of its
 * coverage need the same tree and the same ranking. Nothing is kept after the page is read, because
 * pages of the federal court system name the account that requested them.
 */
interface PageScope {
  source: string
  derived: Map<unknown, unknown>
}

let open: PageScope | null = null

/**
 * Runs work on a page whose derived values are computed once.
 *
 * @param source the text of the page
 */
export function inPageScope<Result>(source: string, work: () => Result): Result {
  const before = open
  open = { source, derived: new Map() }
  try {
    return work()
  } finally {
    open = before
  }
}

/**
 * A value derived from a page: computed once for the page of the open scope, and each time for
 * others.
 *
 * @param key identifies the kind of value; its function
 */
export function oncePerPage<Value>(key: unknown, source: string, derive: () => Value): Value {
  if (open?.source !== source) return derive()
  const { derived } = open
  if (derived.has(key)) return derived.get(key) as Value
  const value = derive()
  derived.set(key, value)
  return value
}
