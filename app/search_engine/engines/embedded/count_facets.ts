/** Counts hits by field values, in one pass over the matching rows, newest first. */
import { listFacet, type Facets, type FacetValue, type Grain } from '../../engine.js'
import { ROW, type Condition } from './condition.js'
import type { Rows } from './parse_rows.js'
import type { FacetColumns } from './facet_columns.js'
import type { IndexReader } from './index_reader.js'
import { rowId } from './row_id.js'
import { rowsStatement } from './statements.js'

/** Up to this number of rows, whole blocks aren't read; the other rows are looked up one by one. */
const FEW_ROWS = 1000
const ROWS_FOR_FEW = 10_000

interface FacetQuery {
  condition: Condition
  grain: Grain
  /** Facet fields of the index. */
  fields: string[]
}

/**
 * Counts the hits among the newest matching rows, up to the ranking limit.
 *
 * @param matches result of `newestRows`
 * @throws SearchTooSlow
 */
export function countFacets(reader: IndexReader, query: FacetQuery, matches: Rows): Facets {
  const { facets } = reader.layout
  const asked = query.fields.map((name) => facets.findIndex((facet) => facet.name === name))
  const tally = new Tally(reader.columns, query.grain, asked)
  const isAll = matches.places.length <= reader.mostRanked
  const count = Math.min(matches.places.length, reader.mostRanked)
  reader.columns.begin(count > FEW_ROWS ? Infinity : ROWS_FOR_FEW)
  const kept = count ? countKept(reader.columns, tally, matches, count) : 0
  if (kept < count) lookUp(reader, query, tally, matches, { from: kept, count: count - kept })
  return {
    values: Object.fromEntries(query.fields.map((name, at) => [name, tally.listFacetValues(at)])),
    countedNewest: isAll ? null : count,
  }
}

/** Counts rows whose values are cached. Returns their number, starting with the first row. */
function countKept(columns: FacetColumns, tally: Tally, matches: Rows, count: number): number {
  let block = columns.blockAt(matches.places[0]!)
  let at = 0
  let end = block?.places.length ?? 0
  for (let match = 0; match < count; match++) {
    const place = matches.places[match]!
    const ordinal = matches.ordinals[match]!
    while (block) {
      while (
        at < end &&
        (block.places[at]! > place || (block.places[at] === place && block.ordinals[at]! > ordinal))
      )
        at++
      if (at < end) break
      block = columns.blockAt(place)
      at = 0
      end = block?.places.length ?? 0
    }
    if (!block) return match
    tally.add(place, block.codes, at)
  }
  return count
}

/** Counts the remaining, older rows. */
function lookUp(
  reader: IndexReader,
  { condition, grain }: FacetQuery,
  tally: Tally,
  matches: Rows,
  { from, count }: { from: number; count: number }
): void {
  const { columns } = reader
  const first = rowId(matches.places[from]!, matches.ordinals[from]!)
  const { sql, values } = rowsStatement({
    condition,
    grain,
    columns: columns.columns,
    more: [{ sql: `${ROW} <= ?`, values: [first], reads: false }],
    order: 'newest',
  })
  const rows = reader.rows<[number, number, ...(string | number | null)[]]>({
    sql: `${sql} LIMIT ${count}`,
    values,
  })
  const codes = columns.columns.map(() => new Uint32Array(1))
  for (const [place, , ...held] of rows) {
    for (const [facet, value] of held.entries())
      codes[facet]![0] = columns.encodeFacetValue(facet, value)
    tally.add(place, codes, 0)
  }
}

/** Hits by value number. A parent counts once for each value of its rows. */
class Tally {
  /** By requested facet: hits per value number, and the last counted position. */
  #counts: { counts: number[]; last: number[] }[]

  constructor(
    private columns: FacetColumns,
    private grain: Grain,
    private asked: number[]
  ) {
    this.#counts = asked.map(() => ({ counts: [0], last: [-1] }))
  }

  add(place: number, codes: Uint32Array[], at: number): void {
    const byParent = this.grain === 'parent'
    for (let facet = 0; facet < this.asked.length; facet++) {
      const code = codes[this.asked[facet]!]![at]!
      if (code === 0) continue
      const { counts, last } = this.#counts[facet]!
      // Counting is faster in arrays without holes.
      while (counts.length <= code) {
        counts.push(0)
        last.push(-1)
      }
      if (byParent && last[code] === place) continue
      last[code] = place
      counts[code]!++
    }
  }

  /** Most hits first. */
  listFacetValues(facet: number): FacetValue[] {
    const found: FacetValue[] = []
    for (const [code, count] of this.#counts[facet]!.counts.entries())
      if (count)
        found.push({ value: this.columns.decodeFacetValue(this.asked[facet]!, code), count })
    return listFacet(found)
  }
}
