/** Entry point of the thread that writes one index: text analysis must not block the server. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { IndexDefinition } from '../../index_definition.js'
import { asDamage, openToWrite } from './index_database.js'
import { IndexWriting } from './index_writing.js'
import { buildIndexLayout } from './layout.js'
import {
  errorForThread,
  prepareCalls,
  type PreparedCall,
  type WriterCall,
  type WriterReply,
} from './messages.js'
import { lowerThreadPriority } from '#app/support/start_thread'
import { writeInBulk } from './word_segments.js'

export interface WriterThreadData {
  definition: IndexDefinition
  file: string
  target: 'live' | 'rebuild'
}

lowerThreadPriority()
const { definition, file, target } = workerData as WriterThreadData
const port = parentPort as MessagePort
const layout = buildIndexLayout(definition)
/** The source of calls once another thread prepares them. */
let prepared: MessagePort | null = null
let writing: IndexWriting

function start(): void {
  try {
    const database = openToWrite(file, layout)
    const isBulk = target === 'rebuild'
    if (isBulk) writeInBulk(database)
    writing = new IndexWriting(database, { isBulk })
    port.postMessage([{ result: 'ready' }] satisfies WriterReply[])
  } catch (error) {
    port.postMessage([errorReply(error)])
    port.close()
  }
}

function errorReply(error: unknown): WriterReply {
  return { error: errorForThread(asDamage(error, definition.name)) }
}

function answer(calls: PreparedCall[]): void {
  port.postMessage(calls.map(replyTo))
  const last = calls.at(-1)
  if (last && 'method' in last && last.method === 'finish') {
    prepared?.close()
    port.close()
  }
}

function replyTo(call: PreparedCall): WriterReply {
  if ('error' in call) return call
  try {
    const method = writing[call.method] as (...given: unknown[]) => unknown
    return { result: method.apply(writing, call.values) }
  } catch (error) {
    return errorReply(error)
  }
}

port.on('message', (message: WriterCall[] | { prepared: MessagePort }) => {
  if (Array.isArray(message)) return answer(prepareCalls(layout, message))
  prepared = message.prepared
  prepared.on('message', answer)
})
start()
