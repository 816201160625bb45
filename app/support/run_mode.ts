/**
 * The purpose of this process, from the framework's mode (running, or listing routes and
 * types) and environment.
 */
import type { ApplicationService } from '@adonisjs/core/types'

/** Whether the application runs. Otherwise no connections are opened and nothing is read. */
export function isRunning(app: ApplicationService): boolean {
  return app.getMode() === 'run'
}

/** Whether the process handles requests: a server or a test suite. */
export function answersRequests(app: ApplicationService): boolean {
  return isRunning(app) && ['web', 'test'].includes(app.getEnvironment())
}

/**
 * Whether this is one of the processes of `WORKERS`. They share a port, and a separate process
 * runs the jobs.
 */
export function isSupervised(): boolean {
  return process.env.CURIA_SUPERVISED === 'on'
}

/** Whether another process supervises this one and receives its messages. */
export function hasSupervisor(): boolean {
  return isSupervised() || process.env.CURIA_PARENT === 'on'
}

/** Whether this is a server that also runs background work, and not one started by tests. */
export function isServer(app: ApplicationService): boolean {
  return isRunning(app) && app.getEnvironment() === 'web' && !app.inTest
}
