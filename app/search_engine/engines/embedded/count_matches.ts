/** The exact number of hits. */
import type { Grain } from '../../engine.js'
import type { Condition } from './condition.js'
import { mixedOf } from './index_database.js'
import type { IndexReader } from './index_reader.js'
import { MARKS, ONE_OF_SEVERAL } from './layout.js'
import {
  countParentsStatement,
  countRowsStatement,
  countSiblingsStatement,
  countSomeStatement,
} from './statements.js'

const SEVERAL = `${MARKS} : "${ONE_OF_SEVERAL}"`

interface Counting {
  grain: Grain
  /** Where it ends: one more says that there are more. */
  upTo?: number
}

/** @throws SearchTooSlow */
export function countMatches(
  reader: IndexReader,
  condition: Condition,
  { grain, upTo }: Counting
): number {
  const { hasChildren } = reader.layout
  if (upTo !== undefined)
    return reader.number(countSomeStatement(condition, { grain, most: upTo + 1, hasChildren }))
  // With rows of parents alone, no rows need to be distinguished.
  if (grain !== 'parent' || !hasChildren) return reader.number(countRowsStatement(condition, grain))
  if (condition.match === null || !mostAreAlone(reader))
    return reader.number(countParentsStatement(condition))
  // Telling parents apart takes longer than counting, and only some have several rows.
  const { match, ...rest } = condition
  const some = { ...rest, match: `(${match}) AND ${SEVERAL}` }
  return (
    reader.number(countRowsStatement(condition, grain)) -
    reader.number(countSiblingsStatement(some))
  )
}

/** Whether all rows of parents with several are marked, and few are. */
function mostAreAlone(reader: IndexReader): boolean {
  if (!reader.layout.marksSeveral || mixedOf(reader.database)) return false
  const rows = Number(reader.database.about('rows') ?? 0)
  return reader.countUpTo(SEVERAL, Math.ceil(rows / 3)) < rows / 3
}
