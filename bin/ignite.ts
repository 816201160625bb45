/**
 * Shared by the server, the console, and the test runner: the application root, the importer,
 * and the settings, which are read before anything boots.
 */
import 'reflect-metadata'
import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ignitor } from '@adonisjs/core'
import type { ApplicationService } from '@adonisjs/core/types'
import {
  beginStop,
  nameShutdowns,
  STOP_WAITS,
  timeUntil,
  STOP_FLUSHES,
  unfinishedWork,
} from '../app/support/process_stop.js'
import { hasSupervisor, isSupervised } from '../app/support/run_mode.js'
import { StartupError } from '../app/support/startup_error.js'

const APP_ROOT = new URL('../', import.meta.url)

const IMPORTER = (filePath: string) => {
  if (filePath.startsWith('./') || filePath.startsWith('../')) {
    return import(new URL(filePath, APP_ROOT).href)
  }
  return import(filePath)
}

/**
 * An Ignitor for this application. Settings are validated while booting, so
 * commands that need no application (`node ace list`) need no settings.
 */
export function createIgnitor(): Ignitor {
  outliveOutput()
  return new Ignitor(APP_ROOT, { importer: IMPORTER }).tap((app) => {
    app.booting(async () => {
      await import('#start/env')
      const { loadPlugins } = await import('#core/plugin_loader')
      await Promise.all((await loadPlugins()).map(({ settings }) => settings?.()))
    })
    terminateOnce(app)
    for (const [signal, code] of Object.entries(SIGNALS)) {
      // The supervisor handles it by replacing the processes.
      if (signal === 'SIGHUP' && isSupervised()) app.listen(signal, () => {})
      else app.listen(signal as NodeJS.Signals, () => void endBySignal(app, code))
    }
    if (hasSupervisor()) endWithSupervisor(app)
    // Nothing to await: before the application is ready, this only registers the hook.
    if (isSupervised())
      void app.ready(async () => {
        const { answerSupervisor } = await import('#app/support/metrics')
        answerSupervisor()
      })
  })
}

/**
 * The reader of the output may have exited, for example when a terminal is closed. A line that
 * can't be written would cause an uncaught exception, whose report can't be written either, and
 * so on.
 */
function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Exit codes of a process that ends on a signal before it is ready. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

/** Milliseconds for the database to stop without flushing its memory. */
const DATABASE_KILLED = 500

/**
 * Lets the supervisor replace a server or worker process whose event loop is blocked. Not in
 * development, where a debugger or a slow build may block it.
 */
export function watchEventLoop(app: ApplicationService): void {
  app.booting(async () => {
    const { settings } = await import('#start/env')
    if (!settings.watchdogTimeout || process.env.NODE_ENV === 'development') return
    const { startWatchdog } = await import('#app/support/watchdog/watchdog')
    const isLogged = settings.logLevel !== 'silent'
    startWatchdog({ limit: settings.watchdogTimeout * 1000, isLogged })
  })
}

let ending: Promise<never> | undefined

/**
 * Ends the application and then the process, within ten seconds. One stop can send several
 * signals: a process group, its npm, and its shell each send one. Only the first one counts,
 * because exiting before the application has ended would leave the database running and cut its
 * connections.
 */
function endBySignal(app: ApplicationService, code: number): Promise<never> {
  return (ending ??= (async () => {
    const early = !app.isReady
    // Work interrupted by the stop must not end the process early.
    process.on('uncaughtException', ({ message }) => {
      // An interrupted start can fail at any point.
      if (!early) console.error(`curia: while stopping: ${message}`)
    })
    nameShutdowns()
    beginStop()
    const terminated = app.terminate().then(
      () => true,
      (error: Error) => {
        console.error(`curia: while stopping: ${error.message}`)
        return false
      }
    )
    const inTime = await Promise.race([terminated, sleep(STOP_WAITS)])
    reportUnfinished()
    if (!inTime) await closeDatabase(app)
    if (isSupervised()) await (await import('#app/support/metrics')).sendFigures()
    process.exit(process.exitCode ?? (early ? code : 0))
  })())
}

/** Lists work that the stop doesn't wait for. The database rolls it back, and jobs are retried. */
function reportUnfinished(): void {
  const work = unfinishedWork()
  if (!work.length) return
  console.error('curia: stopping without waiting any longer for:')
  for (const line of work) console.error(`curia:   ${line}`)
}

/** Stops the private database, unless another process uses it. */
async function closeDatabase(app: ApplicationService): Promise<void> {
  const { OpenDatabase } = await import('../app/database/connection.js')
  if (!app.container.hasBinding(OpenDatabase)) return
  const closed = app.container
    .make(OpenDatabase)
    .then((database) => database.close())
    .catch(() => {})
  await Promise.race([closed, sleep(timeUntil(STOP_FLUSHES) + DATABASE_KILLED)])
}

/** Shuts down gracefully if the supervisor has exited, for example after `kill -9`. */
function endWithSupervisor(app: ApplicationService): void {
  // Otherwise, Node.js would end a cluster process immediately.
  cluster.worker?.once('disconnect', () => (cluster.worker!.exitedAfterDisconnect = true))
  process.once('disconnect', () => void endBySignal(app, 0))
}

/** Lets every caller of `terminate` wait for the end. The framework resolves a second call immediately. */
function terminateOnce(app: ApplicationService): void {
  const terminate = app.terminate.bind(app)
  let terminated: Promise<void> | undefined
  app.terminate = () => (terminated ??= terminate())
}

/**
 * Ends the process after an error during startup: with one line for an error that an operator
 * can fix, otherwise with the full error. After a signal, the error is only a consequence, and
 * the signal determines the exit code.
 */
export async function failStart(error: unknown): Promise<void> {
  if (ending) await ending
  process.exitCode = 1
  const known = StartupError.from(error)
  if (known) {
    console.error(`curia: ${known.message}`)
    return
  }
  const { prettyPrintError } = await import('@adonisjs/core')
  await prettyPrintError(error as Error)
}
