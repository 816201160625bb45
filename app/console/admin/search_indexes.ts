/**
 * What staff see of search: the engine, its indexes, and how far each is
 * behind the archive.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { type IndexHealth, SearchEngine } from '#app/search_engine/engine'
import { Indexer } from '#app/search/indexer/indexer'

export interface ShownIndex {
  name: string
  documents: number
  bytes: number
  /** In words. */
  state: string
  isDamaged: boolean
}

/** @returns the engine with its version, and all indexes there are to be */
export async function searchIndexes(
  container: ApplicationService['container']
): Promise<{ engine: string; indexes: ShownIndex[] }> {
  const [{ engine, version, indexes }, lags] = await Promise.all([
    container.make(SearchEngine).then((search) => search.health()),
    container.make(Indexer).then((indexer) => indexer.lag()),
  ])
  return {
    engine: `${engine} ${version}`,
    indexes: lags.map(({ index, behind }) => {
      const health = indexes.find((one) => one.index === index)
      return {
        name: index,
        documents: health?.documents ?? 0,
        bytes: health?.bytes ?? 0,
        state: stateOf(behind, health),
        isDamaged: (health?.damaged ?? null) !== null,
      }
    }),
  }
}

function stateOf(behind: number | null, health: IndexHealth | undefined): string {
  const { rebuilding = false, damaged = null } = health ?? {}
  if (damaged !== null)
    return `damaged (${damaged}), ${rebuilding ? 'being rebuilt' : 'to be rebuilt'}`
  if (behind === null) return rebuilding ? 'being built' : 'not built yet'
  const lag = behind < 2 ? 'up to date' : `${Math.round(behind).toLocaleString('en')} s behind`
  return rebuilding ? `${lag}, being rebuilt` : lag
}
