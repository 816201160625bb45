import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { queryInTransaction } from '#app/database/reader'
import { InvalidValues } from '#app/support/domain_error'

/** A decision at an end of a network. */
export interface End {
  id: string
  /** ISO 8601. */
  dateFiled: string
}

export interface Ends {
  start: End
  end: End
}

/** The only court whose decisions are in networks (tags-visualizations 2.1). */
export const COURT = 'scotus'

const NO_CLUSTER = 'Invalid hyperlink - Object does not exist.'

/**
 * The ends of a network in the order of their dates; those of one date are
 * swapped (tags-visualizations 2.2).
 *
 * @throws InvalidValues for what is no decision of the Supreme Court
 */
export async function sortEnds(
  trx: TransactionClientContract,
  given: { start: string; end: string }
): Promise<Ends> {
  const rows = await queryInTransaction(
    trx,
    `SELECT c.id::text, c.date_filed::text FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id
     WHERE c.id IN ($1::bigint, $2::bigint) AND d.court_id = '${COURT}'
     FOR KEY SHARE OF c`,
    [given.start, given.end]
  )
  const found = new Map(rows.map(([id, dateFiled]) => [id!, { id: id!, dateFiled: dateFiled! }]))
  const start = found.get(given.start)
  const end = found.get(given.end)
  if (!start || !end) {
    throw new InvalidValues({
      ...(!start && { cluster_start: [NO_CLUSTER] }),
      ...(!end && { cluster_end: [NO_CLUSTER] }),
    })
  }
  return start.dateFiled < end.dateFiled ? { start, end } : { start: end, end: start }
}
