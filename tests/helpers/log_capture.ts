/** Captures the logs of the server inside the test process and of its database. */
import { dirname, join } from 'node:path'
import { destination } from '@adonisjs/core/logger'
import type { ApplicationService } from '@adonisjs/core/types'
import { keepLogFile, logFile } from './secrets.js'
import { OpenDatabase } from '#app/database/connection'

/**
 * Writes the application's log to a file of the run, line by line, with the
 * settings of every server.
 */
export function logToFile(app: ApplicationService): void {
  app.booting(async () => {
    // The application reads the same module later. A destination takes precedence over a transport.
    const { default: config } = await import('#config/logger')
    const file = destination({ dest: logFile(`inside-${process.pid}`), sync: true })
    Object.assign(config.loggers.app, { destination: file })
  })
}

/** Adds the log of the private database to the logs of the run. */
export async function keepDatabaseLog(app: ApplicationService): Promise<void> {
  const { embedded, place } = await app.container.make(OpenDatabase)
  if (embedded) keepLogFile(`inside-${process.pid}-postgres`, join(dirname(place), 'server.log'))
}
