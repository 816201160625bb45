/**
 * The thread that observes the event loop of its process. If the loop is blocked for too long,
 * the thread logs the stack of the blocking function and ends the process, and the supervisor
 * starts another. The main thread can't do this, because it doesn't even handle signals then.
 */
import { readFileSync, write } from 'node:fs'
import { hostname } from 'node:os'
import { workerData } from 'node:worker_threads'
import { BlockedTime, type LoopSample } from './blocked_time.js'
import { BEATS, HUNG_SIGNAL, IS_DEBUGGED, type WatchdogData } from './watchdog_data.js'
import { Session } from 'node:inspector'
import { setTimeout as sleep } from 'node:timers/promises'

const STACK = `(() => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 60
  try {
    return new Error('stack').stack
  } finally {
    Error.stackTraceLimit = limit
  }
})()`

/** The lines of the message and of the expression's frames. */
const OWN_LINES = 3
const OF_NODE = 'node:internal/'

/** Milliseconds for the main thread to list its scripts (thousands in a server) and to pause. */
const PAUSE_WITHIN = 5_000

/**
 * Reads the stack of the main thread while its event loop is blocked.
 *
 * @param deadline maximum milliseconds to wait for a response
 * @returns lines of the stack, innermost function first; null if the main thread doesn't
 *   respond, for example in a native function (`pbkdf2Sync`)
 */
async function readMainStack(deadline: number): Promise<string[] | null> {
  const session = new Session()
  session.connectToMainThread()
  try {
    const evaluated = await within(deadline, evaluate(session))
    if (!evaluated || evaluated.some((line) => !line.includes(OF_NODE))) return evaluated
    return (await within(PAUSE_WITHIN, pause(session))) ?? evaluated
  } finally {
    session.disconnect()
  }
}

function within<T>(milliseconds: number, answer: Promise<T>): Promise<T | null> {
  return Promise.race([answer, sleep(milliseconds, null)])
}

/**
 * V8 evaluates the expression between two steps of the blocked function, also within regular
 * expressions, JSON, and `Atomics.wait`.
 */
function evaluate(session: Session): Promise<string[] | null> {
  return new Promise((resolve) => {
    session.post('Runtime.evaluate', { expression: STACK }, (error, answer) => {
      const { value } = answer?.result ?? {}
      if (error || typeof value !== 'string') return resolve(null)
      const lines = value.split('\n').slice(OWN_LINES)
      resolve(lines.map((line) => line.trim()))
    })
  })
}

/** Pauses at the next statement. Endless microtasks have no stack in between. */
function pause(session: Session): Promise<string[]> {
  const scripts = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url))
  return new Promise((resolve) => {
    session.on('Debugger.paused', ({ params }) => {
      session.post('Debugger.resume')
      resolve(
        params.callFrames.map(({ functionName, location }) => {
          const { scriptId, lineNumber, columnNumber = 0 } = location
          const place = `${scripts.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1}`
          return `at ${functionName || '<anonymous>'} (${place})`
        })
      )
    })
    session.post('Debugger.enable')
    session.post('Debugger.pause')
  })
}

/** Maximum milliseconds between samples of an overdue loop. */
const STEP = 500
/** Milliseconds for reading the stack and for writing the log line. */
const REPORT_WITHIN = 1_000
/** Levels of Pino. */
const LEVELS = { warn: 40, fatal: 60 }

const { memory, period, limit, isLogged } = workerData as WatchdogData
const state = new Int32Array(memory)
const step = Math.min(STEP, period)
// A step that took twice as long means that this thread had no CPU either.
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

/** Scheduling data of the main thread, whose ID is the process ID. Available on Linux. */
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

/** Writes the log line directly, because the logger runs on the main thread. */
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
