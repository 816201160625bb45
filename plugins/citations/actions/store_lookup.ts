import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MentionedCitation } from '../lookup/located_citations.js'
import TextLookup from '../models/text_lookup.js'

/**
 * Stores the citations of a text, and no more of it than its beginning. The
 * oldest lookups of the account make room.
 */
export class StoreLookup {
  /**
   * @param pieces of the text, from `splitText`
   * @returns its ID
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
        pieces: pieces.map((citations) => ({ citations, found: null })),
      },
      { client: trx }
    )
    await lookup.makeRoom(trx)
    return lookup.id
  }
}
