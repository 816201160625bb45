/** How frequent words are in an index; runs in a search thread. */
import type { Frequencies, FrequencyQuestion } from '../../engine.js'
import type { IndexReader, Limits } from './index_reader.js'
import { matchExpression } from './match_expression.js'

/** Rows counted at most. */
const MAX_ROWS = 20_000

/** @throws SearchTooSlow, SearchTooBroad */
export function countFrequencies(
  reader: IndexReader,
  { leaves }: FrequencyQuestion,
  limits: Limits
): Frequencies {
  return reader.within(limits, () => ({
    rows: Number(reader.database.about('rows') ?? 0),
    frequencies: leaves.map((leaf) => {
      reader.checkLimits()
      const expression = matchExpression(reader.resolve(leaf), reader.layout)
      const count = expression === null ? 0 : reader.countUpTo(expression, MAX_ROWS)
      return count < MAX_ROWS ? count : 0
    }),
  }))
}
