/** Entry point of the threads of all lanes. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../start_thread.js'

export interface ThreadData {
  /**
   * Gives other threads priority. Must not be set if a client waits, because the thread could
   * starve on a busy machine.
   */
  isBackground: boolean
}

export interface TaskMessage {
  /** URL of the module, with the file extension. */
  module: string
  task: unknown
}

export type TaskReply = { result: unknown } | { error: string }

if ((workerData as ThreadData).isBackground) lowerThreadPriority()
parentPort!.on('message', (message: TaskMessage) => {
  void answer(message).then(send)
})

async function answer({ module, task }: TaskMessage): Promise<TaskReply> {
  try {
    const { default: run } = await import(module)
    return { result: await run(task) }
  } catch (error) {
    return { error: String(error) }
  }
}

function send(reply: TaskReply): void {
  try {
    parentPort!.postMessage(reply)
  } catch (error) {
    // The result can't be cloned.
    parentPort!.postMessage({ error: String(error) } satisfies TaskReply)
  }
}
