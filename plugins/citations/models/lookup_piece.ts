import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MentionedCitation } from '../lookup/located_citations.js'
import type { LookedUpCitation } from '../lookup/look_up.js'

/** Maximum number of stored decisions per citation; tables of orders have a hundred on a page. */
export const MAX_CASES = 10

/** A decision that matches a citation. */
export interface FoundCase {
  id: number
  path: string
  name: string
  /** Whether the cited name can be its name; null if the text has no name. */
  fits: boolean | null
}

export interface FoundCitation extends Pick<LookedUpCitation, 'status' | 'error' | 'matchedOn'> {
  /** The first `MAX_CASES`, newest first. */
  cases: FoundCase[]
  /** Number of further decisions. */
  more?: number
}

/** Consecutive citations of a text, looked up and charged together. */
export default class LookupPiece extends BaseModel {
  static override table = 'text_lookup_pieces'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true })
  declare lookupId: string

  /** Position in the text, starting at 1. */
  @column()
  declare position: number

  @column({ prepare: (citations: MentionedCitation[]) => JSON.stringify(citations) })
  declare citations: MentionedCitation[]

  /** Null until it is looked up. */
  @column()
  declare found: FoundCitation[] | null

  /** Returns the pieces of a lookup in order. */
  static of(lookupId: string): Promise<LookupPiece[]> {
    return this.query().where({ lookupId }).orderBy('position')
  }

  /** Returns the pieces after a position up to and including the first pending piece. */
  static upToNext(
    trx: TransactionClientContract,
    lookupId: string,
    after: number
  ): Promise<LookupPiece[]> {
    return this.query({ client: trx })
      .where({ lookupId })
      .where('position', '>', after)
      .whereRaw(
        `position <= coalesce((SELECT min(position) FROM text_lookup_pieces WHERE lookup_id = ? AND found IS NULL), 0)`,
        [lookupId]
      )
      .orderBy('position')
  }

  /** Stores the results of its citations. */
  async store(trx: TransactionClientContract, found: FoundCitation[]): Promise<void> {
    const { lookupId, position } = this
    await LookupPiece.query({ client: trx })
      .where({ lookupId, position })
      .update({ found: JSON.stringify(found) })
  }
}
