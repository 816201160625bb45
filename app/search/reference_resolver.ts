/**
 * References in queries that only the archive can tell.
 */
import type { Reader } from '#app/database/reader'
import type { OtherSpelling } from '#app/search_engine/query/language'

/**
 * Finds how the archive names what a query refers to. Asked before a query is
 * read, so it looks nothing up where the text cannot be such a reference.
 *
 * @param text as typed
 */
export type ReferenceResolver = (
  text: string,
  reader: Pick<Reader, 'rows'>
) => Promise<OtherSpelling[]>

/** @returns what all of them find */
export async function resolveReferences(
  resolvers: readonly ReferenceResolver[],
  text: string,
  reader: Pick<Reader, 'rows'>
): Promise<OtherSpelling[]> {
  const found = await Promise.all(resolvers.map((resolve) => resolve(text, reader)))
  return found.flat()
}
