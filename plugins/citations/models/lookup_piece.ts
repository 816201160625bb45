import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MentionedCitation } from '../lookup/located_citations.js'
import type { LookedUpCitation } from '../lookup/look_up.js'

/** Decisions of a citation that are stored; tables of orders have a hundred on a page. */
export const MAX_CASES = 10

/** A decision a citation leads to. */
export interface FoundCase {
  id: number
  path: string
  name: string
  /** Whether the cited name may be its name; null where the text has none. */
  fits: boolean | null
}

export interface FoundCitation extends Pick<LookedUpCitation, 'status' | 'error' | 'matchedOn'> {
  /** The first `MAX_CASES`, newest first. */
  cases: FoundCase[]
  /** Decisions beyond these. */
  more?: number
}

/** Consecutive citations of a text that are looked up and charged together. */
export default class LookupPiece extends BaseModel {
  static override table = 'text_lookup_pieces'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true })
  declare lookupId: string

  /** From 1, in the order of the text. */
  @column()
  declare position: number

  @column({ prepare: (citations: MentionedCitation[]) => JSON.stringify(citations) })
  declare citations: MentionedCitation[]

  /** Null until it is looked up. */
  @column()
  declare found: FoundCitation[] | null

  /** Those of a lookup, in order. */
  static of(lookupId: string): Promise<LookupPiece[]> {
    return this.query().where({ lookupId }).orderBy('position')
  }

  /**
   * Pieces after a position up to the first that is not looked up, which is
   * the last one, in order.
   */
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

  /** Stores what was found for its citations. */
  async store(trx: TransactionClientContract, found: FoundCitation[]): Promise<void> {
    const { lookupId, position } = this
    await LookupPiece.query({ client: trx })
      .where({ lookupId, position })
      .update({ found: JSON.stringify(found) })
  }
}
