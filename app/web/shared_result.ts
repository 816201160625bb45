/** Milliseconds for which one result is shared by all requests. */
const SHARED = 2_000

/** Shares one result of some work among all who ask until two seconds have passed. */
export function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    if (!running) {
      running = work()
      setTimeout(() => (running = undefined), SHARED).unref()
    }
    return running
  }
}
