/**
 * Entry point of the thread that analyzes documents for bulk writes. Analysis takes as long as
 * writing, so two cores share the work. Forwards the results to the writer thread.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { IndexDefinition } from '../../index_definition.js'
import { buildIndexLayout } from './layout.js'
import { lowerThreadPriority } from '#app/support/start_thread'
import { prepareCalls, type WriterCall } from './messages.js'

interface AnalysisThreadData {
  definition: IndexDefinition
  writer: MessagePort
}

lowerThreadPriority()
const { definition, writer } = workerData as AnalysisThreadData
const port = parentPort as MessagePort
const layout = buildIndexLayout(definition)

port.on('message', (calls: WriterCall[]) => writer.postMessage(prepareCalls(layout, calls)))
// The other end closes the channel when it has finished.
writer.on('close', () => port.close())
