/**
 * The foreground process of `npm start` and `npm run worker`. It runs the server or worker as
 * its child, forwards signals, and replaces a child that hangs or crashes. It loads no
 * application code, so it stays small and can't hang with the application.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SIGNALS } from './runtime.js'

/** Milliseconds after which a stopping child is killed. A responsive child stops earlier. */
const STOP_WITHIN = 9_500
/** Milliseconds for stopping the database that a killed child left running. */
const RELEASE_WITHIN = 10_000
/**
 * Settings of glibc, which otherwise keeps up to 64 MB of freed memory for each
 * thread. Requests don't get slower. The operator's settings take precedence.
 */
const MEMORY = {
  MALLOC_ARENA_MAX: '4',
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(512 * 1024),
}

/**
 * Runs a program until it exits or a signal ends it.
 *
 * @param {object} options
 * @param {string} options.node path of the Node binary
 * @param {string} options.root folder of the clone
 * @param {string[]} options.words script and arguments
 * @returns {Promise<number>} the exit code
 */
export async function supervise({ node, root, words }) {
  const stopping = new AbortController()
  let child
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // With several processes, SIGHUP reloads them. A single process exits.
      if (signal !== 'SIGHUP') stopping.abort()
      child?.kill(signal)
    })
  }

  const { HUNG_SIGNAL } = await import(
    new URL('../build/app/support/watchdog/watchdog_data.js', import.meta.url).href
  )
  const { RestartDelay } = await import(
    new URL('../build/app/boot/cluster/restart_delay.js', import.meta.url).href
  )
  const delay = new RestartDelay()
  while (!stopping.signal.aborted) {
    const started = performance.now()
    child = spawn(node, [...process.execArgv, ...words], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...MEMORY, ...process.env, CURIA_PARENT: 'on', NODE_OPTIONS: nodeOptions() },
    })
    const end = await endOf(child, stopping.signal)
    const { code, signal, wasReady } = end
    if (stopping.signal.aborted || code === 0 || (!wasReady && signal !== HUNG_SIGNAL)) {
      if (signal) await releaseDatabase(node, root)
      return getExitCode(end)
    }
    const wait = delay.next(performance.now() - started)
    const how =
      signal === HUNG_SIGNAL ? 'stopped responding and was killed' : `ended with ${signal ?? code}`
    const pause = wait ? `in ${wait / 1000} s` : 'now'
    console.error(`curia: the process ${how}; a new one starts ${pause}.`)
    await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
  }
  // Stopped before a new child can take over the database.
  await releaseDatabase(node, root)
  return 0
}

/**
 * Options of the child and its threads. Without them, V8 keeps up to 100 MB of garbage per
 * thread on a machine with much memory. Requests don't get slower. The operator's options come
 * last and take precedence.
 */
function nodeOptions() {
  return `--max-semi-space-size=8 ${process.env.NODE_OPTIONS ?? ''}`.trim()
}

/** @returns {number} the exit code that a shell would report */
export function getExitCode({ code, signal }) {
  return signal ? 128 + constants.signals[signal] : (code ?? 1)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {AbortSignal} stopping
 */
function endOf(child, stopping) {
  let wasReady = false
  let last
  const limit = () => (last = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN))
  stopping.addEventListener('abort', limit)
  child.on('message', (message) => (wasReady ||= message?.curia === 'ready'))
  return new Promise((resolve) => {
    const ended = (end) => {
      clearTimeout(last)
      stopping.removeEventListener('abort', limit)
      resolve({ ...end, wasReady })
    }
    child.once('error', ({ message }) => {
      console.error(`curia: ${message}`)
      ended({ code: 1, signal: null })
    })
    child.once('exit', (code, signal) => ended({ code, signal }))
  })
}

/** Stops the private database, unless another process uses it, because a killed child can't. */
async function releaseDatabase(node, root) {
  const script = join(root, 'build/bin/release_database.js')
  const release = spawn(node, [script], { stdio: ['ignore', 'inherit', 'inherit'] })
  const last = setTimeout(() => release.kill('SIGKILL'), RELEASE_WITHIN)
  await new Promise((resolve) => {
    release.once('error', resolve)
    release.once('exit', resolve)
  })
  clearTimeout(last)
}
