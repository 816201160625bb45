/**
 * Searches by connectors, names, most words, and meaning, compared with searches for the same
 * words in the same run.
 */
import { ALL } from '#app/search_engine/query/tree'
import type { EngineHit, EngineSearch, SearchEngine } from '#app/search_engine/engine'
import { parseQuery } from '#app/search_engine/query/parse_query'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import { findPartialMatches } from '#app/search/partial_matches'
import type { SearchRequest } from '#app/search/request/search_request'
import { fuseHits, type WeighedHit } from '#app/search/fused_hits'
import { findByMeaning, type SemanticFind } from '#app/search/semantic/semantic_finder'
import { random } from '#tests/search/archive'
import { buildEngineSearch } from './search_cases.js'
import { BENCH_INDEX, benchDocuments, PLANTED } from './search_documents.js'
import { median, milliseconds, printTable, ratio, whole } from './table.js'

/** Hits of each list that are merged, like those of the search page. */
const FUSED = 100
const NEIGHBOURS = 100
/** Documents from which frequent words of names are read. */
const SAMPLED = 2_000

/** The index with the query language of names. */
const NAMED: SearchIndexDefinition = {
  ...BENCH_INDEX,
  fields: {
    ...BENCH_INDEX.fields,
    caseName: { ...BENCH_INDEX.fields.caseName!, names: 'organization' },
  },
}

/** The parts of a search type that partial and semantic searches use. */
const TYPE = {
  index: BENCH_INDEX.name,
  hitKey: 'cluster_id',
  semantic: {
    field: 'text',
    keys: { parent: 'cluster_id', child: 'id' },
    neighbours: NEIGHBOURS,
  },
}

interface RatioCase {
  name: string
  /** The measured search; returns the number of hits. */
  search: () => Promise<number | null>
  /** The words of the plain search. */
  plain: string
  /** Largest ratio that the project aims at. */
  goal: number
}

/**
 * Prints the latency of each class, and its ratio to the plain search.
 *
 * @param rounds number of measured searches, times four
 */
export async function benchRatios(
  engine: SearchEngine,
  { rounds, words }: { rounds: number; words: number }
): Promise<void> {
  const rows: string[][] = []
  for (const given of ratioCases(engine, words)) {
    const plain = searchFor(given.plain)
    const times = { measured: [] as number[], plain: [] as number[] }
    let count: number | null = null
    for (let round = 0; round < rounds * 4 + 2; round++) {
      const started = performance.now()
      await engine.search(plain)
      const searched = performance.now()
      count = await given.search()
      // The first rounds warm caches.
      if (round < 2) continue
      times.plain.push(searched - started)
      times.measured.push(performance.now() - searched)
    }
    const [measured, bare] = [median(times.measured), median(times.plain)]
    rows.push([
      given.name,
      count === null ? '-' : whole(count),
      milliseconds(measured),
      milliseconds(bare),
      ratio(measured / bare),
      `≤ ${given.goal}`,
      measured / bare <= given.goal ? 'met' : 'not met',
    ])
  }
  printTable(['class', 'hits', 'ms p50', 'same words, plain', 'ratio', 'goal', ''], rows)
}

function ratioCases(engine: SearchEngine, words: number): RatioCase[] {
  const [one, two, three] = PLANTED.fifth as [string, string, string]
  const [often, other] = frequentNames(words)
  const all = `${one} ${two}`
  const question = `${one} ${two} ${PLANTED.rare} summary judgment`
  const counted = (q: string, index = BENCH_INDEX) => {
    const search = searchFor(q, index)
    return async () => (await engine.search(search)).count
  }
  const names = (q: string): Pick<RatioCase, 'search' | 'plain'> => ({
    search: counted(q, NAMED),
    plain: q,
  })
  const merged = (q: string, isHybrid: boolean) => async () => {
    const { count } = await engine.search(searchFor(q))
    await mergeLists(engine, q, isHybrid)
    return count
  }
  return [
    { name: 'proximity, /10', search: counted(`${one} /10 ${two}`), plain: all, goal: 1.3 },
    { name: 'proximity, +10', search: counted(`${one} +10 ${two}`), plain: all, goal: 1.3 },
    { name: 'proximity, /s', search: counted(`${one} /s ${two}`), plain: all, goal: 1.3 },
    { name: 'proximity, /p', search: counted(`${one} /p ${two}`), plain: all, goal: 1.3 },
    {
      name: 'proximity, three words',
      search: counted(`${one} /s ${two} /p ${three}`),
      plain: `${all} ${three}`,
      goal: 1.3,
    },
    { name: 'name filter, one word', ...names(`caseName:${often}`), goal: 1.3 },
    { name: 'name filter, two words', ...names(`caseName:(${often} ${other})`), goal: 1.3 },
    { name: 'partial, two words', search: merged(all, false), plain: all, goal: 3 },
    { name: 'partial, question', search: merged(question, false), plain: question, goal: 3 },
    { name: 'hybrid, two words', search: merged(all, true), plain: all, goal: 1.3 },
    { name: 'hybrid, question', search: merged(question, true), plain: question, goal: 1.3 },
  ]
}

function searchFor(q: string, index: SearchIndexDefinition = BENCH_INDEX): EngineSearch {
  return buildEngineSearch({ name: q, match: '', query: parseQuery(q, index).tree })
}

/** The lists that the search page adds when few decisions match all words. */
async function mergeLists(
  engine: SearchEngine,
  q: string,
  isHybrid: boolean
): Promise<EngineHit[]> {
  const search = { ...searchFor(q), size: FUSED }
  const request = {
    type: TYPE,
    index: BENCH_INDEX,
    q,
    query: parseQuery(q, BENCH_INDEX),
    filter: ALL,
    order: { by: 'score' },
  } as unknown as SearchRequest
  const [words, meaning] = await Promise.all([
    findPartialMatches(engine, request, search),
    isHybrid ? findSimilarTo(engine, search) : [],
  ])
  return fuseHits(words, meaning)
}

/** The decisions closest to a random vector; a question also needs the time to embed it. */
async function findSimilarTo(engine: SearchEngine, search: EngineSearch): Promise<WeighedHit[]> {
  const next = random(29)
  const numbers = Float32Array.from({ length: 768 }, () => next() - 0.5)
  const length = Math.hypot(...numbers)
  const { query: _, ...given } = search
  const find = {
    ...given,
    type: TYPE,
    vector: numbers.map((number) => number / length),
    atLeast: -1,
    phrases: null,
    count: false,
  } as unknown as SemanticFind
  const { hits } = await findByMeaning(engine, find)
  return hits.map((hit) => ({ ...hit, weight: hit.similarity }))
}

/** The two most frequent words of case names. */
function frequentNames(words: number): [string, string] {
  const counts = new Map<string, number>()
  for (const { parent } of benchDocuments(SAMPLED, words))
    for (const word of String(parent.fields.caseName).split(' v. '))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const [first, second] = [...counts].sort((one, other) => other[1] - one[1])
  return [first![0], second![0]]
}
