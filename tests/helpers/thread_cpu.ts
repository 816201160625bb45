/**
 * CPU time of the main thread, which unlike elapsed time doesn't depend on the load
 * of the machine.
 */

/** CPU milliseconds of the main thread during some work, including unrelated work. */
export async function measureThreadCpu(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of the longest event loop iteration during some work. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  let timer: NodeJS.Immediate
  const turn = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1000)
    last = now
    timer = setImmediate(turn)
  }
  timer = setImmediate(turn)
  try {
    await work()
  } finally {
    clearImmediate(timer)
    turn()
    clearImmediate(timer)
  }
  return longest
}

/** CPU milliseconds to parse a megabyte of JSON: a machine-independent unit for the cost of a request. */
export async function calibration(): Promise<number> {
  const text = `[${Array.from({ length: 20_000 }, (_, at) => `{"id":${at},"name":"name ${at}","n":[1,2]}`).join(',')}]`
  const taken: number[] = []
  for (let round = 0; round < 7; round++) taken.push(await measureThreadCpu(() => JSON.parse(text)))
  return Math.min(...taken)
}
