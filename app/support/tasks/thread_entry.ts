/** Entry of the threads of all lanes: runs tasks with less priority than the main thread. */
import { parentPort } from 'node:worker_threads'
import { stepBack } from '../thread_priority.js'

export interface TaskMessage {
  /** URL of the module, with the ending of its file. */
  module: string
  task: unknown
}

export type TaskReply = { result: unknown } | { error: string }

stepBack()
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
