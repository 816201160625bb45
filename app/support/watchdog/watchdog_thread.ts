/**
 * The thread that observes the event loop of its process. When the loop is
 * blocked for too long, it writes the stack of the blocking function to the log
 * and ends the process; the supervisor starts another. The main thread cannot
 * do either: it does not even handle signals.
 */
import { readFileSync, write } from 'node:fs'
import { hostname } from 'node:os'
import { workerData } from 'node:worker_threads'
import { BlockedTime, type LoopSample } from './blocked_time.js'
import { readMainStack } from './main_stack.js'
import { BEATS, HUNG_SIGNAL, IS_DEBUGGED, type WatchdogData } from './watchdog_data.js'

/** Milliseconds between two samples of a loop that is overdue, at most. */
const STEP = 500
/** Milliseconds for the stack, and for the line of the log. */
const REPORT_WITHIN = 1_000
/** Levels of pino. */
const LEVELS = { warn: 40, fatal: 60 }

const { memory, period, limit, isLogged } = workerData as WatchdogData
const state = new Int32Array(memory)
const step = Math.min(STEP, period)
// A step that took twice as long says that this thread had no processor either.
const time = new BlockedTime(2 * step)
let lastBeats: number | undefined

observe()

function observe(): void {
  time.add(sample())
  if (state[IS_DEBUGGED] || time.milliseconds < limit)
    setTimeout(observe, time.isOverdue ? step : period)
  else void end()
}

function sample(): LoopSample {
  const beats = Atomics.load(state, BEATS)
  const isLate = beats === lastBeats
  lastBeats = beats
  const scheduling = isLate ? schedulingOfMain() : { queued: 0, isOnDisk: false }
  return { now: performance.now(), beats, ...scheduling }
}

/** Of the main thread, whose number is that of the process; known on Linux. */
function schedulingOfMain(): Pick<LoopSample, 'queued' | 'isOnDisk'> {
  try {
    const of = `/proc/self/task/${process.pid}`
    // "<ns on a processor> <ns waited for one> <slices>"
    const [, waited] = readFileSync(`${of}/schedstat`, 'utf8').split(' ')
    const [status] = readFileSync(`${of}/stat`, 'utf8').split(') ')[1]!
    return { queued: Number(waited) / 1e6, isOnDisk: status === 'D' }
  } catch {
    return { queued: 0, isOnDisk: false }
  }
}

async function end(): Promise<void> {
  const beats = Atomics.load(state, BEATS)
  const stack = await readMainStack(REPORT_WITHIN)
  const continues = Atomics.load(state, BEATS) !== beats
  await log(continues, stack)
  if (continues) return observe()
  process.kill(process.pid, HUNG_SIGNAL)
}

/** Not by the logger, which is on the main thread or sends through it. */
async function log(continues: boolean, stack: string[] | null): Promise<void> {
  if (!isLogged) return
  const blocked = (time.milliseconds / 1000).toFixed(1)
  const outcome = continues ? 'it has continued' : 'this process is replaced'
  const line = {
    level: continues ? LEVELS.warn : LEVELS.fatal,
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    name: 'curia',
    stack: stack ?? 'none: the main thread is in a native function',
    msg: `the event loop was blocked for ${blocked} s; ${outcome}`,
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, REPORT_WITHIN)
  write(2, `${JSON.stringify(line)}\n`, () => resolve())
  await promise
}
