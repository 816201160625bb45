/**
 * The stack of the main thread, taken by another thread of the process while
 * the event loop is blocked.
 */
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

/** The message and the frames of the expression itself. */
const OWN_LINES = 3
const OF_NODE = 'node:internal/'

/** Milliseconds for the main thread to list its scripts, of which a server has thousands, and to stop. */
const PAUSE_WITHIN = 5_000

/**
 * @param deadline milliseconds to wait for an answer
 * @returns lines of the stack, the innermost function first; null when the main thread
 *   does not answer, as in a native function (`pbkdf2Sync`)
 */
export async function readMainStack(deadline: number): Promise<string[] | null> {
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
 * V8 evaluates it between two steps of the blocked function, also within
 * regular expressions, JSON and `Atomics.wait`.
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

/** Stops at the next statement. Endless microtasks have no stack in between. */
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
