/** Entry of the thread that writes one index: analysing text must not keep the server from answering. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { SearchIndexDefinition } from '../../define_search_index.js'
import { openToWrite } from './index_database.js'
import { IndexWriting } from './index_writing.js'
import { layoutOf } from './layout.js'
import { errorForThread } from './messages.js'
import { stepBack } from './thread_priority.js'
import { writeInBulk } from './word_segments.js'

export interface WriterThreadData {
  definition: SearchIndexDefinition
  file: string
  target: 'live' | 'rebuild'
}

export type WriterCall = {
  [Method in keyof WriterMethods]: { method: Method; values: Parameters<WriterMethods[Method]> }
}[keyof WriterMethods]

/** What the thread can be asked for. */
export type WriterMethods = Pick<
  IndexWriting,
  | 'checkpoint'
  | 'startParent'
  | 'putChildren'
  | 'finishParent'
  | 'parentsOf'
  | 'removeParents'
  | 'removeChildren'
  | 'putChunks'
  | 'commit'
  | 'rollback'
  | 'settle'
  | 'finish'
>

stepBack()
const { definition, file, target } = workerData as WriterThreadData
const port = parentPort as MessagePort
const database = openToWrite(file, layoutOf(definition))
if (target === 'rebuild') writeInBulk(database)
const writing = new IndexWriting(database)

port.on('message', ({ method, values }: WriterCall) => {
  try {
    const call = writing[method] as (...given: unknown[]) => unknown
    port.postMessage({ result: call.apply(writing, values) })
  } catch (error) {
    port.postMessage({ error: errorForThread(error) })
  }
  if (method === 'finish') port.close()
})
port.postMessage({ result: 'ready' })
