/** An index with many frequent words, for slow searches. */
import { openEmbeddedEngine } from '#app/search_engine/engines/embedded/engine'
import type { EngineSearch, SearchEngine } from '#app/search_engine/engine'
import { ALL, type QueryTree } from '#app/search_engine/query/tree'
import { CLUSTERS, random } from './archive.js'
import { temporaryFolder } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'

const ROWS = 24_000
const WORDS_A_ROW = 24
const FREQUENT = 500
/** Number of distinct rare words, evenly distributed over the rows. */
export const RARE = 3000

/** Most frequent first: the first ones are in nearly all rows, the last in a few hundred. */
export const frequentWords = Array.from({ length: FREQUENT }, (_, at) => `often${spelled(at)}`)

/** Encodes a number in letters. */
function spelled(at: number): string {
  return [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}

export async function openFrequentWords(
  cleanup: Parameters<typeof temporaryFolder>[0]
): Promise<{ engine: SearchEngine; folder: string }> {
  const folder = temporaryFolder(cleanup)
  const engine = await openEmbeddedEngine({ indexes: [CLUSTERS], folder })
  cleanup(() => engine.close())
  const next = random(12)
  const word = () => frequentWords[Math.floor(FREQUENT ** next()) - 1]
  const parents = Array.from({ length: ROWS }, (_, at) => ({
    key: at + 1,
    date: `${1950 + (at % 70)}-01-01`,
    factor: 1,
    fields: {
      name: [
        frequentWords[0],
        ...Array.from({ length: WORDS_A_ROW }, word),
        `rare${at % RARE}`,
      ].join(' '),
    },
  }))
  await fillIndex(engine, CLUSTERS.name, { parents, children: [] }, 'rebuild')
  await engine.swap(CLUSTERS.name)
  return { engine, folder }
}

export function searchFor(query: QueryTree, more: Partial<EngineSearch> = {}): EngineSearch {
  return {
    index: CLUSTERS.name,
    query,
    filter: ALL,
    grain: 'parent',
    order: { by: 'score' },
    scoring: { today: '2024-01-01' },
    size: 20,
    children: 0,
    count: true,
    deadline: 60_000,
    ...more,
  }
}
