/**
 * Turns of what exports read: a few at a time in a process, so that exports
 * never hold the connections other requests wait for.
 */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Runs the work when it is its turn. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    // The turn goes to the next one, or is free.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
