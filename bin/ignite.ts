/**
 * What the server, the console and the test runner share: the application
 * root, the importer, and the settings read before anything boots.
 */
import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import { StartupError } from '../app/core/startup_error.js'

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
  return new Ignitor(APP_ROOT, { importer: IMPORTER }).tap((app) => {
    app.booting(async () => {
      await import('#start/env')
    })
    // A second signal does not wait for what the first one is still ending.
    const end = async (code: number) => {
      const early = !app.isReady
      await app.terminate()
      process.exit(process.exitCode ?? (early ? code : 0))
    }
    app.listen('SIGTERM', () => void end(143))
    app.listen('SIGINT', () => void end(130))
  })
}

/**
 * Ends the process for an error that came up while starting: one line for
 * what an operator can mend, the full error for everything else.
 */
export async function failStart(error: unknown): Promise<void> {
  process.exitCode = 1
  const known = StartupError.from(error)
  if (known) {
    console.error(`curia: ${known.message}`)
    return
  }
  const { prettyPrintError } = await import('@adonisjs/core')
  await prettyPrintError(error as Error)
}
