/**
 * Nearest chunks to a vector: first the closest by the signs of their numbers, among the rows
 * that pass the filter, then exactly by their dot products.
 */
import { type Neighbour, type NeighbourSearch, SemanticUnavailable } from '../../engine.js'
import { type SqlCondition, ROW, buildDeadlineCheckSql } from './condition.js'
import type { IndexReader, Limits } from './index_reader.js'
import { keyOfChild, keyOfParent } from './keys.js'
import { buildPlaceSql, buildOrdinalSql } from './row_id.js'
import { rowIdsStatement } from './statements.js'
import type { DatabaseSync } from 'node:sqlite'
import { createRequire } from 'node:module'

/**
 * Number of candidates that are compared exactly. Signs alone distinguish vectors without
 * clusters poorly.
 */
const MIN_CANDIDATES = 2000
const CANDIDATES_A_HIT = 20
/** If a filter matches at least this number of chunks, values are read for the nearest chunks only. */
const FEW_FALL_OUT = 0.3
/** Oversampling factor for the nearest chunks. */
const SPARE = 1.3
/** Sample size for estimating the number of chunks that match a filter. */
const SAMPLE = 200

/** @throws SearchTooSlow, SearchTooBroad, Error if vectors can't be searched */
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
      const [kept] = reader.database.namedRow<[Uint8Array]>(
        'SELECT vector FROM vectors WHERE id = ?',
        id
      )
      return similarity(vector, kept)
    }
  })
}

type Candidate = [id: number, place: number, ordinal: number, chunk: number]

/** The nearest chunks by sign, among those that pass the filter. */
function candidates(
  reader: IndexReader,
  { filter, size }: NeighbourSearch,
  vector: Float32Array
): Candidate[] {
  const condition = filterOf(reader, filter)
  const most = Math.max(MIN_CANDIDATES, size * CANDIDATES_A_HIT)
  const bits = signBits(vector)
  const share = condition.reads ? shareOf(reader, condition) : 0
  const found =
    share >= FEW_FALL_OUT ? filteredLate(reader, condition, bits, { most, share }) : null
  return found ?? filteredFirst(reader, condition, bits, most)
}

const DISTANCE = 'vec_distance_hamming(vec_bit(bits), vec_bit(?))'
const WITH_VALUES = 'CROSS JOIN rows r ON r.row = chunks.row'
const COLUMNS = `id, ${buildPlaceSql('chunks.row')}, ${buildOrdinalSql('chunks.row')}, number`

function filteredFirst(
  reader: IndexReader,
  { sql, values, reads }: SqlCondition,
  bits: Uint8Array,
  most: number
): Candidate[] {
  const text = `SELECT ${COLUMNS} FROM chunks ${reads ? WITH_VALUES : ''}
    WHERE ${sql} AND ${buildDeadlineCheckSql(ROW)} ORDER BY ${DISTANCE} LIMIT ${most}`
  return [...reader.database.rows<Candidate>(ofChunks(text), [...values, bits])]
}

/**
 * The same, if looking up values for the nearest chunks only is faster; null if the filter
 * rejects too many of them.
 */
function filteredLate(
  reader: IndexReader,
  { sql, values }: SqlCondition,
  bits: Uint8Array,
  { most, share }: { most: number; share: number }
): Candidate[] | null {
  const looked = Math.ceil((most / share) * SPARE)
  const text = `SELECT ${COLUMNS}, ${sql} FROM
    (SELECT id, row, number FROM chunks WHERE ${buildDeadlineCheckSql(ROW)} ORDER BY ${DISTANCE} LIMIT ${looked}) chunks
    ${WITH_VALUES}`
  const rows = [...reader.database.rows<[...Candidate, number]>(ofChunks(text), [...values, bits])]
  const found = rows.filter((row) => row[4]).slice(0, most)
  if (found.length < most && rows.length === looked) return null
  return found.map(([id, place, ordinal, chunk]) => [id, place, ordinal, chunk])
}

/** Share of chunks that pass a filter, estimated from a sample. */
function shareOf(reader: IndexReader, { sql, values }: SqlCondition): number {
  const [last] = reader.database.row<[number | null]>('SELECT max(id) FROM chunks')!
  const ids = Array.from({ length: SAMPLE }, (_, at) => Math.ceil(((last ?? 0) * at) / SAMPLE))
  const text = `SELECT avg(${sql}) FROM chunks ${WITH_VALUES} WHERE id IN (SELECT value FROM json_each(?))`
  const [share] = reader.database.row<[number | null]>(
    ofChunks(text),
    ...values,
    JSON.stringify(ids)
  )!
  return share ?? 0
}

const ofChunks = (sql: string) => sql.replaceAll(ROW, 'chunks.row')

/** Rows that match the filter are collected first, unless the values of a row determine the match. */
function filterOf(reader: IndexReader, filter: NeighbourSearch['filter']): SqlCondition {
  const tree = reader.resolve(filter)
  if (tree.op === 'all') return { sql: '1', values: [], reads: false }
  const byValues = reader.compiler().byValues(tree)
  if (byValues) return byValues
  const { sql, values } = rowIdsStatement(reader.compiler().compile(tree))
  return { sql: `${ROW} IN (${sql})`, values, reads: false }
}

const loaded = new WeakSet<DatabaseSync>()

/** @throws SemanticUnavailable if the extension can't be loaded */
function loadVectors(connection: DatabaseSync): void {
  if (loaded.has(connection)) return
  try {
    const { getLoadablePath } = createRequire(import.meta.url)('sqlite-vec') as {
      getLoadablePath: () => string
    }
    connection.enableLoadExtension(true)
    connection.loadExtension(getLoadablePath())
    connection.enableLoadExtension(false)
  } catch (error) {
    throw new SemanticUnavailable(
      `Semantic search is not available on ${process.platform}-${process.arch}: the extension sqlite-vec cannot be loaded.`,
      { cause: error }
    )
  }
  loaded.add(connection)
}

/** Number of dimensions. */
const DIMENSIONS = 768

/**
 * The vector scaled to length 1. @throws Error for vectors of another size or without a
 * direction
 */
export function normalised(vector: Float32Array): Float32Array {
  if (vector.length !== DIMENSIONS)
    throw new Error(`A vector must have ${DIMENSIONS} dimensions, not ${vector.length}.`)
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0))
  if (!Number.isFinite(length) || length === 0)
    throw new Error('A vector must not be zero or infinite.')
  return vector.map((number) => number / length)
}

export function signBits(vector: Float32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vector.length / 8))
  vector.forEach((number, at) => {
    if (number > 0) bits[at >> 3]! |= 1 << (at & 7)
  })
  return bits
}

export function toVectorBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Dot product of a vector and a stored one. */
function similarity(vector: Float32Array, kept: Uint8Array): number {
  const isAligned = kept.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0
  const { buffer, byteOffset } = isAligned ? kept : kept.slice()
  const other = new Float32Array(buffer, byteOffset, vector.length)
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += vector[at]! * other[at]!
  return sum
}
