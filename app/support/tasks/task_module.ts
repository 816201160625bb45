/** Modules whose default export runs in the threads of a lane. */

/** @returns a result, or a promise of one, that can be cloned */
type RunTask = (task: never) => unknown

export interface TaskModule<Task, Result> {
  /** URL without the ending of the file. */
  readonly href: string
  /** Size of a task above which it is refused, in the unit of `sizeOf`. */
  readonly maxSize: number
  readonly sizeOf: (task: Task) => number
  /** Not set: only carries the type. */
  readonly result?: Result
}

/** The module that `M` is the type of: `typeof import('./extract_task.js')`. */
export type TaskModuleOf<M extends { default: RunTask }> = TaskModule<
  Parameters<M['default']>[0],
  Awaited<ReturnType<M['default']>>
>

/**
 * Names a module whose default export is a function of one task. What the function throws fails
 * its task only. The module may keep what it has built, such as tables, for later tasks of its
 * thread; it cannot rely on getting the same thread again.
 *
 * @param url of the module, without the ending of the file
 * @param limits the largest task and how to measure one; without them every size is accepted
 */
export function taskModule<M extends { default: RunTask }>(
  url: URL,
  limits?: { maxSize: number; sizeOf: (task: Parameters<M['default']>[0]) => number }
): TaskModuleOf<M> {
  return { href: url.href, maxSize: Infinity, sizeOf: () => 0, ...limits }
}
