/** Reads texts of requests in threads, so that long texts don't block other requests. */
import type { TaskOptions } from '#app/support/tasks/queued_task'
import { taskModule } from '#app/support/tasks/task_module'
import { interactiveTasks } from '#app/support/tasks/tasks'
import type { LocatedText, LocateTask } from './locate_task.js'
import type { MentionedCitation } from './located_citations.js'
import { MAX_PASTED_LENGTH, MAX_TEXT_LENGTH } from './lookup_request.js'

/** Limits the UTF-16 units of a text to twice the number of code points. */
export const boundedText = (maxLength: number) => ({
  maxSize: 2 * maxLength,
  measure: ({ text }: { text: string }) => text.length,
})

const LOCATE = taskModule<typeof import('./locate_task.js')>(
  new URL('./locate_task', import.meta.url),
  boundedText(MAX_TEXT_LENGTH)
)
const SPLIT = taskModule<typeof import('./pieces_task.js')>(
  new URL('./pieces_task', import.meta.url),
  boundedText(MAX_PASTED_LENGTH)
)

/**
 * Finds the citations in the text of a request.
 *
 * @throws TaskQueueFull, TaskTooHard
 */
export function locateCitations(task: LocateTask, options?: TaskOptions): Promise<LocatedText> {
  return interactiveTasks.run(LOCATE, task, options)
}

/**
 * Finds the citations of a pasted text and splits them into lookups.
 *
 * @returns null if there are too many citations
 * @throws TaskQueueFull, TaskTooHard
 */
export function splitText(
  text: string,
  options?: TaskOptions
): Promise<MentionedCitation[][] | null> {
  return interactiveTasks.run(SPLIT, { text }, options)
}
