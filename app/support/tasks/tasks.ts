/** The pool of this process, and the lane that requests share. */
import { availableParallelism, totalmem } from 'node:os'
import { observeLanes } from './metrics.js'
import { TaskPool } from './task_pool.js'

const MIB = 1024 * 1024
/** Of the machine or the container, in megabytes. */
const AVAILABLE = Math.min(process.constrainedMemory() || Infinity, totalmem()) / MIB
/** For the limits of all threads together: half of what there is, and enough for the largest one. */
const MEGABYTES = Math.min(8192, Math.max(3072, Math.round(AVAILABLE / 2)))

export const taskPool = new TaskPool(MEGABYTES)
observeLanes(() => taskPool.lanes)

/** Short tasks of requests: texts of lookups, documents, layouts. */
export const interactiveTasks = taskPool.lane({
  name: 'interactive',
  work: 'interactive',
  threads: Math.min(4, Math.max(2, availableParallelism() - 1)),
  megabytes: 512,
  deadline: 30_000,
  idle: 300_000,
  maxQueued: 64,
})
