import type { FoundCitation } from '../models/lookup_piece.js'
import type { MentionedCitation } from './located_citations.js'

type ResolvedCitation = Omit<FoundCitation, 'matchedOn'> & {
  matchedOn: FoundCitation['matchedOn'] | 'short_form'
}

/**
 * Short forms in the pieces of a text: one that no page of a decision answers
 * leads to the case of the full citation it repeats, which may be in an earlier
 * piece.
 */
export class ShortForms {
  /** By the start of the full citation. */
  readonly #full = new Map<number, FoundCitation>()

  /**
   * @param citations of the next piece
   * @param found null for a piece that is not looked up
   * @returns for each citation what was found; undefined while it is not looked up
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

/** The name of the full citation was compared there. */
function asShortForm({ cases, ...found }: FoundCitation): ResolvedCitation {
  return {
    ...found,
    matchedOn: 'short_form',
    cases: cases.map((one) => ({ ...one, fits: null })),
  }
}
