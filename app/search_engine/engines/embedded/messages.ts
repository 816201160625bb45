/** Messages between the engine's threads. */
import {
  IndexDamaged,
  IndexMissing,
  SearchTooBroad,
  SemanticUnavailable,
  SearchTooSlow,
  type EngineSearch,
  type FrequencyQuestion,
  type NeighbourSearch,
} from '../../engine.js'
import type { IndexDefinition } from '../../index_definition.js'

export interface ThreadData {
  indexes: IndexDefinition[]
  folder: string
  lane: 'light' | 'heavy'
  /** Rows a search ranks at most. */
  mostRanked: number
}

/** A search on its way to a thread. */
export interface Task {
  kind: 'search' | 'count' | 'neighbours' | 'frequencies'
  search: Omit<EngineSearch | NeighbourSearch | FrequencyQuestion, 'signal'>
  /** Since the epoch, in milliseconds. */
  endsAt: number
  /** Not 0 once the search was canceled. */
  cancelled: Int32Array
  /** Light threads hand back what takes long. */
  onlyIfLight: boolean
}

export type Reply =
  /** `state`: of the index, as it was found. */
  | { result: unknown; state: string }
  /** Too much for a light thread. */
  | { heavy: true }
  | { error: ThreadError }

export interface ThreadError {
  kind: 'slow' | 'broad' | 'missing' | 'damaged' | 'no vectors' | 'other'
  message: string
  about?: string
}

export function errorForThread(error: unknown): ThreadError {
  if (error instanceof SearchTooSlow) return { kind: 'slow', message: error.message }
  if (error instanceof SearchTooBroad)
    return { kind: 'broad', message: error.message, about: error.part }
  if (error instanceof IndexMissing)
    return { kind: 'missing', message: error.message, about: error.index }
  if (error instanceof IndexDamaged)
    return { kind: 'damaged', message: error.reason, about: error.index }
  if (error instanceof SemanticUnavailable) return { kind: 'no vectors', message: error.message }
  return { kind: 'other', message: (error as Error).message }
}

export function errorFromThread({ kind, message, about = '' }: ThreadError): Error {
  if (kind === 'slow') return new SearchTooSlow(message)
  if (kind === 'broad') return new SearchTooBroad(about)
  if (kind === 'missing') return new IndexMissing(about)
  if (kind === 'damaged') return new IndexDamaged(about, message)
  if (kind === 'no vectors') return new SemanticUnavailable(message)
  return new Error(message)
}
