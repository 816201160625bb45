/** The inside of a thread that `TaskThread` starts. */
import { parentPort } from 'node:worker_threads'
import { stepBack } from './thread_priority.js'

export type TaskReply = { result: unknown } | { error: string }

/**
 * Answers the tasks of this thread, with less priority than the threads of requests.
 *
 * @param run makes a result that can be cloned; what it throws fails its task only
 */
export function answerTasks<Task>(run: (task: Task) => unknown): void {
  stepBack()
  const answer = async (task: Task): Promise<TaskReply> => {
    try {
      return { result: await run(task) }
    } catch (error) {
      return { error: String(error) }
    }
  }
  parentPort!.on('message', (task: Task) => {
    void answer(task).then((reply) => parentPort!.postMessage(reply))
  })
}
