import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MentionedCitation } from '../lookup/located_citations.js'
import LookupPiece from '../models/lookup_piece.js'
import TextLookup from '../models/text_lookup.js'

/**
 * Stores the citations and only the beginning of a text. Deletes the oldest
 * lookups of the account if there are too many.
 */
export class StoreLookup {
  /**
   * @param pieces pieces of the text from `splitText`
   * @returns the ID of the lookup
   */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    text: string,
    pieces: MentionedCitation[][]
  ): Promise<string> {
    await TextLookup.deleteExpired(trx)
    const lookup = await TextLookup.create(
      {
        accountId,
        beginning: [...text.trim().slice(0, 200)].slice(0, 80).join('').toWellFormed(),
        citationCount: pieces.reduce((sum, citations) => sum + citations.length, 0),
        lookedUpCount: 0,
        foundCount: 0,
      },
      { client: trx }
    )
    await LookupPiece.createMany(
      pieces.map((citations, place) => ({ lookupId: lookup.id, position: place + 1, citations })),
      { client: trx }
    )
    await lookup.makeRoom(trx)
    return lookup.id
  }
}
