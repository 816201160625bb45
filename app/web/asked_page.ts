/**
 * The page of a list that `?page=` asks for.
 *
 * @param most the last page there may be
 * @returns 1 for what is no page
 */
export function askedPage(query: URLSearchParams, most: number): number {
  const asked = Number(query.get('page') ?? 1)
  return Number.isInteger(asked) && asked >= 1 && asked <= most ? asked : 1
}
