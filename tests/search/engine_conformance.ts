/** Requirements for every engine: the tests of `engine.ts`, for any `OpenEngine`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import type { OpenEngine, SearchEngine } from '#app/search_engine/engine'
import { testCounts } from './count_conformance.js'
import { testFacets } from './facet_conformance.js'
import { testMatches } from './match_conformance.js'
import { testOrders } from './order_conformance.js'
import { testPatterns } from './pattern_conformance.js'
import { testRaised } from './raised_conformance.js'
import { testUnscored } from './unscored_conformance.js'
import { testWriters } from './writer_conformance.js'

type Cleanup = (end: () => Promise<void>) => void

/** Opens an engine in an empty folder. It is closed and removed after the test. */
export type EngineUnderTest = (
  indexes: SearchIndexDefinition[],
  cleanup: Cleanup,
  folder?: string
) => Promise<SearchEngine>

/** Registers the tests for an engine. Returns a function that opens it in further tests. */
export function testEngine(
  openEngine: OpenEngine,
  options: {
    trees?: number
    connectors?: boolean
    page?: number
    facets?: Parameters<typeof testFacets>[1]
  } = {}
): EngineUnderTest {
  const open: EngineUnderTest = async (indexes, cleanup, folder = temporaryFolder(cleanup)) => {
    const engine = await openEngine({ indexes, folder })
    cleanup(() => engine.close())
    return engine
  }
  testMatches(open, options)
  testOrders(open, options.page)
  testWriters(open)
  testCounts(open)
  testPatterns(open)
  testRaised(open)
  testUnscored(open)
  testFacets(open, { connectors: options.connectors, ...options.facets })
  return open
}

export function temporaryFolder(cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'curia-engine-'))
  cleanup(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
