/** Starts worker threads from compiled or TypeScript sources. */
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

const IS_TYPED = import.meta.url.endsWith('.ts')
/** Not all processes that load TypeScript sources pass this option on to threads. */
const READS_TYPES = `--import=${new URL('../../bin/read_types.js', import.meta.url).href}`

/**
 * With a larger limit, V8 lets a thread's memory grow to four times its live size, instead of
 * 1.6 times, before it collects garbage. A small young generation saves memory in mostly idle
 * threads.
 */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 12 }

/** @param module URL of a module of this project, without the file extension */
export function sourceUrl(module: string): string {
  return `${module}.${IS_TYPED ? 'ts' : 'js'}`
}

/**
 * @param module URL of the thread's module, without the file extension
 * @param options data, ports in the data (`transferList`), and memory limits
 */
export function startThread(
  module: URL,
  options: Pick<WorkerOptions, 'workerData' | 'transferList' | 'resourceLimits'>
): Worker {
  const entry = new URL(sourceUrl(module.href))
  const isHandedOn = !IS_TYPED || process.execArgv.some((word) => word.endsWith('/read_types.js'))
  const execArgv = isHandedOn ? process.execArgv : [...process.execArgv, READS_TYPES]
  return new Worker(entry, { resourceLimits: MEMORY, ...options, execArgv })
}

const NICENESS = 10

/** Lowers the priority of this thread. Only Linux supports this for single threads. */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1)
    setPriority(Number(thread), NICENESS)
  } catch {
    // All threads keep the same priority.
  }
}
