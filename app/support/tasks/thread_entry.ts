/** Entry of the threads of all lanes. */
import { parentPort, workerData } from 'node:worker_threads'
import { stepBack } from '../start_thread.js'

export interface ThreadData {
  /** Lets other threads run first; one that a client waits for must not starve on a busy machine. */
  isBackground: boolean
}

export interface TaskMessage {
  /** URL of the module, with the ending of its file. */
  module: string
  task: unknown
}

export type TaskReply = { result: unknown } | { error: string }

if ((workerData as ThreadData).isBackground) stepBack()
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
    // A result that cannot be cloned.
    parentPort!.postMessage({ error: String(error) } satisfies TaskReply)
  }
}
