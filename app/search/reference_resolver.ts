/**
 * References in queries that only the archive can resolve.
 */
import type { Reader } from '#app/database/reader'
import type { OtherSpelling } from '#app/search_engine/query/language'

/**
 * Finds the archive's name for a reference in a query. Called before a query
 * is parsed, so it skips the lookup if the text can't be a reference.
 *
 * @param text as typed
 */
export type ReferenceResolver = (
  text: string,
  reader: Pick<Reader, 'rows'>
) => Promise<OtherSpelling[]>

/** @returns the results of all resolvers */
export async function resolveReferences(
  resolvers: readonly ReferenceResolver[],
  text: string,
  reader: Pick<Reader, 'rows'>
): Promise<OtherSpelling[]> {
  const found = await Promise.all(resolvers.map((resolve) => resolve(text, reader)))
  return found.flat()
}
