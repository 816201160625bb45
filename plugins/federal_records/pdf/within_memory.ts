/**
 * Bounds the memory of tasks in threads. The limit of a thread covers objects
 * and strings; what a file unpacks to is in buffers, which nothing else
 * bounds: a PDF of two megabytes can unpack to gigabytes.
 */
import { type TaskThread, TaskTooHard } from '#app/support/task_thread'

/** Bytes by which the process may grow during a task. */
const MAX_GROWTH = 1536 * 1024 * 1024
/** Milliseconds between two looks; a file unpacks less than a hundred megabytes meanwhile. */
const INTERVAL = 200

/**
 * Runs a task, and ends its thread when the process grows too much under it.
 *
 * @param options deadline in milliseconds, growth in bytes
 * @throws what `TaskThread.run` throws; TaskTooHard when it took too much memory
 */
export async function runWithinMemory<Task, Result>(
  thread: TaskThread<Task, Result>,
  task: Task,
  { deadline, growth = MAX_GROWTH }: { deadline?: number; growth?: number } = {}
): Promise<Result> {
  const start = process.memoryUsage.rss()
  let isTooMuch = false
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - start < growth) return
    isTooMuch = true
    void thread.close()
  }, INTERVAL)
  try {
    return await thread.run(task, deadline)
  } catch (error) {
    throw isTooMuch ? new TaskTooHard('it takes too much memory', { cause: error }) : error
  } finally {
    clearInterval(watch)
  }
}
