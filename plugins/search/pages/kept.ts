/** What pages found, kept for ten minutes unless its index changes. */
import type { ShownRows } from '#app/search/results/row_states'
import type { SearchServices } from '../services.js'

/**
 * What is kept under a key with its age in whole seconds, or, without one, what is found now.
 *
 * @param find answers with what survives JSON; what fails is not kept
 * @param shownBy the rows that it shows
 */
export async function kept<Found>(
  { pages }: SearchServices,
  place: { key: string; index: string },
  find: () => Promise<Found>,
  shownBy: (found: Found) => ShownRows | undefined = () => undefined
): Promise<{ found: Found; age?: number }> {
  const { answer, age } = await pages.of(place, async () => {
    const found = await find()
    return { json: JSON.stringify(found), shown: shownBy(found) }
  })
  return { found: JSON.parse(answer.json) as Found, age }
}
