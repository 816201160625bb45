/**
 * Parts that other plugins add to the search page, each enabled by a parameter.
 */
import type { PageVisitor } from '#app/accounts/page_visitor'
import type { SearchPart } from '#app/search/contributions'

export interface LoadedPart {
  parameter: string
  value: string
  view: string
  data: Record<string, unknown>
}

/** Removes the parameters of parts from a query and loads the enabled parts. */
export async function takeParts(
  parts: readonly SearchPart[],
  address: URLSearchParams,
  visitor: PageVisitor | undefined
): Promise<LoadedPart[]> {
  const loaded: LoadedPart[] = []
  for (const { parameter, view, load } of parts) {
    const value = address.getAll(parameter).at(-1)
    address.delete(parameter)
    const data = value && (await load(value, visitor))
    if (data) loaded.push({ parameter, value, view, data })
  }
  return loaded
}
