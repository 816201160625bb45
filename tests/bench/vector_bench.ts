/** Nearest vectors, with and without a filter, and the recall against exact results. */
import type { ChunkVectors, SearchEngine } from '#app/search_engine/engine'
import { ALL, type QueryTree } from '#app/search_engine/query/tree'
import { random } from '#tests/search/archive'
import { BENCH_INDEX } from './search_documents.js'
import { median, milliseconds, printTable, ratio, whole } from './table.js'

const DIMENSIONS = 768
const CLUSTERS = 500
const WANTED = 20
const QUERIES = 15

export async function benchVectors(
  engine: SearchEngine,
  { chunks, parents }: { chunks: number; parents: number }
): Promise<void> {
  const count = Math.min(chunks, parents)
  console.log(`search: writing ${whole(count)} vectors …`)
  const next = random(23)
  const normal = () => next() + next() + next() - 1.5
  const centres = Array.from({ length: CLUSTERS }, () =>
    Float32Array.from({ length: DIMENSIONS }, normal)
  )
  const near = () => {
    const centre = centres[Math.floor(next() * CLUSTERS)]!
    return unit(centre.map((number) => number + normal()))
  }
  const kept: Float32Array[] = []
  const writer = await engine.openWriter(BENCH_INDEX.name, 'live')
  let batch: ChunkVectors[] = []
  for (let key = 1; key <= count; key++) {
    const vector = near()
    kept.push(vector)
    batch.push({ key, parent: key, vectors: [vector] })
    if (batch.length < 1000 && key < count) continue
    await writer.putChunks(batch)
    await writer.commit(String(key))
    batch = []
  }
  await writer.close()

  const filters: [string, QueryTree, (key: number) => boolean][] = [
    ['all', ALL, () => true],
    ['nine of ten', { op: 'is', field: 'status', values: ['published'] }, (key) => key % 10 !== 0],
    ['one of 200', { op: 'is', field: 'court', values: ['court7'] }, (key) => key % 200 === 7],
  ]
  const rows: string[][] = []
  for (const [name, filter, passes] of filters) {
    const times: number[] = []
    let recalled = 0
    let expected = 0
    for (let query = 0; query < QUERIES; query++) {
      const vector = near()
      const started = performance.now()
      const found = await engine.neighbours({
        index: BENCH_INDEX.name,
        vector,
        filter,
        size: WANTED,
        atLeast: -1,
        deadline: 60_000,
      })
      if (query > 1) times.push(performance.now() - started)
      const exact = new Set(exactly(kept, vector, passes))
      expected += exact.size
      recalled += found.filter(({ key }) => exact.has(key)).length
    }
    rows.push([name, milliseconds(median(times)), ratio(recalled / expected)])
  }
  printTable([`neighbors in ${whole(count)}`, 'ms p50', `recall at ${WANTED}`], rows)
}

function exactly(
  kept: Float32Array[],
  vector: Float32Array,
  passes: (key: number) => boolean
): number[] {
  return kept
    .map((one, at) => ({ key: at + 1, one }))
    .filter(({ key }) => passes(key))
    .map(({ key, one }) => ({ key, similarity: dot(one, vector) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, WANTED)
    .map(({ key }) => key)
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!
  return sum
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((number) => number / length)
}
