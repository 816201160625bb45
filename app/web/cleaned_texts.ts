/**
 * Texts of others as HTML that is safe in a page. Long ones are cleaned in a thread: 250,000
 * characters of tags take half a second.
 */
import { taskModule } from '#app/support/tasks/task_module'
import { interactiveTasks } from '#app/support/tasks/tasks'
import runCleanTask, { type CleanTask } from './clean_task.js'

/** Characters that are cleaned in the main thread: ten milliseconds at most, and less than a millisecond for prose. */
export const MAX_INLINE = 16_000

const CLEAN = taskModule<typeof import('./clean_task.js')>(new URL('./clean_task', import.meta.url))

/**
 * Renders Markdown of an account, or cleans the HTML of a text or of a decision, whose anchors get
 * a prefix.
 *
 * @throws TaskQueueFull, TaskTooHard
 */
export async function cleanedText(task: CleanTask): Promise<string> {
  return task.text.length <= MAX_INLINE ? runCleanTask(task) : interactiveTasks.run(CLEAN, task)
}
