import type { Neighbour, NeighbourSearch } from '../../engine.js'
import type { IndexReader, Limits } from './index_reader.js'

export function findNeighbours(
  _reader: IndexReader,
  _search: NeighbourSearch,
  _limits: Limits
): Neighbour[] {
  throw new Error('Vectors cannot be searched yet.')
}
