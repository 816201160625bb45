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
  type IndexWriter,
} from '../../engine.js'
import type { IndexDefinition } from '../../index_definition.js'
import type { IndexWriting } from './index_writing.js'
import type { IndexLayout } from './layout.js'
import { prepareChild, prepareParent, type PreparedParent } from './row_writing.js'

export interface ThreadData {
  indexes: IndexDefinition[]
  folder: string
  lane: 'light' | 'heavy'
  /** Maximum number of rows that a search ranks. */
  mostRanked: number
}

/** A search sent to a thread. */
export interface Task {
  kind: 'search' | 'count' | 'neighbours' | 'frequencies'
  search: Omit<EngineSearch | NeighbourSearch | FrequencyQuestion, 'signal'>
  /** Since the epoch, in milliseconds. */
  endsAt: number
  /** Nonzero once the search was canceled. */
  cancelled: Int32Array
  /** Light threads forward long-running searches. */
  onlyIfLight: boolean
}

export type Reply =
  /** `state`: state of the index during the search. */
  | { result: unknown; state: string }
  /** Too expensive for a light thread. */
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

/** Methods that are forwarded; the writer's owner handles the rest. */
type PassedOn = Exclude<keyof IndexWriter, 'close'>

type CallOf<Methods> = {
  [Method in keyof Methods]: Methods[Method] extends (...values: infer Values) => unknown
    ? { method: Method; values: Values }
    : never
}[keyof Methods]

/** `optimize` merges bulk writes so that they can be searched, `finish` closes the file. */
interface ThreadMethods extends Pick<IndexWriter, PassedOn> {
  optimize(): Promise<void>
  finish(): Promise<void>
}

export type WriterCall = CallOf<ThreadMethods>
export type PreparedCall = CallOf<Pick<IndexWriting, keyof ThreadMethods>> | { error: ThreadError }
export type WriterReply = { result: unknown } | { error: ThreadError }

/** Compared parents are usually written next. */
const compared = new Map<number, PreparedParent>()

/**
 * Calls with prepared documents. If a document can't be prepared, its error is reported in
 * order.
 */
export function prepareCalls(layout: IndexLayout, calls: WriterCall[]): PreparedCall[] {
  return calls.map((call): PreparedCall => {
    try {
      return prepareCall(layout, call)
    } catch (error) {
      return { error: errorForThread(error) }
    }
  })
}

function prepareCall(layout: IndexLayout, call: WriterCall): PreparedCall {
  switch (call.method) {
    case 'findChangedParents': {
      compared.clear()
      const parents = call.values[0].map(({ parent, children }) => {
        const prepared = prepareParent(layout, parent)
        compared.set(parent.key, prepared)
        return { parent: prepared, children }
      })
      return { method: call.method, values: [parents] }
    }
    case 'startParent': {
      const [parent, options] = call.values
      const known = options?.isWhole === undefined ? undefined : compared.get(parent.key)
      compared.delete(parent.key)
      return { method: call.method, values: [known ?? prepareParent(layout, parent), options] }
    }
    case 'putChildren': {
      const children = call.values[0].map((child) => prepareChild(layout, child))
      return { method: call.method, values: [children] }
    }
    default:
      return call
  }
}
