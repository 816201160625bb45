/** Threads, from the compiled sources or the typed ones. */
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

const IS_TYPED = import.meta.url.endsWith('.ts')
/** What reads typed sources is not handed on to threads by every process that uses it. */
const READS_TYPES = `--import=${new URL('../../bin/read_types.js', import.meta.url).href}`

/**
 * With more, V8 lets the memory of a thread grow to four times what it needs, not 1.6 times,
 * before it looks for garbage; threads with little to do keep less of what is new.
 */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 12 }

/** @param module URL of a module of this project, without the ending of the file */
export function sourceUrl(module: string): string {
  return `${module}.${IS_TYPED ? 'ts' : 'js'}`
}

/**
 * @param module what the thread runs: its URL, without the ending of the file
 * @param options data, ports in the data (`transferList`), limits of memory
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

/** Lets other threads go first where cores are few. Only Linux can say so of a single thread. */
export function stepBack(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1)
    setPriority(Number(thread), NICENESS)
  } catch {
    // Then all threads are equal.
  }
}
