import type { FoundCitation } from '../models/lookup_piece.js'
import type { MentionedCitation } from './located_citations.js'

type ResolvedCitation = Omit<FoundCitation, 'matchedOn'> & {
  matchedOn: FoundCitation['matchedOn'] | 'short_form'
}

/**
 * Resolves short forms in the pieces of a text: a short form without a match
 * gets the case of its full citation, which can be in an earlier piece.
 */
export class ShortForms {
  /** Results by start of the full citation. */
  readonly #full = new Map<number, FoundCitation>()

  /**
   * @param citations citations of the next piece
   * @param found results of the piece; null if it is pending
   * @returns a result for each citation; undefined if it is pending
   */
  resolve(
    citations: readonly MentionedCitation[],
    found: readonly FoundCitation[] | null
  ): (ResolvedCitation | undefined)[] {
    return citations.map(({ start, repeats }, place) => {
      const own = found?.[place]
      const repeated = own?.status === 404 ? this.#full.get(repeats ?? -1) : undefined
      if (own?.cases.length) this.#full.set(start, own)
      return repeated ? asShortForm(repeated) : own
    })
  }
}

/** Removes the comparison of names, which belongs to the full citation. */
function asShortForm({ cases, ...found }: FoundCitation): ResolvedCitation {
  return {
    ...found,
    matchedOn: 'short_form',
    cases: cases.map((one) => ({ ...one, fits: null })),
  }
}
