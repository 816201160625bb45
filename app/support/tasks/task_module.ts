/** Modules whose default export runs in the threads of a lane. */

/** @returns a result that can be cloned, or a promise of one */
type RunTask = (task: never) => unknown

export interface TaskModule<Task, Result> {
  /** URL without the file extension. */
  readonly href: string
  /** Maximum size of a task in the unit of `measure`. */
  readonly maxSize: number
  readonly measure: (task: Task) => number
  /** Never set; carries the type. */
  readonly result?: Result
}

/** The task module for the module type `M`: `typeof import('./extract_task.js')`. */
export type TaskModuleOf<M extends { default: RunTask }> = TaskModule<
  Parameters<M['default']>[0],
  Awaited<ReturnType<M['default']>>
>

/**
 * Refers to a module whose default export is a function of one task. If the function throws,
 * only its task fails. The module may keep state, such as tables, for later tasks of its
 * thread, but tasks can't rely on running in the same thread.
 *
 * @param url URL of the module, without the file extension
 * @param limits maximum size and a function that measures a task; any size is accepted by
 *   default
 */
export function taskModule<M extends { default: RunTask }>(
  url: URL,
  limits?: { maxSize: number; measure: (task: Parameters<M['default']>[0]) => number }
): TaskModuleOf<M> {
  return { href: url.href, maxSize: Infinity, measure: () => 0, ...limits }
}
