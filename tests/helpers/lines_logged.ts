import { Writable } from 'node:stream'
import { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'

/** Warnings and errors that requests log during some work. */
export async function linesLogged(work: () => Promise<unknown>): Promise<Record<string, any>[]> {
  const lines: Record<string, any>[] = []
  const list = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const loud = new Logger({ enabled: true, level: 'warn', destination: list })
  const logger = await app.container.make('logger')
  const { child } = logger
  logger.child = loud.child.bind(loud) as typeof child
  try {
    await work()
  } finally {
    logger.child = child
  }
  return lines
}
