/**
 * The main process with `WORKERS=2` or more, which serves no requests: it runs the embedded
 * database and supervises the working processes.
 */
import { closeSync, openSync } from 'node:fs'
import { openDatabase, type OpenDatabase } from '#app/database/connection'
import { beginStop } from '#app/support/process_stop'
import { hasSupervisor } from '#app/support/run_mode'
import { settings } from '#start/env'
import type { MemberScripts } from './member.js'
import { reportReady } from './messages.js'
import { Supervisor } from './supervisor.js'

/**
 * Runs until a signal ends it: SIGTERM and SIGINT stop all processes, and SIGHUP replaces them
 * one by one.
 *
 * @returns the exit code
 * @throws StartupError if the database can't be opened
 */
export async function supervise(web: number, scripts: MemberScripts): Promise<number> {
  const notice = (line: string) => console.error(`curia: ${line}`)
  const supervisor = new Supervisor({
    web,
    background: settings.jobs === 'inline',
    scripts,
    env: { CURIA_SUPERVISED: 'on', WORKERS: String(web) },
    notice,
  })
  let stopped: Promise<void> | undefined
  const stopping = Promise.withResolvers<void>()
  const stop = () => {
    beginStop()
    stopped ??= supervisor.stop()
    stopping.resolve()
  }
  const hadTerminal = hasTerminal()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (hasSupervisor()) process.once('disconnect', stop)
  process.on('SIGHUP', () => {
    // Sent by a closing terminal to all its processes.
    if (hadTerminal && !hasTerminal()) return stop()
    void supervisor.reload()
  })

  const database = await keepDatabase(web, notice).catch((error: unknown) => {
    if (!stopped) throw error
    return undefined
  })
  try {
    if (stopped) return 0
    const started = await supervisor.start()
    if ('failed' in started) return stopped ? 0 : (started.failed.code ?? 1)
    process.stdout.write(started.banner)
    reportReady()
    await stopping.promise
    return 0
  } finally {
    await stopped
    await database?.close()
  }
}

/** Owns the embedded database, so that it outlives the processes that use it. */
async function keepDatabase(
  processes: number,
  notice: (line: string) => void
): Promise<OpenDatabase | undefined> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl) return undefined
  return openDatabase({ dataDir, databaseUrl, processes, notice })
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
