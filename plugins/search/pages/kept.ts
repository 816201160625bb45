/** What pages found, kept for ten minutes unless its index changes. */
import type { SearchServices } from '../services.js'

/**
 * What is kept under a key with its age in whole seconds, or, without one, what is found now.
 *
 * @param find answers with what survives JSON; what fails is not kept
 */
export async function kept<Found>(
  { pages }: SearchServices,
  place: { key: string; index: string },
  find: () => Promise<Found>
): Promise<{ found: Found; age?: number }> {
  const { answer, age } = await pages.of(place, async () => ({
    json: JSON.stringify(await find()),
  }))
  return { found: JSON.parse(answer.json) as Found, age }
}
