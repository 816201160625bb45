/**
 * The long steps of a start, for the person at the terminal: one line each,
 * with the seconds it took. Only a server or worker that starts prints them.
 */
import { noteWork } from './process_stop.js'

let isShown = false

/** Has the steps of this process printed. */
export function showStartSteps(): void {
  isShown = true
}

/**
 * Begins a step.
 *
 * @param name as in `importing the sample archive`
 * @returns to be called when it has ended
 */
export function beginStartStep(name: string): () => void {
  const ended = noteWork(name)
  if (!isShown) return ended
  const began = performance.now()
  process.stdout.write(`curia: ${name} … `)
  return () => {
    ended()
    process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`)
  }
}

/** Runs a step. The line of one that fails ends before the error is printed. */
export async function startStep<T>(name: string, work: () => Promise<T>): Promise<T> {
  const ended = beginStartStep(name)
  try {
    return await work()
  } finally {
    ended()
  }
}
