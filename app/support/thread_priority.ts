import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

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
