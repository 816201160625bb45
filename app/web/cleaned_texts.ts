/**
 * Third-party texts as HTML that is safe to include in a page. Long texts are sanitized in a
 * worker thread: 250,000 characters of tags take half a second.
 */
import { taskModule } from '#app/support/tasks/task_module'
import { interactiveTasks } from '#app/support/tasks/tasks'
import runCleanTask, { type CleanTask } from './clean_task.js'

/**
 * Characters sanitized in the main thread: at most ten milliseconds, and less than one for
 * prose.
 */
export const MAX_INLINE = 16_000

const CLEAN = taskModule<typeof import('./clean_task.js')>(new URL('./clean_task', import.meta.url))

/**
 * Renders a user's Markdown, or sanitizes the HTML of a text or a decision. Anchors of a decision
 * get a prefix.
 *
 * @throws TaskQueueFull, TaskTooHard
 */
export async function cleanedText(task: CleanTask): Promise<string> {
  return task.text.length <= MAX_INLINE ? runCleanTask(task) : interactiveTasks.run(CLEAN, task)
}
