/** Calls to the threads that write an index: as made by callers, and with prepared documents. */
import type { IndexWriter } from '../../engine.js'
import type { IndexWriting } from './index_writing.js'
import type { IndexLayout } from './layout.js'
import { errorForThread, type ThreadError } from './messages.js'
import { prepareChild, prepareParent, type PreparedParent } from './prepared.js'

/** Methods that are passed on; the rest of a writer is done by who holds it. */
type PassedOn = Exclude<keyof IndexWriter, 'close'>

type CallOf<Methods> = {
  [Method in keyof Methods]: Methods[Method] extends (...values: infer Values) => unknown
    ? { method: Method; values: Values }
    : never
}[keyof Methods]

/** `optimize` merges what was written in bulk so that it can be searched, `finish` closes the file. */
interface ThreadMethods extends Pick<IndexWriter, PassedOn> {
  optimize(): Promise<void>
  finish(): Promise<void>
}

export type WriterCall = CallOf<ThreadMethods>
export type PreparedCall = CallOf<Pick<IndexWriting, keyof ThreadMethods>> | { error: ThreadError }
export type WriterReply = { result: unknown } | { error: ThreadError }

/** Parents that were compared are about to be written, in most cases. */
const compared = new Map<number, PreparedParent>()

/** Calls with prepared documents. A document that cannot be prepared is reported as an error in order. */
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
    case 'wholeParents': {
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
