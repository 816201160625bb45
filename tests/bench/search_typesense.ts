/**
 * The Typesense engine compared with the embedded one, on a server or on the
 * simulator, whose timings only reflect the number of calls.
 */
import { typesenseEngine } from '#app/search_engine/engines/typesense/engine'
import { SearchRefused, SearchTooBroad } from '#app/search_engine/engine'
import { TYPESENSE_KEY, TypesenseSimulator } from '../simulators/typesense/server.js'
import { BENCH_INDEX, writeBenchIndex } from './search_documents.js'
import { buildEngineSearch, type Case } from './search_cases.js'
import type { SearchPeer } from './search_peer.js'
import { printTable, ratio, whole } from './table.js'

/** Number of opinions for the simulator, which scans every document. */
const SIMULATED = 500

export async function fillTypesense({
  opinions,
  words,
  typesense: { urls, apiKey },
}: {
  opinions: number
  words: number
  typesense: { urls: string; apiKey: string }
}): Promise<SearchPeer> {
  const simulator =
    urls === 'simulator' ? await TypesenseSimulator.start({ mostOperations: 2_000 }) : null
  const options = simulator
    ? { urls: simulator.urls, apiKey: TYPESENSE_KEY }
    : { urls: urls.split(','), apiKey }
  const engine = await typesenseEngine({ ...options, prefix: 'curiabench' })({
    ...{ indexes: [BENCH_INDEX], folder: '' },
  })
  const count = simulator ? Math.min(opinions, SIMULATED) : opinions
  const name = simulator ? 'Typesense (simulator)' : 'Typesense'
  const { bytes, time } = await writeBenchIndex(engine, count, words)
  printTable(
    ['build', 'opinions', 'MB of text per second'],
    [[name, whole(count), ratio(bytes / 1e6 / (time / 1000))]]
  )
  let searches = 0
  if (simulator) simulator.requests.length = 0
  return {
    ...{ name, opinions: count },
    search: (given) => {
      searches++
      return answers(engine.search({ ...buildEngineSearch(given), from: undefined }), given)
    },
    close: async () => {
      if (simulator) {
        const sent = simulator.requests.reduce((sum, request) => sum + request.bytes, 0)
        printTable(
          ['requests per search', 'kB sent per search'],
          [[ratio(simulator.requests.length / searches), ratio(sent / 1000 / searches)]]
        )
      }
      await engine.close()
      await simulator?.close()
    },
  }
}

/**
 * False for later pages, which start at a position of the other engine, and for
 * rejected searches.
 */
async function answers(asked: Promise<unknown>, { page }: Case): Promise<boolean> {
  try {
    await asked
    return !page
  } catch (error) {
    if (error instanceof SearchRefused || error instanceof SearchTooBroad) return false
    throw error
  }
}
