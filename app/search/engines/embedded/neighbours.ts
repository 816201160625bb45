/**
 * Chunks nearest to a vector: the closest by the signs of their numbers, of
 * the rows the filter lets through, then exactly by their dot products.
 */
import type { Neighbour, NeighbourSearch } from '../../engine.js'
import type { SqlCondition } from './condition.js'
import type { IndexReader, Limits } from './index_reader.js'
import { keyOfChild, keyOfParent } from './keys.js'
import { ROW } from './condition.js'
import { placeOf, ordinalOf } from './row_id.js'
import { ALIVE, rowIdsStatement } from './statements.js'
import { loadVectors } from './vector_extension.js'
import { normalised, signBits, similarity } from './vectors.js'

/** Candidates that are looked at exactly. Signs alone tell vectors without clusters poorly apart. */
const LEAST_CANDIDATES = 2000
const CANDIDATES_A_HIT = 20

/** @throws SearchTooSlow, SearchTooBroad, Error where vectors cannot be searched */
export function findNeighbours(
  reader: IndexReader,
  search: NeighbourSearch,
  limits: Limits
): Neighbour[] {
  loadVectors(reader.database.connection)
  return reader.within(limits, () => {
    const vector = normalised(search.vector)
    const { hasChildren } = reader.layout
    return candidates(reader, search, vector)
      .map(([id, place, ordinal, chunk]) => ({ place, ordinal, chunk, similarity: exactly(id) }))
      .filter((found) => found.similarity >= search.atLeast)
      .sort((one, other) => other.similarity - one.similarity || other.place - one.place)
      .slice(0, search.size)
      .map(({ place, ordinal, ...found }) => {
        const parent = keyOfParent(reader, place)
        return {
          key: hasChildren ? keyOfChild(reader, { place, ordinal }) : parent,
          parent,
          ...found,
        }
      })

    function exactly(id: number): number {
      const [kept] = reader.database.row<[Uint8Array]>(
        'SELECT vector FROM vectors WHERE id = ?',
        id
      )!
      return similarity(vector, kept)
    }
  })
}

type Candidate = [id: number, place: number, ordinal: number, chunk: number]

function candidates(
  reader: IndexReader,
  { filter, size }: NeighbourSearch,
  vector: Float32Array
): Candidate[] {
  const { sql, values, reads } = filterOf(reader, filter)
  const most = Math.max(LEAST_CANDIDATES, size * CANDIDATES_A_HIT)
  const from = reads ? 'chunks CROSS JOIN rows r ON r.row = chunks.row' : 'chunks'
  const text = `SELECT id, ${placeOf(ROW)}, ${ordinalOf(ROW)}, number FROM ${from}
    WHERE ${sql} AND ${ALIVE}
    ORDER BY vec_distance_hamming(vec_bit(bits), vec_bit(?)) LIMIT ${most}`
  return [
    ...reader.database.rows<Candidate>(text.replaceAll(ROW, 'chunks.row'), [
      ...values,
      signBits(vector),
    ]),
  ]
}

/** Rows the filter lets through are gathered first, except where reading a row's values tells. */
function filterOf(reader: IndexReader, filter: NeighbourSearch['filter']): SqlCondition {
  const tree = reader.resolve(filter)
  if (tree.op === 'all') return { sql: '1', values: [], reads: false }
  const byValues = reader.compiler().byValues(tree)
  if (byValues) return byValues
  const { sql, values } = rowIdsStatement(reader.compiler().compile(tree))
  return { sql: `${ROW} IN (${sql})`, values, reads: false }
}
